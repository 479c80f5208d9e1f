package edit

import (
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// run is a wall or curtain wall as the geometric commands see it.
type run struct {
	id          string
	line        geom.Curve // the baseline
	left, right float64    // the faces, as distances to the left of the baseline: left > right
	base, top   float64    // absolute heights in mm
}

// nearMiss is how far beyond a face an end may lie that was meant to reach it, in mm.
const nearMiss = 10.0

// shares tells whether two runs stand side by side at some height.
func (r *run) shares(o *run) bool {
	return math.Min(r.top, o.top)-math.Max(r.base, o.base) > geom.Epsilon
}

// holds tells whether a point joins the run: on its baseline or in its footprint,
// within the join tolerance.
func (r *run) holds(p geom.Point) bool {
	at := r.line.Project(p)
	if at.Distance <= geom.JoinTolerance {
		return true
	}
	inside := at.Side <= r.left+geom.JoinTolerance && at.Side >= r.right-geom.JoinTolerance
	// The foot lies on the line itself: the distance to the closest point is the
	// distance to the line, not to an end beyond which the point lies.
	return inside && math.Abs(at.Distance-math.Abs(at.Side)) <= geom.Epsilon
}

// reach is how far from its baseline something may lie that joins the run, in mm.
func (r *run) reach() float64 { return max(r.left, -r.right, 0) + geom.JoinTolerance }

// wallEnd is an end of a run.
type wallEnd int

const (
	atStart wallEnd = iota
	atEnd
)

func (e wallEnd) String() string {
	if e == atStart {
		return "start"
	}
	return "end"
}

// point answers where an end of a line is.
func (e wallEnd) point(line geom.Curve) geom.Point {
	if e == atStart {
		return line.Start
	}
	return line.End
}

// put answers the line with an end elsewhere. An arc keeps its sagitta.
func (e wallEnd) put(line geom.Curve, p geom.Point) geom.Curve {
	if e == atStart {
		line.Start = p
	} else {
		line.End = p
	}
	return line
}

// bend is a line before and after a change.
type bend struct {
	before, after geom.Curve
	across        bool // it goes to a parallel, and all that stands along it goes square to it
}

// rigid tells whether the whole line was shifted, and by what.
func (b bend) rigid() (geom.Point, bool) {
	v := b.after.Start.Sub(b.before.Start)
	same := b.after.End.Sub(b.before.End).Near(v, geom.Epsilon) && b.after.Sagitta == b.before.Sagitta
	if slanted := math.Abs(v.Dot(b.before.TangentAt(0))) > geom.Epsilon; b.across && slanted {
		return v, false
	}
	return v, same
}

// along answers where on the line after the change something stands that stood at
// a distance from the start before it. Things keep their distance from the end that
// stays: those on a straight wall that grows or shrinks stay where they are in the
// world, and a change that is taken back brings them back. A line that only turned
// takes them along; else, where neither end stays, the closest place on the new one is
// taken.
func (b bend) along(distance float64) float64 {
	if _, rigid := b.rigid(); rigid || b.before.Start == b.after.Start {
		return distance
	}
	if b.before.End == b.after.End {
		return b.after.Length() - b.before.Length() + distance
	}
	at := b.after.Project(b.before.PointAt(distance))
	if at.Distance > geom.JoinTolerance && b.turnedOnly() {
		return distance
	}
	return at.Along
}

// turnedOnly tells whether the line has the form that it had, elsewhere.
func (b bend) turnedOnly() bool {
	return !b.across && math.Abs(b.after.Chord()-b.before.Chord()) <= 2*geom.Epsilon && math.Abs(math.Abs(b.after.Sagitta)-math.Abs(b.before.Sagitta)) <= geom.Epsilon
}

// carry answers where the end of a wall that is joined to the line goes with it: at
// a corner by what the corner moves; on the line between, along the wall's own line,
// which keeps its direction, to where it reaches the changed one. It is false where
// the line no longer reaches it.
func (b bend) carry(wall geom.Curve, e wallEnd) (geom.Point, bool) {
	p := e.point(wall)
	for _, corner := range [...]wallEnd{atStart, atEnd} {
		if end := corner.point(b.before); p.Near(end, geom.JoinTolerance) {
			return corner.point(b.after).Add(p.Sub(end)), true
		}
	}
	at := b.before.Project(p)
	if to, along, ok := slideTo(wall, b.after, at.Side); ok && meetWell(wall, b.before) {
		return to, within(b.after, along) && leaves((atEnd-e).point(wall), p, to)
	}
	if v, rigid := b.rigid(); rigid {
		return p.Add(v), true
	}
	return b.stay(at)
}

// stay answers what stood beside the line at the same distance from the end that
// stays.
func (b bend) stay(at geom.Projection) (geom.Point, bool) {
	distance := b.along(at.Along)
	to := b.after.PointAt(distance).Add(b.after.TangentAt(distance).Left().Scale(at.Side))
	return to, within(b.after, distance)
}

// within tells whether a distance along a line lies between its ends.
func within(line geom.Curve, distance float64) bool {
	return distance >= -geom.JoinTolerance && distance <= line.Length()+geom.JoinTolerance
}

// steepest is the sine of the smallest angle between two lines that meet well enough
// for one to be prolonged to the other.
const steepest = 0.5

// meetWell tells whether two lines are straight and meet steeply enough for one to be
// prolonged to the other. A move asks it of the line before and after, so that there
// and back go the same way.
func meetWell(line, other geom.Curve) bool {
	return !line.IsArc() && !other.IsArc() && math.Abs(line.TangentAt(0).Cross(other.TangentAt(0))) >= steepest
}

// slideTo answers where a straight line, prolonged, meets one parallel to another at
// a distance to its left, and how far along the other that is. It is false where they
// meet at too small an angle or are no straight lines.
func slideTo(line, other geom.Curve, side float64) (at geom.Point, along float64, ok bool) {
	target, ok := other.Offset(side)
	if !ok || !meetWell(line, other) {
		return geom.Point{}, 0, false
	}
	at = crossing(line, target)
	return at, at.Sub(target.Start).Dot(other.TangentAt(0)), true
}

// crossing answers where two straight lines, prolonged, meet. They are not parallel.
func crossing(a, b geom.Curve) geom.Point {
	u, v := a.TangentAt(0), b.TangentAt(0)
	return a.Start.Add(u.Scale(b.Start.Sub(a.Start).Cross(v) / u.Cross(v)))
}

// noticedTurn is how far a wall that follows has to turn for the caller to be told,
// in degrees.
const noticedTurn = 0.01

// turn answers by how many degrees the chord of the line turned, without its sign.
func (b bend) turn() float64 {
	was, is := b.before.End.Sub(b.before.Start), b.after.End.Sub(b.after.Start)
	angle := math.Abs(is.Angle() - was.Angle())
	return math.Min(angle, 360-angle)
}
