package picture

import (
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// maxClouds is how many clouds a picture has at most: with more they would mark
// nothing.
const maxClouds = 12

// drawClouds draws clouds around the differences, one around those that lie near to
// each other.
func (c *change) drawClouds(marks []mark) {
	const air, bump = 2.5, 4.0 // mm
	frame := c.canvas.view.frame.Grow(-bump/2).WithZ(0, 0)
	type cloud struct {
		box   geom.Box
		kinds map[changeKind]bool
	}
	var clouds []cloud
	for _, m := range marks {
		next := cloud{m.box.Grow(air).WithZ(0, 0).Intersect(frame), map[changeKind]bool{m.kind: true}}
		if next.box.IsEmpty() {
			continue
		}
		for merged := true; merged; {
			merged = false
			clouds = slices.DeleteFunc(clouds, func(o cloud) bool {
				if !o.box.Intersects(next.box) {
					return false
				}
				next.box = next.box.Union(o.box)
				for k := range o.kinds {
					next.kinds[k] = true
				}
				merged = true
				return true
			})
		}
		clouds = append(clouds, next)
	}
	if len(clouds) > maxClouds {
		return
	}
	for _, o := range clouds {
		ink := c.opt.Palette.Changed
		if len(o.kinds) == 1 && o.kinds[added] {
			ink = c.opt.Palette.Added
		} else if len(o.kinds) == 1 && o.kinds[removed] {
			ink = c.opt.Palette.Removed
		}
		ring := o.box.Ring()
		g := c.canvas.group("", "cloud")
		g.Shapes = append(g.Shapes, Shape{Lines: []Line{{Points: scallops(ring, bump), Closed: true}}, Style: Style{Stroke: ink, Pen: PenEdge}})
		for i, p := range ring.Points {
			c.canvas.take([]geom.Point{p, ring.Points[(i+1)%len(ring.Points)]})
		}
	}
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
