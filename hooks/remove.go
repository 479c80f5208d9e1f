package hooks

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// removeScript takes ek's lines out of a hook, so that it is what it was.
func removeScript(file string) error {
	info, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	script, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	was, had := withoutBlock(string(script))
	if !had {
		return nil
	}
	if was != "" {
		return writeScript(file, was, info.Mode().Perm())
	}
	if _, err := os.Lstat(file + movedSuffix); err == nil {
		return os.Rename(file+movedSuffix, file)
	}
	return os.Remove(file)
}

// Remove takes away what Install has set up, and leaves what others have put there as
// it was.
func Remove(ctx context.Context, dir string) (*Report, error) {
	p, err := locate(ctx, dir)
	if err != nil {
		return nil, err
	}
	r := &Report{Folder: p.hooks}
	for _, name := range everyHook() {
		file := filepath.Join(p.hooks, name)
		if state := stateOf(file); state != "" {
			if err := removeScript(file); err != nil {
				return nil, err
			}
			r.done("%s is as it was", name)
		}
	}
	for _, section := range []string{"merge.eik", "diff.eik", "eikhooks"} {
		if err := unset(ctx, p.root, section); err != nil {
			return nil, err
		}
	}
	r.done("git merges records as lines of text again")
	changed, err := p.removeAttributes()
	if err == nil && changed {
		r.done("%s is as it was", p.attributes())
	}
	if err == nil && p.tool != "" {
		r.Entries = "take out of the configuration of " + p.tool + " what names ek"
	}
	return r, err
}
