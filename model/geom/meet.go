package geom

import (
	"cmp"
	"math"
	"slices"
)

// ContactKind says how two curves meet.
type ContactKind int

// The kinds of contact, from none to most.
const (
	Apart   ContactKind = iota // they share no point
	Touch                      // an end of one lies on the other, or they are tangent
	Cross                      // each passes through the other
	Overlap                    // they run along each other for a stretch
)

// String returns the kind in lower case.
func (k ContactKind) String() string {
	switch k {
	case Touch:
		return "touch"
	case Cross:
		return "cross"
	case Overlap:
		return "overlap"
	}
	return "apart"
}

// Contact is how and where two curves meet.
type Contact struct {
	Kind   ContactKind
	Points []Point // where they touch or cross, or the ends of each shared stretch, along the first curve
	Length float64 // of the shared stretches, in mm
}

// Meet tells how two curves meet, where gaps and overlaps of up to tol mm count
// as touching. Overlap wins over Cross, and Cross over Touch. A stretch where two
// curves of different curvature merely stay within tol of each other is no
// overlap unless one of them ends there.
func (c Curve) Meet(o Curve, tol float64) Contact {
	tol = max(tol, Epsilon)
	if !c.Bounds().Grow(tol).Intersects(o.Bounds()) || c.clear(o, tol) || o.clear(c, tol) {
		return Contact{}
	}
	if stretch := c.overlap(o, tol); stretch.Kind == Overlap {
		return stretch
	}
	return c.contacts(o, tol)
}

// clear reports whether c is straight and o is a line wholly to one side of it.
func (c Curve) clear(o Curve, tol float64) bool {
	if c.IsArc() || o.IsArc() {
		return false
	}
	u := c.End.Sub(c.Start).Unit()
	a, b := u.Cross(o.Start.Sub(c.Start)), u.Cross(o.End.Sub(c.Start))
	return min(a, b) > tol || max(a, b) < -tol
}

// overlap finds the stretches of c that run along o. They can only begin and end
// where one of the curves does.
func (c Curve) overlap(o Curve, tol float64) Contact {
	cuts := []float64{0, c.Project(o.Start).Along, c.Project(o.End).Along, c.Length()}
	slices.Sort(cuts)
	var found Contact
	for i, from := range cuts[1:] {
		start, stop := cuts[i], from
		if stop-start <= tol || !c.follows(o, start, stop, tol) {
			continue
		}
		found.Kind = Overlap
		found.Length += stop - start
		found.Points = append(found.Points, c.PointAt(start), c.PointAt(stop))
	}
	return found
}

// follows reports whether the stretch of c stays within tol of o. A line and an
// arc, or two arcs, that agree at five points agree between them.
func (c Curve) follows(o Curve, start, stop, tol float64) bool {
	for _, share := range []float64{0.5, 0, 1, 0.25, 0.75} {
		if o.Project(c.PointAt(start+(stop-start)*share)).Distance > tol {
			return false
		}
	}
	return true
}

// contacts finds the single points where two curves that do not overlap meet.
func (c Curve) contacts(o Curve, tol float64) Contact {
	var found Contact
	add := func(kind ContactKind, p Point) {
		if !slices.ContainsFunc(found.Points, func(q Point) bool { return q.Near(p, tol) }) {
			found.Kind = max(found.Kind, kind)
			found.Points = append(found.Points, p)
		}
	}
	ends := [...]struct {
		p         Point
		of, other Curve
	}{{c.Start, c, o}, {c.End, c, o}, {o.Start, o, c}, {o.End, o, c}}
	for _, e := range ends {
		if e.other.Project(e.p).Distance <= tol {
			add(Touch, e.p)
		}
	}
	for _, r := range roots(c, o) {
		if c.Project(r.at).Distance+o.Project(r.at).Distance > tol {
			continue
		}
		absorbed := false // by an end that reaches less than tol past the other curve
		for _, e := range ends {
			mid := e.of.PointAt((e.of.Project(e.p).Along + e.of.Project(r.at).Along) / 2)
			absorbed = absorbed || e.other.Project(e.p).Distance <= tol && e.other.Project(mid).Distance <= tol
		}
		if r.tangent { // the crossings on either side of it are the same touch
			if !absorbed {
				add(Touch, r.at)
			}
			break
		}
		if !absorbed {
			add(Cross, r.at)
		}
	}
	slices.SortStableFunc(found.Points, func(p, q Point) int {
		return cmp.Compare(c.Project(p).Along, c.Project(q).Along)
	})
	return found
}

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

// Gap returns the shortest distance between two curves, and where on each it is
// found.
func (c Curve) Gap(o Curve) (dist float64, onC, onO Point) {
	dist = math.Inf(1)
	try := func(p, q Point) {
		if d := p.Dist(q); d < dist {
			dist, onC, onO = d, p, q
		}
	}
	for _, p := range []Point{c.Start, c.End} {
		try(p, o.Project(p).Point)
	}
	for _, p := range []Point{o.Start, o.End} {
		try(c.Project(p).Point, p)
	}
	if contact := c.Meet(o, Epsilon); contact.Kind != Apart {
		p := c.Project(contact.Points[0]).Point
		try(p, o.Project(p).Point)
	}
	// Between their ends, curves are closest on a common normal, which runs
	// through the centre of each arc.
	for _, p := range c.normalPoints(o) {
		try(p, o.Project(p).Point)
	}
	for _, p := range o.normalPoints(c) {
		try(c.Project(p).Point, p)
	}
	return dist, onC, onO
}

// normalPoints returns the points of an arc whose normal is one of o as well.
func (c Curve) normalPoints(o Curve) []Point {
	if !c.IsArc() {
		return nil
	}
	center := c.center()
	normal := o.End.Sub(o.Start).Unit().Left()
	if o.IsArc() {
		normal = o.center().Sub(center).Unit()
	}
	reach := normal.Scale(c.radius())
	return []Point{c.Project(center.Add(reach)).Point, c.Project(center.Sub(reach)).Point}
}
