package picture

import (
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// fromAbove answers what a closed mesh covers in plan.
func fromAbove(m geom.Mesh) []geom.Region {
	var up []geom.Region
	for _, t := range m.Triangles {
		ring := geom.Ring{Points: []geom.Point{m.Points[t[0]].Plan(), m.Points[t[1]].Plan(), m.Points[t[2]].Plan()}}
		if ring.Area() > 0 {
			up = append(up, geom.Region{Outer: ring})
		}
	}
	if region, ok := rimOf(up); ok {
		return []geom.Region{region}
	}
	return geom.Union(slices.DeleteFunc(up, func(g geom.Region) bool { return g.Area() <= 1 }))
}

// rimOf answers the region that triangles make which lie side by side and share their
// edges: the edges of one alone, in rings. It is false where these do not make one
// outline with its holes, as where triangles overlap or meet in the middle of an edge.
func rimOf(triangles []geom.Region) (geom.Region, bool) {
	type edge [2]geom.Point
	edges := map[edge]bool{}
	for _, t := range triangles {
		p := t.Outer.Points
		for i := range p {
			e := edge{p[i], p[(i+1)%3]}
			if edges[e] {
				return geom.Region{}, false
			}
			edges[e] = true
		}
	}
	next := map[geom.Point]geom.Point{}
	var starts []geom.Point
	for _, t := range triangles {
		p := t.Outer.Points
		for i := range p {
			a, b := p[i], p[(i+1)%3]
			if edges[edge{b, a}] {
				continue
			}
			if _, branches := next[a]; branches {
				return geom.Region{}, false
			}
			next[a] = b
			starts = append(starts, a)
		}
	}
	var out geom.Region
	for _, from := range starts {
		var ring geom.Ring
		for p, ok := from, true; ok; {
			q, more := next[p]
			if more {
				ring.Points = append(ring.Points, p)
				delete(next, p)
			}
			p, ok = q, more
		}
		switch area := ring.Area(); {
		case len(ring.Points) == 0:
		case area < -1:
			out.Holes = append(out.Holes, ring)
		case area > 1 && len(out.Outer.Points) == 0:
			out.Outer = ring
		default:
			return geom.Region{}, false
		}
	}
	return out, len(out.Outer.Points) > 0
}
