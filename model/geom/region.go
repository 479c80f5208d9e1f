package geom

import (
	"math"
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
