package geom

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// half is a half circle of radius 1000 around the origin over the top, and
// quarter a quarter of it from east to north.
var (
	half    = Curve{Point{-1000, 0}, Point{1000, 0}, 1000}
	quarter = Curve{Point{1000, 0}, Point{0, 1000}, -1000 * (1 - math.Sqrt2/2)}
)

func TestCurveTable(t *testing.T) {
	for _, c := range []struct {
		name                   string
		c                      Curve
		length, sweep, radius  float64
		center, middle, middir Point
	}{
		{"line", Line(Point{0, 0}, Point{3000, 4000}), 5000, 0, 0, Point{}, Point{1500, 2000}, Point{0.6, 0.8}},
		{"half circle", half, 3141.592653590, -180, 1000, Point{}, Point{0, 1000}, Point{1, 0}},
		{"half circle, to the right", Curve{half.Start, half.End, -1000}, 3141.592653590, 180, 1000, Point{}, Point{0, -1000}, Point{1, 0}},
		{"quarter", quarter, 1570.796326795, 90, 1000, Point{}, Point{707.106781187, 707.106781187}, Point{-0.707106781, 0.707106781}},
		// chord 6 and sagitta 9: radius (9 + 81) / 18 = 5, centre 4 up the rise,
		// angle 2·(180° - asin(3/5)).
		{"major arc", Curve{Point{0, 0}, Point{6, 0}, 9}, 24.980915447965, -286.260204708, 5, Point{3, 4}, Point{3, 9}, Point{1, 0}},
		// radius = 10000²/8/0.01 + 0.005; the arc is 8s²/(3c) longer than the chord.
		{"flat", Curve{Point{0, 0}, Point{10000, 0}, 0.01}, 10000.000000026667, -0.000458366, 1250000000.005, Point{5000, -1249999999.995}, Point{5000, 0.01}, Point{1, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			near(t, "length", c.c.Length(), c.length)
			near(t, "sweep", c.c.Sweep(), c.sweep)
			nearPoint(t, "middle", c.c.PointAt(c.length/2), c.middle)
			nearPoint(t, "direction at the middle", c.c.TangentAt(c.length/2), c.middir)
			nearPoint(t, "start", c.c.PointAt(0), c.c.Start)
			nearPoint(t, "end", c.c.PointAt(c.c.Length()), c.c.End)
			arc, curved := c.c.Arc()
			if curved != (c.radius != 0) || curved != c.c.IsArc() {
				t.Fatalf("Arc is %v", curved)
			}
			if curved {
				near(t, "radius", arc.Radius, c.radius)
				nearPoint(t, "center", arc.Center, c.center)
				nearPoint(t, "circle form", arc.Center.Add(Direction(arc.From+arc.Sweep).Scale(arc.Radius)), c.c.End)
			}
		})
	}
}

func TestProjectTable(t *testing.T) {
	line := Line(Point{0, 0}, Point{4000, 0})
	for _, c := range []struct {
		name                  string
		c                     Curve
		p                     Point
		along, side, distance float64
		at                    Point
	}{
		{"left of a line", line, Point{1000, 300}, 1000, 300, 300, Point{1000, 0}},
		{"right of a line", line, Point{1000, -300}, 1000, -300, 300, Point{1000, 0}},
		{"before a line", line, Point{-300, 400}, 0, 400, 500, Point{0, 0}},
		{"after a line", line, Point{4300, -400}, 4000, -400, 500, Point{4000, 0}},
		{"outside the top", half, Point{0, 1200}, 1570.796326795, 200, 200, Point{0, 1000}},
		{"inside the top", half, Point{0, 900}, 1570.796326795, -100, 100, Point{0, 1000}},
		{"under a half circle", half, Point{500, -1000}, 3141.592653590, 118.033988750, 1118.033988750, Point{1000, 0}},
		{"left of a quarter is inside", quarter, Point{0, 600}, 1570.796326795, 400, 400, Point{0, 1000}},
		{"major arc, far side", Curve{Point{0, 0}, Point{6, 0}, 9}, Point{-4, 4}, 4.636476090, 2, 2, Point{-2, 4}},
		{"point curve", Line(Point{5, 5}, Point{5, 5}), Point{8, 9}, 0, 5, 5, Point{5, 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.c.Project(c.p)
			near(t, "along", got.Along, c.along)
			near(t, "side", got.Side, c.side)
			near(t, "distance", got.Distance, c.distance)
			nearPoint(t, "point", got.Point, c.at)
		})
	}
}

func TestOffsetAndBand(t *testing.T) {
	out, ok := half.Offset(200) // left is outwards here
	if !ok {
		t.Fatal("no offset")
	}
	nearPoint(t, "start", out.Start, Point{-1200, 0})
	near(t, "sagitta", out.Sagitta, 1200)
	near(t, "length", out.Length(), math.Pi*1200)
	if _, ok := half.Offset(-1000); ok {
		t.Error("an arc shrunk to its centre still has an offset")
	}
	if _, ok := Line(Point{1, 1}, Point{1, 1}).Offset(5); ok {
		t.Error("a point has an offset")
	}
	wall, ok := Line(Point{0, 0}, Point{5000, 0}).Band(150, -150)
	if !ok || !wall.IsCCW() || wall.Points[0] != (Point{0, -150}) {
		t.Fatalf("band of a line: %v", wall)
	}
	near(t, "area of a straight wall", wall.Area(), 5000*300)
	ring, ok := half.Band(-100, 100)
	if !ok || !ring.IsCCW() {
		t.Fatalf("band of an arc: %v", ring)
	}
	near(t, "area of a round wall", ring.Area(), math.Pi*1000*200)
	if _, ok := half.Band(100, 100); ok {
		t.Error("a band without width")
	}
}

func TestPart(t *testing.T) {
	line := Line(Point{0, 0}, Point{1000, 0})
	if got := line.Part(-100, 1200); got.Start != (Point{-100, 0}) || got.End != (Point{1200, 0}) {
		t.Errorf("extended line: %v", got)
	}
	arc := quarter.Part(0, 2*quarter.Length())
	nearPoint(t, "end of the arc run on", arc.End, Point{-1000, 0})
	near(t, "sagitta of the arc run on", arc.Sagitta, -1000)
	back := quarter.Part(quarter.Length(), 0)
	if back != quarter.Reverse() {
		t.Errorf("backwards: %v", back)
	}
	a, b := line.Split(400)
	if a.End != (Point{400, 0}) || b.Start != a.End || b.End != line.End {
		t.Errorf("split: %v and %v", a, b)
	}
	if a, b := line.Split(-5); a.Length() != 0 || b != line {
		t.Errorf("split before the start: %v and %v", a, b)
	}
}

func TestCurveBounds(t *testing.T) {
	for _, c := range []struct {
		name string
		c    Curve
		want [4]float64
	}{
		{"line", Line(Point{3, 9}, Point{1, 2}), [4]float64{1, 2, 3, 9}},
		{"half", half, [4]float64{-1000, 0, 1000, 1000}},
		{"half to the right", Curve{half.Start, half.End, -1000}, [4]float64{-1000, -1000, 1000, 0}},
		{"quarter", quarter, [4]float64{0, 0, 1000, 1000}},
		{"major", Curve{Point{0, 0}, Point{6, 0}, 9}, [4]float64{-2, 0, 8, 9}},
		{"major reversed", Curve{Point{6, 0}, Point{0, 0}, -9}, [4]float64{-2, 0, 8, 9}},
	} {
		box := c.c.Bounds()
		for i, got := range []float64{box.Min.X, box.Min.Y, box.Max.X, box.Max.Y} {
			near(t, c.name, got, c.want[i])
		}
	}
}

func TestCurveProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := genCurve.Draw(t, "curve")
		length := c.Length()
		d := rapid.Float64Range(0.001, 0.999).Draw(t, "share") * length

		p := c.PointAt(d)
		proj := c.Project(p)
		near(t, "project(pointAt(d))", proj.Along, d)
		near(t, "side of a point on the curve", proj.Side, 0)
		if !c.Bounds().Grow(Epsilon).ContainsPoint(p.At(0)) {
			t.Fatalf("bounds %v do not hold %v", c.Bounds(), p)
		}

		a, b := c.Split(d)
		near(t, "split lengths", a.Length()+b.Length(), length)
		e := length * 0.37
		half := a
		if e > d {
			half, e = b, e-d
		}
		nearPoint(t, "a point of a part", half.PointAt(e), c.PointAt(length*0.37))

		r := c.Reverse()
		nearPoint(t, "reversed", r.PointAt(length-d), p)
		nearPoint(t, "reversed tangent", r.TangentAt(length-d).Scale(-1), c.TangentAt(d))
		near(t, "tangent is a unit", c.TangentAt(d).Len(), 1)
	})
}

func TestOffsetProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := genCurve.Draw(t, "curve")
		d := rapid.Float64Range(-500, 500).Draw(t, "offset")
		off, ok := c.Offset(d)
		if !ok {
			return
		}
		mid := off.PointAt(off.Length() / 2)
		near(t, "side of the offset", c.Project(mid).Side, d)
		if back, ok := off.Offset(-d); ok {
			nearPoint(t, "offset and back", back.Start, c.Start)
			nearPoint(t, "offset and back", back.PointAt(back.Length()/2), c.PointAt(c.Length()/2))
		}
	})
}

func TestFlattenProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := genCurve.Draw(t, "curve")
		tol := rapid.SampledFrom([]float64{0.1, 1, 25}).Draw(t, "tol")
		points := c.Flatten(tol)
		if points[0] != c.Start || points[len(points)-1] != c.End {
			t.Fatal("the ends are not kept")
		}
		for i, p := range points[1:] {
			if stray := c.Project(points[i].Lerp(p, 0.5)).Distance; stray > tol*1.001 {
				t.Fatalf("a chord strays %v, over %v", stray, tol)
			}
		}
		back := c.Reverse().Flatten(tol)
		for i, p := range back {
			nearPoint(t, "reversed", p, points[len(points)-1-i])
		}
	})
}
