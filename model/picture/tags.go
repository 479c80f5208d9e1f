package picture

import (
	"cmp"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// drawTags writes the marks of doors and windows beside them.
func (p *plan) drawTags() {
	if p.opt.Density == Sparse {
		return
	}
	for _, r := range p.seen.hosted {
		text := r.String("mark")
		if text == "" {
			text = r.String("number")
		}
		gap, ok := p.gapOf(r)
		if text == "" || !ok || r.Category() == "opening" || !p.view.frame.ContainsPoint(p.view.point(gap.middle).At(0)) {
			continue
		}
		if !p.placeTag(r, gap, fit(text, 24, MinTextHeight, false)) {
			p.unlabelled = append(p.unlabelled, labelOf(r))
		}
	}
}

// placeTag draws a tag on the side that the door does not open to, or where there
// is room: round ends for doors, points for windows. It tells whether there was any.
func (p *plan) placeTag(r *model.Record, gap gap, text string) bool {
	width, high := TextWidth(text, MinTextHeight, false)/2+0.4, 1.5
	side := -1.0
	if r.String("swing") == "right" {
		side = 1
	}
	face := map[float64]float64{1: gap.high, -1: gap.low}
	reach := geom.Point{X: width + high, Y: high} // from the tag's middle
	for i, off := range []float64{0.8, 2.5, 0.8, 2.5, 5, 8, p.view.mm(2*gap.half) + 0.8, p.view.mm(2*gap.half) + 3} {
		for _, s := range []float64{side, -side} {
			normal := gap.left.Scale(s)
			depth := max(normal.X, -normal.X)*reach.X + max(normal.Y, -normal.Y)*reach.Y
			for _, slide := range []float64{0, 3, -3, 6, -6} {
				at := p.view.point(gap.at(0, face[s])).Add(normal.Scale(off + depth)).Add(gap.along.Scale(slide))
				room := geom.Rect(at, 2*reach.X, 2*reach.Y, 0).Points
				if (i > 1 || p.soft.free(room)) && p.taken.claim(room) {
					p.drawTag(r, at, width, high, text)
					return true
				}
			}
		}
	}
	return false
}

func (d *drawing) drawTag(r *model.Record, at geom.Point, width, high float64, text string) {
	look := d.look(r.ID())
	g := d.group(r.ID(), r.Category()+"-tag")
	var ring geom.Ring
	for _, side := range []float64{1, -1} {
		middle := at.Add(geom.Point{X: side * width})
		steps := 8
		if r.Category() == "window" {
			steps = 2
		}
		for i := range steps + 1 {
			turn := -90 + 180*float64(i)/float64(steps)
			ring.Points = append(ring.Points, middle.Add(geom.Direction(turn).Scale(side*high)))
		}
	}
	g.area(look.filled(PenFine), ring)
	g.Texts = append(g.Texts, Text{At: at.Sub(geom.Point{Y: MinTextHeight / 2}), String: text, Height: MinTextHeight, Anchor: Middle, Color: look.ink})
}

// labelOf answers what the label of a room, door or window begins with.
func labelOf(r *model.Record) string {
	label := cmp.Or(r.String("mark"), strings.TrimSpace(r.String("number")+" "+r.String("name")), r.ID())
	return fit(label, 40, MinTextHeight, false)
}

// tellUnlabelled notes whose labels found no place.
func (d *drawing) tellUnlabelled() {
	if len(d.unlabelled) > 0 {
		d.note("No place for the labels of " + named(d.unlabelled) + ": draw a part, or at a larger scale")
	}
}
