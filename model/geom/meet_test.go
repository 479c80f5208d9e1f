package geom

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestMeetTable(t *testing.T) {
	base := Line(Point{0, 0}, Point{1000, 0})
	for _, c := range []struct {
		name   string
		a, b   Curve
		tol    float64
		kind   ContactKind
		points []Point
		length float64
	}{
		{"far apart", base, Line(Point{0, 500}, Point{1000, 600}), 1, Apart, nil, 0},
		{"parallel 2 mm apart", base, Line(Point{0, 2}, Point{1000, 2}), 1, Apart, nil, 0},
		{"proper crossing", base, Line(Point{200, -100}, Point{400, 100}), 1, Cross, []Point{{300, 0}}, 0},
		{"T", base, Line(Point{300, 0}, Point{300, 800}), 1, Touch, []Point{{300, 0}}, 0},
		{"T half a mm short", base, Line(Point{300, 0.5}, Point{300, 800}), 1, Touch, []Point{{300, 0.5}}, 0},
		{"T half a mm over", base, Line(Point{300, -0.5}, Point{300, 800}), 1, Touch, []Point{{300, -0.5}}, 0},
		{"T 2 mm over", base, Line(Point{300, -2}, Point{300, 800}), 1, Cross, []Point{{300, 0}}, 0},
		{"T 2 mm short", base, Line(Point{300, 2}, Point{300, 800}), 1, Apart, nil, 0},
		{"slanting T a little over", base, Line(Point{300, -0.5}, Point{900, 59.5}), 1, Touch, []Point{{300, -0.5}}, 0},
		{"corner", base, Line(Point{1000, 0}, Point{1000, 500}), 1, Touch, []Point{{1000, 0}}, 0},
		{"end to end on one line", base, Line(Point{1000, 0}, Point{2000, 0}), 1, Touch, []Point{{1000, 0}}, 0},
		{"one line, with a gap", base, Line(Point{1002, 0}, Point{2000, 0}), 1, Apart, nil, 0},
		{"one line, 400 shared", base, Line(Point{600, 0}, Point{2000, 0}), 1, Overlap, []Point{{600, 0}, {1000, 0}}, 400},
		{"one line, run backwards", base, Line(Point{2000, 0.4}, Point{600, 0.4}), 1, Overlap, []Point{{600, 0}, {1000, 0}}, 400},
		{"contained", base, Line(Point{200, 0}, Point{300, 0}), 1, Overlap, []Point{{200, 0}, {300, 0}}, 100},
		{"the same", base, base.Reverse(), 1, Overlap, []Point{{0, 0}, {1000, 0}}, 1000},
		{"half a mm of overlap is a touch", base, Line(Point{999.5, 0}, Point{2000, 0}), 1, Touch, []Point{{1000, 0}}, 0},
		{"line through an arc twice", half, Line(Point{-2000, 500}, Point{2000, 500}), 1, Cross, []Point{{-866.025403784, 500}, {866.025403784, 500}}, 0},
		{"line through an arc once", half, Line(Point{0, 500}, Point{0, 1500}), 1, Cross, []Point{{0, 1000}}, 0},
		{"line under the arc", half, Line(Point{-2000, -100}, Point{2000, -100}), 1, Apart, nil, 0},
		{"tangent", half, Line(Point{-500, 1000}, Point{500, 1000}), 1e-6, Touch, []Point{{0, 1000}}, 0},
		{"half a mm off tangent", half, Line(Point{-500, 1000.5}, Point{500, 1000.5}), 1, Touch, []Point{{0, 1000.5}}, 0},
		{"two arcs cross", half, Curve{Point{0, 0}, Point{2000, 0}, 1000}, 1, Cross, []Point{{500, 866.025403784}}, 0},
		{"two arcs kiss", half, Curve{Point{1000, 2000}, Point{-1000, 2000}, 1000}, 1e-6, Touch, []Point{{0, 1000}}, 0},
		{"concentric", half, Curve{Point{-1200, 0}, Point{1200, 0}, 1200}, 1, Apart, nil, 0},
		{"a quarter of the same circle", half, quarter, 1, Overlap, []Point{{0, 1000}, {1000, 0}}, 1570.796326795},
		{"two halves of one circle", half, Curve{Point{1000, 0}, Point{-1000, 0}, 1000}, 1, Touch, []Point{{-1000, 0}, {1000, 0}}, 0},
		{"line that runs smoothly into an arc", quarter, Line(Point{0, 1000}, Point{-5000, 1000}), 1e-6, Touch, []Point{{0, 1000}}, 0},
		{"points apart", Line(Point{1, 1}, Point{1, 1}), Line(Point{4, 5}, Point{4, 5}), 1, Apart, nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.a.Meet(c.b, c.tol)
			if got.Kind != c.kind || len(got.Points) != len(c.points) {
				t.Fatalf("%v at %v, want %v at %v", got.Kind, got.Points, c.kind, c.points)
			}
			for i, p := range got.Points {
				nearPoint(t, "point", p, c.points[i])
			}
			near(t, "shared length", got.Length, c.length)
			if back := c.b.Meet(c.a, c.tol); back.Kind != c.kind {
				t.Errorf("seen from the other curve: %v", back.Kind)
			}
		})
	}
}

func TestGapTable(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b Curve
		want float64
	}{
		{"parallel", Line(Point{0, 0}, Point{1000, 0}), Line(Point{500, 300}, Point{2000, 300}), 300},
		{"end to end", Line(Point{0, 0}, Point{1000, 0}), Line(Point{1300, 400}, Point{2000, 400}), 500},
		{"crossing", Line(Point{0, 0}, Point{1000, 0}), Line(Point{500, -1}, Point{500, 1}), 0},
		{"line over an arc", half, Line(Point{-3000, 1250}, Point{3000, 1250}), 250},
		{"arc in an arc", half, Curve{Point{-500, 0}, Point{500, 0}, 500}, 500},
		{"arcs back to back", half, Curve{Point{1000, 2500}, Point{-1000, 2500}, 1000}, 500},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, p, q := c.a.Gap(c.b)
			near(t, "gap", d, c.want)
			near(t, "distance of the points", p.Dist(q), d)
			near(t, "first point from its curve", c.a.Project(p).Distance, 0)
			near(t, "second point from its curve", c.b.Project(q).Distance, 0)
		})
	}
}

// TestGapProperties compares Gap with a search over many points of both curves.
func TestGapProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genCurve.Draw(t, "a"), genCurve.Draw(t, "b")
		gap, _, _ := a.Gap(b)
		const steps = 200
		sampled := math.Inf(1)
		for i := range steps + 1 {
			p := a.PointAt(a.Length() * float64(i) / steps)
			sampled = min(sampled, b.Project(p).Distance)
		}
		if gap > sampled+Epsilon || sampled > gap+a.Length()/steps {
			t.Fatalf("gap %v, sampled %v", gap, sampled)
		}
		if back, _, _ := b.Gap(a); math.Abs(back-gap) > Epsilon {
			t.Fatalf("gap %v one way, %v the other", gap, back)
		}
	})
}

// TestMeetMoves holds that contacts do not depend on where or which way round
// the curves lie.
func TestMeetMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genCurve.Draw(t, "a"), genCurve.Draw(t, "b")
		if rapid.Bool().Draw(t, "joined") {
			b = b.Part(0, b.Length())
			shift := Translate(a.PointAt(a.Length() * 0.4).Sub(b.Start))
			b = shift.Curve(b)
		}
		move := genTransform.Draw(t, "move")
		got, moved := a.Meet(b, 1), move.Curve(a).Meet(move.Curve(b.Reverse()), 1)
		for _, tol := range []float64{0.999, 1.001} {
			if c := a.Meet(b, tol); c.Kind != got.Kind || len(c.Points) != len(got.Points) {
				return // on the border of the tolerance the last digit decides
			}
		}
		if got.Kind != moved.Kind || len(got.Points) != len(moved.Points) {
			t.Fatalf("%v before, %v after", got, moved)
		}
		for _, p := range got.Points {
			if a.Project(p).Distance > 1+Epsilon || b.Project(p).Distance > 1+Epsilon {
				t.Fatalf("%v is not on both curves", p)
			}
		}
	})
}
