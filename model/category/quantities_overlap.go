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
	sum := 0.0
	for _, o := range apart3(others) {
		for _, b := range bodies {
			if depth := min(b.to, o.to) - max(b.from, o.from); depth > 0 {
				sum += sharedArea(b.regions, o.regions) * depth
			}
		}
	}
	return sum
}

// apart3 answers bodies that fill what others do and share nothing.
func apart3(others []block3) []block3 {
	var heights []float64
	for _, o := range others {
		heights = append(heights, o.from, o.to)
	}
	slices.Sort(heights)
	heights = slices.Compact(heights)
	var out []block3
	for i := 1; i < len(heights); i++ {
		layer := block3{from: heights[i-1], to: heights[i]}
		for _, o := range others {
			if o.from <= layer.from && o.to >= layer.to {
				layer.regions = append(layer.regions, o.regions...)
			}
		}
		layer.regions = apart(layer.regions)
		out = append(out, layer)
	}
	return out
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

// blocksOf answers what stands over the tiles of a wall's lane as upright bodies: each
// up to the height of its top over its middle.
func blocksOf(lane []geom.Prism) []block3 {
	var out []block3
	for _, p := range lane {
		ring := geom.Ring{Points: p.Base}
		middle := ring.Centroid()
		for _, s := range p.Spans {
			out = append(out, block3{[]geom.Region{{Outer: ring}}, s.Low.Height(middle), s.High.Height(middle)})
		}
	}
	return out
}
