package category_test

import (
	"math"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// checkDerived compares derived values of records, given as "id.name".
func checkDerived(t *testing.T, s *model.Snapshot, want map[string]any) {
	t.Helper()
	for key, w := range want {
		id, name, _ := cut(key)
		got, ok := category.DerivedValue(s, s.Record(id), name)
		if w == nil {
			if ok {
				t.Errorf("%s is %v, want none", key, got)
			}
			continue
		}
		if f, is := w.(float64); is {
			g, _ := got.(float64)
			if !ok || math.Abs(g-f) > 1e-6 {
				t.Errorf("%s is %v, want %v", key, got, w)
			}
		} else if got != w {
			t.Errorf("%s is %v, want %v", key, got, w)
		}
		if all := category.Derived(s, s.Record(id)); !model.Equal(all.Get(name), got) {
			t.Errorf("%s: Derived has %v, DerivedValue %v", key, all.Get(name), got)
		}
	}
}

func cut(key string) (id, name string, ok bool) {
	for i := len(key) - 1; i >= 0; i-- {
		if key[i] == '.' {
			return key[:i], key[i+1:], true
		}
	}
	return key, "", false
}

func TestDerivedOfHouse(t *testing.T) {
	s := build(t, house+`
{"id": "niche", "category": "opening", "levelId": "level-0", "hostId": "south", "offset": 5500, "sill": 1000, "width": 500, "height": 500, "depth": 120}
{"id": "overlap", "category": "opening", "levelId": "level-0", "hostId": "south", "offset": 8500, "sill": 1500, "width": 1200, "height": 1200}
{"id": "beyond", "category": "opening", "levelId": "level-0", "hostId": "east", "offset": 0, "sill": 2500, "width": 2000, "height": 2000}
{"id": "room-1", "category": "room", "levelId": "level-0", "outline": [[150, 150], [5950, 150], [5950, 7850], [150, 7850]], "height": 2600}
{"id": "slab-1", "category": "slab", "levelId": "level-0", "thickness": 200, "outline": [[0, 0], [10000, 0], [10000, 8000], [0, 8000]], "holes": [[[1000, 1000], [1000, 3000], [2000, 3000], [2000, 1000]]]}
{"id": "hole", "category": "opening", "hostId": "slab-1", "outline": [[1500, 2000], [3500, 2000], [3500, 3500], [1500, 3500]]}
{"id": "group-1", "category": "group"}
{"id": "brick", "category": "material"}
{"id": "chair", "category": "furniture", "levelId": "level-0", "at": [1, 1], "groupIds": ["group-1"], "materialId": "brick"}
`)
	checkDerived(t, s, map[string]any{
		"south.length": 10000.0, "south.height": 3000.0, "south.thickness": 300.0, "south.base": 0.0, "south.top": 3000.0,
		"south.grossSideArea": 30.0,
		// less the door 1.0 x 2.1, the window 1.2 x 1.2, and of the opening 1.2 x 1.2 what the window leaves: 1.44 - 0.7 x 0.6
		"south.netSideArea": 30 - 2.1 - 1.44 - (1.44 - 0.42), "south.openings": 4.0,
		"east.netSideArea":   24 - 1*0.5, // what reaches over the end and the top does not count
		"inner.netSideArea":  7.85*3 - 2.1,
		"entrance.width":     1000.0,
		"entrance.height":    2100.0,
		"entrance.area":      2.1,
		"slab-1.grossArea":   80.0,
		"slab-1.netArea":     80 - 2 - (2*1.5 - 0.5*1), // the opening less where it lies in the hole
		"slab-1.perimeter":   36000.0,
		"slab-1.thickness":   200.0,
		"slab-1.openings":    1.0,
		"room-1.netArea":     5.8*7.7 - (2 + 2*1.5 - 0.5*1), // less the holes of the floor
		"room-1.grossArea":   5.8 * 7.7,
		"room-1.perimeter":   2 * (5800.0 + 7700),
		"room-1.height":      2600.0,
		"niche.area":         0.25,
		"hole.area":          3.0,
		"hole.perimeter":     7000.0,
		"level-0.ordinal":    1.0,
		"level-0.height":     3000.0,
		"level-0.next":       "level-1",
		"level-0.elements":   14.0,
		"level-0.wallLength": 10000.0 + 8000 + 10000 + 8000 + 7850,
		"level-0.slabArea":   75.5,
		"level-0.roomArea":   5.8*7.7 - 4.5,
		"level-2.next":       nil,
		"level-2.height":     nil,
		"level-2.wallLength": nil,
		"exterior.thickness": 300.0,
		"exterior.elements":  4.0,
		"door-type.area":     2.1,
		"door-type.elements": 2.0,
		"group-1.members":    1.0,
		"brick.uses":         1.0,
		"south.nothing":      nil,
		"chair.width":        nil,
		"level-0.bounds":     nil,
		"south.exterior":     true,
		"south.facing":       "south",
		"view.facing":        "south",
		"inside.exterior":    false,
		"inside.facing":      nil,
		"inner.exterior":     false,
		"level-0.wallArea":   30 - 2.1 - 1.44 - 1.02 + 23.5 + 30 + 24 + 7.85*3 - 2.1,
	})
}

// TestDerivedUnderARoof holds that areas and heights of a wall that runs up to a gable roof
// are those of its body, and those of the roof along its slopes.
func TestDerivedUnderARoof(t *testing.T) {
	s := build(t, `{"id": "level-0", "category": "level", "elevation": 0, "height": 3000}
		{"id": "r", "category": "roof", "levelId": "level-0", "thickness": 100, "outline": [[0, 0], [8000, 0], [8000, 6000], [0, 6000]], "form": "gable", "pitch": 45, "direction": 0, "offset": 3000}
		{"id": "w", "category": "wall", "levelId": "level-0", "thickness": 300, "start": [4000, 0], "end": [4000, 6000], "topHostIds": ["r"]}
		{"id": "o", "category": "opening", "levelId": "level-0", "hostId": "w", "offset": 3000, "sill": 3000, "width": 1000, "height": 1500}
		{"id": "lost", "category": "wall", "levelId": "level-0", "thickness": 300, "start": [9000, 0], "end": [9000, 6000], "topHostIds": ["r"]}`)
	under := 3000 - 100*math.Sqrt2
	checkDerived(t, s, map[string]any{
		"w.top": under + 3000, "w.height": under + 3000, "w.grossSideArea": 6 * (under + 1500) / 1000, "w.netSideArea": 6*(under+1500)/1000 - 1.5,
		"lost.top": 3000.0, "lost.grossSideArea": 18.0,
		"r.grossArea": 48 * math.Sqrt2, "r.netArea": 48 * math.Sqrt2, "r.planArea": 48.0,
	})
}

func TestDerivedOfThings(t *testing.T) {
	s := build(t, things)
	checkDerived(t, s, map[string]any{
		"arc.length": math.Pi * 1000, "arc.grossSideArea": math.Pi * 3, "bare.height": nil, "bare.grossSideArea": nil,
		"grid-a.length": 10000.0, "separator.length": 3000.0, "shaft.area": 1.0, "shaft.height": 3500.0, "shaft.perimeter": 4000.0,
		"column.height": 3000.0, "column.length": 3000.0, "column.width": 300.0, "column.depth": 500.0,
		"round.height": 2000.0, "round.length": math.Hypot(2000, 1000), "round.width": 400.0,
		"beam.length": 5000.0, "beam.depth": 600.0, "rising.length": 3000 * math.Sqrt2, "pipe.length": 3000.0,
		"raft.area": 12.0, "pad.area": 0.96, "strip.area": 3.6 - 1.2 - 0.09, "footing.area": 0.36 - 0.09,
		"stair.rise": 3000.0, "stair.risers": 18.0, "stair.riser": 3000.0 / 18, "stair.length": 4000.0,
		"flights.rise": 2900.0, "flights.risers": 9.0, "flights.length": 2000.0,
		"ramp.rise": 480.0, "ramp.length": 6000.0, "ramp.pitch": math.Atan(0.08) * 180 / math.Pi,
		"railing.length": 2000.0, "railing.height": 1000.0, "banister.height": 900.0, "banister.length": math.Hypot(4000, 3000-3000.0/18),
		"table.width": 1600.0, "table.depth": 800.0, "table.height": 750.0, "lamp.width": nil,
		"ceiling.grossArea": 12.0, "flat.netArea": 5*4 - 0.8*1.2 - 1, "flat.planArea": 20.0, "flat.openings": 1.0, "seed.area": nil, "planned.area": nil,
		"skylight.area": 0.96, "l0.height": 3000.0,
	})
	bounds, ok := category.DerivedValue(s, s.Record("wall"), "bounds")
	if want := []any{0.0, -100.0, 1000.0, 6000.0, 100.0, 4000.0}; !ok || !model.Equal(bounds, want) {
		t.Errorf("bounds %v", bounds)
	}
	if fields := category.DerivedFields("nothing"); fields != nil || category.Derived(s, decode(t, []byte(`{"category": "nothing"}`))) != nil {
		t.Error("an unknown category has derived values")
	}
}

func TestProperties(t *testing.T) {
	s := build(t, house)
	got := category.Properties(s, s.Record("south"))
	want := model.Object{{Name: "P", Value: model.Object{{Name: "fire", Value: "REI 120"}, {Name: "acoustic", Value: 52.0}}},
		{Name: "Q", Value: model.Object{{Name: "a", Value: 1.0}}}}
	if !model.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if got := category.Properties(s, s.Record("north")); !model.Equal(got, s.Record("exterior").Object("properties")) {
		t.Errorf("north inherits %v", got)
	}
	if got := category.Properties(s, s.Record("level-0")); got != nil {
		t.Errorf("a level has %v", got)
	}
}

func TestPhases(t *testing.T) {
	s := build(t, `+"phases": ["existing", "new", "later"]
{"id": "old", "category": "proxy", "phaseCreated": "existing"}
{"id": "gone", "category": "proxy", "phaseCreated": "existing", "phaseDemolished": "new"}
{"id": "soon", "category": "proxy", "phaseCreated": "later"}
{"id": "always", "category": "proxy"}
{"id": "odd", "category": "proxy", "phaseCreated": "never heard of", "phaseDemolished": "nor of this"}
`)
	for id, want := range map[string][4]bool{ // existing, new, later, the last
		"old": {true, true, true, true}, "gone": {true, false, false, false}, "soon": {false, false, true, true},
		"always": {true, true, true, true}, "odd": {true, true, false, false},
	} {
		r := s.Record(id)
		got := [4]bool{category.StandsIn(s, r, "existing"), category.StandsIn(s, r, "new"), category.StandsIn(s, r, "later"), category.Stands(s, r)}
		if got != want {
			t.Errorf("%s stands in %v, want %v", id, got, want)
		}
	}
	plain := build(t, `{"id": "gone", "category": "proxy", "phaseDemolished": "new"}`)
	if category.Stands(plain, plain.Record("gone")) {
		t.Error("what is demolished stands in a model that names no phases")
	}
}

// TestQuantitiesOfThePhase holds that an opening that was taken down fills its wall
// again.
func TestQuantitiesOfThePhase(t *testing.T) {
	s := change(t, build(t, house), `{"id": "entrance", "category": "door", "typeId": "door-type", "levelId": "level-0", "hostId": "south", "offset": 3000, "phaseDemolished": "new"}`)
	checkDerived(t, s, map[string]any{"south.netSideArea": 30 - 1.44})
}
