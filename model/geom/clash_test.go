package geom

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestClashTable(t *testing.T) {
	for _, c := range []struct {
		name  string
		r     Ring
		i, j  int
		kind  ContactKind
		at    Point
		clash bool
	}{
		{"square", Rect(Point{}, 10, 10, 0), 0, 0, 0, Point{}, false},
		{"triangle", ringOf(0, 0, 4, 0, 0, 3), 0, 0, 0, Point{}, false},
		{"bow tie", ringOf(0, 0, 2, 2, 2, 0, 0, 2), 0, 2, Cross, Point{1, 1}, true},
		{"vertex on an edge", ringOf(0, 0, 4, 0, 4, 4, 2, 0, 0, 4), 0, 2, Touch, Point{2, 0}, true},
		{"two vertices in one place", ringOf(0, 0, 2, 2, 4, 0, 4, 4, 2, 2, 0, 4), 0, 3, Touch, Point{2, 2}, true},
		{"spike", ringOf(0, 0, 4, 0, 8, 0, 4, 0, 4, 4, 0, 4), 1, 2, Overlap, Point{8, 0}, true},
		{"spike at the first point", ringOf(-3, 0, 4, 0, 4, 4, 0, 4, 0, 0), 0, 4, Overlap, Point{-3, 0}, true},
		{"point on a straight edge", ringOf(0, 0, 2, 0, 4, 0, 4, 4, 0, 4), 0, 0, 0, Point{}, false},
		{"repeated point", ringOf(0, 0, 4, 0, 4, 0, 0, 3), 1, 2, Overlap, Point{4, 0}, true},
		{"first point repeated at the end", ringOf(0, 0, 4, 0, 0, 3, 0, 0), 0, 3, Overlap, Point{0, 0}, true},
		{"edge run over by another", ringOf(0, 0, 6, 0, 6, 4, 4, 4, 4, 0, 2, 0, 2, 4, 0, 4), 0, 3, Touch, Point{4, 0}, true},
		{"there and back", ringOf(0, 0, 10, 0), 0, 1, Overlap, Point{0, 0}, true},
		{"circle of two arcs", Ring{[]Point{{-10, 0}, {10, 0}}, map[int]float64{0: -10, 1: -10}}, 0, 0, 0, Point{}, false},
		{"half disc", Ring{[]Point{{-10, 0}, {10, 0}}, map[int]float64{1: -10}}, 0, 0, 0, Point{}, false},
		{"arc through the far side", Ring{[]Point{{0, 0}, {10, 0}, {10, 3}, {0, 3}}, map[int]float64{0: 4}}, 0, 2, Cross, Point{}, true},
		{"arc that just clears", Ring{[]Point{{0, 0}, {10, 0}, {10, 3}, {0, 3}}, map[int]float64{0: 2.9}}, 0, 0, 0, Point{}, false},
		{"arc that kisses the far side", Ring{[]Point{{0, 0}, {10, 0}, {10, 3}, {0, 3}}, map[int]float64{0: 3}}, 0, 2, Touch, Point{5, 3}, true},
		{"rounded corner, tangent to both sides", Ring{[]Point{{0, 0}, {9, 0}, {10, 1}, {10, 9}, {0, 9}}, map[int]float64{1: -(1 - math.Sqrt2/2)}}, 0, 0, 0, Point{}, false},
		{"arc that cuts its neighbour", Ring{[]Point{{0, 0}, {10, 0}, {10, 1}}, map[int]float64{0: -6}}, 0, 0, 0, Point{}, false},
		{"arc back over its neighbour", Ring{[]Point{{0, 0}, {10, 0}, {5, -3}, {5, -9}}, map[int]float64{0: -5}}, 0, 3, Cross, Point{2.358490566, -4.245283019}, true},
		{"one point", ringOf(1, 1), 0, 0, Overlap, Point{1, 1}, true},
		{"nothing", Ring{}, 0, 0, 0, Point{}, false},
		{"not a number", ringOf(0, 0, math.NaN(), 0, 4, 4), 0, 0, 0, Point{}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, clash := c.r.Clash()
			if clash != c.clash {
				t.Fatalf("clash is %v: %+v", clash, got)
			}
			if !clash {
				return
			}
			if got.I != c.i || got.J != c.j || got.Kind != c.kind {
				t.Errorf("edges %d and %d %v, want %d and %d %v", got.I, got.J, got.Kind, c.i, c.j, c.kind)
			}
			if c.at != (Point{}) {
				nearPoint(t, "place", got.At, c.at)
			}
		})
	}
}

// TestClashProperties holds the sweep against comparing all pairs.
func TestClashProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := genRing.Draw(t, "ring")
		// Swapping points and bending edges makes most rings cross themselves.
		for range rapid.IntRange(0, 3).Draw(t, "swaps") {
			i, j := rapid.IntRange(0, r.Len()-1).Draw(t, "i"), rapid.IntRange(0, r.Len()-1).Draw(t, "j")
			r.Points[i], r.Points[j] = r.Points[j], r.Points[i]
		}
		if rapid.Bool().Draw(t, "bend") {
			i := rapid.IntRange(0, r.Len()-1).Draw(t, "bent")
			r.Sagittas[i] = rapid.Float64Range(-6_000, 6_000).Draw(t, "sagitta")
		}
		got, ok := r.Clash()
		for _, neighbours := range []bool{true, false} {
			for i := range r.Len() {
				for j := i + 1; j < r.Len(); j++ {
					if (j == i+1 || i == 0 && j == r.Len()-1) != neighbours {
						continue
					}
					if want, clashes := meetBesides(r, i, j); clashes {
						if !ok || got != want {
							t.Fatalf("got %v %v, but %v is first", got, ok, want)
						}
						return
					}
				}
			}
		}
		if ok {
			t.Fatalf("got %v, but no two edges clash", got)
		}
	})
}

// meetBesides compares two edges of a ring without any short cut.
func meetBesides(r Ring, i, j int) (Clash, bool) {
	a, b := r.Edge(i), r.Edge(j)
	contact := a.Meet(b, Epsilon)
	for _, p := range contact.Points {
		vertex := p.Near(a.End, 2*Epsilon) && b.Start == a.End || p.Near(a.Start, 2*Epsilon) && b.End == a.Start
		if !vertex || contact.Kind == Overlap {
			return Clash{i, j, contact.Kind, p}, true
		}
	}
	return Clash{}, false
}

// comb returns an outline of n points with long teeth, turned by deg: the worst
// case of a sweep that does not choose its axis.
func comb(n int, deg float64) Ring {
	var r Ring
	for i := range n / 4 {
		x := float64(i) * 4
		r.Points = append(r.Points, Point{x, 0}, Point{x + 1, 1e5}, Point{x + 2, 1e5}, Point{x + 3, 0})
	}
	r.Points = append(r.Points, Point{float64(n), -10}, Point{-1, -10})
	return RotateAbout(Point{}, deg).Ring(r)
}

func circle(n int) Ring {
	var r Ring
	for i := range n {
		r.Points = append(r.Points, Direction(360*float64(i)/float64(n)).Scale(20_000))
	}
	return r
}

func star(n int) Ring {
	r := circle(n)
	for i := 0; i < n; i += 2 {
		r.Points[i] = r.Points[i].Scale(0.1)
	}
	return r
}

func BenchmarkClash10000(b *testing.B) {
	for _, c := range []struct {
		name string
		r    Ring
	}{
		{"circle", circle(10_000)},
		{"star", star(10_000)},
		{"comb", comb(10_000, 0)},
		{"comb lying", comb(10_000, 90)},
		{"comb slanting", comb(10_000, 45)},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if got, ok := c.r.Clash(); ok {
					b.Fatalf("%s is not simple: %v", c.name, got)
				}
			}
		})
	}
}
