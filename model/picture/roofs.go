package picture

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// drawRoof draws a roof as seen from above: its edges, its ridges, hips and valleys, and
// which way its planes fall. It is false for what is no roof.
func (p *plan) drawRoof(r *model.Record) bool {
	if r.Category() != "roof" {
		return false
	}
	lines := category.RoofLines(p.s, r)
	if len(lines) == 0 {
		return false
	}
	look := p.look(r.ID())
	pen := PenEdge
	if slices.Contains(p.seen.beyond, r) {
		pen = PenFine
	}
	g := p.group(r.ID(), "roof")
	bodies := category.Bodies(p.s, r)
	bodies = bodies[:min(1, len(bodies))] // the uppermost of its layers is what is seen
	for _, b := range bodies {
		for _, region := range fromAbove(b.Mesh) {
			g.area(look.filled(pen), p.rings([]geom.Region{region})...)
		}
	}
	for _, l := range lines {
		switch l.Kind {
		case category.RoofRidge:
			g.line(look.stroke(pen), p.view.points(l.Start.Plan(), l.End.Plan())...)
		case category.RoofHip, category.RoofValley, category.RoofStep:
			g.line(look.stroke(PenFine), p.view.points(l.Start.Plan(), l.End.Plan())...)
		}
	}
	for _, b := range bodies {
		for _, f := range falls(b.Mesh) {
			p.drawFall(g, f, look)
		}
	}
	return true
}

// drawEaves draws the edges of a roof above the cut.
func (p *plan) drawEaves(r *model.Record, lines []category.RoofLine, style Style) {
	g := p.group(r.ID(), "roof")
	for _, l := range lines {
		if l.Kind == category.RoofEave || l.Kind == category.RoofVerge {
			g.line(style, p.view.points(l.Start.Plan(), l.End.Plan())...)
		}
	}
}

// fall is a sloped plane of a roof: where it is labelled, which way it falls and how
// steeply, in degrees.
type fall struct {
	at    geom.Point
	way   geom.Point
	pitch float64
}

// falls answers the sloped planes on the upper side of a mesh that are large enough
// to be labelled.
func falls(m geom.Mesh) []fall {
	type key [3]int
	planes := map[key][]geom.Region{}
	normals := map[key]geom.Point3{}
	for _, t := range m.Triangles {
		n := normalOf(m, t)
		if n.Z < 0.02 || n.Z > 0.9998 {
			continue // upright, from below, or level
		}
		k := key{int(math.Round(n.X * 1000)), int(math.Round(n.Y * 1000)), int(math.Round(n.Dot(m.Points[t[0]]) / 10))}
		normals[k] = n
		planes[k] = append(planes[k], geom.Region{Outer: geom.Ring{Points: []geom.Point{m.Points[t[0]].Plan(), m.Points[t[1]].Plan(), m.Points[t[2]].Plan()}}})
	}
	var out []fall
	for k, parts := range planes {
		for _, region := range geom.Union(parts) {
			at, ok := region.InnerPoint()
			if ok && region.Area() > 2e6 {
				n := normals[k]
				out = append(out, fall{at: at, way: n.Plan().Unit(), pitch: math.Acos(n.Z) * 180 / math.Pi})
			}
		}
	}
	slices.SortFunc(out, func(a, b fall) int { return cmp.Or(cmp.Compare(a.at.X, b.at.X), cmp.Compare(a.at.Y, b.at.Y)) })
	return out
}

// drawFall draws an arrow down a plane of a roof, and its pitch.
func (p *plan) drawFall(g *Group, f fall, look look) {
	const half = 6 // mm
	at := p.view.point(f.at)
	from, tip := at.Sub(f.way.Scale(half)), at.Add(f.way.Scale(half))
	if !p.taken.claim([]geom.Point{from, tip}) {
		return
	}
	g.line(look.stroke(PenFine), from, tip)
	p.arrowHead(g, from, tip, look)
	if p.opt.NoLabels {
		return
	}
	t := Text{String: fmt.Sprintf("%.3g°", math.Round(f.pitch*10)/10), Height: MinTextHeight, Color: look.ink}
	for _, side := range []float64{1, -1} {
		t.At, t.Anchor = at.Add(geom.Point{X: side * 1.5, Y: -MinTextHeight / 2}), Start
		if side < 0 {
			t.Anchor = End
		}
		if math.Abs(f.way.X) > 0.7 {
			t.At, t.Anchor = at.Add(geom.Point{Y: side*1.2 - (1-side)/2*MinTextHeight}), Middle
		}
		if p.taken.claim(textRoom(t, 0.2)) {
			g.Texts = append(g.Texts, t)
			return
		}
	}
}
