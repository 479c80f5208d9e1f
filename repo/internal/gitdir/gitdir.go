// Package gitdir finds where a git repository keeps things: its git directory, the
// directory it shares with linked work trees, the work tree, and what operation
// git has left unfinished there. It reads; it changes nothing.
package gitdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/openeik/ekgit/repo/internal/config"
)

// Layout says where a repository's parts are. All paths are absolute and free of
// symbolic links.
type Layout struct {
	Git      string // HEAD and index of this work tree
	Common   string // objects, branches, configuration; Git itself but in a linked work tree
	WorkTree string // empty where bare
}

// ErrNone says that no repository is at or above a folder.
var ErrNone = errors.New("no git repository")

// ErrBroken says that a linked work tree has lost its git directory, and what to do
// about it.
var ErrBroken = errors.New("git worktree repair may mend it")

// Find answers the repository at or above a folder.
func Find(dir string) (Layout, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Layout{}, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return Layout{}, err
	}
	for at := dir; ; at = filepath.Dir(at) {
		layout, err := in(at)
		if !errors.Is(err, ErrNone) {
			return layout, err
		}
		if filepath.Dir(at) == at {
			return Layout{}, fmt.Errorf("%w at %s or above", ErrNone, dir)
		}
	}
}

// in answers the repository whose work tree, or which bare, is the folder.
func in(dir string) (Layout, error) {
	git := filepath.Join(dir, ".git")
	info, err := os.Stat(git)
	switch {
	case err == nil && info.IsDir() && isGitDir(git):
		return layout(git, dir)
	case err == nil && info.Mode().IsRegular():
		git, err := follow(git)
		if err != nil {
			return Layout{}, err
		}
		return layout(git, dir)
	case err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission):
		return Layout{}, err
	case isGitDir(dir):
		return layout(dir, "")
	}
	return Layout{}, ErrNone
}

// layout completes a git directory. A .git whose configuration says bare has no
// work tree.
func layout(git, workTree string) (Layout, error) {
	common, err := commonDir(git)
	if err != nil {
		return Layout{}, err
	}
	l := Layout{Git: git, Common: common, WorkTree: workTree}
	c, err := config.Load(git, common)
	if err != nil {
		return Layout{}, err
	}
	if git == common && c.Bool("core.bare", false) {
		l.WorkTree = ""
	}
	return l, nil
}

// follow reads a .git file, which names a git directory elsewhere.
func follow(file string) (string, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	path, ok := strings.CutPrefix(strings.TrimRight(string(content), "\r\n"), "gitdir: ")
	if !ok {
		return "", fmt.Errorf("%s does not say where the git directory is; %w", file, ErrBroken)
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(file), path)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil || !isGitDir(real) {
		return "", fmt.Errorf("%s names %s, which is no git directory; %w", file, path, ErrBroken)
	}
	return real, nil
}

func commonDir(git string) (string, error) {
	content, err := os.ReadFile(filepath.Join(git, "commondir"))
	if errors.Is(err, fs.ErrNotExist) {
		return git, nil
	}
	if err != nil {
		return "", err
	}
	path := strings.TrimRight(string(content), "\r\n")
	if !filepath.IsAbs(path) {
		path = filepath.Join(git, path)
	}
	return filepath.EvalSymlinks(path)
}

func isGitDir(dir string) bool {
	if _, err := os.Lstat(filepath.Join(dir, "HEAD")); err != nil {
		return false
	}
	if _, err := os.Stat(filepath.Join(dir, "commondir")); err == nil {
		return true
	}
	objects, err := os.Stat(filepath.Join(dir, "objects"))
	if err != nil || !objects.IsDir() {
		return false
	}
	refs, err := os.Stat(filepath.Join(dir, "refs"))
	return err == nil && refs.IsDir()
}
