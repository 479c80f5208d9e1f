package category

import (
	"github.com/openeik/ekgit/model/geom"
)

// spans answers what of a wall stands over a tile, of which a point is given with
// where it lies along the baseline and to its left.
func (c wallCutter) spans(at geom.Point, along, side float64) []geom.PrismSpan {
	out := c.standing(at)
	for _, o := range c.openings {
		if along > o.From && along < o.To {
			out = without(out, o.Sill, o.Head, at)
		}
	}
	for _, n := range c.niches {
		if along > n.From && along < n.To && side > n.lo && side < n.hi {
			out = without(out, n.Sill, n.Head, at)
		}
	}
	if len(c.tops) > 0 {
		out = under(out, c.ceiling(at), at)
	}
	for _, k := range c.clips {
		switch {
		case k.upright && at.Sub(k.at).Dot(k.normal) > 0:
			return nil
		case k.upright:
		case k.below:
			out = over(out, k.plane, at)
		default:
			out = under(out, k.plane, at)
		}
	}
	return out
}

// ceiling answers the lowest plane that the wall runs up to at a point, and its own top
// where none is.
func (c wallCutter) ceiling(at geom.Point) geom.Plane {
	lowest, found := geom.LevelPlane(c.top), false
	for _, u := range c.tops {
		if u.outline.Locate(at, geom.Epsilon) == geom.Outside {
			continue
		}
		if !found || u.plane.Height(at) < lowest.Height(at) {
			lowest, found = u.plane, true
		}
	}
	return lowest
}

// without answers spans without what is between two heights.
func without(spans []geom.PrismSpan, from, to float64, at geom.Point) []geom.PrismSpan {
	var out []geom.PrismSpan
	for _, s := range spans {
		if low, high := s.Low.Height(at), s.High.Height(at); to <= low || from >= high {
			out = append(out, s)
			continue
		} else {
			if from > low+geom.Epsilon {
				out = append(out, geom.PrismSpan{Low: s.Low, High: geom.LevelPlane(from)})
			}
			if to < high-geom.Epsilon {
				out = append(out, geom.PrismSpan{Low: geom.LevelPlane(to), High: s.High})
			}
		}
	}
	return out
}

// under answers what of spans is below a plane.
func under(spans []geom.PrismSpan, p geom.Plane, at geom.Point) []geom.PrismSpan {
	z := p.Height(at)
	out := spans[:0]
	for _, s := range spans {
		if s.Low.Height(at) >= z-geom.Epsilon {
			continue
		}
		if s.High.Height(at) > z {
			s.High = p
		}
		out = append(out, s)
	}
	return out
}

// over answers what of spans is above a plane.
func over(spans []geom.PrismSpan, p geom.Plane, at geom.Point) []geom.PrismSpan {
	z := p.Height(at)
	out := spans[:0]
	for _, s := range spans {
		if s.High.Height(at) <= z+geom.Epsilon {
			continue
		}
		if s.Low.Height(at) < z {
			s.Low = p
		}
		out = append(out, s)
	}
	return out
}
