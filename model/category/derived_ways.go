package category

import (
	"math"

	"github.com/openeik/ekgit/model"
)

// riserAim is the height in mm that risers are kept near where a stair does not say
// how many it has.
const riserAim = 170

func stairDerived() []DerivedField {
	return []DerivedField{
		{"rise", "mm", "Height from its start to its end.", heightOf},
		{"risers", "", "How many risers it has.", func(s *model.Snapshot, r *model.Record) any { return count(risers(s, r)) }},
		{"riser", "mm", "Height of one riser.", func(s *model.Snapshot, r *model.Record) any {
			n, ok := risers(s, r)
			top, ok2 := Top(s, r)
			return mm((top-Base(s, r))/float64(n), ok && ok2)
		}},
		{"length", "mm", "Length of its centre line in plan, landings between flights left out.", func(_ *model.Snapshot, r *model.Record) any {
			sum := pathLength(path(r))
			for _, f := range objects(r.Get("flights")) {
				sum += pathLength(path(f))
			}
			return mm(sum, sum > 0)
		}},
	}
}

// risers answers how many risers a stair has: its own number, that of its flights
// together, else the number that brings them nearest to riserAim.
func risers(s *model.Snapshot, r *model.Record) (int, bool) {
	if n, ok := r.Number("risers"); ok {
		return int(n), n >= 1
	}
	sum := 0.0
	for _, f := range objects(r.Get("flights")) {
		sum += f.NumberOr("risers", 0)
	}
	if sum >= 1 {
		return int(sum), true
	}
	top, ok := Top(s, r)
	return int(max(1, math.Round((top-Base(s, r))/riserAim))), ok
}

func count(n int, ok bool) any { return mm(float64(n), ok) }

func rampDerived() []DerivedField {
	return []DerivedField{
		{"rise", "mm", "Height from its start to its end.", func(s *model.Snapshot, r *model.Record) any { return mm(rampRise(s, r)) }},
		{"length", "mm", "Length of its centre line in plan.", pathLengthOf},
		{"pitch", "deg", "Angle of its slopes to the horizontal; where it turns it is level.", func(s *model.Snapshot, r *model.Record) any {
			l, ok := rampLineOf(s, r)
			return mm(math.Atan2(l.rise, l.run)*180/math.Pi, ok)
		}},
	}
}

func railingDerived() []DerivedField {
	return []DerivedField{
		{"length", "mm", "Length along its handrail, up the pitch of a stair.", railingLength},
		{"height", "mm", "Its height.", func(_ *model.Snapshot, r *model.Record) any { return mm(r.NumberOr("height", railingHeight), true) }},
	}
}

func pathLengthOf(_ *model.Snapshot, r *model.Record) any {
	length := pathLength(path(r))
	return mm(length, length > 0)
}

func railingLength(s *model.Snapshot, r *model.Record) any {
	points, ok := RailingLine(s, r)
	sum := 0.0
	for i := 1; i < len(points); i++ {
		sum += points[i-1].Dist(points[i])
	}
	return mm(sum, ok)
}
