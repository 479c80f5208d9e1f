package category

import (
	"cmp"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// plateBodies answers the body of a slab, ceiling or roof.
func plateBodies(s *model.Snapshot, r *model.Record) []Body {
	c, ok := canopyOf(s, r)
	if !ok {
		return nil
	}
	return single(s, r, "body", c.mesh())
}

// cutOut answers the plate's outline without what its holes, openings and shafts take
// of it.
func (c canopy) cutOut(s *model.Snapshot, r *model.Record) []geom.Region {
	voids := voidsOf(s, r)
	apart := true // whether its own holes lie within the outline and apart from each other
	for i, h := range c.region.Holes {
		_, clash := h.Clash()
		apart = apart && !clash
		for _, p := range h.Points {
			apart = apart && c.region.Outer.Locate(p, geom.Epsilon) == geom.Inside
			for j, other := range c.region.Holes {
				apart = apart && (i == j || other.Locate(p, geom.Epsilon) == geom.Outside)
			}
		}
	}
	if apart && len(voids) == 0 {
		return []geom.Region{c.region}
	}
	for _, h := range c.region.Holes {
		voids = append(voids, geom.Region{Outer: h})
	}
	return geom.Difference([]geom.Region{{Outer: c.region.Outer}}, voids)
}

// voidsOf answers the outlines of the openings that a plate hosts and of the shafts
// that pass it: those that begin at or below it and end above it.
func voidsOf(s *model.Snapshot, r *model.Record) []geom.Region {
	var out []geom.Region
	add := func(v *model.Record) {
		if v == nil || Stands(s, r) && !Stands(s, v) {
			return
		}
		if region, ok := Outline(v); ok {
			out = append(out, region)
		}
	}
	for _, id := range Hosted(s, r.ID()) {
		if h := s.Record(id); h != nil && h.Category() == "opening" {
			add(h)
		}
	}
	box, ok := Bounds(s, r)
	if !ok {
		return out
	}
	shafts := slices.SortedFunc(elementsIn(s, box, "shaft"), func(a, b *model.Record) int { return cmp.Compare(a.ID(), b.ID()) })
	for _, v := range shafts {
		if base, top := extent(s, v); base <= box.Max.Z-geom.JoinTolerance && top > box.Min.Z+geom.JoinTolerance {
			add(v)
		}
	}
	return out
}
