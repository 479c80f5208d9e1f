package picture

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// drawResized draws the dimensions in which a record is another than before: the
// distance of a wall from its neighbour, its length, the width of an opening.
func (c *planChange) drawResized(id string) {
	old, next := c.before.Record(id), c.after.Record(id)
	if old == nil || next == nil {
		return
	}
	if before, ok := c.gap(c.before, old); ok {
		after, ok := c.gap(c.after, next)
		if ok && measureDiffers(before.half, after.half) {
			c.dimension(id, after.at(-after.half, 0), after.at(after.half, 0), 2*before.half, []float64{6, -6, 9, -9})
		}
		return
	}
	from, ok := category.Axis(c.before, old)
	to, ok2 := category.Axis(c.after, next)
	if !ok || !ok2 || !category.IsWall(next) || from.IsArc() || to.IsArc() {
		return
	}
	if measureDiffers(from.Length(), to.Length()) {
		c.dimension(id, to.Start, to.End, from.Length(), []float64{4, -4, 6, -6})
	}
	if by := c.move(id); math.Abs(by.Dot(to.TangentAt(0).Left())) > 1 {
		c.distance(next, from, to)
	}
}

func (c *planChange) gap(s *model.Snapshot, r *model.Record) (gap, bool) {
	return (&plan{drawing: drawing{s: s}}).gapOf(r)
}

// distance draws how far a wall that moved stands from the nearest parallel wall
// that did not, on the side that it left.
func (c *planChange) distance(r *model.Record, from, to geom.Curve) {
	along := to.TangentAt(0)
	normal := along.Left()
	if to.Start.Sub(from.Start).Dot(normal) < 0 {
		normal = normal.Scale(-1)
	}
	best := math.Inf(1)
	var found geom.Curve
	for _, other := range c.base.seen.walls {
		line, ok := category.Axis(c.after, other)
		if !ok || other == r || c.kinds[other.ID()] != 0 || line.IsArc() || math.Abs(line.TangentAt(0).Cross(along)) > 1e-3 {
			continue
		}
		behind := from.Start.Sub(line.Start).Dot(normal)
		low, high := span([]geom.Point{line.Start, line.End}, along)
		myLow, myHigh := span([]geom.Point{to.Start, to.End}, along)
		if behind > 1 && behind < best && min(high, myHigh)-max(low, myLow) > 1 {
			best, found = behind, line
		}
	}
	if math.IsInf(best, 1) {
		return
	}
	now := to.Start.Sub(found.Start).Dot(normal)
	for _, share := range []float64{0.3, 0.7, 0.2, 0.8, 0.4, 0.6} {
		end := to.PointAt(to.Length() * share)
		start := end.Sub(normal.Scale(now))
		if found.Project(start).Distance < 1 && c.dimension(r.ID(), start, end, best, []float64{0}) {
			return
		}
	}
}

// dimension draws a dimension between two points of the model, beside their line by
// one of some offsets in mm of paper: the old length struck out, and the new. It is
// false where no room is found.
func (c *planChange) dimension(id string, from, to geom.Point, old float64, offsets []float64) bool {
	d := c.canvas
	length := from.Dist(to)
	for _, off := range offsets {
		a, b := d.view.point(from), d.view.point(to)
		normal := b.Sub(a).Unit().Left()
		a, b = a.Add(normal.Scale(off)), b.Add(normal.Scale(off))
		if d.view.frame.ContainsPoint(a.At(0)) && d.view.frame.ContainsPoint(b.At(0)) && d.drawStruck(id, a, b, d.opt.length(old), d.opt.length(length), c.opt.Palette) {
			return true
		}
	}
	return false
}
