package stepstest

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/openeik/ekgit/repo/internal/steps"
)

// Rename implements steps.FS.
func (f *FS) Rename(from, to string) error {
	return f.do(false, "rename", []any{from, " to ", to}, func() (func() error, string, error) {
		back, err := f.keep(to)
		if err != nil {
			return nil, "", err
		}
		undo := func() error {
			if err := os.Rename(to, from); err != nil {
				return err
			}
			return back()
		}
		return undo, filepath.Dir(to), steps.OS.Rename(from, to)
	})
}

// Link implements steps.FS.
func (f *FS) Link(from, to string) error {
	return f.do(true, "link", []any{from, " as ", to}, func() (func() error, string, error) {
		return func() error { return os.Remove(to) }, filepath.Dir(to), steps.OS.Link(from, to)
	})
}

// Exchange implements steps.FS.
func (f *FS) Exchange(a, b string) error {
	return f.do(false, "exchange", []any{a, " with ", b}, func() (func() error, string, error) {
		return func() error { return steps.OS.Exchange(a, b) }, filepath.Dir(b), steps.OS.Exchange(a, b)
	})
}

// Remove implements steps.FS.
func (f *FS) Remove(name string) error {
	return f.do(false, "remove", []any{name}, func() (func() error, string, error) {
		undo, err := f.keep(name)
		if err != nil {
			return nil, "", err
		}
		return undo, filepath.Dir(name), steps.OS.Remove(name)
	})
}

// Mkdir implements steps.FS.
func (f *FS) Mkdir(name string, perm fs.FileMode) error {
	return f.do(true, "mkdir", []any{name}, func() (func() error, string, error) {
		return func() error { return os.RemoveAll(name) }, filepath.Dir(name), steps.OS.Mkdir(name, perm)
	})
}

// SyncDir implements steps.FS.
func (f *FS) SyncDir(name string) error {
	return f.do(false, "sync folder", []any{name}, func() (func() error, string, error) {
		pending := f.names[:0]
		for _, s := range f.names {
			if s.dir != filepath.Clean(name) {
				pending = append(pending, s)
			}
		}
		f.names = pending
		return nil, "", nil
	})
}

// SyncAll implements steps.FS.
func (f *FS) SyncAll(dir string) error {
	return f.do(false, "sync all", []any{dir}, func() (func() error, string, error) {
		f.names = nil
		for _, k := range f.files {
			k.synced = k.written
		}
		return nil, "", nil
	})
}
