// Package steps is the seam through which every durable effect of a write goes:
// making, writing, syncing, naming and removing files. A test puts its own FS
// there, to stop a write at any step and to forget what was not synced.
//
// Reading needs no seam, because it changes nothing.
package steps

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// FS makes durable effects on files. Names are paths of the host system. An
// implementation is safe for concurrent use.
type FS interface {
	// Create makes a new file and opens it for writing; it is an error that the
	// name is taken.
	Create(name string, perm fs.FileMode) (File, error)
	// Append opens a file for writing at its end, made where it is not there.
	Append(name string) (File, error)
	// Rename gives a file another name, replacing what had it.
	Rename(from, to string) error
	// Link gives a file a second name; it is an error that the name is taken. File
	// systems without links answer an error that is ErrNoLink.
	Link(from, to string) error
	// Exchange swaps what two names stand for, at once. Systems that cannot answer
	// an error that is errors.ErrUnsupported.
	Exchange(a, b string) error
	// Remove takes a file, or an empty folder, away.
	Remove(name string) error
	// Mkdir makes one folder.
	Mkdir(name string, perm fs.FileMode) error
	// Touch sets a file's modification time.
	Touch(name string, t time.Time) error
	// SyncDir makes what names a folder holds durable.
	SyncDir(name string) error
	// SyncAll makes everything written on the file system of a folder durable. Systems
	// that cannot answer an error that is errors.ErrUnsupported.
	SyncAll(dir string) error
}

// File is a file opened for writing. One goroutine uses it.
type File interface {
	io.Writer
	Sync() error
	Close() error
}

// ErrNoLink says that a file system has no second names for files.
var ErrNoLink = errors.New("the file system has no hard links")

// WriteFile makes a new file with the data and makes the data, but not the name,
// durable. What it made is removed again where a step fails.
func WriteFile(fsys FS, name string, data []byte, perm fs.FileMode) error {
	f, err := fsys.Create(name, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return errors.Join(err, fsys.Remove(name))
	}
	return nil
}

// Replace puts a file's new content in the place of the old, durably and at once.
// The content is first written under the name next, on the same file system.
func Replace(fsys FS, name, next string, data []byte) error {
	if err := RemoveAny(fsys, next); err != nil {
		return err
	}
	if err := WriteFile(fsys, next, data, 0o666); err != nil {
		return err
	}
	if err := fsys.Rename(next, name); err != nil {
		return err
	}
	return fsys.SyncDir(filepath.Dir(name))
}

// RemoveAny takes a file away where there is one.
func RemoveAny(fsys FS, name string) error {
	if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	err := fsys.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// MkdirAll makes a folder and those above it that are not there, each durable in
// the one above.
func MkdirAll(fsys FS, name string, perm fs.FileMode) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return nil
	}
	err := fsys.Mkdir(name, perm)
	parent := filepath.Dir(name)
	if errors.Is(err, fs.ErrNotExist) && parent != name {
		if err := MkdirAll(fsys, parent, perm); err != nil {
			return err
		}
		err = fsys.Mkdir(name, perm)
	}
	if info, statErr := os.Stat(name); errors.Is(err, fs.ErrExist) && statErr == nil && info.IsDir() {
		return nil // made by another process meanwhile
	}
	if err != nil {
		return err
	}
	return fsys.SyncDir(parent)
}
