package category_test

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// drawRecord draws a record out of a few ids that name each other, sound or not.
func drawRecord(t *rapid.T) *model.Record {
	pick := func(label string, ids ...string) string { return rapid.SampledFrom(ids).Draw(t, label) }
	number := func(label string) float64 { return float64(rapid.IntRange(-2, 8).Draw(t, label)) * 500 }
	point := func(label string) any { return model.PointValue(number(label+"X"), number(label+"Y")) }
	corner := func(label string) any { // few places, so that walls do close rings
		return rapid.SampledFrom([]any{model.PointValue(0, 0), model.PointValue(4000, 0), model.PointValue(0, 4000)}).Draw(t, label)
	}
	levels := []string{"l0", "l1", "l2", "lost"}
	id := pick("id", "b0", "l0", "l1", "l2", "t0", "t1", "w0", "w1", "w2", "w3", "c0", "d0", "d1", "s0", "f0", "r0", "k0", "p0")
	o := model.Object{{Name: "id", Value: id}}
	set := func(name string, value any) {
		if rapid.IntRange(0, 9).Draw(t, name) > 1 {
			o = o.With(name, value)
		}
	}
	element := func(name string) {
		o = o.With("category", name)
		set("levelId", pick("level", levels...))
		set("name", pick("name", "a", "b"))
	}
	switch id[0] {
	case 'b':
		o = o.With("category", "building")
	case 'l':
		o = o.With("category", "level")
		set("elevation", number("elevation"))
		set("kind", pick("kind", "occupied", "roof", "support"))
		set("partOf", pick("partOf", levels...))
		set("buildingId", pick("building", "b0", "b1"))
	case 't':
		o = o.With("category", "type").With("of", "wall")
		set("thickness", 100+number("thickness"))
	case 'w':
		element("wall")
		set("typeId", pick("type", "t0", "t1", "w0"))
		set("start", corner("start"))
		set("end", corner("end"))
		set("topLevelId", pick("top", levels...))
		set("location", pick("location", "left", "center"))
		set("phaseDemolished", pick("phase", "x", "y"))
	case 'c':
		element("curtain-wall")
		set("hostId", pick("host", "w0", "w1", "lost"))
		set("start", corner("start"))
		set("end", corner("end"))
	case 'd':
		element("door")
		set("hostId", pick("host", "w0", "w1", "c0", "r0"))
		set("offset", number("offset"))
		set("at", point("at"))
		o = o.With("width", 900.0).With("height", 2000.0)
	case 's':
		element("stair")
		set("topLevelId", pick("top", levels...))
		set("path", []any{point("a"), point("b")})
	case 'f':
		element("foundation")
		set("hostId", pick("host", "w0", "w1", "d0"))
		o = o.With("width", 600.0).With("depth", 400.0)
	case 'r':
		element("roof")
		set("outline", []any{point("a"), point("b"), point("c")})
		set("form", pick("form", "flat", "gable"))
		set("pitch", 30.0)
	case 'k':
		element("railing")
		set("hostId", pick("host", "s0", "r0", "k0"))
	case 'p':
		element("proxy")
		set("placement", model.Object{{Name: "at", Value: model.PointValue(number("x"), 0, 0)}})
	}
	return model.NewRecord(o)
}

func drawChanges(t *rapid.T, s *model.Snapshot) []model.Change {
	changes := map[string]model.Change{}
	for range rapid.IntRange(1, 4).Draw(t, "changes") {
		r := drawRecord(t)
		c := model.Change{ID: r.ID(), Before: s.Get(r.ID()), After: r}
		if c.Before != nil && rapid.Bool().Draw(t, "delete") {
			c.After = nil
		}
		changes[c.ID] = c
	}
	return slices.Collect(maps.Values(changes))
}

// boxes answers what a space index holds, by id.
func boxes(x *category.SpaceIndex) map[string]geom.Box {
	all := map[string]geom.Box{}
	for id := range x.Search(x.Bounds()) {
		all[id], _ = x.Get(id)
	}
	return all
}

// TestIndexesFollowChanges holds that after any sequence of changes everything that
// is kept of a snapshot equals what is found by building it anew.
func TestIndexesFollowChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := model.NewSnapshot(category.Schema(), nil)
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "read") { // so that some indexes follow several changes at once
				category.Space(s)
				category.TallyOf(s)
				facings(s)
			}
			next, err := s.Apply(drawChanges(t, s))
			if err != nil {
				t.Fatal(err)
			}
			s = next
		}
		fresh := rebuild(s)
		if got, want := boxes(category.Space(s)), boxes(category.Space(fresh)); !maps.Equal(got, want) {
			t.Fatalf("boxes %v, built anew %v", got, want)
		}
		if got, want := category.Space(s).Len(), len(boxes(category.Space(fresh))); got != want {
			t.Fatalf("%d boxes, built anew %d", got, want)
		}
		if got, want := tallies(s), tallies(fresh); !maps.Equal(got, want) {
			t.Fatalf("counts %v, built anew %v", got, want)
		}
		if got, want := category.Levels(s).All(), category.Levels(fresh).All(); !slices.Equal(got, want) {
			t.Fatalf("levels %v, built anew %v", got, want)
		}
		if got, want := facings(s), facings(fresh); !slices.Equal(got, want) {
			t.Fatalf("facings %v, built anew %v", got, want)
		}
	})
}
