package steps_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/openeik/ekgit/repo/internal/steps"
	"github.com/openeik/ekgit/repo/internal/steps/stepstest"
)

func TestWriteFileRemovesWhatItCouldNotFinish(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	if err := steps.WriteFile(stepstest.Full(t, 2), name, []byte("x"), 0o666); err == nil {
		t.Fatal("want the error of the full disk")
	}
	if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the unfinished file is still there: %v", err)
	}
}

func TestMkdirAllSyncsEachParent(t *testing.T) {
	dir := t.TempDir()
	fsys := stepstest.Counting(t)
	for range 2 {
		if err := steps.MkdirAll(fsys, filepath.Join(dir, "a/b/c"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	synced := 0
	for _, step := range fsys.Trace() {
		if len(step) > 11 && step[:11] == "sync folder" {
			synced++
		}
	}
	if synced != 3 {
		t.Errorf("%d folders were synced, want 3: %q", synced, fsys.Trace())
	}
}

func TestOSKeepsNamesApart(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	for name, data := range map[string]string{a: "one", b: "two"} {
		if err := steps.WriteFile(steps.OS, name, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := steps.OS.Create(a, 0o666); !errors.Is(err, fs.ErrExist) {
		t.Errorf("create over a file answers %v, want that it exists", err)
	}
	if err := steps.OS.Link(a, b); !errors.Is(err, fs.ErrExist) {
		t.Errorf("link over a file answers %v, want that it exists", err)
	}
	if err := steps.OS.Exchange(a, b); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		t.Fatal(err)
	} else if got, _ := os.ReadFile(a); err == nil && string(got) != "two" {
		t.Errorf("after the exchange a holds %q", got)
	}
	when := time.Unix(1_700_000_000, 0)
	if err := steps.OS.Touch(a, when); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(a); !info.ModTime().Equal(when) {
		t.Errorf("touched at %v", info.ModTime())
	}
	if err := errors.Join(steps.OS.SyncDir(dir), steps.OS.SyncAll(dir)); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		t.Error(err)
	}
}
