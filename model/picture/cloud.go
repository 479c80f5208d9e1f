package picture

import (
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// maxClouds is how many clouds a picture has at most: with more they would mark
// nothing.
const maxClouds = 12

// drawClouds draws clouds around the differences, one around those that lie near to
// each other.
func (c *change) drawClouds(marks []mark) {
	const air, bump = 2.5, 4.0 // mm
	if c.opt.NoClouds {
		return
	}
	frame := c.canvas.view.frame.Grow(-bump/2).WithZ(0, 0)
	least := c.leastCloud(marks)
	var boxes []geom.Region
	kinds := map[changeKind]bool{}
	for _, m := range marks {
		if m.box.IsEmpty() {
			continue
		}
		box := atLeast(m.box, least).Grow(air).WithZ(0, 0).Intersect(frame)
		if size := box.Size(); box.IsEmpty() || size.X <= 2*air || size.Y <= 2*air {
			continue
		}
		kinds[m.kind] = true
		boxes = append(boxes, geom.Region{Outer: onRaster(box, bump).Intersect(frame).Ring()})
	}
	clouds := geom.Union(boxes)
	if len(clouds) > maxClouds {
		return
	}
	ink := c.opt.Palette.Changed
	switch {
	case len(kinds) == 1 && kinds[added]:
		ink = c.opt.Palette.Added
	case len(kinds) == 1 && kinds[removed]:
		ink = c.opt.Palette.Removed
	}
	for _, cloud := range clouds {
		ring := cloud.Outer
		g := c.canvas.group("", "cloud")
		g.Shapes = append(g.Shapes, Shape{Lines: []Line{{Points: scallops(ring, bump), Closed: true}}, Style: Style{Stroke: ink, Pen: PenEdge}})
		for _, edge := range ring.Edges() {
			if room, ok := edge.Band(0, -0.35*bump); ok {
				c.canvas.take(room.Points)
			}
		}
	}
}

// leastCloud is how long in mm of paper a cloud is at least: where what changed is so small
// that a picture of it would show nothing else, the cloud takes in what is around it.
func (c *change) leastCloud(marks []mark) float64 {
	all := geom.EmptyBox()
	for _, m := range marks {
		if !m.box.IsEmpty() && c.canvas.view.frame.Intersects(m.box.WithZ(0, 0)) {
			all = all.Union(m.box)
		}
	}
	if size := all.Size(); all.IsEmpty() || max(size.X, size.Y) >= c.canvas.view.mm(leastZone) {
		return 0
	}
	return c.canvas.view.mm(leastZone)
}

// onRaster answers a box grown to a raster of so many mm, so that boxes that nearly
// meet do.
func onRaster(box geom.Box, step float64) geom.Box {
	down := func(v float64) float64 { return math.Floor(v/step) * step }
	up := func(v float64) float64 { return math.Ceil(v/step) * step }
	return geom.BoxOf(geom.Point3{X: down(box.Min.X), Y: down(box.Min.Y)}, geom.Point3{X: up(box.Max.X), Y: up(box.Max.Y)})
}

// scallops answers a ring as a row of arcs that bulge outwards, each about so many mm
// wide.
func scallops(ring geom.Ring, wide float64) []geom.Point {
	var out []geom.Point
	for _, edge := range ring.Edges() {
		n := max(int(math.Round(edge.Length()/wide)), 1)
		for i := range n {
			arc := edge.Part(edge.Length()*float64(i)/float64(n), edge.Length()*float64(i+1)/float64(n))
			arc.Sagitta = -0.3 * arc.Chord() // to the right, which is out of a counter-clockwise ring
			points := arc.Flatten(paperTolerance)
			out = append(out, points[:len(points)-1]...)
		}
	}
	return out
}
