package hooks

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/openeik/ekgit/model"
)

// State says how one of the hooks stands.
type State struct {
	Name   string
	Active bool
	What   string // in a few words
}

// Status is what of the hooks is active in a repository.
type Status struct {
	Folder     string // where git looks for the hooks
	Tool       string // another program that manages them, empty for none
	Hooks      []State
	Merge      bool // git merges records by member
	Diff       bool // git shows records as lines
	Attributes bool // the model's files go to both
}

// Checked tells whether a commit is checked before it is made.
func (s *Status) Checked() bool {
	for _, h := range s.Hooks {
		if h.Name == "pre-commit" || h.Name == "pre-receive" {
			if h.Active {
				return true
			}
		}
	}
	return false
}

// StatusOf tells what of the hooks is active in the repository of a model.
func StatusOf(ctx context.Context, dir string) (*Status, error) {
	p, err := locate(ctx, dir)
	if err != nil {
		return nil, err
	}
	s := &Status{Folder: p.hooks, Tool: p.tool}
	for _, name := range everyHook() {
		what := stateOf(filepath.Join(p.hooks, name))
		s.Hooks = append(s.Hooks, State{Name: name, Active: what != "", What: what})
	}
	for key, has := range map[string]*bool{"merge.eik.driver": &s.Merge, "diff.eik.textconv": &s.Diff} {
		values, err := settings(ctx, p.root, key)
		if err != nil {
			return nil, err
		}
		*has = len(values) > 0
	}
	says, err := git(ctx, p.root, "check-attr", "-z", "merge", "--", path.Join(p.model, model.ManifestName))
	s.Attributes = strings.HasSuffix(says, "\x00eik\x00")
	return s, err
}

// stateOf says how a hook calls ek, empty where it does not.
func stateOf(file string) string {
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	script, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	switch _, had := withoutBlock(string(script)); {
	case !had:
		return ""
	case info.Mode()&0o100 == 0:
		return "is not executable, so that git does not run it"
	case !strings.HasPrefix(string(script), shebang+beginOwn):
		return "runs ek and then what was there"
	}
	if _, err := os.Stat(file + movedSuffix); err == nil {
		return "runs ek and then " + filepath.Base(file) + movedSuffix
	}
	return "runs ek"
}
