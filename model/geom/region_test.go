package geom

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func plain(r Ring) Region { return Region{Outer: r} }

func TestOverlayTable(t *testing.T) {
	square := Rect(Point{500, 500}, 1000, 1000, 0)
	frame := Region{square, []Ring{Rect(Point{500, 500}, 600, 600, 0)}}
	disc := Ring{[]Point{{-1000, 0}, {1000, 0}}, map[int]float64{0: -1000, 1: -1000}}
	// The lens of two circles of radius r whose centres are r apart.
	lens := (2*math.Pi/3 - math.Sqrt(3)/2) * 1e6
	for _, c := range []struct {
		name     string
		a, b     Region
		area     float64
		overlaps bool
		within   bool
	}{
		{"the same", plain(square), plain(square), 1e6, true, true},
		{"the same, one run backwards", plain(square), plain(square.Reverse()), 1e6, true, true},
		{"apart", plain(square), plain(Rect(Point{5000, 0}, 100, 100, 0)), 0, false, false},
		{"side by side", plain(square), plain(Rect(Point{1500, 500}, 1000, 1000, 0)), 0, false, false},
		{"half a mm into each other", plain(square), plain(Rect(Point{1499.5, 500}, 1000, 1000, 0)), 500, false, false},
		{"half a mm into each other, stacked", plain(square), plain(Rect(Point{500, 1499.5}, 1000, 1000, 0)), 500, false, false},
		{"half a mm on two sides", plain(square), plain(ringOf(999.5, -1000, 3000, -1000, 3000, 3000, -1000, 3000, -1000, 999.5, 999.5, 999.5)), 999.75, false, false},
		{"two mm into each other", plain(square), plain(Rect(Point{1498, 500}, 1000, 1000, 0)), 2000, true, false},
		{"corner to corner", plain(square), plain(Rect(Point{1500, 1500}, 1000, 1000, 0)), 0, false, false},
		{"a quarter", plain(square), plain(Rect(Point{1000, 1000}, 1000, 1000, 0)), 250_000, true, false},
		{"inside", plain(Rect(Point{500, 500}, 100, 100, 45)), plain(square), 10_000, true, true},
		{"inside, flush with an edge", plain(Rect(Point{50, 500}, 100, 100, 0)), plain(square), 10_000, true, true},
		{"inside, half a mm over the edge", plain(Rect(Point{49.5, 500}, 100, 100, 0)), plain(square), 9950, true, true},
		{"inside, 2 mm over the edge", plain(Rect(Point{48, 500}, 100, 100, 0)), plain(square), 9800, true, false},
		{"in the hole", plain(Rect(Point{500, 500}, 100, 100, 0)), frame, 0, false, false},
		{"filling the hole", plain(Rect(Point{500, 500}, 600, 600, 0)), frame, 0, false, false},
		{"over the rim of the hole", plain(Rect(Point{500, 500}, 700, 100, 0)), frame, 10_000, true, false},
		{"crossing without a vertex inside", plain(Rect(Point{500, 500}, 3000, 100, 0)), plain(square), 100_000, true, false},
		{"a sliver far out is not inside", plain(Rect(Point{1000.4, 500}, 0.8, 300, 0)), plain(square), 0, false, false},
		{"disc in a square", plain(Ring{[]Point{{0, 500}, {1000, 500}}, map[int]float64{0: -500, 1: -500}}), plain(square), math.Pi * 250_000, true, true},
		{"lens", plain(disc), plain(Translate(Point{1000, 0}).Ring(disc)), lens, true, false},
		{"an arc edge shared by both", plain(Ring{[]Point{{-1000, 0}, {1000, 0}}, map[int]float64{1: -1000}}),
			plain(Ring{[]Point{{1000, 0}, {3000, 3000}, {-1000, 3000}, {-1000, 0}}, map[int]float64{3: 1000}}), 0, false, false},
		{"a part of an arc edge shared", plain(Ring{[]Point{{-1000, 0}, {1000, 0}}, map[int]float64{1: -1000}}),
			plain(Ring{[]Point{{1000, 0}, {1000, 1000}, {0, 1000}}, map[int]float64{2: quarter.Reverse().Sagitta}}), 0, false, false},
		{"far from the origin", plain(Translate(Point{1e9, -1e9}).Ring(square)), plain(Rect(Point{1e9 + 1000, -1e9 + 1000}, 1000, 1000, 0)), 250_000, true, false},
		{"nothing in something", Region{}, plain(square), 0, false, true},
		{"something in nothing", plain(square), Region{}, 0, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := IntersectionArea(c.a, c.b); math.Abs(got-c.area) > 1e-4+1e-4*c.area {
				t.Errorf("area %v, want %v", got, c.area)
			}
			if got := Overlaps(c.a, c.b, JoinTolerance); got != c.overlaps {
				t.Errorf("Overlaps is %v", got)
			}
			if got := Overlaps(c.b, c.a, JoinTolerance); got != c.overlaps {
				t.Errorf("Overlaps is %v the other way round", got)
			}
			if got := Within(c.a, c.b, JoinTolerance); got != c.within {
				t.Errorf("Within is %v", got)
			}
		})
	}
}

func TestOverlayProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genRing.Draw(t, "a"), genRing.Draw(t, "b")
		b = Translate(a.Centroid().Sub(b.Centroid())).Ring(b)
		b = Translate(Direction(genAngle.Draw(t, "way")).Scale(rapid.Float64Range(0, 15_000).Draw(t, "apart"))).Ring(b)
		area := IntersectionArea(plain(a), plain(b))
		slack := ChordTolerance * (a.Perimeter() + b.Perimeter())
		same := func(what string, got float64) {
			t.Helper()
			if math.Abs(got-area) > slack {
				t.Fatalf("%s: %v, want %v", what, got, area)
			}
		}
		same("the other way round", IntersectionArea(plain(b), plain(a)))
		move := genTransform.Draw(t, "move")
		moved := [2]Region{plain(move.Ring(a)), plain(move.Ring(b))}
		same("moved", IntersectionArea(moved[0], moved[1]))
		whole := Rect(a.Centroid(), 1e5, 1e5, 0)
		same("less what a pierced plane shares", a.Area()-IntersectionArea(plain(a), Region{whole, []Ring{b}}))

		overlaps := Overlaps(plain(a), plain(b), JoinTolerance)
		if overlaps && area == 0 || !overlaps && area > slack*10 {
			t.Fatalf("Overlaps is %v for an area of %v", overlaps, area)
		}
		if overlaps != Overlaps(moved[0], moved[1], JoinTolerance) && area > slack*10 {
			t.Fatal("a move changes whether they overlap")
		}
		if Within(plain(a), plain(b), JoinTolerance) && a.Area()-area > slack*10 {
			t.Fatalf("within, but only %v of %v shared", area, a.Area())
		}
		if !Within(plain(a), plain(a.Reverse()), JoinTolerance) {
			t.Fatal("not within itself")
		}
	})
}

// TestTouchingProperties holds that outlines divided along a random line touch
// and do not overlap, wherever they lie.
func TestTouchingProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		border := []Point{}
		for i := range n + 1 {
			x := 1000 * float64(i) / float64(n)
			border = append(border, Point{x, rapid.Float64Range(-400, 400).Draw(t, "y")})
		}
		upper := Ring{Points: append(append([]Point{}, border...), Point{1000, 900}, Point{0, 900})}
		lower := Ring{Points: append(append([]Point{}, border...), Point{1000, -900}, Point{0, -900})}
		move := genTransform.Draw(t, "move")
		a, b := plain(move.Ring(upper)), plain(move.Ring(lower))
		if area := IntersectionArea(a, b); area > 1e-3 {
			t.Fatalf("halves share %v mm²", area)
		}
		if Overlaps(a, b, JoinTolerance) {
			t.Fatal("halves overlap")
		}
		raised := plain(Translate(move.Vector(Point{0, 900})).Ring(b.Outer))
		if !Overlaps(a, raised, JoinTolerance) {
			t.Fatal("a half pushed into the other does not overlap it")
		}
	})
}

func TestInnerPoint(t *testing.T) {
	for name, g := range map[string]Region{
		"square":        plain(Rect(Point{1e6, 0}, 1000, 1000, 0)),
		"L":             plain(ringOf(0, 0, 4000, 0, 4000, 1000, 1000, 1000, 1000, 3000, 0, 3000)),
		"frame":         {Rect(Point{}, 1000, 1000, 0), []Ring{Rect(Point{}, 600, 600, 0)}},
		"C":             plain(ringOf(0, 0, 4000, 0, 4000, 800, 800, 800, 800, 3000, 4000, 3000, 4000, 3800, 0, 3800)),
		"disc":          plain(Ring{[]Point{{-500, 0}, {500, 0}}, map[int]float64{0: -500, 1: -500}}),
		"slanted":       plain(Rect(Point{}, 5000, 300, 30)),
		"teeth":         plain(star(10_000)),
		"ring of teeth": {star(2000), []Ring{Rect(Point{}, 2000, 2000, 45)}},
	} {
		p, ok := g.InnerPoint()
		if !ok || g.Locate(p, 90) != Inside {
			t.Errorf("%s: %v is not well inside", name, p)
		}
	}
	for name, g := range map[string]Region{"nothing": {}, "line": plain(ringOf(0, 0, 10, 0))} {
		if p, ok := g.InnerPoint(); ok {
			t.Errorf("%s has the inner point %v", name, p)
		}
	}
}

func BenchmarkOverlaps(b *testing.B) {
	a, c := plain(circle(10_000)), plain(RotateAbout(Point{}, 1).Ring(star(10_000)))
	touching := plain(Translate(Point{X: 40_000}).Ring(circle(10_000)))
	b.Run("deep", func(b *testing.B) {
		for b.Loop() {
			if !Overlaps(a, c, 1) {
				b.Fatal("no overlap")
			}
		}
	})
	b.Run("touching", func(b *testing.B) {
		for b.Loop() {
			if Overlaps(a, touching, 1) {
				b.Fatal("overlap")
			}
		}
	})
	room, next := plain(Rect(Point{}, 4000, 3000, 0)), plain(Rect(Point{3999, 0}, 4000, 3000, 0))
	b.Run("rooms", func(b *testing.B) {
		for b.Loop() {
			if Overlaps(room, next, 1) {
				b.Fatal("overlap")
			}
		}
	})
}
