package check

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// fixCommand is the part of the commands' language that fixes are written in.
type fixCommand struct {
	Command, ID, File, To string
	Set                   map[string]any
	Unset                 []string
}

// carryOut does what the command of a fix says, and tells whether there is still
// something to do it to.
func carryOut(t *testing.T, s *model.Snapshot, fix json.RawMessage) (*model.Snapshot, bool) {
	t.Helper()
	var c fixCommand
	if err := json.Unmarshal(fix, &c); err != nil {
		t.Fatal(err)
	}
	file := s.FileAt(c.File)
	if c.ID != "" {
		file = s.Get(c.ID)
	}
	if file == nil {
		return s, false
	}
	r := file.Record()
	change := model.Change{ID: file.ID(), Before: file, After: r}
	switch c.Command {
	case "rewrite", "relocate":
	case "remove_duplicate":
		change.After = nil
	case "change_id":
		change.ID, change.After = c.To, r.With("id", c.To)
	case "rewind":
		change.After = rewound(r)
	case "update":
		for name, value := range c.Set {
			change.After = change.After.With(name, model.FromJSON(value))
		}
		for _, name := range c.Unset {
			change.After = change.After.Without(name)
		}
	default:
		t.Fatalf("no fix is a %q", c.Command)
	}
	next, err := s.Apply([]model.Change{change})
	if err != nil {
		t.Fatalf("%s: %v", fix, err)
	}
	return next, true
}

// rewound answers a record with its outline counter-clockwise and its holes clockwise.
func rewound(r *model.Record) *model.Record {
	region, _ := category.Outline(r)
	if !region.Outer.IsCCW() {
		reversed := region.Outer.Reverse()
		arcs := model.Object{}
		for i, sagitta := range reversed.Sagittas {
			arcs = arcs.With(string(rune('0'+i)), sagitta)
		}
		r = r.With("outline", ringValue(reversed)).With("arcs", arcs)
	}
	if !r.Has("holes") {
		return r
	}
	holes := make([]any, 0, len(region.Holes))
	for _, hole := range region.Holes {
		if hole.IsCCW() {
			hole = hole.Reverse()
		}
		holes = append(holes, ringValue(hole))
	}
	return r.With("holes", holes)
}

func ringValue(ring geom.Ring) []any {
	points := make([]any, 0, len(ring.Points))
	for _, p := range ring.Points {
		points = append(points, model.PointValue(p.X, p.Y))
	}
	return points
}

// Every fix takes away the findings that carry it and brings none.
func TestFixes(t *testing.T) {
	paths, err := filepath.Glob("testdata/rules/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range readModels(t, archive) {
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar")+"/"+m.name, func(t *testing.T) { fixOneByOne(t, m.snapshot) })
		}
	}
}

func fixOneByOne(t *testing.T, s *model.Snapshot) {
	before := checkAll(t, s)
	all := s
	for _, f := range before {
		if f.Fix == nil {
			continue
		}
		fixed, _ := carryOut(t, s, f.Fix)
		fresh, gone := Compare(before, checkAll(t, fixed))
		if len(fresh) > 0 {
			t.Errorf("the fix %s brings %s", f.Fix, write(fresh))
		}
		same := slices.DeleteFunc(slices.Clone(before), func(b model.Finding) bool { return string(b.Fix) != string(f.Fix) })
		if diff := cmp.Diff(write(same), write(gone)); diff != "" {
			t.Errorf("the fix %s takes away other findings than those that carry it:\n%s", f.Fix, diff)
		}
		all, _ = carryOut(t, all, f.Fix)
	}
	left := slices.DeleteFunc(slices.Clone(before), func(f model.Finding) bool { return f.Fix != nil })
	if diff := cmp.Diff(write(left), write(checkAll(t, all))); diff != "" {
		t.Errorf("after all fixes:\n%s", diff)
	}
}
