package geom

import "maps"

// Transform is a movement of the plan that keeps all distances: shifts, turns and
// mirrorings, in any order. The zero value moves nothing.
type Transform struct {
	// A point is flipped over the x axis where mirrored, then turned about the
	// origin by so many degrees, then shifted.
	mirrored bool
	turn     float64
	shift    Point
}

// Translate returns the shift by v.
func Translate(v Point) Transform { return Transform{shift: v} }

// RotateAbout returns the turn by deg degrees counter-clockwise about center. A
// multiple of 90 is exact.
func RotateAbout(center Point, deg float64) Transform {
	t := Transform{turn: deg}
	t.shift = center.Sub(t.Vector(center))
	return t
}

// MirrorOver returns the mirroring over the line through a and b. Where a and b
// are one point there is no line, and nothing moves.
func MirrorOver(a, b Point) Transform {
	if a == b {
		return Transform{}
	}
	t := Transform{mirrored: true, turn: 2 * b.Sub(a).Angle()}
	t.shift = a.Sub(t.Vector(a))
	return t
}

// Then returns the transform that does t first and next after it.
func (t Transform) Then(next Transform) Transform {
	return Transform{
		mirrored: t.mirrored != next.mirrored,
		turn:     next.Angle(t.turn),
		shift:    next.Point(t.shift),
	}
}

// Mirrors reports whether left and right change places.
func (t Transform) Mirrors() bool { return t.mirrored }

// Vector returns where a direction points afterwards.
func (t Transform) Vector(v Point) Point {
	if t.mirrored {
		v.Y = -v.Y
	}
	return v.Rotate(t.turn)
}

// Point returns where p lies afterwards.
func (t Transform) Point(p Point) Point { return t.shift.Add(t.Vector(p)) }

// Point3 returns where p lies afterwards; its z stays.
func (t Transform) Point3(p Point3) Point3 { return t.Point(p.Plan()).At(p.Z) }

// Angle returns what a direction or rotation in degrees becomes, in [0, 360).
func (t Transform) Angle(deg float64) float64 {
	if t.mirrored {
		deg = -deg
	}
	return wrap(t.turn + deg)
}

// Curve returns the moved curve; its start stays its start.
func (t Transform) Curve(c Curve) Curve {
	out := Curve{t.Point(c.Start), t.Point(c.End), c.Sagitta}
	if t.mirrored {
		out.Sagitta = -c.Sagitta
	}
	return out
}

// Ring returns the moved ring. It keeps its winding and its first point, so a
// mirrored ring is run the other way round.
func (t Transform) Ring(r Ring) Ring {
	out := Ring{Points: make([]Point, len(r.Points)), Sagittas: maps.Clone(r.Sagittas)}
	for i, p := range r.Points {
		out.Points[i] = t.Point(p)
	}
	if !t.mirrored {
		return out
	}
	for i := range out.Sagittas {
		out.Sagittas[i] = -out.Sagittas[i]
	}
	return out.Reverse()
}
