package picture

import (
	"context"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/shape"
)

// load reads the shapes of elements, where there is a source of them. What cannot be
// read is said in the sheet's notes. The error is ctx's.
func (d *drawing) load(ctx context.Context, records ...*model.Record) error {
	if d.opt.Shapes == nil {
		return ctx.Err()
	}
	if d.forms == nil {
		d.forms, d.faults = map[string]*shape.Shape{}, map[string]error{}
	}
	for _, r := range records {
		sha, at, ok := shape.Of(d.s, r)
		if !ok {
			continue
		}
		form, err := d.form(ctx, sha)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			d.noteOf(r.ID(), "Shape "+sha[:min(12, len(sha))]+" of ", " is shown as its size or left out: "+shape.Reason(err))
			continue
		}
		d.forms[r.ID()] = form.At(at)
	}
	return nil
}

// form reads a shape, once where it cannot be read.
func (d *drawing) form(ctx context.Context, sha string) (*shape.Shape, error) {
	if err := d.faults[sha]; err != nil {
		return nil, err
	}
	form, err := shape.Load(ctx, d.opt.Shapes, sha)
	if err != nil {
		d.faults[sha] = err
	}
	return form, err
}

// drawShape draws the outline and the edges of a shape as seen from above, false
// where the element has none that can be read.
func (p *plan) drawShape(r *model.Record, look look) bool {
	form := p.forms[r.ID()]
	if form == nil {
		return false
	}
	g := p.group(r.ID(), r.Category())
	for _, region := range form.Outline() {
		rings := []geom.Ring{p.view.ring(region.Outer)}
		for _, h := range region.Holes {
			rings = append(rings, p.view.ring(h))
		}
		g.area(look.filled(PenFine), rings...)
	}
	fine := Shape{Style: look.stroke(PenFine)}
	for _, e := range form.Edges() {
		points := p.view.points(e[0].Plan(), e[1].Plan())
		if points[0].Dist(points[1]) > 0.3 {
			fine.Lines = append(fine.Lines, Line{Points: points})
		}
	}
	if len(fine.Lines) > 0 {
		g.Shapes = append(g.Shapes, fine)
	}
	return true
}

// bodiesOf answers the solids of an element: those of its category, else those of its
// shape.
func (d *drawing) bodiesOf(r *model.Record) []category.Body {
	if list := category.Bodies(d.s, r); len(list) > 0 {
		return list
	}
	form := d.forms[r.ID()]
	if form == nil {
		return nil
	}
	var out []category.Body
	for _, part := range form.Parts() {
		out = append(out, category.Body{Mesh: part.Mesh, Material: r.String("materialId"), Part: "shape"})
	}
	return out
}
