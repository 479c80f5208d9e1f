package category

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// airspace is what is between the floor of a room and what is over it: cells side by
// side in plan, each between two planes.
type airspace []airCell

type airCell struct {
	region      geom.Region
	floor, over geom.Plane
	paved       bool // whether the floor is told by more than the base of the room
	closed      bool // whether something is over it, or the top of the room is known
	covered     bool // whether something is over it
	ceiling     bool // whether that is a ceiling
}

// airspaceOf answers the airspace of a room over regions of its plan that share no area:
// from the slabs that are its floor, where none is from its base, up to the lowest of the
// slabs and roofs over it and its own top. A finished one is between what lies on the
// slabs and the ceilings. A base that is offset, or a level that is measured to the
// finished floor, is a floor too.
func airspaceOf(s *model.Snapshot, r *model.Record, regions []geom.Region, finished bool) airspace {
	k := floorKeyOf(s, r)
	base := Base(s, r)
	top, topped := Top(s, r)
	if !topped {
		top = endless
	}
	paved := finished && (r.Has("baseOffset") || s.Manifest().LevelDatum == "finished")
	box := geom.EmptyBox()
	var a airspace
	for _, g := range regions {
		box = box.Union(g.Bounds())
		a = append(a, airCell{region: g, floor: geom.LevelPlane(base), over: geom.LevelPlane(top), paved: paved, closed: topped})
	}
	plates := slices.SortedFunc(elementsIn(s, box.WithZ(k.z-cutAbove, max(base, top)), "slab", "ceiling", "roof"),
		func(a, b *model.Record) int { return cmp.Compare(a.ID(), b.ID()) })
	for _, o := range plates {
		c, ok := canopyOf(s, o)
		if !ok || !StandsIn(s, o, k.phase) {
			continue
		}
		switch extent, _ := Bounds(s, o); {
		case o.Category() == "ceiling" && !finished:
		case extent.Max.Z > k.plane():
			a = a.cover(c, o.Category())
		case o.Category() == "slab":
			a = a.pave(s, o, c, finished)
		}
	}
	return a.upright()
}

// cover lays the undersides of a plate over the cells. What goes through a roof, such as
// a roof window, ends where its underside would be.
func (a airspace) cover(c canopy, category string) airspace {
	parts := c.cells()
	if category == "roof" {
		parts = c.facets
	}
	for _, f := range parts {
		under := f.plane.lowered(c.thickness)
		a = a.bound(f.region, func(c airCell) []airCell {
			return c.parted(under, c.over, func(c *airCell, lower bool) {
				if lower {
					c.over, c.closed, c.covered, c.ceiling = under, true, true, category == "ceiling"
				}
			})
		})
	}
	return a
}

// pave lays the top of a slab under the cells or, where they are not finished, the top of
// what bears in it.
func (a airspace) pave(s *model.Snapshot, slab *model.Record, c canopy, finished bool) airspace {
	depth := 0.0
	if !finished {
		if depth = flooring(s, slab); depth >= c.thickness {
			return a
		}
	}
	for _, f := range c.cells() {
		top := f.plane.lowered(depth)
		a = a.bound(f.region, func(c airCell) []airCell {
			if !c.paved {
				c.floor, c.paved = top, true
				return []airCell{c}
			}
			return c.parted(c.floor, top, func(c *airCell, lower bool) {
				if lower {
					c.floor = top
				}
			})
		})
	}
	return a
}

// flooring answers how thick in mm what lies on the bearing layers of a slab is, all of
// it where it has layers of which none bears.
func flooring(s *model.Snapshot, slab *model.Record) float64 {
	depth := 0.0
	for _, l := range layersOf(TypeOf(s, slab)) {
		if l.function == "structure" {
			return depth
		}
		depth += l.thickness
	}
	return depth
}

// bound puts what do makes of it in the place of each cell, as far as a region reaches.
func (a airspace) bound(g geom.Region, do func(airCell) []airCell) airspace {
	var out airspace
	for _, c := range a {
		in, rest := shareOf(c.region, g)
		for _, part := range in {
			next := c
			next.region = part
			out = append(out, do(next)...)
		}
		for _, part := range rest {
			next := c
			next.region = part
			out = append(out, next)
		}
	}
	return out
}

// shareOf answers what of a region another covers, and the rest.
func shareOf(own, g geom.Region) (in, rest []geom.Region) {
	box := own.Bounds()
	if !box.Intersects(g.Bounds()) {
		return nil, []geom.Region{own}
	}
	meets := false
	for _, ring := range append([]geom.Ring{g.Outer}, g.Holes...) {
		for _, e := range ring.Edges() {
			meets = meets || e.Bounds().Intersects(box)
		}
	}
	switch {
	case meets && geom.Within(own, g, geom.JoinTolerance), !meets && g.Locate(own.Outer.Points[0], 0) != geom.Outside:
		return []geom.Region{own}, nil
	case !meets || !geom.Overlaps(own, g, geom.JoinTolerance):
		return nil, []geom.Region{own}
	}
	return geom.Intersection([]geom.Region{own}, []geom.Region{g}), geom.Difference([]geom.Region{own}, []geom.Region{g})
}

// parted cuts a cell where two planes cross and tells do of each part whether the first
// of them is the lower there.
func (c airCell) parted(p, q geom.Plane, do func(c *airCell, lower bool)) []airCell {
	low, high := 0.0, 0.0 // of p over q
	for _, at := range c.region.Outer.Flatten(geom.ChordTolerance).Points {
		apart := p.Height(at) - q.Height(at)
		low, high = min(low, apart), max(high, apart)
	}
	if at, along, ok := p.Crossing(q); ok && low < -geom.Epsilon && high > geom.Epsilon {
		box := c.region.Bounds()
		reach := at.Dist(box.Center().Plan()) + box.Size().Len() + 1
		side, _ := geom.Line(at.Add(along.Scale(-reach)), at.Add(along.Scale(reach))).Band(2*reach, 0)
		var out []airCell
		for i, regions := range [][]geom.Region{geom.Intersection([]geom.Region{c.region}, []geom.Region{{Outer: side}}), geom.Difference([]geom.Region{c.region}, []geom.Region{{Outer: side}})} {
			left := at.Add(along.Left())
			lower := p.Height(left) < q.Height(left)
			for _, g := range regions {
				part := c
				part.region = g
				do(&part, lower == (i == 0))
				out = append(out, part)
			}
		}
		return out
	}
	do(&c, high <= geom.Epsilon && low < 0)
	return []airCell{c}
}

// upright answers the cells without those, and parts of those, whose floor is over what
// is over them.
func (a airspace) upright() airspace {
	var out airspace
	for _, c := range a {
		out = append(out, c.parted(c.floor, c.over, func(c *airCell, lower bool) {
			if !lower {
				c.over = c.floor
			}
		})...)
	}
	return slices.DeleteFunc(out, func(c airCell) bool { return c.over == c.floor })
}

// known tells whether the height of all of it is.
func (a airspace) known() bool {
	return len(a) > 0 && !slices.ContainsFunc(a, func(c airCell) bool { return !c.closed && c.wide() })
}

// wide tells whether a cell is more than the sliver that is left between edges that
// nearly lie on each other.
func (c airCell) wide() bool {
	return 2*c.region.Area() > geom.JoinTolerance*c.region.Outer.Perimeter()
}

// volume answers the volume in mm³.
func (a airspace) volume() float64 {
	sum := 0.0
	for _, c := range a {
		if c.closed {
			at := centroidOf(c.region)
			sum += c.region.Area() * (c.over.Height(at) - c.floor.Height(at))
		}
	}
	return sum
}

// centroidOf answers the centre of gravity of a region.
func centroidOf(g geom.Region) geom.Point {
	area := math.Abs(g.Outer.Area())
	sum := g.Outer.Centroid().Scale(area)
	for _, h := range g.Holes {
		hole := math.Abs(h.Area())
		area -= hole
		sum = sum.Sub(h.Centroid().Scale(hole))
	}
	if area <= 0 {
		return g.Outer.Centroid()
	}
	return sum.Scale(1 / area)
}

// heights answers the least and the greatest height in mm of the cells that are picked.
func (a airspace) heights(pick func(airCell) bool) (low, high float64, ok bool) {
	low = math.Inf(1)
	for _, c := range a {
		if !c.wide() || pick != nil && !pick(c) {
			continue
		}
		for _, at := range c.region.Outer.Flatten(geom.ChordTolerance).Points {
			z := c.over.Height(at) - c.floor.Height(at)
			low, high, ok = min(low, z), max(high, z), true
		}
	}
	return low, high, ok
}

// overhead answers the area in mm² of what covers it, along its slopes, false where it is
// not covered all over.
func (a airspace) overhead() (float64, bool) {
	sum := 0.0
	for _, c := range a {
		if !c.covered && c.wide() {
			return 0, false
		}
		sum += c.region.Area() * math.Hypot(1, c.over.Rise.Len())
	}
	return sum, len(a) > 0
}

// level answers the height in mm of its floor, false where it is not one all over or
// nothing but the base of the room tells it.
func (a airspace) level() (z float64, ok bool) {
	for _, c := range a {
		switch {
		case !c.wide():
		case !c.paved, c.floor.Rise != (geom.Point{}), ok && !same(z, c.floor.Z):
			return 0, false
		default:
			z, ok = c.floor.Z, true
		}
	}
	return z, ok
}
