package stepstest

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/openeik/ekgit/repo/internal/steps"
)

// replace writes a file's new content the durable way.
func replace(fsys steps.FS, name, content string) error {
	if err := steps.WriteFile(fsys, name+".new", []byte(content), 0o666); err != nil {
		return err
	}
	if err := fsys.Rename(name+".new", name); err != nil {
		return err
	}
	return fsys.SyncDir(filepath.Dir(name))
}

func TestEveryStopLeavesOldOrNew(t *testing.T) {
	clean := Counting(t)
	name := filepath.Join(t.TempDir(), "f")
	if err := replace(clean, name, "new content"); err != nil {
		t.Fatal(err)
	}
	if clean.Steps() != 5 {
		t.Fatalf("steps are %q, want create, write, sync, rename, sync folder", clean.Trace())
	}
	for _, loss := range []Loss{None, Data, Names} {
		for n := 1; n <= clean.Steps(); n++ {
			fsys := Stopping(t, n, loss)
			name := filepath.Join(t.TempDir(), "f")
			if err := os.WriteFile(name, []byte("old"), 0o666); err != nil {
				t.Fatal(err)
			}
			err := replace(fsys, name, "new content")
			if !errors.Is(err, ErrStopped) || fsys.LossError() != nil {
				t.Errorf("stop %d, %v: %v, %v", n, loss, err, fsys.LossError())
			}
			want := "old"
			if n == 5 && loss != Names {
				want = "new content"
			}
			if got, _ := os.ReadFile(name); string(got) != want {
				t.Errorf("stop %d, %v left %q, want %q", n, loss, got, want)
			}
		}
	}
}

func TestUnsyncedDataIsLostUnderItsLaterName(t *testing.T) {
	fsys := Stopping(t, 4, Data)
	dir := t.TempDir()
	f, err := fsys.Create(filepath.Join(dir, "a"), 0o666)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("never synced")); err != nil {
		t.Fatal(err)
	}
	if err := fsys.Rename(filepath.Join(dir, "a"), filepath.Join(dir, "b")); err != nil {
		t.Fatal(err)
	}
	if err := f.Sync(); !errors.Is(err, ErrStopped) {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "b"))
	if err != nil || len(got) != 0 {
		t.Errorf("b holds %q, %v; want it there and empty", got, err)
	}
}

func TestNamesComeBack(t *testing.T) {
	fsys := Stopping(t, 6, Names)
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(at(name), []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, err := range []error{
		fsys.Remove(at("a")), fsys.Rename(at("b"), at("c")), fsys.Link(at("c"), at("d")),
		fsys.Mkdir(at("e"), 0o777), fsys.Rename(at("d"), at("e/d")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := fsys.Remove(at("c")); !errors.Is(err, ErrStopped) || fsys.LossError() != nil {
		t.Fatal(err, fsys.LossError())
	}
	for name, want := range map[string]string{"a": "a", "b": "b", "c": "c", "d": "", "e/d": ""} {
		if got, _ := os.ReadFile(at(name)); string(got) != want {
			t.Errorf("%s holds %q, want %q", name, got, want)
		}
	}
}

func TestFullDisk(t *testing.T) {
	fsys := Full(t, 2)
	dir := t.TempDir()
	if err := fsys.Mkdir(filepath.Join(dir, "a"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := fsys.Create(filepath.Join(dir, "f"), 0o666); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("create answers %v, want ENOSPC", err)
	}
	if err := fsys.Remove(filepath.Join(dir, "a")); err != nil {
		t.Errorf("removing needs no space: %v", err)
	}
}
