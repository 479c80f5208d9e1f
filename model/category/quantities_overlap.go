package category

import (
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Where bodies overlap, what is bearing counts and the other is less by it: a slab
// that bears wins over everything, a column over all but that. So a wall through
// three storeys, its slabs and its columns are each volume once.

// block3 is a body that stands upright over regions, from one height to another.
type block3 struct {
	regions  []geom.Region // that share no area
	from, to float64
}

// bearing answers the slabs and columns that may take something of an element, of
// the categories told. What it runs up to takes nothing.
func bearing(s *model.Snapshot, r *model.Record, categories ...string) []block3 {
	box, ok := Bounds(s, r)
	if !ok {
		return nil
	}
	tops := r.Strings("topHostIds")
	var out []block3
	for o := range elementsIn(s, box, categories...) {
		if o.ID() == r.ID() || slices.Contains(tops, o.ID()) || Stands(s, r) && !Stands(s, o) {
			continue
		}
		if regions, from, to, ok := structureOf(s, o); ok {
			out = append(out, block3{regions, from, to})
		}
	}
	return out
}

// shared answers the volume in mm³ that bodies, which share none with each other,
// share with others, which may.
func shared(bodies, others []block3) float64 {
	var heights []float64
	for _, o := range others {
		heights = append(heights, o.from, o.to)
	}
	slices.Sort(heights)
	heights = slices.Compact(heights)
	sum := 0.0
	for i := 1; i < len(heights); i++ {
		from, to := heights[i-1], heights[i]
		var there []geom.Region
		for _, o := range others {
			if o.from <= from && o.to >= to {
				there = append(there, o.regions...)
			}
		}
		there = apart(there)
		for _, b := range bodies {
			if depth := min(b.to, to) - max(b.from, from); depth > 0 {
				sum += sharedArea(b.regions, there) * depth
			}
		}
	}
	return sum
}

// apart answers regions that cover what others do and share no area.
func apart(regions []geom.Region) []geom.Region {
	for i, g := range regions {
		if slices.ContainsFunc(regions[:i], func(h geom.Region) bool { return geom.Overlaps(g, h, sliver) }) {
			return geom.Union(regions)
		}
	}
	return regions
}

func sharedArea(a, b []geom.Region) float64 {
	sum := 0.0
	for _, g := range a {
		for _, h := range b {
			if g.Bounds().Intersects(h.Bounds()) {
				sum += geom.IntersectionArea(g, h)
			}
		}
	}
	return sum
}

// blocks answers a wall without its openings as upright bodies: each piece up to the
// height of its top over its middle.
func (c wallCutter) blocks() []block3 {
	var out []block3
	for _, lane := range c.prisms() {
		for _, p := range lane {
			ring := geom.Ring{Points: p.Base}
			middle := ring.Centroid()
			for _, s := range p.Spans {
				out = append(out, block3{[]geom.Region{{Outer: ring}}, s.Low.Height(middle), s.High.Height(middle)})
			}
		}
	}
	return out
}
