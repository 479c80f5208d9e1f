package ops

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// TestShapesThatCannotBeReadAreTold holds that a plan and a 3D view say the same of an
// element whose shape is gone, is broken, is a link or claims to be enormous, committed or
// not.
func TestShapesThatCannotBeReadAreTold(t *testing.T) {
	t.Parallel()
	sum := sha256.Sum256([]byte("solid box"))
	sha := hex.EncodeToString(sum[:])
	for name, c := range map[string]struct {
		put  func(file string) error
		want string
	}{
		"gone":   {func(string) error { return nil }, "there is no shapes/" + sha},
		"broken": {func(file string) error { return os.WriteFile(file, []byte("solid box"), 0o600) }, "is no binary glTF 2.0 file"},
		"other":  {func(file string) error { return os.WriteFile(file, []byte("solid ball"), 0o600) }, "holds other bytes"},
		"link":   {func(file string) error { return os.Symlink("/dev/zero", file) }, "is a link"},
		"large": {func(file string) error {
			return errors.Join(os.WriteFile(file, nil, 0o600), os.Truncate(file, 64<<20+1))
		}, "has 67108865 bytes; at most 67108864 are read"},
	} {
		for _, committed := range []bool{false, true} {
			if committed && name == "link" { // which no commit of a model has
				continue
			}
			dir := houseDir(t)
			write(t, dir, "architecture/level-0/furniture/lump.json", []byte(`{"id": "lump", "category": "furniture", "levelId": "level-0", "at": [2000, 2000], "shape": "`+sha+`"}`))
			if err := errors.Join(os.MkdirAll(filepath.Join(dir, "shapes"), 0o700), c.put(filepath.Join(dir, "shapes", sha+".glb"))); err != nil {
				t.Fatal(err)
			}
			if committed {
				commit(t, dir, "Add a lump")
			}
			h := open(t, dir)
			notes := func(request string) []string {
				told := data[struct{ Notes []string }](t, h, request).Notes
				return slices.DeleteFunc(told, func(note string) bool { return !strings.HasPrefix(note, "Shape ") })
			}
			plan, view := notes(`{"action": "snapshot_2d", "level": "level-0"}`), notes(`{"action": "snapshot_3d"}`)
			if len(plan) != 1 || !strings.Contains(plan[0], "of lump is shown as its size or left out: ") || !strings.Contains(plan[0], c.want) || !slices.Equal(plan, view) {
				t.Errorf("%s, committed %v:\nplan %q\nview %q", name, committed, plan, view)
			}
		}
	}
}

// TestExportsAreBounded holds that the files of a model are read together up to a limit.
func TestExportsAreBounded(t *testing.T) {
	t.Parallel()
	dir := houseDir(t)
	for _, name := range []string{"docs/a.txt", "docs/b.txt"} {
		write(t, dir, name, make([]byte, 600_000))
	}
	commit(t, dir, "Add documents")
	c := open(t, dir).newCall(&Request{Action: "export"})
	s, err := c.snapshot(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	var p *model.Problem
	if files, err := c.filesOfModel(t.Context(), s, 1_000_000); !errors.As(err, &p) || p.Code != model.OverBudget || p.Hint == "" {
		t.Errorf("%d files, %v", len(files), err)
	}
	if _, err := c.filesOfModel(t.Context(), s, 2_000_000); err != nil {
		t.Error(err)
	}
}
