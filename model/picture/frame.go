package picture

import (
	"cmp"
	"fmt"
	"math"

	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/measure"
)

// words are what a title block says of a drawing.
type words struct {
	title, detail string
	north         bool // whether north has a direction on the paper
}

// words answers what the title block of a plan says.
func (p *plan) words() words {
	kind := "Floor plan"
	if p.roof {
		kind = "Roof plan"
	}
	w := words{title: cmp.Or(p.opt.Title.Drawing, kind) + " · " + cmp.Or(p.level.Name, p.level.ID), north: true}
	switch {
	case p.roof:
		w.detail = "Level " + p.opt.height(p.level.Elevation) + ", seen from above"
	case p.opt.imperial():
		w.detail = "Level " + measure.FormatLength(p.level.Elevation, measure.FootInch) + ", cut " + measure.FormatLength(p.opt.Cut, measure.FootInch) + " above"
	default:
		w.detail = fmt.Sprintf("Level %+.3f m, cut %.0f mm above", p.level.Elevation/1000, p.opt.Cut)
	}
	return w
}

// drawFrame draws the frame of the sheet and the title block with scale and north.
func (d *drawing) drawFrame(words words) {
	d.sheet.Title, d.sheet.Notes = words.title, d.remarks()
	if d.opt.NoTitle {
		return
	}
	g := d.group("", "title")
	w, h := d.sheet.Width, d.sheet.Height
	ink := plain.ink
	g.area(Style{Stroke: ink, Pen: PenCut}, geom.BoxOf(geom.Point3{X: border, Y: border}, geom.Point3{X: w - border, Y: h - border}).Ring())
	top := border + titleStrip
	g.line(Style{Stroke: ink, Pen: PenEdge}, geom.Point{X: border, Y: top}, geom.Point{X: w - border, Y: top})
	right := w - border
	if words.north {
		right = d.drawNorth(g, geom.Point{X: right - 12, Y: border + titleStrip/2 - 1})
	}
	right = d.drawScaleBar(g, right)
	wide := (right - border - 8) / 2
	write := func(x, y float64, text string, height float64, bold bool) {
		text = fit(text, wide-4, height, bold)
		if text != "" {
			g.Texts = append(g.Texts, Text{At: geom.Point{X: x, Y: y}, String: text, Height: height, Bold: bold, Color: ink})
		}
	}
	x := border + 4.0
	name := "Model"
	if m := d.s.Manifest(); m != nil {
		name = cmp.Or(m.Name, m.ID, name)
	}
	write(x, top-6, name, 3.5, true)
	write(x, top-11, words.title, 2.5, false)
	write(x, top-15.5, words.detail, 2, false)
	x += wide
	write(x, top-6, d.opt.Title.Commit, 2, false)
	write(x, top-11, d.opt.Title.Note, 2, false)
}

// drawNorth draws a north arrow and answers how far left the strip is taken.
func (d *drawing) drawNorth(g *Group, center geom.Point) float64 {
	const radius = 5.5
	turn := 0.0
	if m := d.s.Manifest(); m != nil {
		turn = m.TrueNorth()
	}
	north := geom.Direction(90 + turn)
	side := north.Left()
	fine := Style{Stroke: plain.ink, Pen: PenFine}
	g.area(fine, geom.Ring{Points: circle(center, radius)})
	tip, foot := center.Add(north.Scale(radius)), center.Sub(north.Scale(radius*0.7))
	g.area(Style{Fill: plain.ink}, geom.Ring{Points: []geom.Point{tip, foot.Add(side.Scale(2.4)), center.Sub(north.Scale(radius * 0.35))}})
	g.area(fine, geom.Ring{Points: []geom.Point{tip, foot.Sub(side.Scale(2.4)), center.Sub(north.Scale(radius * 0.35))}})
	g.Texts = append(g.Texts, Text{At: center.Add(north.Scale(radius + 1.9)).Sub(geom.Point{Y: 1}), String: "N", Height: 2, Anchor: Middle, Bold: true, Color: plain.ink})
	return center.X - radius - 4
}

// drawScaleBar draws a bar of four round stretches, with the scale over it, and
// answers how far left the strip is taken.
func (d *drawing) drawScaleBar(g *Group, right float64) float64 {
	unit, text := 1000.0, "m"
	if d.opt.imperial() {
		unit, text = 304.8, "ft"
	}
	step := roundStep(12*d.view.scale/unit) * unit
	if step <= 0 {
		return right
	}
	long := d.view.mm(step)
	x, y := right-4*long-6, border+7.0
	for i := range 4 {
		style := Style{Stroke: plain.ink, Pen: PenFine}
		if i%2 == 0 {
			style.Fill = plain.ink
		}
		from := x + float64(i)*long
		g.area(style, geom.BoxOf(geom.Point3{X: from, Y: y}, geom.Point3{X: from + long, Y: y + 1.4}).Ring())
	}
	for _, i := range []int{0, 2, 4} {
		label := decimal(float64(i) * step / unit)
		if i == 4 {
			label += " " + text
		}
		g.Texts = append(g.Texts, Text{At: geom.Point{X: x + float64(i)*long, Y: y - 3}, String: label, Height: MinTextHeight, Anchor: Middle, Color: plain.ink})
	}
	g.Texts = append(g.Texts, Text{At: geom.Point{X: x, Y: y + 3.6}, String: d.opt.scaleText(d.view.scale), Height: 2.5, Bold: true, Color: plain.ink})
	return x - 4
}

// roundStep answers the largest of 1, 2 and 5 times a power of ten that is at most x.
func roundStep(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return 0
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, n := range []float64{5, 2, 1} {
		if n*power <= x {
			return n * power
		}
	}
	return power
}
