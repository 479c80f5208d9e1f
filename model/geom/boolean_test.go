package geom_test

import (
	"math"
	"testing"

	"github.com/openeik/ekgit/model/geom"
	"pgregory.net/rapid"
)

func total(regions []geom.Region) float64 {
	sum := 0.0
	for _, g := range regions {
		sum += g.Area()
	}
	return sum
}

func box(x, y, width, depth float64) geom.Region {
	return geom.Region{Outer: geom.Rect(geom.Point{X: x + width/2, Y: y + depth/2}, width, depth, 0)}
}

func TestBoolean(t *testing.T) {
	a, b := []geom.Region{box(0, 0, 100, 100)}, []geom.Region{box(50, 50, 100, 100)}
	inner, far := []geom.Region{box(25, 25, 50, 50)}, []geom.Region{box(500, 0, 10, 10)}
	for name, c := range map[string]struct {
		got   []geom.Region
		parts int
		area  float64
	}{
		"union":                  {geom.Union(append(a, b...)), 1, 17500},
		"union of none":          {geom.Union(nil), 0, 0},
		"union apart":            {geom.Union(append(a, far...)), 2, 10100},
		"difference":             {geom.Difference(a, b), 1, 7500},
		"difference with a hole": {geom.Difference(a, inner), 1, 7500},
		"difference of all":      {geom.Difference(inner, a), 0, 0},
		"difference with none":   {geom.Difference(a, nil), 1, 10000},
		"cut in two":             {geom.Difference(a, []geom.Region{box(40, -10, 20, 200)}), 2, 8000},
		"intersection":           {geom.Intersection(a, b), 1, 2500},
		"intersection by touch":  {geom.Intersection(a, []geom.Region{box(100, 0, 50, 50)}), 0, 0},
	} {
		if len(c.got) != c.parts || math.Abs(total(c.got)-c.area) > 1e-3 {
			t.Errorf("%s: %d parts of %v mm², want %d of %v", name, len(c.got), total(c.got), c.parts, c.area)
		}
	}
	hole := geom.Difference(a, inner)[0]
	if !hole.Outer.IsCCW() || len(hole.Holes) != 1 || hole.Holes[0].IsCCW() {
		t.Errorf("windings: %+v", hole)
	}
}

// TestBooleanAgreesWithTheAreas holds the overlay against the trapezoids of
// IntersectionArea, which share no code with it.
func TestBooleanAgreesWithTheAreas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) geom.Region {
			at := geom.Point{X: rapid.Float64Range(-1000, 1000).Draw(t, name+" x"), Y: rapid.Float64Range(-1000, 1000).Draw(t, name+" y")}
			return geom.Region{Outer: geom.Rect(at, rapid.Float64Range(10, 2000).Draw(t, name+" width"),
				rapid.Float64Range(10, 2000).Draw(t, name+" depth"), rapid.Float64Range(0, 90).Draw(t, name+" turn"))}
		}
		a, b := draw("a"), draw("b")
		as, bs := []geom.Region{a}, []geom.Region{b}
		shared := geom.IntersectionArea(a, b)
		for name, pair := range map[string][2]float64{
			"intersection": {total(geom.Intersection(as, bs)), shared},
			"union":        {total(geom.Union([]geom.Region{a, b})), a.Area() + b.Area() - shared},
			"difference":   {total(geom.Difference(as, bs)), a.Area() - shared},
		} {
			if math.Abs(pair[0]-pair[1]) > 1 {
				t.Fatalf("%s: %v, want %v", name, pair[0], pair[1])
			}
		}
	})
}
