package category

import (
	"cmp"
	"slices"

	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/planar"
)

// gap is the shortest way from a corner of one block to another block.
type gap struct {
	curve geom.Curve
	i, j  int
}

// gaps answers the ways between blocks that are at most as wide as told, in mm, and
// wider than a weld, the narrowest first.
func (f *faces) gaps(width float64) []gap {
	var out []gap
	order := make([]int, len(f.blocks))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(f.blocks[a].box.Min.X, f.blocks[b].box.Min.X), cmp.Compare(a, b))
	})
	for k, i := range order {
		near := f.blocks[i].box.Grow(width)
		for _, j := range order[k+1:] {
			if f.blocks[j].box.Min.X > near.Max.X {
				break
			}
			if near.Intersects(f.blocks[j].box) {
				out = append(out, f.between(i, j, width)...)
				out = append(out, f.between(j, i, width)...)
			}
		}
	}
	slices.SortFunc(out, func(a, b gap) int {
		return cmp.Or(cmp.Compare(a.curve.Length(), b.curve.Length()), cmp.Compare(a.i, b.i), cmp.Compare(a.j, b.j),
			cmp.Compare(a.curve.Start.X, b.curve.Start.X), cmp.Compare(a.curve.Start.Y, b.curve.Start.Y))
	})
	return out
}

// between answers the ways from the corners of one block to another.
func (f *faces) between(i, j int, width float64) []gap {
	var out []gap
	near := f.blocks[j].box.Grow(width)
	for _, g := range f.blocks[i].regions {
		for _, corner := range g.Outer.Points {
			if !near.ContainsPoint(corner.At(0)) {
				continue
			}
			if way, ok := f.blocks[j].way(corner, width); ok {
				out = append(out, gap{way, i, j})
			}
		}
	}
	return out
}

// way answers the shortest way from a point to the block's edge, false where it is
// wider than told or no way at all.
func (b block) way(from geom.Point, width float64) (geom.Curve, bool) {
	best, found := geom.Projection{Distance: width}, false
	for _, g := range b.regions {
		if g.Locate(from, planar.Weld) != geom.Outside {
			return geom.Curve{}, false
		}
		for _, e := range g.Outer.Edges() {
			if p := e.Project(from); p.Distance <= best.Distance {
				best, found = p, true
			}
		}
	}
	return geom.Line(from, best.Point), found
}
