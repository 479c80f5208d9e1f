package geom

import (
	"cmp"
	"slices"
)

// Block is a body over a region between two planes. Where Low is above High, nothing
// is there.
type Block struct {
	Region    Region
	Low, High Plane
}

// Blocks returns the surface of blocks that lie side by side in plan and share no area
// there: roofs whose planes meet or stand over each other, treads, ramps. Where two
// touch there is no face between them. Regions need not share points, as [Noded] sees
// to that; planes may cross anywhere over an edge, but not within a region.
func Blocks(list []Block) Mesh {
	regions := make([]Region, len(list))
	for i, b := range list {
		regions[i] = b.Region
	}
	cells := blockCells{list, Noded(regions), map[[2]Point]int{}}
	for i := range cells.regions {
		cells.regions[i].rings(func(r Ring) {
			for _, e := range r.Edges() {
				cells.sides[[2]Point{e.Start, e.End}] = i
			}
		})
	}
	var prisms []Prism
	for i, b := range list {
		if len(cells.regions[i].Outer.Points) < 3 {
			continue
		}
		spans := []PrismSpan{{Low: b.Low, High: b.High}}
		points, triangles := triangulate(cells.met(i))
		for _, t := range triangles {
			prisms = append(prisms, Prism{Base: []Point{points[t[0]], points[t[1]], points[t[2]]}, Spans: spans})
		}
	}
	return Prisms(prisms)
}

// blockCells is blocks with the same points where they meet.
type blockCells struct {
	list    []Block
	regions []Region
	sides   map[[2]Point]int // directed edge -> its block
}

// met returns the region of a block with points where over an edge its planes cross
// those of the block behind.
func (c blockCells) met(i int) Region {
	add := func(r Ring) Ring {
		out := Ring{Points: make([]Point, 0, len(r.Points))}
		for _, e := range r.Edges() {
			out.Points = append(out.Points, e.Start)
			if j, ok := c.sides[[2]Point{e.End, e.Start}]; ok && j != i {
				out.Points = append(out.Points, crossedAt(e, c.list[i], c.list[j])...)
			}
		}
		return out
	}
	out := Region{Outer: add(c.regions[i].Outer)}
	for _, h := range c.regions[i].Holes {
		out.Holes = append(out.Holes, add(h))
	}
	return out
}

// crossedAt returns the points on an edge over which a plane of one block crosses one
// of another: the same from both sides.
func crossedAt(e Curve, a, b Block) []Point {
	var out []Point
	for _, p := range []Plane{a.Low, a.High} {
		for _, q := range []Plane{b.Low, b.High} {
			from, to := p.Height(e.Start)-q.Height(e.Start), p.Height(e.End)-q.Height(e.End)
			if abs(from) <= tileTolerance || abs(to) <= tileTolerance || from*to > 0 {
				continue
			}
			at := crossing(e, from, to).Round()
			if !slices.ContainsFunc(append(out, e.Start, e.End), func(o Point) bool { return o.Near(at, 2*nodeTolerance) }) {
				out = append(out, at)
			}
		}
	}
	slices.SortFunc(out, func(p, q Point) int { return cmp.Compare(p.Dist(e.Start), q.Dist(e.Start)) })
	return out
}
