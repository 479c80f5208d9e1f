package steps

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"syscall"
	"time"
)

// OS is the file system of the machine.
var OS FS = system{}

type system struct{}

func (system) Create(name string, perm fs.FileMode) (File, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (system) Append(name string) (File, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (system) Rename(from, to string) error { return os.Rename(from, to) }

func (system) Link(from, to string) error {
	err := os.Link(from, to)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EMLINK) {
		return fmt.Errorf("%w: %w", ErrNoLink, err)
	}
	return err
}

func (system) Exchange(a, b string) error { return exchange(a, b) }

func (system) Remove(name string) error { return os.Remove(name) }

func (system) Mkdir(name string, perm fs.FileMode) error { return os.Mkdir(name, perm) }

func (system) Touch(name string, t time.Time) error { return os.Chtimes(name, time.Time{}, t) }

func (system) SyncDir(name string) error {
	if runtime.GOOS == "windows" { // folders cannot be opened for writing there
		return nil
	}
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	err = d.Sync()
	if closed := d.Close(); err == nil {
		err = closed
	}
	return err
}

func (system) SyncAll(dir string) error { return syncAll(dir) }
