package category_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/generate"
)

// workStoreys works out what is on the lowest storeys of a generated building, of any
// other all.
func workStoreys(s *model.Snapshot) {
	for f := range s.RecordFiles() {
		switch r := f.Record(); r.String("levelId") {
		case "", "level-01", "level-02", "level-03", "l0":
			worked(s, r)
		}
	}
}

// derivedAnew answers what is worked out anew over a whole model after a change.
func derivedAnew(t testing.TB, s *model.Snapshot, changes ...model.Change) []string {
	t.Helper()
	workStoreys(s)
	next, err := s.Apply(changes)
	if err != nil {
		t.Fatal(err)
	}
	before := category.Kept(s)
	workStoreys(next)
	var anew []string
	for entry, name := range category.Kept(next) {
		if _, old := before[entry]; !old {
			anew = append(anew, name)
		}
	}
	slices.Sort(anew)
	return anew
}

// TestOneCommandDerivesWhatItTouches moves one wall in models of very different size:
// the same values are worked out anew, of that wall and of those that it meets.
func TestOneCommandDerivesWhatItTouches(t *testing.T) {
	const wall = "wall-02-s-12"
	meets := []string{wall, "wall-02-s", "wall-02-corridor-s", "wall-01-s"} // the last stands below
	var first []string
	for _, storeys := range []int{5, 50} {
		s, err := generate.Building(category.Schema(), generate.Options{Storeys: storeys, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		r := s.Record(wall)
		anew := derivedAnew(t, s, model.Change{ID: wall, Before: s.Get(wall), After: r.
			With("start", model.PointValue(12100, -500)).With("end", model.PointValue(12100, 7000))})
		if first == nil {
			first = anew
		}
		if !slices.Equal(anew, first) {
			t.Errorf("of %d records other values are worked out anew than of 1,000: %q", s.Total(), anew)
		}
		if !slices.Contains(anew, "bodies "+wall) {
			t.Errorf("the wall that moved is not worked out anew: %q", anew)
		}
		for _, name := range anew {
			what, id, _ := strings.Cut(name, " ")
			if what == "faces" || what == "floor" || what == "boundary" {
				continue // of the storey, looked up again; what is built on them stands where they are the same
			}
			if what == "quantities" && (id == "level-02" || id == "building-main" || slices.Contains(category.RoomsBounded(s, r), id)) {
				continue
			}
			if !slices.Contains(meets, id) && s.Record(id).String("hostId") != wall {
				t.Errorf("%s is worked out anew, which has nothing to do with the wall that moved", name)
			}
		}
	}
	t.Logf("%d values: %q", len(first), first)
}

// TestNothingIsDerivedForANote changes what is far from all geometry.
func TestNothingIsDerivedForANote(t *testing.T) {
	group := model.NewRecord(model.Object{{Name: "id", Value: "g"}, {Name: "category", Value: "group"}})
	if anew := derivedAnew(t, storeys(t, 1_000), model.Change{ID: "g", After: group}); len(anew) > 5 {
		t.Errorf("a new group makes %d values anew: %q", len(anew), anew)
	}
}
