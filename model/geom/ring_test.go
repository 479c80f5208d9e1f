package geom

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func ringOf(xy ...float64) Ring {
	var r Ring
	for i := 0; i < len(xy); i += 2 {
		r.Points = append(r.Points, Point{xy[i], xy[i+1]})
	}
	return r
}

func TestRingMeasures(t *testing.T) {
	l := ringOf(0, 0, 4000, 0, 4000, 1000, 1000, 1000, 1000, 3000, 0, 3000)
	for _, c := range []struct {
		name            string
		r               Ring
		area, perimeter float64
		centroid        Point
	}{
		{"rectangle", Rect(Point{0, 0}, 4000, 3000, 0), 12e6, 14000, Point{0, 0}},
		{"turned rectangle", Rect(Point{100, 50}, 4000, 3000, 30), 12e6, 14000, Point{100, 50}},
		// 4·1 at (2, 0.5) and 1·2 at (0.5, 2), in square metres.
		{"L", l, 6e6, 14000, Point{1500, 1000}},
		{"L clockwise", l.Reverse(), -6e6, 14000, Point{1500, 1000}},
		{"circle of two arcs", Ring{[]Point{{-1000, 0}, {1000, 0}}, map[int]float64{0: -1000, 1: -1000}}, math.Pi * 1e6, math.Pi * 2000, Point{0, 0}},
		// A half disc has its centroid at 4r/(3π).
		{"half disc", Ring{[]Point{{-1000, 0}, {1000, 0}}, map[int]float64{1: -1000}}, math.Pi * 5e5, 2000 + math.Pi*1000, Point{0, 424.413181578}},
		{"square with a bay", Ring{[]Point{{0, 0}, {2000, 0}, {2000, 2000}, {0, 2000}}, map[int]float64{2: -1000}}, 4e6 + math.Pi*5e5, 6000 + math.Pi*1000, Point{1000, (4e6*1000 + math.Pi*5e5*2424.413181578) / (4e6 + math.Pi*5e5)}},
		{"square with a niche", Ring{[]Point{{0, 0}, {2000, 0}, {2000, 2000}, {0, 2000}}, map[int]float64{2: 1000}}, 4e6 - math.Pi*5e5, 6000 + math.Pi*1000, Point{1000, (4e6*1000 - math.Pi*5e5*1575.586818422) / (4e6 - math.Pi*5e5)}},
		{"far away", ringOf(1e9, 1e9, 1e9+4000, 1e9, 1e9+4000, 1e9+3000, 1e9, 1e9+3000), 12e6, 14000, Point{1e9 + 2000, 1e9 + 1500}},
		{"line", ringOf(0, 0, 10, 0), 0, 20, Point{5, 0}},
		{"nothing", Ring{}, 0, 0, Point{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			near(t, "area", c.r.Area(), c.area)
			near(t, "perimeter", c.r.Perimeter(), c.perimeter)
			nearPoint(t, "centroid", c.r.Centroid(), c.centroid)
			if c.r.IsCCW() != (c.area > 0) {
				t.Error("IsCCW does not agree with the area")
			}
		})
	}
}

// TestSegmentSeries compares the area and centroid of flat arcs with a fine
// polygon, on both sides of where the formulas change.
func TestSegmentSeries(t *testing.T) {
	for _, s := range []float64{0.0001, 0.4999, 0.5001, 5, 200, 2600, 5000, 20000} {
		c := Curve{Point{0, 0}, Point{10000, 0}, s}
		var fine Ring
		const steps = 1 << 16
		for i := range steps + 1 {
			fine.Points = append(fine.Points, c.PointAt(c.Length()*float64(i)/steps))
		}
		area, height := c.segment()
		if want := -fine.Area(); math.Abs(area-want) > 1e-9*want {
			t.Errorf("sagitta %v: area %v, want %v", s, area, want)
		}
		near(t, fmt.Sprintf("height for sagitta %v", s), height, fine.Centroid().Y)
	}
}

func TestReverse(t *testing.T) {
	r := Ring{[]Point{{0, 0}, {4, 0}, {4, 3}}, map[int]float64{0: 1, 2: -0.5}}
	back := r.Reverse()
	if back.Points[0] != r.Points[0] || back.Sagittas[2] != -1 || back.Sagittas[0] != 0.5 {
		t.Errorf("Reverse = %v", back)
	}
	for i, e := range r.Edges() {
		if back.Edge(2-i) != e.Reverse() {
			t.Errorf("edge %d is not the reversed edge %d", 2-i, i)
		}
	}
}

func TestOutwardNormal(t *testing.T) {
	r := Rect(Point{}, 10, 10, 0)
	for i, want := range []Point{{0, -1}, {1, 0}, {0, 1}, {-1, 0}} {
		nearPoint(t, "counter-clockwise", r.OutwardNormal(i), want)
		nearPoint(t, "clockwise", r.Reverse().OutwardNormal(3-i), want)
	}
}

func TestRingProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := genRing.Draw(t, "ring")
		move := genTransform.Draw(t, "move")
		moved := move.Ring(r)
		near(t, "area after a move", moved.Area(), r.Area())
		near(t, "perimeter after a move", moved.Perimeter(), r.Perimeter())
		nearPoint(t, "first point after a move", moved.Points[0], move.Point(r.Points[0]))
		nearPoint(t, "centroid after a move", moved.Centroid(), move.Point(r.Centroid()))
		near(t, "area reversed", r.Reverse().Area(), -r.Area())

		flat := r.Flatten(0.01)
		if diff := math.Abs(flat.Area() - r.Area()); diff > 0.01*r.Perimeter() {
			t.Fatalf("flattening changes the area by %v", diff)
		}
		if box := r.Bounds().Grow(Epsilon); !box.Contains(flat.Bounds()) {
			t.Fatalf("bounds %v do not hold the flattened ring %v", box, flat.Bounds())
		}
		if c, clashes := r.Clash(); clashes {
			t.Fatalf("a simple ring clashes: %v", c)
		}
		if c, clashes := moved.Clash(); clashes {
			t.Fatalf("a moved simple ring clashes: %v", c)
		}
	})
}

func TestLocateTable(t *testing.T) {
	bay := Ring{[]Point{{0, 0}, {2000, 0}, {2000, 2000}, {0, 2000}}, map[int]float64{2: -1000}}
	niche := Ring{bay.Points, map[int]float64{2: 1000}}
	disc := Ring{[]Point{{0, -1000}, {0, 1000}}, map[int]float64{0: -1000, 1: -1000}}
	for _, c := range []struct {
		name string
		r    Ring
		p    Point
		want Position
	}{
		{"in the square", bay, Point{1000, 500}, Inside},
		{"in the bay", bay, Point{1000, 2900}, Inside},
		{"beside the bay", bay, Point{100, 2900}, Outside},
		{"on the chord of the bay", bay, Point{1000, 2000}, Inside},
		{"on the bay", bay, Point{1000, 3000}, OnEdge},
		{"on a side", bay, Point{0, 700}, OnEdge},
		{"on a corner", bay, Point{2000, 0}, OnEdge},
		{"in the niche", niche, Point{1000, 1100}, Outside},
		{"under the niche", niche, Point{1000, 900}, Inside},
		{"beside the niche", niche, Point{50, 1600}, Inside},
		{"level with a vertex", bay, Point{-500, 2000}, Outside},
		{"level with the top of the bay", bay, Point{-500, 3000}, Outside},
		{"centre of a disc", disc, Point{0, 0}, Inside},
		{"level with the top of a disc", disc, Point{-900, 1000}, Outside},
		{"in a disc, west", disc, Point{-990, 10}, Inside},
		{"in a disc, east", disc, Point{990, -10}, Inside},
		{"nothing", Ring{}, Point{0, 0}, Outside},
	} {
		if got := c.r.Locate(c.p, Epsilon); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	region := Region{Outer: Rect(Point{}, 100, 100, 0), Holes: []Ring{Rect(Point{}, 50, 50, 0)}}
	for p, want := range map[Point]Position{{0, 0}: Outside, {40, 0}: Inside, {25, 0}: OnEdge, {60, 0}: Outside} {
		if got := region.Locate(p, Epsilon); got != want {
			t.Errorf("%v in a region with a hole: %v, want %v", p, got, want)
		}
	}
	near(t, "area of the region", region.Area(), 7500)
}

// TestLocateProperties compares Locate with the winding of the flattened ring.
func TestLocateProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := genRing.Draw(t, "ring")
		if rapid.Bool().Draw(t, "reversed") {
			r = r.Reverse()
		}
		p := r.Centroid().Add(Direction(genAngle.Draw(t, "angle")).Scale(rapid.Float64Range(0, 9_000).Draw(t, "reach")))
		got := r.Locate(p, 1)
		if got == OnEdge {
			return
		}
		turned := 0.0
		points := r.Flatten(0.01).Points
		for i, q := range points {
			a, b := q.Sub(p), points[(i+1)%len(points)].Sub(p)
			turned += math.Atan2(a.Cross(b), a.Dot(b))
		}
		if inside := math.Abs(turned) > 3; inside != (got == Inside) {
			t.Fatalf("%v is %v, but the ring turns by %v around it", p, got, turned)
		}
	})
}
