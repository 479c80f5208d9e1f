package skeleton

import (
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// rings joins the links of a face, which lies to their left. It is false where they
// do not make simple rings, as when the fronts went wrong.
func (w *wave) rings(border []link) ([]geom.Ring, bool) {
	links := cancel(border)
	var out []geom.Ring
	for len(links) > 0 {
		ring := geom.Ring{}
		start, at := links[0].from, links[0]
		links = slices.Delete(links, 0, 1)
		for {
			ring.Points = append(ring.Points, w.nodes[at.from].Add(w.origin))
			if at.to == start {
				break
			}
			next := w.leftmost(links, at)
			if next < 0 {
				return nil, false
			}
			at = links[next]
			links = slices.Delete(links, next, next+1)
		}
		if ring = straightened(ring, w.near()); len(ring.Points) < 3 || math.Abs(ring.Area()) <= w.near()*ring.Perimeter() {
			continue
		}
		if _, clash := ring.Clash(); clash || ring.Area() < 0 {
			return nil, false
		}
		out = append(out, ring)
	}
	return out, true
}

// cancel takes out links that lead to and fro.
func cancel(border []link) []link {
	var out []link
	for _, l := range border {
		if i := slices.Index(out, link{l.to, l.from}); i >= 0 {
			out = slices.Delete(out, i, i+1)
		} else if l.from != l.to {
			out = append(out, l)
		}
	}
	return out
}

// leftmost returns which of the links goes on from one, turning most to the left.
func (w *wave) leftmost(links []link, from link) int {
	best, angle := -1, 0.0
	back := w.nodes[from.from].Sub(w.nodes[from.to]).Angle()
	for i, l := range links {
		if l.from != from.to {
			continue
		}
		a := math.Mod(back-w.nodes[l.to].Sub(w.nodes[l.from]).Angle()+720, 360)
		if a == 0 {
			a = 360
		}
		if best < 0 || a < angle {
			best, angle = i, a
		}
	}
	return best
}

// straightened returns a ring without spikes and repeated points.
func straightened(r geom.Ring, tol float64) geom.Ring {
	points := r.Points
	for again := true; again && len(points) > 2; {
		again = false
		for i, p := range points {
			last, next := points[(i+len(points)-1)%len(points)], points[(i+1)%len(points)]
			if p.Near(next, tol) || last.Near(next, tol) {
				points = slices.Delete(slices.Clone(points), i, i+1)
				again = true
				break
			}
		}
	}
	return geom.Ring{Points: points}
}
