package geom

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestTransformTable(t *testing.T) {
	p := Point{300, 100}
	for _, c := range []struct {
		name string
		move Transform
		want Point
		turn float64 // what a rotation of 30 becomes
	}{
		{"nothing", Transform{}, p, 30},
		{"shift", Translate(Point{10, -20}), Point{310, 80}, 30},
		{"quarter turn", RotateAbout(Point{100, 100}, 90), Point{100, 300}, 120},
		{"three quarters", RotateAbout(Point{100, 100}, -90), Point{100, -100}, 300},
		{"half turn", RotateAbout(Point{100, 100}, 540), Point{-100, 100}, 210},
		{"mirror over x", MirrorOver(Point{0, 0}, Point{5, 0}), Point{300, -100}, 330},
		{"mirror over an upright line", MirrorOver(Point{200, 0}, Point{200, 1}), Point{100, 100}, 150},
		{"mirror over the diagonal", MirrorOver(Point{0, 0}, Point{-7, -7}), Point{100, 300}, 60},
		{"mirror over a point does nothing", MirrorOver(Point{1, 1}, Point{1, 1}), p, 30},
		{"turn, then shift", RotateAbout(Point{}, 90).Then(Translate(Point{1, 2})), Point{-99, 302}, 120},
		{"shift, then mirror, then turn", Translate(Point{0, 50}).Then(MirrorOver(Point{}, Point{1, 0})).Then(RotateAbout(Point{}, 90)), Point{150, 300}, 60},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.move.Point(p); got != c.want {
				t.Errorf("%v, want exactly %v", got, c.want)
			}
			near(t, "rotation", c.move.Angle(30), c.turn)
			nearPoint(t, "direction", c.move.Vector(Direction(30)), Direction(c.turn))
			if got := c.move.Point3(p.At(7)); got != c.want.At(7) {
				t.Errorf("in space %v", got)
			}
		})
	}
	nearPoint(t, "sixth turn", RotateAbout(Point{100, 0}, 60).Point(Point{200, 0}), Point{150, 86.602540378})
	nearPoint(t, "mirror over a slanting line", MirrorOver(Point{0, 100}, Point{200, 0}).Point(Point{0, 0}), Point{80, 160})
}

func TestTransformShapes(t *testing.T) {
	flip := MirrorOver(Point{}, Point{0, 1})
	c := flip.Curve(half)
	if c.Start != (Point{1000, 0}) || c.Sagitta != -1000 || !flip.Mirrors() {
		t.Errorf("mirrored arc: %v", c)
	}
	nearPoint(t, "top of the mirrored arc", c.PointAt(c.Length()/2), Point{0, 1000})
	door := Ring{[]Point{{0, 0}, {10, 0}, {10, 5}, {0, 5}}, map[int]float64{1: -2}}
	r := flip.Ring(door)
	if !r.IsCCW() || r.Points[0] != (Point{}) || r.Sagittas[2] != -2 {
		t.Errorf("mirrored ring: %v", r)
	}
	if door.Sagittas[1] != -2 || door.Points[1] != (Point{10, 0}) {
		t.Error("the ring itself was changed")
	}
}

func TestTransformProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genTransform.Draw(t, "a"), genTransform.Draw(t, "b")
		p, q := genPoint.Draw(t, "p"), genPoint.Draw(t, "q")
		nearPoint(t, "one after the other", a.Then(b).Point(p), b.Point(a.Point(p)))
		near(t, "distance", a.Point(p).Dist(a.Point(q)), p.Dist(q))
		c := genCurve.Draw(t, "curve")
		d := c.Length() * 0.3
		nearPoint(t, "point of a moved curve", a.Curve(c).PointAt(d), a.Point(c.PointAt(d)))
		side := a.Curve(c).Project(a.Point(p)).Side
		if a.Mirrors() {
			side = -side
		}
		near(t, "side of a moved curve", side, c.Project(p).Side)
	})
}

func TestFacing(t *testing.T) {
	for _, c := range []struct {
		normal    Point
		trueNorth float64
		want      Facing
	}{
		{Point{0, 1}, 0, North}, {Point{1, 1}, 0, NorthEast}, {Point{1, 0}, 0, East}, {Point{1, -1}, 0, SouthEast},
		{Point{0, -9}, 0, South}, {Point{-1, -1}, 0, SouthWest}, {Point{-1, 0}, 0, West}, {Point{-1, 1}, 0, NorthWest},
		{Direction(90 - 20), 0, North}, {Direction(90 - 25), 0, NorthEast}, {Direction(90 + 22), 0, North},
		{Direction(90 - 22.5), 0, NorthEast}, {Direction(90 + 22.5), 0, North},
		// True north 90 degrees counter-clockwise from y lies along -x.
		{Point{-1, 0}, 90, North}, {Point{0, 1}, 90, East}, {Point{0, 1}, -90, West}, {Point{0, 1}, 30, NorthEast},
		{Point{0, 1}, 3600, North}, {Point{}, 0, ""}, {Point{math.NaN(), 1}, 0, ""}, {Point{0, 1}, math.Inf(1), ""},
	} {
		if got := FacingOf(c.normal, c.trueNorth); got != c.want {
			t.Errorf("FacingOf(%v, %v) = %q, want %q", c.normal, c.trueNorth, got, c.want)
		}
	}
	for in, want := range map[string]Facing{
		"N": North, "ne": NorthEast, "north-east": NorthEast, "North East": NorthEast, "southwest": SouthWest, " w ": West, "SE": SouthEast, "south": South,
	} {
		if got, ok := ParseFacing(in); !ok || got != want {
			t.Errorf("ParseFacing(%q) = %q, %v", in, got, ok)
		}
	}
	for _, in := range []string{"", "x", "nn", "northsouth", "up"} {
		if got, ok := ParseFacing(in); ok {
			t.Errorf("ParseFacing(%q) = %q", in, got)
		}
	}
}
