package picture

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// flight is one straight run of a ramp in plan, from its foot up.
type flight struct {
	line  geom.Curve
	width float64
	turn  geom.Point // middle of the landing after it, where its path turns; else zero
}

// drawWay draws a stair, ramp or railing.
func (p *plan) drawWay(r *model.Record) {
	look := p.look(r.ID())
	switch r.Category() {
	case "railing":
		p.drawRailing(r, look)
	case "stair":
		if w, ok := p.stairway(r); ok {
			p.drawStair(r, w, look)
		} else {
			p.drawShape(r, look)
		}
	default:
		p.drawRamp(r, look)
	}
}

// drawRailing draws what is seen from above of a railing: its rail, and the posts that
// stand beside it.
func (p *plan) drawRailing(r *model.Record, look look) {
	g := p.group(r.ID(), r.Category())
	for _, b := range category.Bodies(p.s, r) {
		if b.Part != "rail" && b.Part != "post" || b.Mesh.Bounds().Min.Z > p.cut {
			continue
		}
		for _, region := range fromAbove(b.Mesh) {
			g.area(look.filled(PenFine), p.rings([]geom.Region{region})...)
		}
	}
}

// drawRamp draws the runs of a ramp and the arrow up it.
func (p *plan) drawRamp(r *model.Record, look look) {
	g := p.group(r.ID(), r.Category())
	flights := flightsOf(r)
	var points []geom.Point
	for _, f := range flights {
		if ring, ok := f.line.Band(f.width/2, -f.width/2); ok {
			paper := p.view.ring(ring)
			g.area(look.filled(PenEdge), paper)
			p.take(paper.Points)
		}
		points = append(points, p.view.point(f.line.Start), p.view.point(f.line.End))
		if f.turn != (geom.Point{}) {
			ring := p.view.ring(geom.Rect(f.turn, f.width, f.width, f.line.TangentAt(0).Angle()))
			g.area(look.filled(PenFine), ring)
			points = append(points, p.view.point(f.turn))
		}
	}
	if len(points) > 1 {
		p.drawArrow(g, points, "UP", look)
	}
}

// drawArrow draws a walking line on the paper, with an arrow at its end and a word at
// its start.
func (p *plan) drawArrow(g *Group, points []geom.Point, word string, look look) {
	n := len(points)
	g.line(look.stroke(PenFine), points...)
	g.area(Style{Stroke: look.ink, Pen: PenFine, Fill: look.blank}, geom.Ring{Points: circle(points[0], 0.6)})
	p.arrowHead(g, points[n-2], points[n-1], look)
	if p.opt.NoLabels {
		return
	}
	back := points[0].Sub(points[1]).Unit()
	for _, off := range []float64{2.4, 3.7, 5.2} {
		t := Text{At: points[0].Add(back.Scale(off)).Sub(geom.Point{Y: MinTextHeight / 2}), String: word, Height: MinTextHeight, Anchor: Middle, Color: look.ink}
		if p.taken.claim(textRoom(t, 0.2)) {
			g.Texts = append(g.Texts, t)
			return
		}
	}
}

// arrowHead draws the head of an arrow at its tip.
func (d *drawing) arrowHead(g *Group, from, tip geom.Point, look look) {
	back := from.Sub(tip).Unit()
	side := back.Left()
	g.area(Style{Fill: look.ink}, geom.Ring{Points: []geom.Point{tip, tip.Add(back.Scale(2)).Add(side.Scale(0.6)), tip.Add(back.Scale(2)).Sub(side.Scale(0.6))}})
}

// flightsOf answers the runs of a ramp along its path, with a square landing where
// that turns.
func flightsOf(r *model.Record) []flight {
	list, _ := r.Points("path")
	width := r.NumberOr("width", 0)
	var out []flight
	for i := 1; i < len(list); i++ {
		line := geom.Line(pointOf(list[i-1]), pointOf(list[i]))
		from, to := 0.0, line.Length()
		if i > 1 {
			from = width / 2
		}
		if i < len(list)-1 {
			to -= width / 2
		}
		if to > from && width > 0 {
			f := flight{line: line.Part(from, to), width: width}
			if i < len(list)-1 {
				f.turn = line.End
			}
			out = append(out, f)
		}
	}
	return out
}
