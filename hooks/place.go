package hooks

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/openeik/ekgit/repo"
)

// place is where git looks for a repository's hooks.
type place struct {
	bare   bool
	root   string // where hooks run: the root of the work tree, or the bare repository
	common string // what linked work trees share
	hooks  string // the folder of the hooks
	model  string // the model's folder from the root, with slashes; "." for the root
	ours   bool   // the folder of the hooks serves this repository alone
	tool   string // another program that manages the hooks: husky, pre-commit, lefthook
}

// locate finds where the hooks of a model's repository lie, as git does.
func locate(ctx context.Context, dir string) (p place, err error) {
	out, err := git(ctx, dir, "rev-parse", "--is-bare-repository", "--git-common-dir", "--git-path", "hooks")
	if err != nil {
		return p, &repo.NotRepositoryError{Dir: dir}
	}
	lines := strings.SplitN(out, "\n", 3)
	if dir, err = real(dir, "."); err != nil {
		return p, err
	}
	p.bare = lines[0] == "true"
	if p.common, err = real(dir, lines[1]); err != nil {
		return p, err
	}
	p.root, p.model = p.common, "."
	if !p.bare {
		if p.root, err = git(ctx, dir, "rev-parse", "--show-toplevel"); err != nil {
			return p, err
		}
		if p.root, err = real(p.root, "."); err != nil {
			return p, err
		}
		rel, err := filepath.Rel(p.root, dir)
		if err != nil {
			return p, err
		}
		p.model = filepath.ToSlash(rel)
		if lines, err = inRoot(ctx, p.root, lines); err != nil {
			return p, err
		}
		dir = p.root
	}
	if p.hooks = lines[2]; !filepath.IsAbs(p.hooks) {
		p.hooks = filepath.Join(dir, p.hooks)
	}
	p.tool = p.manager()
	p.ours = within(p.common, p.hooks) || !p.bare && within(p.root, p.hooks)
	return p, nil
}

// inRoot asks again for the folder of the hooks from where git runs them: to that
// core.hooksPath is relative.
func inRoot(ctx context.Context, root string, lines []string) ([]string, error) {
	hooks, err := git(ctx, root, "rev-parse", "--git-path", "hooks")
	lines = slices.Clone(lines)
	lines[2] = hooks
	return lines, err
}

// real answers a path without symbolic links, from a folder where it is relative.
func real(dir, path string) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

func within(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

// manager answers the program that manages the hooks, empty for none.
func (p place) manager() string {
	if slices.Contains(strings.Split(filepath.ToSlash(p.hooks), "/"), ".husky") {
		return "husky"
	}
	for _, m := range []struct{ file, tool string }{
		{".pre-commit-config.yaml", "pre-commit"},
		{"lefthook.yml", "lefthook"}, {"lefthook.yaml", "lefthook"}, {".lefthook.yml", "lefthook"}, {".lefthook.yaml", "lefthook"},
	} {
		if _, err := os.Stat(filepath.Join(p.root, m.file)); err == nil && !p.bare {
			return m.tool
		}
	}
	return ""
}

// entry answers what is to be added to the other program's own configuration.
func (p place) entry(program string, models []string) string {
	run := quote(program) + " hook %s" + modelFlags(models)
	line := func(name string) string { return strings.Replace(run, "%s", name, 1) }
	switch p.tool {
	case "husky":
		return ".husky/pre-commit:   " + line("pre-commit") + "\n.husky/pre-merge-commit: " + line("pre-merge-commit") +
			"\n.husky/commit-msg:   " + line("commit-msg") + " -- \"$1\"\n.husky/pre-push:     " + line("pre-push")
	case "pre-commit":
		return ".pre-commit-config.yaml:\n  - repo: local\n    hooks:\n      - id: ek\n        name: the model keeps its rules\n        entry: " + line("pre-commit") +
			"\n        language: system\n        pass_filenames: false\n        always_run: true\n        stages: [pre-commit, pre-merge-commit]"
	case "lefthook":
		return "lefthook.yml:\n  pre-commit:\n    commands:\n      ek:\n        run: " + line("pre-commit") + "\n  pre-push:\n    commands:\n      ek:\n        use_stdin: true\n        run: " + line("pre-push")
	}
	return "in each hook of " + p.hooks + ":   " + line("pre-commit") + " || exit 1"
}
