package worktree

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/journal"
	"github.com/openeik/ekgit/repo/internal/steps"
)

// Swap puts files into a work tree in the place of others. What is put there is
// first written under names of its own, outside the folders that it goes to. A
// file that holds something unexpected is a hand edit: it stays, or is put back.
type Swap struct {
	tree  *Tree
	dir   string // where files are written first, on the work tree's file system
	files []Replacement
}

// Replacement is one file of a swap.
type Replacement struct {
	Path string
	From []journal.Blob // what may be there; a zero Blob is nothing
	To   journal.Blob   // what is there afterwards
}

// Placed is what became of a replacement.
type Placed struct {
	// Kept says that a hand edit was found and left.
	Kept bool
	// Stat is the stat data of the file that is there now. It is zero where the
	// content must be looked at again.
	Stat index.Stat
}

// bulk is from how many files on the whole file system is synced, not each file.
const bulk = 16

// NewSwap answers a swap that writes into a folder first. The swap owns the folder.
func (t *Tree) NewSwap(dir string, files []Replacement) *Swap {
	return &Swap{tree: t, dir: dir, files: files}
}

func (s *Swap) name(i int, kind string) string {
	return filepath.Join(s.dir, fmt.Sprintf("%d.%s", i, kind))
}

// Stage writes what the swap puts in place, durably, and clears away what earlier
// swaps have left. content answers the bytes of a file.
func (s *Swap) Stage(ctx context.Context, content func(i int) ([]byte, error)) error {
	if err := steps.MkdirAll(s.tree.fs, s.dir, 0o777); err != nil {
		return err
	}
	if err := s.clear(); err != nil {
		return err
	}
	staged := make([]int, 0, len(s.files))
	for i, file := range s.files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if file.To == (journal.Blob{}) {
			continue
		}
		data, err := content(i)
		if err != nil {
			return fmt.Errorf("%s: %w", file.Path, err)
		}
		if err := s.stage(i, file.To.Mode, data); err != nil {
			return err
		}
		staged = append(staged, i)
	}
	if len(s.files) > bulk {
		if err := s.syncAll(func(i int) string { return s.name(i, "part") }); err != nil {
			return err
		}
	}
	// A file has its final name in the folder only when it is whole and durable, so
	// that a torn one is never taken for a hand edit.
	for _, i := range staged {
		if err := s.tree.fs.Rename(s.name(i, "part"), s.name(i, "new")); err != nil {
			return err
		}
	}
	return s.tree.fs.SyncDir(s.dir)
}

func (s *Swap) stage(i int, mode uint32, data []byte) error {
	perm := fs.FileMode(0o666)
	if mode == index.ModeExecutable {
		perm = 0o777
	}
	f, err := s.tree.fs.Create(s.name(i, "part"), perm)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil && len(s.files) <= bulk {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// syncAll makes the named file of each replacement durable: all at once, or one by
// one where the system cannot.
func (s *Swap) syncAll(name func(i int) string) error {
	err := s.tree.fs.SyncAll(s.dir)
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	for i := range s.files {
		if _, err := os.Lstat(name(i)); err != nil {
			continue // one that is taken away
		}
		f, err := s.tree.fs.Append(name(i))
		if err != nil {
			return err
		}
		if err := errors.Join(f.Sync(), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// Run puts the staged files in place, in order, and makes it durable.
func (s *Swap) Run(ctx context.Context) ([]Placed, error) {
	placed := make([]Placed, len(s.files))
	for i := range s.files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var err error
		if placed[i], err = s.place(i); err != nil {
			return nil, fmt.Errorf("%s: %w", s.files[i].Path, err)
		}
	}
	if len(s.files) > bulk {
		err := s.tree.fs.SyncAll(s.dir)
		if !errors.Is(err, errors.ErrUnsupported) {
			return placed, err
		}
	}
	return placed, s.syncFolders()
}

// syncFolders syncs each folder that a file was put into or taken from, and those
// above it, where removed folders stood.
func (s *Swap) syncFolders() error {
	done := map[string]bool{}
	for _, file := range s.files {
		for dir := filepath.Dir(s.tree.Path(file.Path)); len(dir) >= len(s.tree.root) && !done[dir]; dir = filepath.Dir(dir) {
			done[dir] = true
			if err := s.tree.fs.SyncDir(dir); err != nil && !absent(err) {
				return err
			}
			if file.To != (journal.Blob{}) {
				break
			}
		}
	}
	return nil
}

// Clear removes everything that swaps have left in the folder, durably, so that what
// was renamed into it cannot come back.
func (s *Swap) Clear() error {
	if _, err := os.Lstat(s.dir); absent(err) {
		return nil
	}
	if err := s.clear(); err != nil {
		return err
	}
	return s.tree.fs.SyncDir(s.dir)
}

func (s *Swap) clear() error {
	left, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	for _, entry := range left {
		if err := steps.RemoveAny(s.tree.fs, filepath.Join(s.dir, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}

// expects tells whether a blob is one that the replacement may find.
func (s *Swap) expects(file Replacement, found journal.Blob) bool {
	return slices.ContainsFunc(file.From, func(b journal.Blob) bool { return s.same(b, found) })
}

// same compares blobs; where the executable bit is not trusted it does not count.
func (s *Swap) same(a, b journal.Blob) bool {
	if a.Hash != b.Hash {
		return false
	}
	regular := func(mode uint32) bool { return mode == index.ModeRegular || mode == index.ModeExecutable }
	return a.Mode == b.Mode || !s.tree.trust.Exec && regular(a.Mode) && regular(b.Mode)
}
