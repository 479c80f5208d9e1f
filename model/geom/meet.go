package geom

import (
	"cmp"
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
	tips := append(c.tips(o, tol), o.tips(c, tol)...)
	for _, t := range tips {
		add(Touch, t.at)
	}
	for _, r := range roots(c, o) {
		if c.Project(r.at).Distance+o.Project(r.at).Distance > tol {
			continue
		}
		kind := Cross
		if r.tangent {
			kind = Touch
		}
		if !slices.ContainsFunc(tips, func(t tip) bool { return t.covers(r.at, tol) }) {
			add(kind, r.at)
		}
		if r.tangent { // the crossings on either side of it are the same touch
			break
		}
	}
	slices.SortStableFunc(found.Points, func(p, q Point) int {
		return cmp.Compare(c.Project(p).Along, c.Project(q).Along)
	})
	return found
}

// tip is an end of a curve that touches another one.
type tip struct {
	at        Point
	of, other Curve
}

// tips returns the ends of c that touch o.
func (c Curve) tips(o Curve, tol float64) []tip {
	var found []tip
	for _, p := range [...]Point{c.Start, c.End} {
		if o.Project(p).Distance <= tol {
			found = append(found, tip{p, c, o})
		}
	}
	return found
}

// covers reports whether a point where the curves meet belongs to the tip, which
// then reaches past the other curve by no more than tol.
func (t tip) covers(p Point, tol float64) bool {
	middle := (t.of.Project(t.at).Along + t.of.Project(p).Along) / 2
	return t.other.Project(t.of.PointAt(middle)).Distance <= tol
}
