package category_test

import (
	"testing"

	"github.com/openeik/ekgit/model/category"
)

func TestLevels(t *testing.T) {
	s := build(t, `
{"id": "house", "category": "building"}
{"id": "attic", "category": "level", "kind": "roof", "elevation": 6000}
{"id": "ground", "category": "level", "elevation": 0, "name": "Ground"}
{"id": "half", "category": "level", "elevation": 1500, "partOf": "ground", "buildingId": "house"}
{"id": "beam-datum", "category": "level", "kind": "support", "elevation": 2700}
{"id": "first", "category": "level", "elevation": 3000, "height": 2500}
`)
	table := category.Levels(s)
	want := []struct {
		id, next string
		top      float64
		known    bool
	}{
		{"ground", "first", 3000, true}, {"half", "first", 3000, true}, {"beam-datum", "first", 3000, true},
		{"first", "attic", 5500, true}, {"attic", "", 0, false},
	}
	for i, l := range table.All() {
		w := want[i]
		if l.Ordinal != i+1 || l.ID != w.id || l.Next != w.next || l.Top != w.top || l.HasTop != w.known || l.Building != "house" {
			t.Errorf("level %d: %+v, want %+v", i+1, l, w)
		}
	}
	if l, _ := table.Get("first"); l.Height() != 2500 {
		t.Errorf("the height of first is %v, want its own 2500", l.Height())
	}
	if next, ok := table.Next("ground"); !ok || next.ID != "first" {
		t.Errorf("above ground is %q", next.ID)
	}
	if _, ok := table.Next("attic"); ok {
		t.Error("there is a level above the attic")
	}
	if _, ok := table.Get("cellar"); ok {
		t.Error("a level that is not there was found")
	}
}

// TestLevelsOfBuildings holds that a storey ends at a level of its own building.
func TestLevelsOfBuildings(t *testing.T) {
	s := build(t, `
{"id": "a", "category": "building"}
{"id": "b", "category": "building"}
{"id": "a-0", "category": "level", "elevation": 0, "buildingId": "a"}
{"id": "b-0", "category": "level", "elevation": 1000, "buildingId": "b"}
{"id": "a-1", "category": "level", "elevation": 4000, "buildingId": "a"}
`)
	if l, _ := category.Levels(s).Get("a-0"); l.Next != "a-1" || l.Top != 4000 {
		t.Errorf("%+v", l)
	}
	if l, _ := category.Levels(s).Get("b-0"); l.Next != "" || l.HasTop {
		t.Errorf("%+v", l)
	}
}

func TestLevelsFollowChanges(t *testing.T) {
	s := build(t, house)
	before := category.Levels(s)
	if same := category.Levels(change(t, s, `{"id": "inner", "category": "wall", "levelId": "level-0", "start": [1, 1], "end": [2, 2]}`)); same != before {
		t.Error("a change of a wall made a new table of levels")
	}
	next := category.Levels(change(t, s, `{"id": "level-1", "category": "level", "elevation": 2900}`))
	if l, _ := next.Get("level-1"); l.Elevation != 2900 {
		t.Errorf("%+v", l)
	}
}

func TestBaseAndTop(t *testing.T) {
	const levels = `
{"id": "level-0", "category": "level", "elevation": 100}
{"id": "level-1", "category": "level", "elevation": 3000}
{"id": "level-2", "category": "level", "elevation": 6000}
`
	for name, c := range map[string]struct {
		members   string
		base, top float64
		known     bool
	}{
		"storey":       {`"levelId": "level-0"`, 100, 3000, true},
		"storey less":  {`"levelId": "level-0", "baseOffset": -50, "topOffset": -200`, 50, 2800, true},
		"height":       {`"levelId": "level-0", "baseOffset": 50, "height": 1000`, 150, 1150, true},
		"top level":    {`"levelId": "level-0", "topLevelId": "level-2", "topOffset": 10`, 100, 6010, true},
		"lost level":   {`"levelId": "level-0", "topLevelId": "level-9"`, 100, 0, false},
		"top storey":   {`"levelId": "level-2"`, 6000, 0, false},
		"no level":     {`"height": 2500`, 0, 2500, true},
		"no level top": {`"topLevelId": "level-1"`, 0, 3000, true},
	} {
		s := build(t, levels+`{"id": "wall-1", "category": "wall", "start": [0, 0], "end": [1, 0], `+c.members+`}`)
		r := s.Record("wall-1")
		top, ok := category.Top(s, r)
		if base := category.Base(s, r); base != c.base || ok != c.known || ok && top != c.top {
			t.Errorf("%s: from %v to %v (%v), want %v to %v (%v)", name, base, top, ok, c.base, c.top, c.known)
		}
	}
}
