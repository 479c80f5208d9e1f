package picture

import (
	"math"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// grids answers the grids that a plan shows, in the order of their ids.
func (d *drawing) grids() []*model.Record {
	if d.opt.NoGrids {
		return nil
	}
	var out []*model.Record
	for f := range d.s.InCategory("grid") {
		if r := f.Record(); r != nil && (d.opt.Show == nil || d.opt.Show(r.ID())) {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b *model.Record) int { return strings.Compare(a.ID(), b.ID()) })
	return out
}

// drawGrids draws the axes that pass through the drawing, up to a bubble at the
// left or the lower end.
func (p *plan) drawGrids() {
	grids := p.grids()
	if len(grids) == 0 {
		return
	}
	depth := margin/2 + 2
	if !p.opt.NoDimensions {
		depth += tagRoom + 3*chainStep
	}
	reach := p.view.frame
	reach.Min = reach.Min.Sub(geom.Point3{X: depth, Y: depth})
	reach.Max = reach.Max.Add(geom.Point3{X: 3, Y: 3})
	for _, r := range grids {
		line, ok := category.Baseline(r)
		if !ok {
			continue
		}
		points := p.view.curve(line)
		if len(clipLine(Line{Points: points}, p.view.frame)) == 0 {
			continue
		}
		if !line.IsArc() {
			points = stretched(points[0], points[1], reach)
		}
		look := p.look(r.ID())
		style := look.stroke(PenFine)
		style.Dash = DashDot
		g := p.group(r.ID(), "grid")
		for _, l := range clipLine(Line{Points: points}, reach) {
			g.line(style, l.Points...)
			p.drawBubble(g, r, l.Points, look)
		}
	}
}

// stretched answers a straight line drawn on to the edges of a rectangle.
func stretched(a, b geom.Point, reach geom.Box) []geom.Point {
	d := b.Sub(a).Unit().Scale(reach.Size().Plan().Len() + a.Dist(reach.Center().Plan()))
	return []geom.Point{a.Sub(d), b.Add(d)}
}

// drawBubble draws the label of an axis at that end of it which lies lower, or
// further left where it is level.
func (d *drawing) drawBubble(g *Group, r *model.Record, points []geom.Point, look look) {
	a, b := points[0], points[len(points)-1]
	tip, next := a, points[1]
	if level := math.Abs(b.X-a.X) > math.Abs(b.Y-a.Y); level && b.X < a.X || !level && b.Y < a.Y {
		tip, next = b, points[len(points)-2]
	}
	d.bubbleAt(g, r, tip, tip.Sub(next).Unit(), look)
}

// bubbleAt draws the label of an axis at its tip. It moves outwards where another
// stands.
func (d *drawing) bubbleAt(g *Group, r *model.Record, tip, out geom.Point, look look) {
	for i := range 3 {
		center := tip.Add(out.Scale(bubble + float64(i)*(2*bubble+0.5)))
		if !d.taken.claim(circle(center, bubble+0.1)[:]) {
			continue
		}
		if i > 0 {
			g.line(look.stroke(PenFine), tip, center.Sub(out.Scale(bubble)))
		}
		g.area(look.filled(PenFine), geom.Ring{Points: circle(center, bubble)})
		name := r.String("name")
		if name == "" {
			name = r.ID()
		}
		height := 2.5
		if TextWidth(name, height, true) > 2*bubble-1.4 {
			height = MinTextHeight
		}
		g.Texts = append(g.Texts, Text{
			At: center.Sub(geom.Point{Y: height / 2}), String: fit(name, 2*bubble-1, height, true),
			Height: height, Anchor: Middle, Bold: true, Color: look.ink,
		})
		return
	}
}

// fit shortens a text until it is no wider than width mm.
func fit(text string, width, height float64, bold bool) string {
	if TextWidth(text, height, bold) <= width {
		return text
	}
	runes := []rune(text)
	for n := len(runes) - 1; n > 0; n-- {
		if short := string(runes[:n]) + "…"; TextWidth(short, height, bold) <= width {
			return short
		}
	}
	return ""
}
