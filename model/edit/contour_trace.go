package edit

import (
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// An overlay of outlines makes chords of their arcs and forgets which edge is which.
// Each of its edges lies on an edge of what went into it, which is found again here:
// so arcs stay arcs, and what was said of an edge stays said of it.

// source is an edge that went into an overlay.
type source struct {
	curve geom.Curve
	says  model.Object
	wall  string // whose footprint it is of, empty where it is of none
}

func sourcesOf(c contour) []source {
	out := make([]source, len(c.points))
	for i := range c.points {
		out[i] = source{curve: c.curve(i), says: c.edges[i].says}
	}
	return out
}

// traced is a ring of which every edge is known by its source, -1 where none is.
type traced struct {
	points  []geom.Point
	from    []int
	sources []source
}

// trace finds the sources of a ring without arcs. Neighbouring edges of one source are
// one.
func trace(ring geom.Ring, sources []source) traced {
	boxes := make([]geom.Box, len(sources))
	for i, s := range sources {
		boxes[i] = s.curve.Bounds().Grow(traceTolerance)
	}
	t := traced{sources: sources}
	from := make([]int, ring.Len())
	for i, e := range ring.Edges() {
		from[i] = sourceOf(e, sources, boxes)
	}
	for i, p := range ring.Points {
		before := from[(i+len(from)-1)%len(from)]
		if before >= 0 && before == from[i] {
			continue
		}
		t.points, t.from = append(t.points, t.corner(p, before, from[i])), append(t.from, from[i])
	}
	return t
}

// traceTolerance in mm is how far an edge of an overlay may lie from its source: as
// far as a chord may from its arc, at both its ends.
const traceTolerance = 2 * geom.ChordTolerance

// sourceOf answers the source that a straight edge lies on best, -1 where it lies on
// none.
func sourceOf(e geom.Curve, sources []source, boxes []geom.Box) int {
	best, least := -1, 3*traceTolerance
	bounds := e.Bounds()
	for i, s := range sources {
		if !boxes[i].Contains(bounds) {
			continue
		}
		off := 0.0
		for _, p := range [...]geom.Point{e.Start, e.PointAt(e.Length() / 2), e.End} {
			d := s.curve.Project(p).Distance
			if d > traceTolerance {
				d = least
			}
			off += d
		}
		if off < least {
			best, least = i, off
		}
	}
	return best
}

// corner answers the point between two sources near where an overlay has it: it has
// an end of an arc or a crossing with one only as near as a chord comes.
func (t *traced) corner(p geom.Point, before, after int) geom.Point {
	if before < 0 || after < 0 || !t.sources[before].curve.IsArc() && !t.sources[after].curve.IsArc() {
		return tidyPoint(p)
	}
	a, b := t.sources[before].curve, t.sources[after].curve
	at := append([]geom.Point{a.Start, a.End, b.Start, b.End}, a.Crossings(b)...)
	nearest := at[0]
	for i, q := range at {
		if i < 4 && !q.Near(p, geom.Epsilon) && len(at) > 4 {
			continue
		}
		if q.Dist(p) < nearest.Dist(p) {
			nearest = q
		}
	}
	const reach = 5.0 // a chord meets what runs at a small angle to it that far off at most
	if nearest.Near(p, reach) {
		return tidyPoint(nearest)
	}
	return tidyPoint(p)
}

// contour answers the ring with its arcs, without points on straight edges other than
// those to keep.
func (t traced) contour(keep []geom.Point) contour {
	c := contour{points: t.points, edges: make([]contourEdge, len(t.points))}
	for i, from := range t.from {
		if from < 0 {
			continue
		}
		s := t.sources[from]
		c.edges[i].says = s.says
		if s.curve.IsArc() {
			start, end := s.curve.Project(c.points[i]).Along, s.curve.Project(c.points[(i+1)%len(c.points)]).Along
			c.edges[i].sagitta = s.curve.Part(start, end).Sagitta
		}
	}
	return c.withoutFlat(keep)
}

// withoutFlat answers the contour without the points at which it goes straight on and
// that are not among those to keep, and without the hairs that an overlay of edges
// which nearly lie on each other leaves: out along an edge and back, or no way at all.
func (c contour) withoutFlat(keep []geom.Point) contour {
	out := c.clone()
	for i := 0; i < len(out.points) && len(out.points) > 3; {
		if !out.needless(i, keep) {
			i++
			continue
		}
		out.points, out.edges = slices.Delete(out.points, i, i+1), slices.Delete(out.edges, i, i+1)
		i = max(0, i-2)
	}
	return out
}

// needless tells whether the contour is the same without a point.
func (c contour) needless(i int, keep []geom.Point) bool {
	before := (i + len(c.points) - 1) % len(c.points)
	a, b := c.curve(before), c.curve(i)
	if a.IsArc() || b.IsArc() || !model.Equal(c.edges[before].says, c.edges[i].says) {
		return false
	}
	if a.Length() <= flatness || b.Length() <= flatness {
		return true
	}
	hair := a.TangentAt(0).Dot(b.TangentAt(0)) < 0 && min(b.Project(a.Start).Distance, a.Project(b.End).Distance) <= flatness
	if hair {
		return true
	}
	kept := slices.ContainsFunc(keep, func(p geom.Point) bool { return p.Near(c.points[i], geom.Epsilon) })
	return !kept && geom.Line(a.Start, b.End).Project(c.points[i]).Distance <= flatness
}

// flatness in mm is how far off the line between its neighbours a point may lie that
// says nothing.
const flatness = 1e-3

// startAt answers the contour begun at the point that is nearest to one.
func (c contour) startAt(p geom.Point) contour {
	at := 0
	for i, q := range c.points {
		if q.Dist(p) < c.points[at].Dist(p) {
			at = i
		}
	}
	return contour{slices.Concat(c.points[at:], c.points[:at]), slices.Concat(c.edges[at:], c.edges[:at])}
}

// overlaid answers the regions that an overlay left as plates, by the sources that
// went into it. Holes smaller than a sliver of the overlay fall away.
func overlaid(regions []geom.Region, sources []source, keep []geom.Point) []plate {
	const sliver = 100.0 // mm²
	var out []plate
	for _, g := range regions {
		if g.Area() < sliver {
			continue
		}
		p := plate{outer: trace(g.Outer, sources).contour(keep)}
		for _, hole := range g.Holes {
			if hole.Area() < -sliver || hole.Area() > sliver {
				p.holes = append(p.holes, trace(hole, sources).contour(keep))
			}
		}
		out = append(out, p)
	}
	return out
}
