package ops

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// TestLinksAreNotRead holds that what a model's folder names beyond itself is not read: a
// link to a device would never end.
func TestLinksAreNotRead(t *testing.T) {
	t.Parallel()
	folder, outside := t.TempDir(), t.TempDir()
	for name, target := range map[string]string{"zero.glb": "/dev/zero", "out.glb": filepath.Join(outside, "secret"), "beside.glb": "there.glb"} {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{filepath.Join(outside, "secret"), filepath.Join(folder, "there.glb")} {
		if err := os.WriteFile(name, []byte("glTF"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(folder, "shapes")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"zero.glb", "out.glb", "beside.glb"} {
		var problem *model.Problem
		if data, err := plainFile(folder, name, 100); !errors.As(err, &problem) || !strings.Contains(problem.Message, "is a link") {
			t.Errorf("%s answers %d bytes, %v", name, len(data), err)
		}
	}
	if data, err := plainFile(folder, "shapes/secret", 100); err == nil {
		t.Errorf("behind a linked folder are %q", data)
	}
	if data, err := plainFile(folder, "there.glb", 100); err != nil || string(data) != "glTF" {
		t.Errorf("the file is %q, %v", data, err)
	}
}

// TestGreatFilesAreNotRead holds that a file that claims to be larger than what is read of
// it is refused before a byte of it is: one with holes costs its maker nothing.
func TestGreatFilesAreNotRead(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	name := filepath.Join(folder, "great.glb")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(name, 1<<40); err != nil {
		t.Fatal(err)
	}
	var problem *model.Problem
	if data, err := plainFile(folder, "great.glb", 64<<20); !errors.As(err, &problem) || problem.Code != model.OverBudget || problem.Hint == "" {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}
