package category

import (
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// findVoids finds what is no floor to stand on, and the columns that bound no room.
func (f *floor) findVoids(s *model.Snapshot, k floorKey) {
	var cut, plates []geom.Region
	for _, r := range k.slice(s, "shaft", "column", "slab") {
		if !StandsIn(s, r, k.phase) {
			continue
		}
		switch r.Category() {
		case "shaft":
			if region, ok := Outline(r); ok && k.cuts(s, r) {
				f.voids = append(f.voids, region)
			}
		case "column":
			if !r.Bool("roomBounding", true) && k.cuts(s, r) {
				f.voids = append(f.voids, sectionAt(s, r, k.plane())...)
			}
		case "slab":
			if box, ok := Bounds(s, r); ok && box.Max.Z <= k.plane() && box.Max.Z > k.z-cutAbove {
				holes, rest := plateOf(s, r)
				cut, plates = append(cut, holes...), append(plates, rest...)
			}
		}
	}
	f.voids = append(f.voids, uncovered(cut, plates)...)
}

// plateOf answers the holes of a slab, with openings and shafts, and what is left of
// it.
func plateOf(s *model.Snapshot, r *model.Record) (holes, rest []geom.Region) {
	c, ok := canopyOf(s, r)
	if !ok {
		return nil, nil
	}
	holes = slices.Clone(c.voids)
	for _, h := range c.region.Holes {
		holes = append(holes, geom.Region{Outer: h})
	}
	return holes, c.rest
}

// uncovered answers what of holes no plate covers, as it was drawn where none does.
func uncovered(holes, plates []geom.Region) []geom.Region {
	var out []geom.Region
	for _, h := range holes {
		var over []geom.Region
		for _, p := range plates {
			if p.Bounds().Intersects(h.Bounds()) && geom.Overlaps(h, p, geom.JoinTolerance) {
				over = append(over, p)
			}
		}
		if len(over) == 0 {
			out = append(out, h)
			continue
		}
		out = append(out, geom.Difference([]geom.Region{h}, over)...)
	}
	return out
}

// inside answers what of regions lies in another one, as regions that share no area.
func inside(region geom.Region, all []geom.Region) []geom.Region {
	box := region.Bounds()
	var in []geom.Region
	for _, g := range all {
		if g.Bounds().Intersects(box) && geom.Overlaps(g, region, sliver) {
			in = append(in, g)
		}
	}
	for i, g := range in {
		if slices.ContainsFunc(in[:i], func(h geom.Region) bool { return geom.Overlaps(g, h, sliver) }) {
			in = geom.Union(in)
			break
		}
	}
	var out []geom.Region
	for _, g := range in {
		if geom.Within(g, region, sliver) {
			out = append(out, g)
			continue
		}
		out = append(out, geom.Intersection([]geom.Region{g}, []geom.Region{region})...)
	}
	return out
}
