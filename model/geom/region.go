package geom

import (
	"cmp"
	"math"
	"slices"
)

// Region is an outline with holes. Windings do not matter: what an odd number of
// rings enclose is inside.
type Region struct {
	Outer Ring
	Holes []Ring
}

// rings calls f with the outer ring and each hole.
func (g Region) rings(f func(Ring)) {
	f(g.Outer)
	for _, h := range g.Holes {
		f(h)
	}
}

// Area returns the area of the outline less that of its holes, in mm².
func (g Region) Area() float64 {
	area := math.Abs(g.Outer.Area())
	for _, h := range g.Holes {
		area -= math.Abs(h.Area())
	}
	return area
}

// Bounds returns the plan extent of the outline, z from 0 to 0.
func (g Region) Bounds() Box { return g.Outer.Bounds() }

// Locate tells where p lies, on the edge within tol mm of any ring.
func (g Region) Locate(p Point, tol float64) Position {
	inside := false
	on := false
	g.rings(func(r Ring) {
		switch r.Locate(p, tol) {
		case OnEdge:
			on = true
		case Inside:
			inside = !inside
		}
	})
	switch {
	case on:
		return OnEdge
	case inside:
		return Inside
	}
	return Outside
}

// InnerPoint returns a point well inside the region, as for a label, or false
// where it encloses nothing.
func (g Region) InnerPoint() (Point, bool) {
	const candidates = 16
	o := newOverlay(g, Region{}, ChordTolerance)
	var cells []cell
	o.cells(func(c cell) bool {
		cells = append(cells, c)
		return true
	})
	slices.SortStableFunc(cells, func(c, d cell) int { return cmp.Compare(d.area(), c.area()) })
	best, room := Point{}, 0.0
	for _, c := range cells[:min(candidates, len(cells))] {
		p, apart := c.middle()
		if reach := min(apart, o.clearance(p, room)); reach > room {
			best, room = p, reach
		}
	}
	return o.origin.Add(best), room > Epsilon && !math.IsInf(room, 0)
}
