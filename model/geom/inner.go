package geom

import (
	"math"
	"slices"
)

// manyEdges is the number of edges up to which a point inside a region is looked for in
// all of it: what that costs grows with their square.
const manyEdges = 1000

// InnerPoint returns a point well inside the region, as for a label, or false
// where it encloses nothing. In a region of more than 1,000 edges it is looked for on a
// few level lines.
func (g Region) InnerPoint() (Point, bool) {
	edges := len(g.Outer.Points)
	for _, h := range g.Holes {
		edges += len(h.Points)
	}
	if edges > manyEdges {
		return g.onLines()
	}
	const candidates = 16
	o := newOverlay(g, Region{}, ChordTolerance)
	var cells []cell // the largest, the first largest first
	o.cells(func(c cell) bool {
		area := c.area()
		at := len(cells)
		for at > 0 && cells[at-1].area() < area {
			at--
		}
		if at < candidates {
			cells = slices.Insert(cells[:min(len(cells), candidates-1)], at, c)
		}
		return true
	})
	best, room := Point{}, 0.0
	for _, c := range cells {
		p, apart := c.middle()
		if reach := min(apart, o.clearance(p, room)); reach > room {
			best, room = p, reach
		}
	}
	return o.origin.Add(best), room > Epsilon && !math.IsInf(room, 0)
}

// onLines returns the point inside the region that lies furthest from its edges of the
// middles of what the region covers of some level lines.
func (g Region) onLines() (Point, bool) {
	const lines, stretches = 31, 4
	var edges []Curve
	g.rings(func(r Ring) {
		for _, e := range r.Flatten(ChordTolerance).Edges() {
			edges = append(edges, e)
		}
	})
	box := g.Bounds()
	best, room := Point{}, 0.0
	for i := range lines {
		y := box.Min.Y + (box.Max.Y-box.Min.Y)*(float64(i)+0.5)/lines
		var xs []float64
		for _, e := range edges {
			if (e.Start.Y > y) != (e.End.Y > y) {
				xs = append(xs, e.Start.X+(y-e.Start.Y)/(e.End.Y-e.Start.Y)*(e.End.X-e.Start.X))
			}
		}
		slices.Sort(xs)
		for _, at := range widest(xs, stretches) {
			p, reach := Point{(xs[at] + xs[at+1]) / 2, y}, math.Inf(1)
			for _, e := range edges {
				if reach = min(reach, e.Project(p).Distance); reach <= room {
					break
				}
			}
			if reach > room {
				best, room = p, reach
			}
		}
	}
	return best, room > Epsilon
}

// widest returns where the widest of the stretches begin that every other number bounds.
func widest(xs []float64, most int) []int {
	var at []int
	for i := 0; i+1 < len(xs); i += 2 {
		at = append(at, i)
	}
	slices.SortStableFunc(at, func(i, j int) int { return sign((xs[j+1] - xs[j]) - (xs[i+1] - xs[i])) })
	return at[:min(most, len(at))]
}
