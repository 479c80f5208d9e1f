// Package lockfile takes and gives back git's own lock files (index.lock,
// HEAD.lock, <ref>.lock), so that git and the host keep out of each other's way.
//
// Every lock taken here is a second name of one file, the mark. A lock that a
// killed host left behind can so be told from one that a living git holds: it has
// the mark's content. The package does not say who may write; the caller holds
// the host's own lock while it uses a Mark.
package lockfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/openeik/ekgit/repo/internal/steps"
)

// HeldError says that another program holds a lock.
type HeldError struct {
	Path   string
	Waited time.Duration
}

// Error implements error.
func (e *HeldError) Error() string {
	return fmt.Sprintf("%s is held by another git program; wait until it ends, or remove the file if none runs", e.Path)
}

// Mark is the file that every lock of one host is a second name of.
type Mark struct {
	fs      steps.FS
	path    string
	content []byte
}

// OpenMark reads the mark at a path or, where there is none, makes it, with bytes
// of the random source in it. The caller holds the host's lock.
func OpenMark(fsys steps.FS, path string, random io.Reader) (*Mark, error) {
	m := &Mark{fs: fsys, path: path}
	content, err := os.ReadFile(path)
	if err == nil && len(content) > 0 {
		m.content = content
		return m, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return m, m.make(random)
}

func (m *Mark) make(random io.Reader) error {
	nonce := make([]byte, 16)
	if _, err := io.ReadFull(random, nonce); err != nil {
		return err
	}
	m.content = fmt.Appendf(nil, "ekgit write lock %x\n", nonce)
	return steps.Replace(m.fs, m.path, m.path+".new", m.content)
}

// Lock is a lock that is held.
type Lock struct {
	mark *Mark
	path string
}

// retry is how long Take waits between two tries.
const retry = 5 * time.Millisecond

// Take makes the lock file, trying again until the wait is over; then it answers a
// HeldError. A lock left behind by a killed host is taken over.
func (m *Mark) Take(ctx context.Context, path string, wait time.Duration) (*Lock, error) {
	start := time.Now()
	timeout, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	tick := time.NewTicker(retry)
	defer tick.Stop()
	for {
		err := m.link(path)
		if errors.Is(err, fs.ErrExist) {
			if err = m.Clear(path); err == nil {
				err = m.link(path)
			}
		}
		if err == nil {
			return &Lock{m, path}, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		select {
		case <-timeout.Done():
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			return nil, &HeldError{path, time.Since(start)}
		case <-tick.C:
		}
	}
}

// link gives the mark a second name. Where the file system has no links the lock
// is a copy; a host killed between making and filling it leaves a lock that only a
// person can tell to be stale.
func (m *Mark) link(path string) error {
	err := m.fs.Link(m.path, path)
	if errors.Is(err, steps.ErrNoLink) {
		return steps.WriteFile(m.fs, path, m.content, 0o666)
	}
	return err
}

// AnyLeft tells whether one of the lock files has the content of the mark at a path:
// whoever took it may live or have been killed.
func AnyLeft(mark string, paths ...string) bool {
	content, err := os.ReadFile(mark)
	if err != nil || len(content) == 0 {
		return false
	}
	return slices.ContainsFunc(paths, func(path string) bool {
		found, err := os.ReadFile(path)
		return err == nil && bytes.Equal(found, content)
	})
}

// Clear removes those of the lock files that a killed host left behind.
func (m *Mark) Clear(paths ...string) error {
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(content, m.content) {
			continue
		}
		if err := steps.RemoveAny(m.fs, path); err != nil {
			return err
		}
	}
	return nil
}

// Release gives the lock back.
func (l *Lock) Release() error { return l.mark.fs.Remove(l.path) }
