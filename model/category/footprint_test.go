package category_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"pgregory.net/rapid"
)

// storey is a level that walls of the tests stand on.
const storey = `{"id": "level-0", "category": "level", "elevation": 0, "height": 3000}
`

// wallLine is the record of a wall on storey.
func wallLine(id string, x1, y1, x2, y2, thickness float64, more string) string {
	return fmt.Sprintf(`{"id": %q, "category": "wall", "levelId": "level-0", "start": [%v, %v], "end": [%v, %v], "thickness": %v%s}`+"\n",
		id, x1, y1, x2, y2, thickness, more)
}

func covered(s *model.Snapshot, id string) float64 {
	sum := 0.0
	for _, g := range category.Footprint(s, s.Record(id)) {
		sum += g.Area()
	}
	return sum
}

// TestFootprint holds areas in mm² that were computed by hand.
func TestFootprint(t *testing.T) {
	long := wallLine("a", 0, 0, 4000, 0, 300, "")
	sine := func(deg float64) float64 { return math.Sin(deg * math.Pi / 180) }
	for name, c := range map[string]struct {
		walls string
		want  map[string]float64
	}{
		"alone": {long, map[string]float64{"a": 4000 * 300}},
		// The corners are at (-150, -150) and (150, 150): a trapezoid whose middle is 4000 long.
		"mitre":                          {long + wallLine("b", 0, 0, 0, 3000, 300, ""), map[string]float64{"a": 4000 * 300, "b": 3000 * 300}},
		"mitre of different thicknesses": {long + wallLine("b", 0, 0, 0, 3000, 100, ""), map[string]float64{"a": 4000 * 300, "b": 3000 * 100}},
		"mitre with ends turned":         {long + wallLine("b", 0, 3000, 0, 0, 300, ""), map[string]float64{"a": 4000 * 300, "b": 3000 * 300}},
		// Both on their left faces: the outer faces of the two lie on the baselines or beyond.
		"mitre on the left face": {wallLine("a", 0, 0, 4000, 0, 300, `, "location": "left"`) + wallLine("b", 0, 3000, 0, 0, 300, `, "location": "left"`),
			map[string]float64{"a": 4000*300 + 300*300/2, "b": 3000*300 + 300*300/2}},
		"mitre on the right face": {wallLine("a", 0, 0, 4000, 0, 300, `, "location": "right"`) + wallLine("b", 0, 3000, 0, 0, 300, `, "location": "right"`),
			map[string]float64{"a": 4000*300 - 300*300/2, "b": 3000*300 - 300*300/2}},
		"mitre at 60 degrees": {long + wallLine("b", 0, 0, 1000, 1000*math.Sqrt(3), 300, ""), map[string]float64{"a": 4000 * 300, "b": 2000 * 300}},
		"straight on":         {long + wallLine("b", -2000, 0, 0, 0, 200, ""), map[string]float64{"a": 4000 * 300, "b": 2000 * 200}},
		// At 5 degrees the corner lies 150/sin 2.5° = 3438 mm out, more than 1500: the one with the lower id runs
		// through, blunt, and the other is cut by its face at 150.
		"butt beyond the limit": {wallLine("a", 0, 0, 20000, 0, 300, "") + wallLine("b", 0, 0, 20000*math.Cos(5*math.Pi/180), 20000*sine(5), 300, ""),
			map[string]float64{"a": 20000 * 300, "b": (20000 - 150/sine(5)) * 300}},
		"butt by its own word": {long + wallLine("b", 0, 0, 0, 3000, 100, `, "ends": {"start": {"join": "butt"}}`), map[string]float64{"a": 4050 * 300, "b": 2850 * 100}},
		"butt by priority": {wallLine("a", 0, 0, 4000, 0, 300, `, "ends": {"start": {"priority": 1}}`) + wallLine("b", 0, 0, 0, 3000, 100, ""),
			map[string]float64{"a": 4050 * 300, "b": 2850 * 100}},
		"tee on the line":       {long + wallLine("b", 2000, 0, 2000, 3000, 100, ""), map[string]float64{"a": 4000 * 300, "b": 2850 * 100}},
		"tee on the face":       {long + wallLine("b", 2000, 150, 2000, 3000, 100, ""), map[string]float64{"a": 4000 * 300, "b": 2850 * 100}},
		"tee past the line":     {long + wallLine("b", 2000, -100, 2000, 3000, 100, ""), map[string]float64{"a": 4000 * 300, "b": 2850 * 100}},
		"tee at 45 degrees":     {long + wallLine("b", 2000, 0, 4000, 2000, 100, ""), map[string]float64{"a": 4000 * 300, "b": (2000 - 150) * math.Sqrt2 * 100}},
		"tee by its end":        {long + wallLine("b", 2000, 3000, 2000, 0, 100, ""), map[string]float64{"a": 4000 * 300, "b": 2850 * 100}},
		"tee that does not":     {long + wallLine("b", 2000, 0, 2000, 3000, 100, `, "ends": {"start": {"join": "none"}}`), map[string]float64{"a": 4000 * 300, "b": 2850 * 100}},
		"gap":                   {long + wallLine("b", 2000, 155, 2000, 3000, 100, ""), map[string]float64{"a": 4000 * 300, "b": 2845 * 100}},
		"three with a straight": {long + wallLine("b", -2000, 0, 0, 0, 300, "") + wallLine("c", 0, 0, 0, 3000, 100, ""), map[string]float64{"a": 4000 * 300, "b": 2000 * 300, "c": 2850 * 100}},
		"four in a cross": {long + wallLine("b", -2000, 0, 0, 0, 300, "") + wallLine("c", 0, 0, 0, 3000, 100, "") + wallLine("d", 0, -3000, 0, 0, 100, ""),
			map[string]float64{"a": 4000 * 300, "b": 2000 * 300, "c": 2850 * 100, "d": 2850 * 100}},
		// Three at 120 degrees: each loses the triangle between its two corners and the shared end.
		"three in a star": {long + wallLine("b", 0, 0, -2000, 2000*math.Sqrt(3), 300, "") + wallLine("c", 0, 0, -2000, -2000*math.Sqrt(3), 300, ""),
			map[string]float64{"a": 4000*300 - 150*150/math.Sqrt(3), "b": 4000*300 - 150*150/math.Sqrt(3), "c": 4000*300 - 150*150/math.Sqrt(3)}},
		"crossing":      {long + wallLine("b", 2000, -2000, 2000, 2000, 100, ""), map[string]float64{"a": 4000 * 300, "b": 4000*100 - 300*100}},
		"heights apart": {long + wallLine("b", 0, 0, 0, 3000, 300, `, "baseOffset": 3000`), map[string]float64{"a": 4000 * 300, "b": 3000 * 300}},
		"arc alone":     {wallLine("a", 0, 0, 4000, 0, 300, `, "sagitta": 2000`), map[string]float64{"a": math.Pi * 2000 * 300}},
		"cut by an import": {wallLine("a", 0, 0, 4000, 0, 300, `, "ends": {"start": {"cut": [[100, 150], [-50, 0], [100, -150]]}, "end": {"cut": [[4000, 150], [4100, -150]]}}`),
			map[string]float64{"a": 3950*300 + 150*300/2}},
		"without length":     {wallLine("a", 0, 0, 0, 0, 300, ""), map[string]float64{"a": 0}},
		"ends in each other": {wallLine("a", 0, 0, 4000, 0, 300, "") + wallLine("b", 4000, 100, 4000, 3000, 200, ""), map[string]float64{"a": 4000 * 300, "b": 2900*200 - 100*50}},
	} {
		s := build(t, storey+c.walls)
		for id, want := range c.want {
			if got := covered(s, id); math.Abs(got-want) > 1e-3 {
				t.Errorf("%s: %s covers %.4f mm², want %.4f: %v", name, id, got, want, category.Footprint(s, s.Record(id)))
			}
		}
	}
}

// TestLayersOfAnArc holds that the layers of a bent wall are bent as it is.
func TestLayersOfAnArc(t *testing.T) {
	s := build(t, storey+layeredTypes+`{"id": "a", "category": "wall", "levelId": "level-0", "typeId": "cavity", "start": [0, 0], "end": [4000, 0], "sagitta": 2000}`+"\n")
	radius := 2000 + 150.0 // of the outer face of half a ring
	for i, l := range category.Layers(s, s.Record("a")) {
		middle := radius - l.Thickness/2
		radius -= l.Thickness
		if len(l.Regions) != 1 || len(l.Regions[0].Outer.Sagittas) == 0 {
			t.Fatalf("layer %d: %v, want one region with arcs", i, l.Regions)
		}
		if got, want := l.Regions[0].Area(), math.Pi*middle*l.Thickness; math.Abs(got-want) > 1 {
			t.Errorf("layer %d: %v mm², want %v mm²", i, got, want)
		}
	}
}

// TestFootprintsOfAStorey holds that the footprints of walls that meet in every way
// share nothing and cover the middle lines of the walls.
func TestFootprintsOfAStorey(t *testing.T) {
	const chords = 6000 * geom.ChordTolerance // what arcs lose as chords, over the length of a wall
	rapid.Check(t, func(t *rapid.T) {
		at := func(name string) float64 { return 1500 * float64(rapid.IntRange(0, 4).Draw(t, name)) }
		lines := storey
		n := rapid.IntRange(2, 7).Draw(t, "walls")
		for i := range n {
			bend := ""
			if rapid.IntRange(0, 4).Draw(t, "curved") == 0 {
				bend = fmt.Sprintf(`, "sagitta": %v`, rapid.SampledFrom([]float64{-300, 200, 500}).Draw(t, "sagitta"))
			}
			lines += wallLine(fmt.Sprintf("w%d", i), at("x1"), at("y1"), at("x2"), at("y2"), rapid.SampledFrom([]float64{100, 200, 300}).Draw(t, "thickness"), bend)
		}
		s := build(t, lines)
		prints := make([][]geom.Region, n)
		for i := range n {
			prints[i] = category.Footprint(s, s.Record(fmt.Sprintf("w%d", i)))
		}
		for i := range n {
			for j := range i {
				for _, a := range prints[i] {
					for _, b := range prints[j] {
						if shared := geom.IntersectionArea(a, b); shared > chords {
							t.Fatalf("w%d and w%d share %v mm²\n%s", i, j, shared, lines)
						}
					}
				}
			}
			holdsLine(t, s, fmt.Sprintf("w%d", i), prints, lines)
		}
	})
}

// holdsLine tells of points on the middle line of a wall that no footprint covers.
func holdsLine(t *rapid.T, s *model.Snapshot, id string, prints [][]geom.Region, lines string) {
	c, _ := category.Baseline(s.Record(id))
	for k := 1; k < 20; k++ {
		at := c.PointAt(c.Length() * float64(k) / 20)
		held := c.Length() == 0
		for _, regions := range prints {
			for _, g := range regions {
				held = held || g.Locate(at, 1) != geom.Outside
			}
		}
		if !held {
			t.Fatalf("nothing covers %v on the line of %s\n%s", at, id, lines)
		}
	}
}
