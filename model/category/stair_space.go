package category

import (
	"math"

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
	flights, landings, riser := stairParts(s, r)
	var parts []geom.Region
	for _, f := range flights {
		if part, ok := f.between(riser, from, to, headroom); ok {
			parts = append(parts, part)
		}
	}
	for _, l := range landings {
		if _, clash := l.outline.Outer.Clash(); !clash && inHeights(l.top-landingThickness, l.top+headroom, from, to) {
			parts = append(parts, l.outline)
		}
	}
	return geom.Union(parts)
}

// between answers the treads of a flight that need something of two heights.
func (f stairFlight) between(riser, from, to, headroom float64) (geom.Region, bool) {
	treads := f.risers - 1
	if treads < 1 {
		return geom.Region{}, false
	}
	going := f.line.Length() / float64(treads)
	drop := stairWaist * math.Hypot(1, riser/going)
	first, last := treads, -1
	for k := range treads {
		top := f.foot + float64(k+1)*riser
		under := max(f.floor, f.foot-drop+float64(k)*riser)
		if inHeights(under, top+headroom, from, to) {
			first, last = min(first, k), max(last, k)
		}
	}
	if last < first {
		return geom.Region{}, false
	}
	ring, ok := f.line.Part(float64(first)*going, float64(last+1)*going).Band(f.width/2, -f.width/2)
	return geom.Region{Outer: ring}, ok
}

// inHeights tells whether two stretches of heights overlap by more than a touch.
func inHeights(under, over, from, to float64) bool {
	return min(over, to)-max(under, from) > geom.JoinTolerance
}
