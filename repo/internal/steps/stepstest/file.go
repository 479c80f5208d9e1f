package stepstest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/openeik/ekgit/repo/internal/steps"
)

// kept is a file's content, under whatever names. It stays open until the test ends,
// so that what was not synced can be lost.
type kept struct {
	os      *os.File
	info    fs.FileInfo
	written int64
	synced  int64
}

// file is a file that the FS handed out.
type file struct {
	fs   *FS
	os   *os.File
	kept *kept
	name string
}

// Create implements steps.FS.
func (f *FS) Create(name string, perm fs.FileMode) (steps.File, error) {
	return f.open("create", name, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
}

// Append implements steps.FS.
func (f *FS) Append(name string) (steps.File, error) {
	return f.open("append", name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
}

func (f *FS) open(what, name string, flag int, perm fs.FileMode) (steps.File, error) {
	opened := &file{fs: f, name: name}
	err := f.do(true, what, []any{name}, func() (func() error, string, error) {
		_, missing := os.Lstat(name)
		var err error
		if opened.os, err = os.OpenFile(name, flag, perm); err != nil {
			return nil, "", err
		}
		info, err := opened.os.Stat()
		if err != nil {
			return nil, "", err
		}
		opened.kept = f.kept(opened.os, info)
		if missing == nil {
			return nil, "", nil
		}
		return func() error { return removeSame(name, info) }, filepath.Dir(name), nil
	})
	if err != nil {
		return nil, err
	}
	return opened, nil
}

// kept answers the content of an opened file, the same for all who opened it.
func (f *FS) kept(opened *os.File, info fs.FileInfo) *kept {
	f.opened = append(f.opened, opened)
	for _, k := range f.files {
		if os.SameFile(k.info, info) {
			return k
		}
	}
	k := &kept{os: opened, info: info, written: info.Size(), synced: info.Size()}
	f.files = append(f.files, k)
	return k
}

// removeSame takes a name away where it still stands for the file.
func removeSame(name string, info fs.FileInfo) error {
	now, err := os.Lstat(name)
	if err != nil || !os.SameFile(now, info) {
		return err
	}
	return os.Remove(name)
}

// Write implements steps.File. A write at which the FS stops is torn: half of it
// is done.
func (f *file) Write(p []byte) (int, error) {
	f.fs.mu.Lock()
	defer f.fs.mu.Unlock()
	stoppedBefore := f.fs.stopped
	if err := f.fs.step(true, "write", f.name); err != nil {
		if errors.Is(err, ErrStopped) && !stoppedBefore {
			_, torn := f.os.Write(p[:len(p)/2])
			f.fs.stop()
			f.fs.lossErr = errors.Join(f.fs.lossErr, torn)
		}
		return 0, err
	}
	n, err := f.os.Write(p)
	f.kept.written += int64(n)
	return n, err
}

// Sync implements steps.File.
func (f *file) Sync() error {
	return f.fs.do(false, "sync", []any{f.name}, func() (func() error, string, error) {
		f.kept.synced = f.kept.written
		return nil, "", nil
	})
}

// Close implements steps.File.
func (f *file) Close() error { return nil }
