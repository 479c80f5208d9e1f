package lockfile

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/openeik/ekgit/repo/internal/steps"
	"github.com/openeik/ekgit/repo/internal/steps/stepstest"
)

func open(t *testing.T, fsys steps.FS, dir string) *Mark {
	t.Helper()
	m, err := OpenMark(fsys, filepath.Join(dir, "mark"), bytes.NewReader(make([]byte, 16)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestLockKeepsOthersOut(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "index.lock")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var held *HeldError
	if _, err := open(t, steps.OS, dir).Take(context.Background(), path, 0); !errors.As(err, &held) || held.Path != path {
		t.Fatalf("taking git's lock answers %v, want a HeldError", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	lock, err := open(t, steps.OS, dir).Take(context.Background(), path, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := steps.OS.Create(path, 0o666); !os.IsExist(err) {
		t.Errorf("git could take the lock too: %v", err)
	}
	if mark := filepath.Join(dir, "mark"); !AnyLeft(mark, filepath.Join(dir, "none"), path) || AnyLeft(mark, filepath.Join(dir, "none")) || AnyLeft(path+"x", path) {
		t.Error("whether a lock is left is told wrongly")
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(path); !os.IsNotExist(err) {
		t.Errorf("the lock is still there: %v", err)
	}
}

func TestTakeWaitsForItsTurn(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "index.lock")
	if err := os.WriteFile(path, []byte("git"), 0o666); err != nil {
		t.Fatal(err)
	}
	m := open(t, steps.OS, dir)
	done := make(chan error)
	go func() {
		_, err := m.Take(context.Background(), path, time.Minute)
		done <- err
	}()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	if err := os.WriteFile(filepath.Join(dir, "b"), []byte("git"), 0o666); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := m.Take(ctx, filepath.Join(dir, "b"), time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled wait answers %v", err)
	}
}

// A lock left behind at any step is known as ours, with links and without.
func TestLeftBehindLocksAreTakenOver(t *testing.T) {
	for _, noLinks := range []bool{false, true} {
		for n := 1; n < 12; n++ {
			dir := t.TempDir()
			path := filepath.Join(dir, "index.lock")
			var stopping steps.FS = stepstest.Stopping(t, n, stepstest.Names)
			if noLinks {
				stopping = withoutLinks{stopping}
			}
			if m, err := OpenMark(stopping, filepath.Join(dir, "mark"), bytes.NewReader(make([]byte, 16))); err == nil {
				if lock, err := m.Take(context.Background(), path, 0); err == nil {
					_ = lock.Release() // may be the step at which it stops
				}
			}
			lock, err := open(t, steps.OS, dir).Take(context.Background(), path, 0)
			if err != nil {
				t.Fatalf("stop %d, noLinks %v: %v", n, noLinks, err)
			}
			if err := lock.Release(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

type withoutLinks struct{ steps.FS }

func (withoutLinks) Link(from, to string) error { return steps.ErrNoLink }
