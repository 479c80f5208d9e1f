package objects

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
)

// relist looks which packs there are now. Packs that are still there stay open;
// one counts as there when its index is, which git writes last.
func (s *Store) relist() error {
	s.listing.Lock()
	defer s.listing.Unlock()
	known := map[string]*pack{}
	if old := s.packs.Load(); old != nil {
		for _, p := range *old {
			known[p.base] = p
		}
	}
	var packs []*pack
	for _, dir := range s.dirs {
		found, err := listPacks(filepath.Join(dir, "pack"), known)
		if err != nil {
			return fmt.Errorf("list packs: %w", err)
		}
		packs = append(packs, found...)
	}
	s.packs.Store(&packs)
	return nil
}

func listPacks(dir string, known map[string]*pack) ([]*pack, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	cruft := map[string]bool{}
	for _, e := range entries {
		if base, ok := strings.CutSuffix(e.Name(), ".mtimes"); ok {
			cruft[base] = true
		}
	}
	var packs []*pack
	for _, e := range entries {
		base, ok := strings.CutSuffix(e.Name(), ".idx")
		if !ok || !strings.HasPrefix(base, "pack-") {
			continue
		}
		p := known[filepath.Join(dir, base)]
		if p == nil || p.broken.Load() {
			p = &pack{base: filepath.Join(dir, base), cruft: cruft[base]}
		}
		packs = append(packs, p)
	}
	return packs, nil
}

// packsFor answers the packs in the order in which an object is likely found.
func (s *Store) packsFor() iter.Seq[*pack] {
	return func(yield func(*pack) bool) {
		recent := s.recent.Load()
		packs := *s.packs.Load()
		for _, p := range packs {
			if p == recent && !yield(p) {
				return
			}
		}
		for _, p := range packs {
			if p != recent && !yield(p) {
				return
			}
		}
	}
}

// withAlternates answers objects directories and all that they borrow from, each
// once. A relative line is relative to the directory that names it.
func withAlternates(first ...string) ([]string, error) {
	var dirs []string
	seen := map[string]bool{}
	for _, dir := range first {
		if dir = filepath.Clean(dir); !seen[dir] {
			seen[dir] = true
			dirs = append(dirs, dir)
		}
	}
	for i := 0; i < len(dirs); i++ {
		lines, err := os.ReadFile(filepath.Join(dirs[i], "info", "alternates"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("alternates: %w", err)
		}
		for line := range strings.Lines(string(lines)) {
			line = strings.TrimRight(line, "\r\n")
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			if !filepath.IsAbs(line) {
				line = filepath.Join(dirs[i], line)
			}
			if line = filepath.Clean(line); !seen[line] {
				seen[line] = true
				dirs = append(dirs, line)
			}
		}
	}
	return dirs, nil
}
