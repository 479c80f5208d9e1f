package ops

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// chair is the file that a new record would have, and newChair the request for it.
const chair = "architecture/level-0/furniture/chair-1.json"

var newChair = one(`{"command": "create", "category": "furniture", "id": "chair-1", "record": {"levelId": "level-0", "at": [1000, 1000]}}`)

// What stands where a command would write, and is not the model's, is kept: the command
// is refused and names it.
func TestWhatStandsInTheWayIsKept(t *testing.T) {
	t.Parallel()
	for name, lay := range map[string]func(t *testing.T, dir string){
		"a file": func(t *testing.T, dir string) { write(t, dir, chair, []byte("mine")) },
		"a file that git ignores": func(t *testing.T, dir string) {
			write(t, dir, ".git/info/exclude", []byte("furniture/\n.eik/\n"))
			write(t, dir, chair, []byte("mine"))
		},
		"a file for a folder": func(t *testing.T, dir string) { write(t, dir, filepath.Dir(chair), []byte("mine")) },
		"a folder for a file": func(t *testing.T, dir string) { write(t, dir, chair+"/inner", []byte("mine")) },
		"a folder for a folder": func(t *testing.T, dir string) {
			write(t, dir, "architecture/level-0/furniture/.git/HEAD", []byte("mine"))
		},
		"a link": func(t *testing.T, dir string) {
			write(t, dir, "docs/mine", []byte("mine"))
			write(t, dir, filepath.Dir(chair)+"/keep", []byte("mine"))
			if err := os.Symlink("../../../docs/mine", filepath.Join(dir, chair)); err != nil {
				t.Fatal(err)
			}
		},
		"a link for a folder": func(t *testing.T, dir string) {
			write(t, dir, "docs/mine", []byte("mine"))
			if err := os.Symlink("../../docs", filepath.Join(dir, filepath.Dir(chair))); err != nil {
				t.Fatal(err)
			}
		},
		"a pipe": func(t *testing.T, dir string) {
			write(t, dir, filepath.Dir(chair)+"/keep", []byte("mine"))
			if err := syscall.Mkfifo(filepath.Join(dir, chair), 0o644); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := houseDir(t)
			h := open(t, dir)
			lay(t, dir)
			before := standing(t, dir)
			e := do(t, h, newChair)
			if e.OK || e.Error.Code == "internal" || !strings.Contains(e.Error.Message, "architecture/level-0/furniture") {
				t.Errorf("it answers %+v", e.Error)
			}
			if after := standing(t, dir); after != before {
				t.Errorf("there was\n%s\nthere is\n%s", before, after)
			}
			if n := strings.TrimSpace(git(t, dir, "rev-list", "--count", "HEAD")); n != "1" {
				t.Errorf("%s commits", n)
			}
			git(t, dir, "fsck", "--strict")
			data[struct{}](t, h, one(`{"command": "rename", "id": "wall-east", "name": "East"}`))
		})
	}
}

// A folder that a command empties stays where something else lies in it.
func TestFoldersOfOthersStay(t *testing.T) {
	t.Parallel()
	dir := houseDir(t)
	h := open(t, dir)
	data[struct{}](t, h, newChair)
	write(t, dir, filepath.Dir(chair)+"/sketch.txt", []byte("mine"))
	data[struct{}](t, h, one(`{"command": "delete", "id": "chair-1"}`))
	if text, err := os.ReadFile(filepath.Join(dir, filepath.Dir(chair), "sketch.txt")); err != nil || string(text) != "mine" {
		t.Errorf("sketch.txt holds %q, %v", text, err)
	}
	if status := strings.TrimSpace(git(t, dir, "status", "--porcelain", "-uall")); status != "?? architecture/level-0/furniture/sketch.txt" {
		t.Errorf("git status: %s", status)
	}
}

// standing lists what stands in the model's folder, with the content of what is new.
func standing(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		path, err := filepath.Rel(dir, name)
		if err != nil || path == ".git" || path == ".eik" {
			return filepath.SkipDir
		}
		b.WriteString(path + " " + d.Type().String())
		if d.Type().IsRegular() {
			text, err := os.ReadFile(name)
			b.Write(text)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
