package edit

import (
	"fmt"

	"github.com/openeik/ekgit/model/geom"
)

// polyline is a row of corners; a closed one goes back to its first, which is not
// repeated.
type polyline struct {
	points []geom.Point
	closed bool
}

// sides answers the straight lines from corner to corner.
func (l polyline) sides() []geom.Curve {
	var sides []geom.Curve
	for i := 1; i < len(l.points); i++ {
		sides = append(sides, geom.Line(l.points[i-1], l.points[i]))
	}
	if l.closed {
		sides = append(sides, geom.Line(l.points[len(l.points)-1], l.points[0]))
	}
	return sides
}

// check says what is wrong with the corners, nil where nothing is: a side shorter
// than the join tolerance or a corner that turns straight back.
func (l polyline) check() error {
	if least := 2; len(l.points) < least || l.closed && len(l.points) < least+1 {
		return fmt.Errorf("walls take at least 2 points, 3 where closed; %d given", len(l.points))
	}
	sides := l.sides()
	for i, side := range sides {
		if side.Length() <= geom.JoinTolerance {
			return fmt.Errorf("points %d and %d lie in one place; leave one out (closed: true goes back to the first by itself)", i, (i+1)%len(l.points))
		}
		next := sides[(i+1)%len(sides)]
		if last := i == len(sides)-1; last && !l.closed {
			continue
		}
		if side.TangentAt(0).Dot(next.TangentAt(0)) < -1+geom.Epsilon {
			return fmt.Errorf("the walls turn straight back at point %d; leave it out", (i+1)%len(l.points))
		}
	}
	return nil
}

// counterClockwise answers a closed polyline that runs counter-clockwise from the
// same first corner. An open one stays as it is.
func (l polyline) counterClockwise() polyline {
	if ring := (geom.Ring{Points: l.points}); l.closed && !ring.IsCCW() {
		l.points = ring.Reverse().Points
	}
	return l
}

// parallel answers the polyline drawn at a distance to the left of a checked one,
// with mitred corners. It is an error that a side would vanish or turn around.
func (l polyline) parallel(distance float64) (polyline, error) {
	if distance == 0 {
		return l, nil
	}
	sides := l.sides()
	out := polyline{make([]geom.Point, len(l.points)), l.closed}
	for i, p := range l.points {
		before, after := i-1, i
		if l.closed {
			before = (i - 1 + len(sides)) % len(sides)
		}
		a, b := sides[max(before, 0)].TangentAt(0).Left(), sides[min(after, len(sides)-1)].TangentAt(0).Left()
		out.points[i] = p.Add(a.Add(b).Scale(distance / (1 + a.Dot(b)))).Round()
	}
	for i, side := range out.sides() {
		if side.TangentAt(0).Dot(sides[i].TangentAt(0)) <= 0 || side.Length() <= geom.JoinTolerance {
			return l, fmt.Errorf("the side from point %d is %v mm long, too short for the thickness of its neighbours; use line: axis or move the points", i, tidy(sides[i].Length()))
		}
	}
	return out, nil
}
