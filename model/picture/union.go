package picture

import (
	"cmp"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// union answers the outlines of what rings cover together; those that run
// clockwise are holes in the one before. Where they cannot be merged they come
// back as they are.
func union(rings []geom.Ring) []geom.Ring {
	var regions []geom.Region
	for _, ring := range rings {
		if last := len(regions) - 1; last >= 0 && !ring.IsCCW() {
			regions[last].Holes = append(regions[last].Holes, ring)
		} else {
			regions = append(regions, geom.Region{Outer: ring})
		}
	}
	var out []geom.Ring
	for _, group := range touching(regions) {
		merged := group
		if len(group) > 1 || len(group[0].Holes) > 0 {
			merged = geom.Union(group)
		}
		if len(merged) == 0 {
			return rings
		}
		for _, g := range merged {
			out = append(append(out, g.Outer), g.Holes...)
		}
	}
	return out
}

// touching parts regions into groups whose boxes are apart from those of all others, in
// the order of their first: what does not touch need not be merged.
func touching(regions []geom.Region) [][]geom.Region {
	group := make([]int, len(regions))
	boxes := make([]geom.Box, len(regions))
	order := make([]int, len(regions))
	for i, g := range regions {
		group[i], order[i], boxes[i] = i, i, g.Bounds().Grow(geom.Epsilon)
	}
	var first func(i int) int
	first = func(i int) int {
		if group[i] != i {
			group[i] = first(group[i])
		}
		return group[i]
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(boxes[i].Min.X, boxes[j].Min.X), cmp.Compare(i, j)) })
	for at, i := range order {
		for _, j := range order[at+1:] {
			if boxes[j].Min.X > boxes[i].Max.X {
				break
			}
			if boxes[i].Intersects(boxes[j]) {
				a, b := first(i), first(j)
				group[max(a, b)] = min(a, b)
			}
		}
	}
	var out [][]geom.Region
	place := map[int]int{}
	for i, g := range regions {
		at, known := place[first(i)]
		if !known {
			at = len(out)
			place[first(i)] = at
			out = append(out, nil)
		}
		out[at] = append(out[at], g)
	}
	return out
}
