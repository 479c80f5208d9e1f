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
			c.dimension(id, after.at(-after.half, 0), after.at(after.half, 0), c.canvas.opt.length(2*before.half), []float64{6, -6, 9, -9})
		}
		return
	}
	from, ok := category.Axis(c.before, old)
	to, ok2 := category.Axis(c.after, next)
	if !ok || !ok2 || !category.IsWall(next) || from.IsArc() || to.IsArc() {
		return
	}
	if measureDiffers(from.Length(), to.Length()) {
		c.dimension(id, to.Start, to.End, c.canvas.opt.length(from.Length()), []float64{4, -4, 6, -6})
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
	normal := to.TangentAt(0).Left()
	if to.Start.Sub(from.Start).Dot(normal) < 0 {
		normal = normal.Scale(-1)
	}
	if line, was, ok := c.beside(r, from, normal); ok {
		c.across(r.ID(), to, line, normal, c.canvas.opt.length(was))
	}
}

// drawNew draws where something new is: a door or window from the nearer end of its
// host and its width, a wall from the nearest parallel one.
func (c *planChange) drawNew(id string) {
	r := c.after.Record(id)
	if r == nil {
		return
	}
	if gap, ok := c.gap(c.after, r); ok && !gap.line.IsArc() {
		length := gap.line.Length()
		from, to := gap.span.From, gap.span.To
		side := []float64{6, -6, 9, -9}
		c.dimension(id, gap.line.PointAt(from), gap.line.PointAt(to), "", side)
		if from <= length-to {
			c.dimension(id, gap.line.PointAt(0), gap.line.PointAt(from), "", side)
		} else {
			c.dimension(id, gap.line.PointAt(to), gap.line.PointAt(length), "", side)
		}
		return
	}
	line, ok := category.Axis(c.after, r)
	if !ok || !category.IsWall(r) || line.IsArc() {
		return
	}
	normal := line.TangentAt(0).Left()
	a, near, ok := c.beside(r, line, normal)
	b, other, ok2 := c.beside(r, line, normal.Scale(-1))
	switch {
	case ok && (!ok2 || near <= other):
		c.across(id, line, a, normal, "")
	case ok2:
		c.across(id, line, b, normal.Scale(-1), "")
	}
}

// beside answers the axis of the nearest wall that did not change and runs parallel to
// a line, beside it and behind a normal, and how far off it is.
func (c *planChange) beside(r *model.Record, line geom.Curve, normal geom.Point) (geom.Curve, float64, bool) {
	along := line.TangentAt(0)
	myLow, myHigh := span([]geom.Point{line.Start, line.End}, along)
	best, found := math.Inf(1), geom.Curve{}
	for _, other := range c.base.seen.walls {
		o, ok := category.Axis(c.after, other)
		if !ok || other.ID() == r.ID() || c.kinds[other.ID()] != 0 || o.IsArc() || math.Abs(o.TangentAt(0).Cross(along)) > 1e-3 {
			continue
		}
		behind := line.Start.Sub(o.Start).Dot(normal)
		low, high := span([]geom.Point{o.Start, o.End}, along)
		if behind > 1 && behind < best && min(high, myHigh)-max(low, myLow) > 1 {
			best, found = behind, o
		}
	}
	return found, best, !math.IsInf(best, 1)
}

// across draws the distance between a wall and a parallel line behind its normal.
func (c *planChange) across(id string, wall, line geom.Curve, normal geom.Point, old string) {
	now := wall.Start.Sub(line.Start).Dot(normal)
	for _, share := range []float64{0.3, 0.7, 0.2, 0.8, 0.4, 0.6} {
		end := wall.PointAt(wall.Length() * share)
		start := end.Sub(normal.Scale(now))
		if line.Project(start).Distance < 1 && c.dimension(id, start, end, old, []float64{0}) {
			return
		}
	}
}

// dimension draws a dimension between two points of the model, beside their line by
// one of some offsets in mm of paper: the old length, if any, struck out, and the new.
// It is false where no room is found.
func (c *planChange) dimension(id string, from, to geom.Point, old string, offsets []float64) bool {
	d := c.canvas
	length := from.Dist(to)
	if d.view.mm(length) < 2 {
		return false
	}
	for _, off := range offsets {
		a, b := d.view.point(from), d.view.point(to)
		normal := b.Sub(a).Unit().Left()
		a, b = a.Add(normal.Scale(off)), b.Add(normal.Scale(off))
		if d.view.frame.ContainsPoint(a.At(0)) && d.view.frame.ContainsPoint(b.At(0)) && d.drawStruck(id, a, b, old, d.opt.length(length), c.look(id).ink) {
			return true
		}
	}
	return false
}
