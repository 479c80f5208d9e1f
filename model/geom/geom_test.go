package geom

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// near fails the test unless two numbers agree to 1e-6, or to 1e-9 of their size.
func near(t rapid.TB, what string, got, want float64) {
	t.Helper()
	if tol := max(1e-6, 1e-9*math.Abs(want)); !(math.Abs(got-want) <= tol) {
		t.Fatalf("%s = %.9f, want %.9f", what, got, want)
	}
}

func nearPoint(t rapid.TB, what string, got, want Point) {
	t.Helper()
	if tol := max(1e-6, 1e-9*want.Len()); !(got.Dist(want) <= tol) {
		t.Fatalf("%s = %v, want %v", what, got, want)
	}
}

// Generators of what buildings are made of, in mm.
var (
	genNumber = rapid.Float64Range(-50_000, 50_000)
	genAngle  = rapid.Float64Range(-720, 720)
	genPoint  = rapid.Custom(func(t *rapid.T) Point {
		return Point{genNumber.Draw(t, "x"), genNumber.Draw(t, "y")}
	})
	genCurve = rapid.Custom(func(t *rapid.T) Curve {
		start := genPoint.Draw(t, "start")
		chord := rapid.Float64Range(10, 30_000).Draw(t, "chord")
		c := Line(start, start.Add(Direction(genAngle.Draw(t, "angle")).Scale(chord)))
		// From nearly straight to nearly a whole circle, in both directions.
		ratio := rapid.OneOf(
			rapid.Just(0.0),
			rapid.Float64Range(-0.01, 0.01),
			rapid.Float64Range(-1e-6, 1e-6),
			rapid.Float64Range(-4, 4),
		).Draw(t, "sagitta/chord")
		c.Sagitta = chord * ratio
		return c
	})
	// genRing draws a simple ring: a star around its centre with arcs too flat
	// to reach their neighbours.
	genRing = rapid.Custom(func(t *rapid.T) Ring {
		n := rapid.IntRange(4, 16).Draw(t, "n")
		center := genPoint.Draw(t, "center")
		ring := Ring{Points: make([]Point, n), Sagittas: map[int]float64{}}
		for i := range n {
			reach := rapid.Float64Range(4_000, 8_000).Draw(t, "reach")
			ring.Points[i] = center.Add(Direction(360 * float64(i) / float64(n)).Scale(reach))
		}
		for i := range n {
			if rapid.Bool().Draw(t, "bent") {
				ring.Sagittas[i] = ring.Edge(i).Chord() * rapid.Float64Range(-0.02, 0.02).Draw(t, "bend")
			}
		}
		return ring
	})
	genTransform = rapid.Custom(func(t *rapid.T) Transform {
		move := Translate(genPoint.Draw(t, "shift"))
		move = move.Then(RotateAbout(genPoint.Draw(t, "about"), genAngle.Draw(t, "turn")))
		if rapid.Bool().Draw(t, "mirror") {
			a := genPoint.Draw(t, "a")
			move = move.Then(MirrorOver(a, a.Add(Direction(genAngle.Draw(t, "axis")))))
		}
		return move
	})
)

func TestRound(t *testing.T) {
	for _, c := range []struct{ in, want float64 }{
		{0.1 + 0.2, 0.3},
		{2999.9999999999995, 3000},
		{-1e-9, 0},
		{1234.5678914, 1234.567891},
		{1e300, 1e300},
	} {
		if got := Round(c.in); got != c.want || math.Signbit(got) != math.Signbit(c.want) {
			t.Errorf("Round(%v) = %v, want %v", c.in, got, c.want)
		}
	}
	if got := Round(math.NaN()); got == got {
		t.Errorf("Round(NaN) = %v", got)
	}
	if got := (Point{-1e-12, 0.1 + 0.2}).Round(); got != (Point{0, 0.3}) {
		t.Errorf("Point.Round = %v", got)
	}
}

func TestPointAngles(t *testing.T) {
	for _, c := range []struct {
		p    Point
		want float64
	}{
		{Point{1, 0}, 0}, {Point{1, 1}, 45}, {Point{0, 2}, 90}, {Point{-3, 0}, 180},
		{Point{0, -1}, 270}, {Point{1, -1}, 315}, {Point{1, -1e-320}, 0}, {Point{}, 0},
	} {
		near(t, "angle", c.p.Angle(), c.want)
		if a := c.p.Angle(); a < 0 || a >= 360 {
			t.Errorf("%v.Angle() = %v, not in [0, 360)", c.p, a)
		}
	}
	for deg, want := range map[float64]Point{
		0: {1, 0}, 90: {0, 1}, 180: {-1, 0}, 270: {0, -1}, -90: {0, -1}, 450: {0, 1}, -360: {1, 0},
	} {
		if got := Direction(deg); got != want {
			t.Errorf("Direction(%v) = %v, want exactly %v", deg, got, want)
		}
	}
	nearPoint(t, "Direction(30)", Direction(30), Point{0.8660254038, 0.5})
	if got := (Point{3, 1}).Rotate(90); got != (Point{-1, 3}) {
		t.Errorf("quarter turn = %v, want exactly {-1 3}", got)
	}
}

func TestPointArithmetic(t *testing.T) {
	p, q := Point{3, 4}, Point{-1, 2}
	nearPoint(t, "sum", p.Add(q), Point{2, 6})
	near(t, "dot", p.Dot(q), 5)
	near(t, "cross", p.Cross(q), 10)
	near(t, "length", p.Len(), 5)
	nearPoint(t, "unit", p.Unit(), Point{0.6, 0.8})
	nearPoint(t, "left", p.Left(), Point{-4, 3})
	nearPoint(t, "lerp", p.Lerp(q, 0.25), Point{2, 3.5})
	if (Point{}).Unit() != (Point{}) {
		t.Error("the unit of nothing is not nothing")
	}
	if !p.Near(Point{3, 5}, 1) || p.Near(Point{3, 5.1}, 1) {
		t.Error("Near does not take the border in and the rest out")
	}
	s := Point3{1, 2, 2}
	near(t, "length in space", s.Len(), 3)
	near(t, "distance in space", s.Dist(Point3{1, 5, 6}), 5)
	near(t, "dot in space", s.Dot(Point3{2, 3, 4}), 16)
	if got := s.Lerp(Point3{3, 2, 0}, 0.5); got != (Point3{2, 2, 1}) {
		t.Errorf("Lerp = %v", got)
	}
	if s.Plan().At(7) != (Point3{1, 2, 7}) {
		t.Error("Plan and At do not agree")
	}
}

func TestBox(t *testing.T) {
	b := BoxOf(Point3{0, 0, 0}, Point3{4, 2, 3})
	empty := EmptyBox()
	if !empty.IsEmpty() || b.IsEmpty() || (Box{}).IsEmpty() || !(Box{Max: Point3{X: math.NaN()}}).IsEmpty() {
		t.Error("IsEmpty is wrong")
	}
	if b.Union(empty) != b || empty.Union(b) != b {
		t.Error("the empty box is not neutral in a union")
	}
	touching := Box{Point3{4, 0, 0}, Point3{5, 1, 1}}
	apart := Box{Point3{7, 6, 0}, Point3{8, 8, 1}}
	if !b.Intersects(touching) || b.Intersects(apart) || b.Intersects(empty) || empty.Intersects(empty) {
		t.Error("Intersects is wrong")
	}
	if !b.Contains(b) || !b.Contains(empty) || b.Contains(touching) || !b.ContainsPoint(Point3{4, 2, 3}) {
		t.Error("Contains is wrong")
	}
	near(t, "distance", b.Distance(apart), 5)
	near(t, "distance when touching", b.Distance(touching), 0)
	if !math.IsInf(b.Distance(empty), 1) {
		t.Error("the empty box is near something")
	}
	if got := b.Grow(1).Flat(); got != [6]float64{-1, -1, -1, 5, 3, 4} {
		t.Errorf("Grow = %v", got)
	}
	if !b.Grow(-1.5).IsEmpty() || !empty.Grow(5).IsEmpty() {
		t.Error("a box shrunk away, or nothing grown, holds something")
	}
	if b.Intersect(touching).Size() != (Point3{0, 1, 1}) || empty.Size() != (Point3{}) {
		t.Error("Intersect or Size is wrong")
	}
	if b.Shift(Point3{1, 1, 1}).Center() != (Point3{3, 2, 2.5}) {
		t.Error("Shift or Center is wrong")
	}
	if got := Line(Point{1, 2}, Point{0, 5}).Bounds().WithZ(-1, 9).Flat(); got != [6]float64{0, 2, -1, 1, 5, 9} {
		t.Errorf("WithZ = %v", got)
	}
	near(t, "ring area", b.Ring().Area(), 8)
}
