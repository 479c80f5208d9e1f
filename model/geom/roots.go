package geom

import "math"

// root is a point where the lines or circles of two curves meet. A tangent root
// is the point where they come closest, whether they reach each other or not.
type root struct {
	at      Point
	tangent bool
}

// roots returns where the whole lines or circles of two curves meet; whether the
// points lie on the curves is for the caller to ask.
func roots(c, o Curve) []root {
	switch {
	case !c.IsArc() && !o.IsArc():
		return lineRoots(c, o)
	case !c.IsArc():
		return circleRoots(o, c.Start, c.End.Sub(c.Start).Unit())
	case !o.IsArc():
		return circleRoots(c, o.Start, o.End.Sub(o.Start).Unit())
	}
	if c.radius() > o.radius() { // the smaller circle gives the sharper points
		c, o = o, c
	}
	// Two circles meet on their radical line: p·m = k for p seen from c.Start,
	// by subtracting |p|² = p·g, with g twice the way to each centre.
	s := o.Start.Sub(c.Start)
	gc, g := c.diameter(), o.diameter()
	m := s.Scale(2).Sub(gc).Add(g)
	if m.Len() <= Epsilon { // concentric
		return nil
	}
	k := s.Dot(s) + s.Dot(g)
	return circleRoots(c, c.Start.Add(m.Scale(k/m.Dot(m))), m.Left().Unit())
}

// diameter returns twice the vector from the start of an arc to its centre.
func (c Curve) diameter() Point {
	f := c.frame()
	return f.along.Scale(f.chord).Add(f.along.Left().Scale(2 * f.rise))
}

func lineRoots(c, o Curve) []root {
	u, v := c.End.Sub(c.Start), o.End.Sub(o.Start)
	cross := u.Cross(v)
	if math.Abs(cross) <= 1e-12*u.Len()*v.Len() { // parallel
		return nil
	}
	t := o.Start.Sub(c.Start).Cross(v) / cross
	return []root{{at: c.Start.Add(u.Scale(t))}}
}

// circleRoots returns where the line through p along the unit vector u meets the
// circle of an arc, nearest along u first. It solves |q|² = q·g with q seen from
// the start of the arc, in the form that keeps its digits for huge circles.
func circleRoots(arc Curve, p, u Point) []root {
	g, q := arc.diameter(), p.Sub(arc.Start)
	half := q.Dot(u) - g.Dot(u)/2
	rest := q.Dot(q) - q.Dot(g)
	tangent := root{p.Add(u.Scale(-half)), true}
	disc := half*half - rest
	if !(disc > 0) {
		return []root{tangent}
	}
	far := -half - math.Copysign(math.Sqrt(disc), half)
	near := rest / far
	if far == 0 {
		near = 0
	}
	lo, hi := min(near, far), max(near, far)
	return []root{tangent, {at: p.Add(u.Scale(lo))}, {at: p.Add(u.Scale(hi))}}
}
