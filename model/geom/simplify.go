package geom

import "slices"

// Simplify returns the ring without the points that say nothing: where straight edges
// go straight on, lie in one place, or run out and back along each other, all within
// tol mm. Overlays leave such points where edges nearly lie on each other. A ring with
// arcs is returned as it is.
func (r Ring) Simplify(tol float64) Ring {
	if len(r.Sagittas) > 0 {
		return r
	}
	points := slices.Clone(r.Points)
	for i := 0; i < len(points) && len(points) > 3; {
		n := len(points)
		if !needless(points[(i+n-1)%n], points[i], points[(i+1)%n], tol) {
			i++
			continue
		}
		points = slices.Delete(points, i, i+1)
		i = max(0, i-2)
	}
	return Ring{Points: points}
}

// needless reports whether the way from a to b by p is the one from a to b, or turns
// back on itself.
func needless(a, p, b Point, tol float64) bool {
	to, from := Line(a, p), Line(p, b)
	if to.Length() <= tol || from.Length() <= tol {
		return true
	}
	if to.TangentAt(0).Dot(from.TangentAt(0)) < 0 {
		return min(from.Project(a).Distance, to.Project(b).Distance) <= tol
	}
	return Line(a, b).Project(p).Distance <= tol
}

// Simplify returns the region with its rings simplified, without holes that are
// narrower than tol mm everywhere or smaller than tol² mm².
func (g Region) Simplify(tol float64) Region {
	out := Region{Outer: g.Outer.Simplify(tol)}
	for _, h := range g.Holes {
		h = h.Simplify(tol)
		if area := h.Area(); area*area > tol*tol*max(tol*tol, h.Perimeter()*h.Perimeter()/4) {
			out.Holes = append(out.Holes, h)
		}
	}
	return out
}
