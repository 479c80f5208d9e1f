package picture

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// fillRooms fills the rooms that have a colour.
func (p *plan) fillRooms() {
	if p.scheme == nil {
		return
	}
	for _, r := range p.seen.rooms {
		c, ok := p.scheme.Of(r.ID())
		region, bounded := roomRegion(p.s, r)
		if !ok || !bounded {
			continue
		}
		rings := []geom.Ring{p.view.ring(region.Outer)}
		for _, h := range region.Holes {
			rings = append(rings, p.view.ring(h))
		}
		p.group(r.ID(), "room").area(Style{Fill: c}, rings...)
	}
}

// drawService draws a pipe, duct or tray: its two edges, one line where these would run
// into one, and crossed where it runs upright. What lies above the cut is dashed.
func (p *plan) drawService(r *model.Record) {
	a, ok := r.Point3("start")
	b, ok2 := r.Point3("end")
	if !ok || !ok2 {
		return
	}
	from, to := geom.Point{X: a[0], Y: a[1]}, geom.Point{X: b[0], Y: b[1]}
	wide, deep := serviceSize(r)
	look := p.look(r.ID())
	style := look.stroke(PenEdge)
	if min(a[2], b[2])+category.Elevation(p.s, r) > p.cut {
		style = look.dashed()
	}
	g := p.group(r.ID(), r.Category())
	if from.Dist(to) < max(wide, 1) {
		p.drawRiser(g, r, from, wide, deep, look)
		return
	}
	ring, ok := geom.Line(from, to).Band(wide/2, -wide/2)
	if !ok || p.view.mm(wide) < 0.8 {
		g.line(style, p.view.points(from, to)...)
		return
	}
	style.Pen = min(style.Pen, PenFine)
	paper := p.view.ring(ring)
	g.area(style, paper)
	if r.Category() == "tray" {
		g.Shapes = append(g.Shapes, Shape{Lines: hatchLines([]geom.Ring{paper}, to.Sub(from).Angle()+90, 2), Style: style})
	}
	p.takeRing(paper)
}

// drawRiser draws what runs upright.
func (p *plan) drawRiser(g *Group, r *model.Record, at geom.Point, wide, deep float64, look look) {
	ring := geom.Rect(at, wide, deep, 0)
	if r.Category() == "pipe" || r.Has("diameter") {
		ring = geom.Ring{Points: circle(at, wide/2)}
	}
	paper := p.view.ring(ring)
	g.area(look.filled(PenFine), paper)
	if n := len(paper.Points); p.view.mm(wide) > 1 {
		for i := range 2 {
			k := i*n/4 + n/8
			if n == 4 {
				k = i
			}
			g.line(look.stroke(PenFine), paper.Points[k], paper.Points[k+n/2])
		}
	}
	p.take(paper.Points)
}

// serviceSize answers how wide and how deep a pipe, duct or tray is, in mm.
func serviceSize(r *model.Record) (wide, deep float64) {
	if d, ok := r.Number("diameter"); ok {
		return math.Abs(d), math.Abs(d)
	}
	if size, ok := r.Point("size"); ok {
		return math.Abs(size[0]), math.Abs(size[1])
	}
	return 0, 0
}
