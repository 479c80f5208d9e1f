package worktree

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/journal"
	"github.com/openeik/ekgit/repo/internal/steps"
)

var kept = Placed{Kept: true}

// place does one replacement.
func (s *Swap) place(i int) (Placed, error) {
	file := s.files[i]
	behind, err := s.tree.BehindLink(file.Path)
	if behind || err != nil {
		return kept, err
	}
	now, err := s.tree.Read(file.Path)
	if err != nil {
		return Placed{}, err
	}
	switch nothing := (journal.Blob{}); {
	case s.same(now.Blob, file.To):
		return Placed{Stat: now.Stat}, nil
	case !s.expects(file, now.Blob):
		return kept, nil
	case file.To == nothing:
		return s.takeAway(i)
	case now.Blob == nothing:
		return s.putNew(i)
	default:
		return s.exchange(i)
	}
}

// takeAway removes a file, and the folders that it leaves empty. It looks at what
// it took once nobody can reach it by its name any more.
func (s *Swap) takeAway(i int) (Placed, error) {
	ok, err := s.setAside(i)
	if err != nil || !ok {
		return kept, err
	}
	if err := s.tree.fs.Remove(s.name(i, "old")); err != nil {
		return Placed{}, err
	}
	return Placed{}, s.removeEmpty(filepath.Dir(s.tree.Path(s.files[i].Path)))
}

// setAside renames a file out of its folder. Where it is not what was expected it
// is put back, and the answer is false.
func (s *Swap) setAside(i int) (bool, error) {
	path, old := s.tree.Path(s.files[i].Path), s.name(i, "old")
	err := s.tree.fs.Rename(path, old)
	if absent(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	taken, err := s.blobAt(old, s.files[i].Path)
	if err != nil {
		return false, err
	}
	if s.expects(s.files[i], taken) {
		return true, nil
	}
	return false, s.giveBack(old, path)
}

// giveBack puts a file back under its name, or, where something else is there by
// now, where a person can find it.
func (s *Swap) giveBack(old, path string) error {
	if err := steps.MkdirAll(s.tree.fs, filepath.Dir(path), 0o777); err != nil {
		return err
	}
	err := s.link(old, path)
	if errors.Is(err, fs.ErrExist) {
		return s.keepAside(old, path)
	}
	return err
}

// keepAside moves a hand edit whose place is taken into a folder beside the staging
// one, under its own name.
func (s *Swap) keepAside(old, path string) error {
	dir := filepath.Join(filepath.Dir(s.dir), "kept")
	if err := steps.MkdirAll(s.tree.fs, dir, 0o777); err != nil {
		return err
	}
	rescued := filepath.Join(dir, filepath.Base(path))
	for {
		err := s.link(old, rescued)
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
		rescued += "~"
	}
}

// link gives a file the name, which must be free, and takes the old name away.
func (s *Swap) link(old, path string) error {
	err := s.tree.fs.Link(old, path)
	if errors.Is(err, steps.ErrNoLink) {
		if _, err := os.Lstat(path); err == nil {
			return &fs.PathError{Op: "rename", Path: path, Err: fs.ErrExist}
		}
		return s.tree.fs.Rename(old, path)
	}
	if err != nil {
		return err
	}
	return s.tree.fs.Remove(old)
}

// putNew puts a file where none is.
func (s *Swap) putNew(i int) (Placed, error) {
	path := s.tree.Path(s.files[i].Path)
	if err := steps.MkdirAll(s.tree.fs, filepath.Dir(path), 0o777); err != nil {
		return Placed{}, err
	}
	staged, err := os.Lstat(s.name(i, "new"))
	if err != nil {
		return Placed{}, err
	}
	err = s.link(s.name(i, "new"), path)
	if errors.Is(err, fs.ErrExist) {
		return kept, nil
	}
	if err != nil {
		return Placed{}, err
	}
	return s.placed(path, staged)
}

// exchange swaps the staged file with the one in its place, looks at what it got
// for it, and swaps back where that is not what was expected.
func (s *Swap) exchange(i int) (Placed, error) {
	path, own := s.tree.Path(s.files[i].Path), s.name(i, "new")
	staged, err := os.Lstat(own)
	if err != nil {
		return Placed{}, err
	}
	err = s.tree.fs.Exchange(own, path)
	if errors.Is(err, errors.ErrUnsupported) {
		ok, err := s.setAside(i)
		if err != nil || !ok {
			return kept, err
		}
		if placed, err := s.putNew(i); err != nil || placed.Kept {
			return placed, err
		}
		if err := s.tree.fs.Remove(s.name(i, "old")); err != nil {
			return Placed{}, err
		}
		return s.placed(path, staged)
	}
	if absent(err) {
		return kept, nil
	}
	if err != nil {
		return Placed{}, err
	}
	got, err := s.blobAt(own, s.files[i].Path)
	if err != nil {
		return Placed{}, err
	}
	if !s.expects(s.files[i], got) {
		return kept, s.tree.fs.Exchange(own, path)
	}
	if err := s.tree.fs.Remove(own); err != nil {
		return Placed{}, err
	}
	return s.placed(path, staged)
}

// placed answers the stat data of a file that was just put in place, if it is
// still the one that was staged.
func (s *Swap) placed(path string, staged fs.FileInfo) (Placed, error) {
	now, err := os.Lstat(path)
	if absent(err) {
		return Placed{}, nil
	}
	if err != nil {
		return Placed{}, err
	}
	if !os.SameFile(now, staged) || now.Size() != staged.Size() || !now.ModTime().Equal(staged.ModTime()) {
		return Placed{}, nil
	}
	return Placed{Stat: index.StatOf(now)}, nil
}

// blobAt answers what a file of the staging folder would be at a path.
func (s *Swap) blobAt(name, path string) (journal.Blob, error) {
	rel, err := filepath.Rel(s.tree.root, name)
	if err != nil {
		return journal.Blob{}, err
	}
	info, err := os.Lstat(name)
	if err != nil {
		return journal.Blob{}, err
	}
	f, err := s.tree.look(filepath.ToSlash(rel), info, nil)
	if err != nil || f.Data == nil {
		return f.Blob, err
	}
	f.Hash = blobHash(s.tree.staged(path, f.Data))
	return f.Blob, nil
}

// removeEmpty removes a folder and those above it that are empty, not the root.
func (s *Swap) removeEmpty(dir string) error {
	for ; len(dir) > len(s.tree.root); dir = filepath.Dir(dir) {
		entries, err := os.ReadDir(dir)
		if err != nil && !absent(err) || len(entries) > 0 {
			return err
		}
		if err := s.tree.fs.Remove(dir); err != nil && !absent(err) {
			if entries, _ := os.ReadDir(dir); len(entries) > 0 {
				return nil
			}
			return err
		}
	}
	return nil
}
