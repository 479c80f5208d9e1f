package geom

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSimplify(t *testing.T) {
	square := []Point{{0, 0}, {1000, 0}, {1000, 1000}, {0, 1000}}
	for name, points := range map[string][]Point{
		"nothing to do":       square,
		"straight on":         {{0, 0}, {400, 0.0005}, {1000, 0}, {1000, 1000}, {0, 1000}},
		"twice in one place":  {{0, 0}, {1000, 0}, {1000.0005, 0}, {1000, 1000}, {0, 1000}},
		"a hair inwards":      {{0, 0}, {500, 0}, {500, 300}, {500.0005, 0}, {1000, 0}, {1000, 1000}, {0, 1000}},
		"a hair outwards":     {{0, 0}, {1000, 0}, {1000, -700}, {1000, 1000}, {0, 1000}},
		"a hair at the first": {{0, 0}, {1000, 0}, {1000, 1000}, {0, 1000}, {0, -200}},
	} {
		got := Ring{Points: points}.Simplify(1e-3)
		if len(got.Points) != 4 || got.Area() < 1e6-1 || got.Area() > 1e6+1 {
			t.Errorf("%s: %v", name, got.Points)
		}
	}
	bow := Ring{Points: square, Sagittas: map[int]float64{0: 1}}
	if got := bow.Simplify(10); !slices.Equal(got.Points, square) || got.Sagittas[0] != 1 {
		t.Errorf("a ring with an arc became %v", got)
	}
	holed := Region{Outer: Ring{Points: square}, Holes: []Ring{
		{Points: []Point{{100, 100}, {500, 900}, {500, 899.9999}}},
		{Points: []Point{{600, 600}, {600, 700}, {700, 600}}},
	}}
	if got := holed.Simplify(1e-3); len(got.Holes) != 1 || got.Holes[0].Area() != -5000 {
		t.Errorf("the holes are %v", got.Holes)
	}
}

// TestSimplifyKeepsTheArea holds that points on edges go and nothing else changes.
func TestSimplifyKeepsTheArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		corners := Rect(Point{rapid.Float64Range(-1e5, 1e5).Draw(t, "x"), rapid.Float64Range(-1e5, 1e5).Draw(t, "y")},
			rapid.Float64Range(100, 1e4).Draw(t, "w"), rapid.Float64Range(100, 1e4).Draw(t, "d"), rapid.Float64Range(0, 360).Draw(t, "turn"))
		var more Ring
		for i, e := range corners.Edges() {
			more.Points = append(more.Points, corners.Points[i])
			for k := range rapid.IntRange(0, 3).Draw(t, "n") {
				more.Points = append(more.Points, e.PointAt(e.Length()*float64(k+1)/4))
			}
		}
		got := more.Simplify(1e-3)
		if got.Len() != 4 || got.Area()-corners.Area() > 1 || corners.Area()-got.Area() > 1 {
			t.Fatalf("%v became %v", more.Points, got.Points)
		}
	})
}
