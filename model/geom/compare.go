package geom

// IntersectionArea returns the area that two regions share, in mm². Arcs are
// followed within a tenth of [ChordTolerance].
func IntersectionArea(a, b Region) float64 {
	if !a.Bounds().Intersects(b.Bounds()) {
		return 0
	}
	sum := 0.0
	newOverlay(a, b, ChordTolerance/10).cells(func(c cell) bool {
		if c.inA && c.inB {
			sum += c.area()
		}
		return true
	})
	return sum
}

// Overlaps reports whether two regions share a place wider than tol mm. Regions
// that touch, or reach into each other by a sliver, do not.
func Overlaps(a, b Region, tol float64) bool {
	tol = max(tol, Epsilon)
	shared := a.Bounds().Intersect(b.Bounds())
	if size := shared.Size(); shared.IsEmpty() || size.X <= tol || size.Y <= tol {
		return false
	}
	o := newOverlay(a, b, chordFor(tol))
	found := false
	o.cells(func(c cell) bool {
		found = c.inA && c.inB && o.wide(c, tol)
		return !found
	})
	return found
}

// Within reports whether a lies in b: whether no part of a that is wider than tol
// mm, nor half of it, is outside b. A hole flush with the edge of its slab is
// within it.
func Within(a, b Region, tol float64) bool {
	tol = max(tol, Epsilon)
	if !b.Bounds().Grow(tol).Contains(a.Bounds()) {
		return false
	}
	o := newOverlay(a, b, chordFor(tol))
	inside, area, outside := true, 0.0, 0.0
	o.cells(func(c cell) bool {
		if c.inA {
			area += c.area()
		}
		if c.inA && !c.inB {
			outside += c.area()
			inside = !o.wide(c, tol)
		}
		return inside
	})
	return inside && outside <= area/2
}

// chordFor returns how closely arcs must be followed for a comparison within
// tol: an edge of one outline may be a part of an arc of the other.
func chordFor(tol float64) float64 { return min(ChordTolerance, tol/8) }
