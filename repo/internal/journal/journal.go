// Package journal keeps, while a write goes on, what the write does: so that one
// that was stopped is finished or forgotten, and so that readers know which files
// of the work tree are on their way.
//
// It knows what was written, not how to finish it.
package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/openeik/ekgit/repo/internal/refs"
	"github.com/openeik/ekgit/repo/internal/steps"
)

// Hash is the id of a git object.
type Hash = plumbing.Hash

// Blob is what stands at a path: a mode as the index has it and content. The zero
// Blob is nothing.
type Blob struct {
	Mode uint32
	Hash Hash
}

// File is a file that a write changes.
type File struct {
	Path string `json:"path"` // from the work tree's root, with slashes
	Old  Blob   `json:"old"`  // in the commit before
	New  Blob   `json:"new"`  // in the commit
	// Was is what the write found in the work tree: Old, but where a hand edit is
	// what is committed.
	Was Blob `json:"was"`
	// Skip says that the file is not meant to be in the work tree.
	Skip bool `json:"skip,omitempty"`
}

// Journal is a write.
type Journal struct {
	Writer string // who holds the host's lock, in words
	Model  string // the model's folder, from the work tree's root
	// Move is how the refs go. The write is done once the first of its updates is.
	Move  refs.Move
	Files []File
}

// Commit answers the commit that the write makes.
func (j *Journal) Commit() Hash { return j.Move.Updates[0].New }

// Branch answers the full name of the branch that the write moves.
func (j *Journal) Branch() string { return j.Move.Updates[0].Name }

// Path answers where the journal of a folder lies.
func Path(dir string) string { return filepath.Join(dir, "journal") }

// Write puts the journal into a folder, durably. The caller holds the host's lock.
func Write(fsys steps.FS, dir string, j *Journal) error {
	raw, err := encode(j)
	if err != nil {
		return err
	}
	return steps.Replace(fsys, Path(dir), Path(dir)+".new", raw)
}

// Read answers the journal of a folder, nil where no write goes on.
func Read(dir string) (*Journal, error) {
	raw, err := os.ReadFile(Path(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	j, err := decode(raw)
	if err != nil {
		return nil, fmt.Errorf("the journal of an unfinished write, %s: %w", Path(dir), err)
	}
	return j, nil
}

// Clear takes the journal away, durably: the write is finished.
func Clear(fsys steps.FS, dir string) error {
	if err := steps.RemoveAny(fsys, Path(dir)); err != nil {
		return err
	}
	return fsys.SyncDir(dir)
}
