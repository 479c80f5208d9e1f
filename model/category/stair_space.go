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
	const hair = 1e-2 // mm
	out := geom.Union(parts)
	for i := range out {
		out[i] = out[i].Simplify(hair)
	}
	return out
}

// inHeights tells whether two stretches of heights overlap by more than a touch.
func inHeights(under, over, from, to float64) bool {
	return min(over, to)-max(under, from) > geom.JoinTolerance
}
