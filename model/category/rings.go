package category

import (
	"cmp"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// The outer edge of the walls of a level is found in their plan as a planar map:
// ends that are joined are one node, walls are cut where others end on them, and
// the faces between them are walked with the face on the left. The outermost face
// of each connected part is the outside; a wall that has it on one side only is on
// a closed ring and looks outside there.

// outerFaces answers, for each wall on the outer edge of a closed ring, the unit
// vector that points outside at the middle of its baseline.
func outerFaces(walls []wallLine) map[string]geom.Point {
	slices.SortFunc(walls, func(a, b wallLine) int { return cmp.Compare(a.id, b.id) })
	p := newPlan(walls)
	outer := p.outerHalves()
	sides := make([][2]float64, len(walls)) // length of edge with the outside on the left, and on the right
	for h := range outer {
		if outer[h] && !outer[h^1] {
			sides[p.halves[h].wall][h%2] += p.halves[h].curve.Length()
		}
	}
	normals := map[string]geom.Point{}
	for i, w := range walls {
		left := w.curve.TangentAt(w.curve.Length() / 2).Left()
		switch side := sides[i]; {
		case side[0] == 0 && side[1] == 0:
		case side[0] >= side[1]:
			normals[w.id] = left
		default:
			normals[w.id] = left.Scale(-1)
		}
	}
	return normals
}

// face is one walk round a face.
type face struct {
	halves []int
	area   float64 // in mm², negative for the outermost face of a part
}

// outerHalves tells for each half whether the face on its left is the outside.
func (p *plan) outerHalves() []bool {
	outermost := map[int]face{} // by part
	walked := make([]bool, len(p.halves))
	for h := range p.halves {
		if walked[h] {
			continue
		}
		var f face
		for at := h; !walked[at]; at = p.next[at] {
			walked[at] = true
			f.halves = append(f.halves, at)
		}
		f.area = p.ring(f).Area()
		part := p.parts.root(p.halves[h].from)
		if known, ok := outermost[part]; !ok || f.area < known.area {
			outermost[part] = f
		}
	}
	outer := make([]bool, len(p.halves))
	for part, f := range outermost {
		if !p.enclosed(part, f, outermost) {
			for _, h := range f.halves {
				outer[h] = true
			}
		}
	}
	return outer
}

// ring answers the outline that a walk follows, as its stretches draw it.
func (p *plan) ring(f face) geom.Ring {
	ring := geom.Ring{Points: make([]geom.Point, len(f.halves)), Sagittas: map[int]float64{}}
	for i, h := range f.halves {
		ring.Points[i] = p.nodes[p.halves[h].from]
		if c := p.halves[h].curve; c.IsArc() {
			ring.Sagittas[i] = c.Sagitta
		}
	}
	return ring
}

// enclosed tells whether a part lies inside the ring of another.
func (p *plan) enclosed(part int, f face, outermost map[int]face) bool {
	inner := p.nodes[p.halves[f.halves[0]].from]
	for other, g := range outermost {
		if other == part || g.area > -geom.JoinTolerance {
			continue
		}
		ring := p.ring(g)
		if ring.Bounds().ContainsPoint(inner.At(0)) && ring.Locate(inner, geom.JoinTolerance) == geom.Inside {
			return true
		}
	}
	return false
}
