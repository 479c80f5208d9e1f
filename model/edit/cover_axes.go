package edit

import (
	"slices"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// onAxes answers the outer edge of walls drawn along their axes: each edge along a
// face goes to its wall's axis, the ends of walls fall away, and so do walls that
// stick out.
func (c *cover) onAxes(t traced) traced {
	var corners []geom.Point // where the edge before meets this one
	var along []int
	for i, from := range t.from {
		if from >= 0 && c.isFace(t.sources[from]) {
			corners, along = append(corners, t.points[i]), append(along, from)
		}
	}
	for again := true; again && len(along) > 2; {
		again = false
		for i := range along {
			next := (i + 1) % len(along)
			if t.sources[along[i]].wall != t.sources[along[next]].wall {
				continue
			}
			drop := []int{next} // the same face goes on
			if opposite(t.sources[along[i]].curve, t.sources[along[next]].curve) {
				drop = []int{i, next} // out along a wall and back
			}
			slices.Sort(drop)
			slices.Reverse(drop)
			for _, at := range drop {
				corners, along = slices.Delete(corners, at, at+1), slices.Delete(along, at, at+1)
			}
			again = true
			break
		}
	}
	out := traced{}
	for _, from := range along {
		axis, _ := category.Axis(c.s, c.s.Record(t.sources[from].wall))
		out.sources = append(out.sources, source{curve: axis, wall: t.sources[from].wall})
	}
	for i := range along {
		before := (i + len(along) - 1) % len(along)
		for k, p := range axisCorner(out.sources[before].curve, out.sources[i].curve, corners[i]) {
			if k > 0 { // the first of two belongs to the step between the axes
				out.from[len(out.from)-1] = -1
			}
			out.points, out.from = append(out.points, tidyPoint(p)), append(out.from, i)
		}
	}
	return out
}

// isFace tells whether an edge of a footprint runs along its wall.
func (c *cover) isFace(s source) bool {
	axis, ok := category.Axis(c.s, c.s.Record(s.wall))
	if !ok {
		return false
	}
	a, b := axis.Project(s.curve.Start), axis.Project(s.curve.End)
	const parallel = 0.1 // mm
	return s.curve.Length() > parallel && a.Side-b.Side < parallel && b.Side-a.Side < parallel && s.curve.IsArc() == axis.IsArc()
}

// opposite tells whether two curves run against each other.
func opposite(a, b geom.Curve) bool {
	return a.TangentAt(a.Length()/2).Dot(b.TangentAt(b.Length()/2)) < 0
}

// axisCorner answers where two axes meet near a corner of the faces; where they run
// beside each other, the corner's feet on both.
func axisCorner(a, b geom.Curve, near geom.Point) []geom.Point {
	onA, onB := foot(a, near), foot(b, near)
	if onA.Near(onB, geom.JoinTolerance) {
		return []geom.Point{onB}
	}
	best, found := geom.Point{}, false
	for _, p := range a.Crossings(b) {
		if !found || p.Dist(near) < best.Dist(near) {
			best, found = p, true
		}
	}
	const reach = 5 // times as far as the axes are from the corner
	if found && best.Dist(near) <= reach*max(onA.Dist(near), onB.Dist(near), geom.JoinTolerance) {
		return []geom.Point{best}
	}
	return []geom.Point{onA, onB}
}

// foot answers the point of the whole line or circle of a curve that is nearest to a
// point.
func foot(c geom.Curve, p geom.Point) geom.Point {
	if arc, ok := c.Arc(); ok {
		return arc.Center.Add(p.Sub(arc.Center).Unit().Scale(arc.Radius))
	}
	along := c.TangentAt(0)
	return c.Start.Add(along.Scale(p.Sub(c.Start).Dot(along)))
}
