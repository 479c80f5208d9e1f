package geom

import "math"

// Curve is the stretch from Start to End in plan: a straight line, or an arc
// whose middle stands Sagitta mm off the chord, to the left of Start -> End
// where positive. A Sagitta beyond half the chord makes more than half a circle.
//
// Distances along a curve are measured from Start in mm. Below [Epsilon] a
// Sagitta counts as none, and a chord as no length: a whole circle is two arcs.
type Curve struct {
	Start, End Point
	Sagitta    float64
}

// Line returns the straight curve from a to b.
func Line(a, b Point) Curve { return Curve{Start: a, End: b} }

// IsArc reports whether the curve is curved.
func (c Curve) IsArc() bool {
	return math.Abs(c.Sagitta) > Epsilon && c.Chord() > Epsilon
}

// Chord returns the straight distance between the ends.
func (c Curve) Chord() float64 { return c.Start.Dist(c.End) }

// Length returns the length along the curve.
func (c Curve) Length() float64 {
	chord := c.Chord()
	if !c.IsArc() {
		return chord
	}
	// radius·angle, written so that a flat arc of huge radius loses no digit:
	// with t = tan(angle/4) the chord is 2·radius·sin(angle/2).
	t := 2 * math.Abs(c.Sagitta) / chord
	return chord * (1 + t*t) * math.Atan(t) / t
}

// sweep returns the signed turn from Start to End in radians. An arc that bulges
// to the left turns clockwise.
func (c Curve) sweep() float64 {
	if !c.IsArc() {
		return 0
	}
	return -4 * math.Atan(2*c.Sagitta/c.Chord())
}

// Sweep returns how far the curve turns from Start to End, in degrees: negative
// for a positive Sagitta, zero for a line.
func (c Curve) Sweep() float64 { return degrees(c.sweep()) }

// radius returns the radius of an arc.
func (c Curve) radius() float64 {
	half := c.Chord() / 2
	return (half*half/math.Abs(c.Sagitta) + math.Abs(c.Sagitta)) / 2
}

// Arc is the circle form of a curve. From is the direction from Center to the
// start; Sweep is signed.
type Arc struct {
	Center      Point
	Radius      float64
	From, Sweep float64
}

// Arc returns the circle an arc lies on, or false for a line.
func (c Curve) Arc() (Arc, bool) {
	if !c.IsArc() {
		return Arc{}, false
	}
	center := c.center()
	return Arc{center, c.radius(), c.Start.Sub(center).Angle(), c.Sweep()}, true
}

// center returns the centre of an arc.
func (c Curve) center() Point {
	f := c.frame()
	return c.Start.Add(f.along.Scale(f.chord / 2)).Add(f.along.Left().Scale(f.rise))
}

// frame is an arc seen from its chord: the unit vector along it, its length, and
// how far to its left the centre lies.
type frame struct {
	along       Point
	chord, rise float64
}

func (c Curve) frame() frame {
	v := c.End.Sub(c.Start)
	chord := v.Len()
	return frame{v.Unit(), chord, (c.Sagitta - chord/2*(chord/2/c.Sagitta)) / 2}
}

// PointAt returns the point at distance d from Start. Beyond the ends the line
// or circle goes on.
func (c Curve) PointAt(d float64) Point {
	length := c.Length()
	switch {
	case length == 0:
		return c.Start
	case d == length: // exactly, not by the last digit
		return c.End
	case !c.IsArc():
		return c.Start.Add(c.End.Sub(c.Start).Scale(d / length))
	}
	// The chord to the point is turned from the chord to End by half the sweep
	// that is left; no centre is needed, which for flat arcs is far away.
	sweep := c.sweep()
	part := sweep * (d / length)
	along := c.End.Sub(c.Start).Unit()
	sin, cos := math.Sincos((part - sweep) / 2)
	return c.Start.Add(along.turn(sin, cos).Scale(d * sinc(part/2)))
}

// sinc returns sin(x)/x.
func sinc(x float64) float64 {
	if x == 0 {
		return 1
	}
	return math.Sin(x) / x
}

// TangentAt returns the unit direction of travel at distance d; the normal to
// the left is its [Point.Left].
func (c Curve) TangentAt(d float64) Point {
	along := c.End.Sub(c.Start).Unit()
	if !c.IsArc() {
		return along
	}
	sweep := c.sweep()
	sin, cos := math.Sincos(sweep * (d/c.Length() - 0.5))
	return along.turn(sin, cos)
}

// Projection is where a point lies as seen from a curve.
type Projection struct {
	Along    float64 // distance from Start of the closest point, 0 to Length
	Side     float64 // distance to the whole line or circle, positive to the left
	Point    Point   // the closest point of the curve
	Distance float64 // from the point to the closest point
}

// Project returns the place on the curve that is closest to p. Of two equally
// close ends it takes Start.
func (c Curve) Project(p Point) Projection {
	along, side, on := c.locate(p)
	var at Point
	switch length := c.Length(); {
	case on:
		at = c.PointAt(along)
	case p.Dist(c.Start) <= p.Dist(c.End):
		along, at = 0, c.Start
	default:
		along, at = length, c.End
	}
	return Projection{along, side, at, p.Dist(at)}
}

// locate returns the foot of p on the whole line or circle: its distance from
// Start, the signed distance to the left, and whether the foot is on the curve.
func (c Curve) locate(p Point) (along, side float64, on bool) {
	length := c.Length()
	v := p.Sub(c.Start)
	u := c.End.Sub(c.Start).Unit()
	x, y := v.Dot(u), u.Cross(v)
	if !c.IsArc() {
		if length <= Epsilon {
			return 0, v.Len(), false
		}
		return x, y, x >= 0 && x <= length
	}
	// In the frame of the chord the centre is (chord/2, rise). Both formulas are
	// expanded so that the large radius of a flat arc cancels on paper.
	f, r := c.frame(), c.radius()
	half := f.chord / 2
	turn := math.Atan2(f.rise*x-half*y, r*r-half*x-f.rise*y)
	reach := math.Hypot(x-half, y-f.rise)
	side = (x*(x-f.chord) + y*(y-2*f.rise)) / (reach + r)
	if c.Sagitta > 0 {
		turn = -turn
	} else {
		side = -side
	}
	if turn < 0 && r*(turn+2*math.Pi) <= length+Epsilon {
		turn += 2 * math.Pi
	}
	along = r * turn
	return along, side, along >= 0 && along <= length
}
