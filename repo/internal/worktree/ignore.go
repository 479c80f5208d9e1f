package worktree

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
)

// Ignore tells which files that git does not track it does not show either. It is
// immutable; a folder has its own, made from that of the folder above.
type Ignore struct {
	patterns []gitignore.Pattern
	matcher  gitignore.Matcher
}

// NewIgnore reads the patterns of files that hold for a whole work tree, such as
// info/exclude, from the weakest on. Files that are not there hold none.
func NewIgnore(files ...string) (*Ignore, error) {
	ig := &Ignore{}
	for _, file := range files {
		more, err := readPatterns(file, nil)
		if err != nil {
			return nil, err
		}
		ig.patterns = append(ig.patterns, more...)
	}
	ig.matcher = gitignore.NewMatcher(ig.patterns)
	return ig, nil
}

// in answers the patterns that hold in a folder, its own .gitignore included.
func (ig *Ignore) in(t *Tree, folder string) (*Ignore, error) {
	var domain []string
	if folder != "" {
		domain = strings.Split(folder, "/")
	}
	own, err := readPatterns(filepath.Join(t.Path(folder), ".gitignore"), domain)
	if err != nil || len(own) == 0 {
		return ig, err
	}
	all := append(ig.patterns[:len(ig.patterns):len(ig.patterns)], own...)
	return &Ignore{all, gitignore.NewMatcher(all)}, nil
}

// File tells whether git would not show an untracked file, for its own sake or that
// of a folder it lies in.
func (ig *Ignore) File(t *Tree, path string) (bool, error) { return ig.hides(t, path, false) }

// Folder tells whether git would not show a folder.
func (ig *Ignore) Folder(t *Tree, path string) (bool, error) { return ig.hides(t, path, true) }

func (ig *Ignore) hides(t *Tree, path string, isDir bool) (bool, error) {
	ig, err := ig.in(t, "")
	for i := 0; err == nil && i < len(path); i++ {
		if path[i] != '/' {
			continue
		}
		if ig.match(path[:i], true) {
			return true, nil
		}
		ig, err = ig.in(t, path[:i])
	}
	return err == nil && ig.match(path, isDir), err
}

// on answers the patterns that hold in a folder, of every folder on the way to it.
func (ig *Ignore) on(t *Tree, folder string) (*Ignore, error) {
	ig, err := ig.in(t, "")
	for i := 0; err == nil && i < len(folder); i++ {
		if folder[i] == '/' {
			ig, err = ig.in(t, folder[:i])
		}
	}
	if err == nil && folder != "" {
		ig, err = ig.in(t, folder)
	}
	return ig, err
}

func (ig *Ignore) match(path string, isDir bool) bool {
	return len(ig.patterns) > 0 && ig.matcher.Match(strings.Split(path, "/"), isDir)
}

func readPatterns(file string, domain []string) ([]gitignore.Pattern, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) || absent(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("ignore patterns: %w", err)
	}
	defer f.Close()
	var patterns []gitignore.Pattern
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		if strings.TrimSpace(line) != "" && line[0] != '#' {
			patterns = append(patterns, gitignore.ParsePattern(line, domain))
		}
	}
	return patterns, lines.Err()
}
