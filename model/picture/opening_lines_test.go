package picture

import (
	"slices"
	"testing"

	"github.com/openeik/ekgit/model/geom"
)

// TestOpeningLines holds that the lines of a leaf meet at its hinges, as who stands before
// the wall sees them, and are solid where it opens to them.
func TestOpeningLines(t *testing.T) {
	s := modelOf(t,
		members{"id": "level-0", "category": "level", "elevation": 0.0, "height": 3000.0},
		members{"id": "type-door", "category": "type", "of": "door", "width": 1000.0, "height": 2000.0, "operation": "swing"},
		members{"id": "wall-1", "category": "wall", "levelId": "level-0", "thickness": 200.0, "height": 3000.0, "start": xy(0, 0), "end": xy(6000, 0)},
		members{"id": "door-1", "category": "door", "levelId": "level-0", "typeId": "type-door", "hostId": "wall-1", "offset": 2000.0, "hinge": "start", "swing": "right"},
	)
	for name, c := range map[string]struct {
		from, to geom.Point
		apexLow  bool // whether the apex is at the lower u
		towards  bool
	}{
		"from the south": {geom.Point{X: -1000, Y: -3000}, geom.Point{X: 7000, Y: -3000}, true, true},
		"from the north": {geom.Point{X: 7000, Y: 3000}, geom.Point{X: -1000, Y: 3000}, false, false},
	} {
		p, err := newSection(s, SectionOptions{From: c.from, To: c.to})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.collect(t.Context()); err != nil {
			t.Fatal(err)
		}
		seen := p.fronts()
		if len(seen) != 1 {
			t.Fatalf("%s %d doors are seen", name, len(seen))
		}
		lines := openingLines(s, seen[0])
		middle, end := lines[0][1], lines[0][0]
		if (middle.X < end.X) != c.apexLow || p.towards(seen[0]) != c.towards {
			t.Errorf("%s the lines meet at %v and begin at %v; to who looks: %v", name, middle, end, p.towards(seen[0]))
		}
		if got := seen[0].box.Size(); got.X != 1000 || got.Y != 2000 || seen[0].box.Min.Y != 0 {
			t.Errorf("%s the opening is %v", name, seen[0].box)
		}
	}
	elevation, err := newElevation(s, "south", building(s), SectionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := elevation.collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := elevation.heights(); !slices.Equal(got, []float64{0, 2000}) {
		t.Errorf("sills and heads at %v", got)
	}
}
