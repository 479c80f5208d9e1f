package category

import (
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

// cutOut answers the plate's outline without what openings and shafts take of it.
func (c canopy) cutOut(s *model.Snapshot, r *model.Record) geom.Region {
	holes := voidsOf(s, r)
	if len(holes) == 0 {
		return c.region
	}
	rest := geom.Difference([]geom.Region{c.region}, holes)
	if len(rest) == 0 {
		return geom.Region{}
	}
	return slices.MaxFunc(rest, func(a, b geom.Region) int {
		if a.Area() < b.Area() {
			return -1
		}
		return 1
	})
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
	for _, id := range slices.Sorted(Space(s).Search(box)) {
		v := s.Record(id)
		if v == nil || v.Category() != "shaft" {
			continue
		}
		if base, top := extent(s, v); base <= box.Max.Z-geom.JoinTolerance && top > box.Min.Z+geom.JoinTolerance {
			add(v)
		}
	}
	return out
}
