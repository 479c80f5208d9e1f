package hooks

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Options say how hooks are installed.
type Options struct {
	Program string // the absolute path of ek
	Strict  bool   // refuse every move of the model branch that brings a new error, whoever makes it
	Server  bool   // judge what is pushed to a repository, in place of what is committed in it
}

// Report is what installing or removing did.
type Report struct {
	Folder  string   // where git looks for the hooks
	Done    []string // a line each
	Entries string   // what a person is to add by hand, where another program manages the hooks
}

func (r *Report) done(format string, values ...any) {
	r.Done = append(r.Done, fmt.Sprintf(format, values...))
}

// wanted answers the hooks of a repository, in the order in which git runs them.
func (o Options) wanted() []string {
	if o.Server {
		return []string{"pre-receive"}
	}
	names := append([]string{"pre-commit", "pre-merge-commit", "commit-msg", "pre-push"}, waking...)
	if o.Strict {
		names = append(names, "reference-transaction")
	}
	return names
}

// Install sets up the hooks, the merge driver and the diff driver of the repository
// of a model. What others have put there stays and runs after ek's own lines. Hooks
// that another program manages, or that serve other repositories too, are not touched:
// the report says what to add there. To install again brings everything up to date.
func Install(ctx context.Context, dir string, o Options) (*Report, error) {
	p, err := locate(ctx, dir)
	if err != nil {
		return nil, err
	}
	r := &Report{Folder: p.hooks}
	models, err := p.addModel(ctx)
	if err != nil {
		return nil, err
	}
	switch {
	case o.Server && p.tool == "" || p.tool == "" && p.ours:
		err = p.installScripts(r, o, models)
	default:
		r.Entries = p.entry(o.Program, models)
	}
	if err == nil && o.Server {
		err = p.findModel(ctx, r)
	}
	if err != nil || o.Server && !p.bare {
		return r, err
	}
	if err := p.installDrivers(ctx, o.Program); err != nil {
		return nil, err
	}
	r.done("git merges records by member and shows their differences as lines (merge.eik, diff.eik)")
	changed, err := p.addAttributes(models)
	if err == nil && changed {
		r.done("%s names them", p.attributes())
	}
	return r, err
}

// modelKey is the key of git's configuration that keeps the models with hooks.
const modelKey = "eikhooks.model"

// addModel answers the models of the repository that have hooks, with this one.
func (p place) addModel(ctx context.Context) ([]string, error) {
	models, err := settings(ctx, p.root, modelKey)
	if err != nil || slices.Contains(models, p.model) {
		return models, err
	}
	_, err = git(ctx, p.root, "config", "--local", "--add", modelKey, p.model)
	return append(models, p.model), err
}

func (p place) installScripts(r *Report, o Options, models []string) error {
	if err := os.MkdirAll(p.hooks, 0o777); err != nil {
		return err
	}
	wanted := o.wanted()
	for _, name := range everyHook() {
		if !slices.Contains(wanted, name) {
			if o.Server == (name == "pre-receive") {
				if err := removeScript(filepath.Join(p.hooks, name)); err != nil {
					return err
				}
			}
			continue
		}
		how, err := installScript(filepath.Join(p.hooks, name), block(name, o.Program, models))
		if err != nil {
			return err
		}
		r.done("%s %s", name, how)
	}
	return nil
}

func everyHook() []string { return append(Options{Strict: true}.wanted(), "pre-receive") }

// installScript puts lines into a hook, and says how.
func installScript(file, lines string) (how string, err error) {
	if err := removeScript(file); err != nil {
		return "", err
	}
	info, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "is ek's", writeScript(file, ownScript(lines), 0o755)
	}
	if err != nil {
		return "", err
	}
	if info.Mode().IsRegular() && info.Mode()&0o100 != 0 {
		script, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		if isShell(string(script)) {
			return "keeps what was there, after ek's lines", writeScript(file, withBlock(string(script), lines), info.Mode().Perm())
		}
	}
	if err := os.Rename(file, file+movedSuffix); err != nil {
		return "", err
	}
	return "is ek's, and calls what was there, now " + filepath.Base(file) + movedSuffix, writeScript(file, ownScript(lines), 0o755)
}

// writeScript puts a whole file in the place of another, so that a hook that runs just
// now is not changed under it.
func writeScript(file, script string, mode fs.FileMode) error {
	next, err := os.CreateTemp(filepath.Dir(file), ".ek-*")
	if err != nil {
		return err
	}
	_, err = next.WriteString(script)
	if err = errors.Join(err, next.Close()); err == nil {
		if err = os.Chmod(next.Name(), mode); err == nil {
			err = os.Rename(next.Name(), file)
		}
	}
	if err != nil {
		return errors.Join(err, os.Remove(next.Name()))
	}
	return nil
}
