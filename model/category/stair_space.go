package category

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// What stairs keep to in mm, where the rules of a model set nothing else.
const (
	StairLeastRiser = 120
	StairMostRiser  = 200
	StairLeastGoing = 220
	StairHeadroom   = 2000
)

// StairSpace answers what a stair needs in plan of the heights from and to in mm, for
// its own body and a headroom in mm over its treads and landings: where a slab or
// ceiling between these heights has to be open. It is empty where the stair passes
// below or above them, or cannot be laid out.
func StairSpace(s *model.Snapshot, r *model.Record, from, to, headroom float64) []geom.Region {
	w, _ := StairParts(s, r)
	var parts []geom.Region
	for _, step := range w.Steps {
		if inHeights(step.under, step.Top+headroom, from, to) {
			parts = append(parts, step.Outline)
		}
	}
	return closing(parts)
}

// closing answers the union of parts that meet along edges which only nearly lie on each
// other, since a record rounds the corners of a landing: they are grown to overlap, and
// what they are together is shrunk again.
func closing(parts []geom.Region) []geom.Region {
	const overlap, hair = 0.5, 1e-2 // mm
	grown := make([]geom.Region, len(parts))
	for i, g := range parts {
		grown[i] = geom.Region{Outer: shifted(g.Outer.Flatten(geom.ChordTolerance), overlap)}
	}
	out := geom.Union(grown)
	for i, g := range out {
		g = g.Simplify(hair)
		shrunk := geom.Region{Outer: shifted(g.Outer, -overlap)}
		for _, h := range g.Holes {
			shrunk.Holes = append(shrunk.Holes, shifted(h.Reverse(), overlap).Reverse())
		}
		if _, clash := shrunk.Outer.Clash(); !clash {
			g = shrunk
		}
		out[i] = g.Simplify(hair)
	}
	return out
}

// shifted answers a counter-clockwise ring without arcs with its edges moved outwards
// by a distance in mm, or inwards where it is negative.
func shifted(r geom.Ring, by float64) geom.Ring {
	n := r.Len()
	out := geom.Ring{Points: make([]geom.Point, n)}
	for i, p := range r.Points {
		a, b := r.OutwardNormal((i+n-1)%n), r.OutwardNormal(i)
		out.Points[i] = p.Add(a.Add(b).Scale(by / (1 + a.Dot(b))))
	}
	return out
}

// inHeights tells whether two stretches of heights overlap by more than a touch.
func inHeights(under, over, from, to float64) bool {
	return min(over, to)-max(under, from) > geom.JoinTolerance
}
