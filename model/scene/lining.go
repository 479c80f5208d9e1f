package scene

import (
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// line finds which faces of a layered wall line an opening, and gives them the look of
// the finish on their side: a reveal is plastered, it does not show what is in the wall.
// The solids are those of one record.
func (g *gatherer) line(solids []Solid) {
	r := solids[0].Record
	if !category.IsWall(r) {
		return
	}
	spans := g.spans(r)
	axis, ok := category.Baseline(r)
	if len(spans) == 0 || !ok {
		return
	}
	first, last, layers := finishes(solids)
	if layers < 2 {
		return
	}
	at := -1
	for i := range solids {
		b := &solids[i]
		if !strings.HasPrefix(b.Part, "layer-") {
			continue
		}
		at++
		finish := first
		if 2*at >= layers {
			finish = last
		}
		if finish.Color != b.Color || finish.Material != b.Material {
			b.Lining = lining(b.Mesh, axis, spans)
			b.LiningColor, b.LiningMaterial = finish.Color, finish.Material
		}
	}
}

// spans answers what is cut out of a wall.
func (g *gatherer) spans(r *model.Record) []category.Span {
	var out []category.Span
	for _, id := range category.Hosted(g.s, r.ID()) {
		if hosted := g.s.Record(id); hosted != nil && category.Stands(g.s, hosted) {
			if span, ok := category.Opening(g.s, hosted); ok {
				out = append(out, span)
			}
		}
	}
	return out
}

// finishes answers the outermost layers of a wall, and how many layers it has.
func finishes(solids []Solid) (first, last Solid, n int) {
	for _, b := range solids {
		if !strings.HasPrefix(b.Part, "layer-") {
			continue
		}
		if n == 0 {
			first = b
		}
		last = b
		n++
	}
	return first, last, n
}

// lining answers the triangles of a mesh that lie within an opening, where only its
// sides can be.
func lining(m geom.Mesh, axis geom.Curve, spans []category.Span) []int {
	const slack = 1 // mm
	var out []int
	for i, t := range m.Triangles {
		middle := m.Points[t[0]].Add(m.Points[t[1]]).Add(m.Points[t[2]]).Scale(1.0 / 3)
		along := axis.Project(middle.Plan()).Along
		for _, s := range spans {
			if along >= s.From-slack && along <= s.To+slack && middle.Z >= s.Sill-slack && middle.Z <= s.Head+slack {
				out = append(out, i)
				break
			}
		}
	}
	return out
}

// Parts answers the triangles of a solid by how they look: its own, and what lines an
// opening, with the material and colour of each. They share the solid's points.
func (b Solid) Parts() []Solid {
	if len(b.Lining) == 0 {
		return []Solid{b}
	}
	own, lining := b, b
	own.Lining, lining.Lining = nil, nil
	own.Mesh.Triangles, lining.Mesh.Triangles = nil, nil
	lining.Color, lining.Material = b.LiningColor, b.LiningMaterial
	next := 0
	for i, t := range b.Mesh.Triangles {
		if next < len(b.Lining) && b.Lining[next] == i {
			lining.Mesh.Triangles = append(lining.Mesh.Triangles, t)
			next++
		} else {
			own.Mesh.Triangles = append(own.Mesh.Triangles, t)
		}
	}
	return []Solid{own, lining}
}
