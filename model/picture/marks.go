package picture

import (
	"cmp"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// drawMarks writes, on a dense plan, what walls are made of along them, and the marks or
// types of columns, beams, services and things beside them.
func (p *plan) drawMarks() {
	for _, list := range [][]*model.Record{p.seen.walls, p.seen.glazing} {
		for _, r := range list {
			if line, ok := category.Baseline(r); ok {
				high, low := category.Faces(p.s, r)
				p.markAlong(r, line, high, low)
			}
		}
	}
	for _, r := range p.seen.services {
		a, ok := r.Point3("start")
		b, ok2 := r.Point3("end")
		if ok && ok2 {
			wide, _ := serviceSize(r)
			p.markAlong(r, geom.Line(geom.Point{X: a[0], Y: a[1]}, geom.Point{X: b[0], Y: b[1]}), wide/2, -wide/2)
		}
	}
	for _, list := range [][]*model.Record{p.seen.columns, p.seen.things} {
		for _, r := range list {
			p.markBeside(r)
		}
	}
}

// markOf answers what a dense plan writes beside a record: its mark, else its type's,
// else its type's name.
func (p *plan) markOf(r *model.Record) string {
	name := ""
	if t := category.TypeOf(p.s, r); t != nil {
		name = cmp.Or(t.String("mark"), t.String("name"))
	}
	return fit(cmp.Or(r.String("mark"), r.String("number"), name), 40, MinTextHeight, false)
}

// markAlong writes a record's mark along a line, beside one of its faces.
func (p *plan) markAlong(r *model.Record, line geom.Curve, high, low float64) {
	text := p.markOf(r)
	wide := TextWidth(text, MinTextHeight, false)
	if text == "" || wide > p.view.mm(line.Length())-1 {
		return
	}
	look := p.look(r.ID())
	for _, share := range []float64{0.5, 0.35, 0.65, 0.25, 0.75} {
		d := line.Length() * share
		along := line.TangentAt(d)
		left := along.Left()
		turn := along.Angle()
		if along.X < -1e-9 || along.X < 1e-9 && along.Y < 0 {
			turn += 180 // so that it is read from below or from the right
		}
		up := geom.Direction(turn).Left()
		for _, face := range []float64{high, low} {
			side := 1.0
			if face == low {
				side = -1
			}
			at := p.view.point(line.PointAt(d).Add(left.Scale(face))).Add(left.Scale(side * 0.8))
			if left.Scale(side).Dot(up) < 0 {
				at = at.Sub(up.Scale(MinTextHeight))
			}
			t := Text{At: at, String: text, Height: MinTextHeight, Anchor: Middle, Angle: turn, Color: look.ink}
			if p.inFrame(t) && p.taken.claim(textRoom(t, 0.2)) {
				p.group(r.ID(), r.Category()+"-tag").Texts = []Text{t}
				return
			}
		}
	}
}

// markBeside writes a record's mark near to it.
func (p *plan) markBeside(r *model.Record) {
	text := p.markOf(r)
	at, ok := anchor(p.s, r)
	if text == "" || !ok {
		return
	}
	middle := p.view.point(at)
	for _, off := range nearby {
		t := Text{At: middle.Add(off).Sub(geom.Point{Y: MinTextHeight / 2}), String: text, Height: MinTextHeight, Anchor: Middle, Color: p.look(r.ID()).ink}
		if p.inFrame(t) && p.taken.claim(textRoom(t, 0.3)) {
			g := p.group(r.ID(), r.Category()+"-tag")
			g.area(Style{Fill: plain.blank}, geom.Ring{Points: textRoom(t, 0.1)})
			g.Texts = []Text{t}
			return
		}
	}
}

// inFrame tells whether a text lies in the part of the paper that shows the model.
func (p *plan) inFrame(t Text) bool {
	return p.view.frame.Contains(t.Ring().Bounds().WithZ(0, 0))
}
