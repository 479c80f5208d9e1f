// Package stepstest is a file system whose writes can be stopped at any step, as
// if the process had been killed or the machine had lost power there.
//
// It works on real files, so that what a stop leaves behind can be looked at with
// any program.
package stepstest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/openeik/ekgit/repo/internal/steps"
)

// Loss says what a stop loses of the steps before it.
type Loss int

// The losses.
const (
	None  Loss = iota // a killed process: every step before stays
	Data              // a power cut: file data that was not synced is gone, names stay
	Names             // a power cut: names in folders that were not synced are as before, and unsynced data is gone
)

// String answers the loss as tests name it.
func (l Loss) String() string { return [...]string{"killed", "data lost", "names lost"}[l] }

// ErrStopped is what every step answers from the stop on.
var ErrStopped = errors.New("stopped by the test")

// FS counts steps and stops at one. Its methods are those of steps.FS.
type FS struct {
	mu      sync.Mutex
	stopAt  int
	fullAt  int
	loss    Loss
	trace   []string
	stopped bool
	attic   string // keeps what was replaced or removed
	moved   int    // files in the attic
	names   []nameStep
	files   []*kept
	opened  []*os.File
	lossErr error
}

// nameStep is a step on names that is not durable yet.
type nameStep struct {
	dir  string // whose sync makes it durable
	undo func() error
}

// Counting answers an FS that never stops.
func Counting(t testing.TB) *FS { return Stopping(t, 0, None) }

// Stopping answers an FS that does not take step n (the first is 1), loses what
// the loss says, and takes no step from then on.
func Stopping(t testing.TB, n int, loss Loss) *FS {
	f := &FS{stopAt: n, loss: loss, attic: t.TempDir()}
	t.Cleanup(f.closeFiles)
	return f
}

// Full answers an FS whose disk is full from step n on: what needs space fails
// with ENOSPC, everything else goes on.
func Full(t testing.TB, n int) *FS {
	f := Counting(t)
	f.fullAt = n
	return f
}

// Steps answers how many steps were asked for.
func (f *FS) Steps() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.trace)
}

// Trace answers the steps in words, in order.
func (f *FS) Trace() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.trace...)
}

// LossError answers what went wrong while the loss was acted out, a fault of the
// test itself.
func (f *FS) LossError() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.lossErr
}

// step counts a step and tells whether it may be taken. f.mu is held.
func (f *FS) step(needsSpace bool, what string, names ...any) error {
	if f.stopped {
		return ErrStopped
	}
	f.trace = append(f.trace, what+" "+fmt.Sprint(names...))
	switch n := len(f.trace); {
	case n == f.stopAt:
		return ErrStopped
	case f.fullAt > 0 && n >= f.fullAt && needsSpace:
		return &fs.PathError{Op: what, Path: fmt.Sprint(names...), Err: syscall.ENOSPC}
	}
	return nil
}

// stop acts out the loss. f.mu is held.
func (f *FS) stop() {
	f.stopped = true
	var errs []error
	if f.loss == Names {
		for i := len(f.names) - 1; i >= 0; i-- {
			if err := f.names[i].undo(); err != nil && !errors.Is(err, fs.ErrNotExist) {
				errs = append(errs, err)
			}
		}
	}
	if f.loss != None {
		for _, k := range f.files {
			errs = append(errs, k.os.Truncate(k.synced))
		}
	}
	f.lossErr = errors.Join(errs...)
}

// do takes a step on names.
func (f *FS) do(needsSpace bool, what string, names []any, act func() (undo func() error, dir string, err error)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.step(needsSpace, what, names...); err != nil {
		if errors.Is(err, ErrStopped) && !f.stopped {
			f.stop()
		}
		return err
	}
	undo, dir, err := act()
	if err == nil && undo != nil {
		f.names = append(f.names, nameStep{filepath.Clean(dir), undo})
	}
	return err
}

// keep gives what a name stands for a second name in the attic and answers how to
// bring it back.
func (f *FS) keep(name string) (func() error, error) {
	info, err := os.Lstat(name)
	if f.loss != Names || errors.Is(err, fs.ErrNotExist) {
		return func() error { return nil }, nil
	}
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return func() error { return os.Mkdir(name, info.Mode().Perm()) }, nil
	}
	f.moved++
	second := filepath.Join(f.attic, fmt.Sprint(f.moved))
	if err := os.Link(name, second); err != nil {
		return nil, err
	}
	return func() error { return os.Rename(second, name) }, nil
}

func (f *FS) closeFiles() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, file := range f.opened {
		file.Close()
	}
	f.files, f.opened = nil, nil
}

// Touch implements steps.FS.
func (f *FS) Touch(name string, t time.Time) error {
	return f.do(false, "touch", []any{name}, func() (func() error, string, error) {
		return nil, "", steps.OS.Touch(name, t)
	})
}
