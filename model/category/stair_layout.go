package category

import (
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// span is a stretch of a walkway between two distances along it, in mm.
type span struct{ from, to float64 }

const (
	// landingTurn is from how many degrees on a stair has a landing where its path turns.
	// Where it turns less, its treads turn.
	landingTurn = 30

	// leastFlight is how long in mm a part between two turns has to be for treads. A
	// shorter one is part of one landing that reaches over both turns.
	leastFlight = 300
)

// layOut answers the flights along a walkway and how many treads each has. At its turns are
// landings as long as the walkway is wide, or at turns below a right angle as long as they
// have to be, where there is not the room. Treads are as deep as can be alike. Where no
// landings have room, the treads turn.
func layOut(l walkway, risers int) ([]span, []int, bool) {
	if flights, ok := flightsBetween(l.length(), l.landings()); ok {
		treads, ok := share(flights, risers-len(flights))
		return flights, treads, ok
	}
	whole := []span{{0, l.length()}}
	treads, ok := share(whole, risers-1)
	return whole, treads, ok
}

// landings answers where the landings of a walkway lie, nil where it has none.
func (l walkway) landings() []span {
	var turns []int
	for i, t := range l.turn {
		if math.Abs(t) >= landingTurn-geom.Epsilon {
			turns = append(turns, i)
		}
	}
	reach := make([]float64, len(l.at))
	for _, i := range turns {
		reach[i] = max(l.half, l.fan[i])
	}
	last := -1 // the turn before
	for k := 0; k <= len(turns); k++ {
		from, to, next := 0.0, l.length(), -1
		if last >= 0 {
			from = l.at[last] + reach[last]
		}
		if k < len(turns) {
			next = turns[k]
			to = l.at[next] - reach[next]
		}
		if to-from < leastFlight {
			l.tighten(reach, last)
			l.tighten(reach, next)
		}
		last = next
	}
	var out []span
	for _, i := range turns {
		landing := span{l.at[i] - reach[i], l.at[i] + reach[i]}
		if n := len(out); n > 0 && landing.from-out[n-1].to < leastFlight && landing.from-out[n-1].to > -geom.Epsilon {
			out[n-1].to = landing.to
			continue
		}
		out = append(out, landing)
	}
	return out
}

// tighten makes the landing at a turn below a right angle as short as it may be.
func (l walkway) tighten(reach []float64, turn int) {
	if turn >= 0 && math.Abs(l.turn[turn]) < 90-geom.Epsilon {
		reach[turn] = l.fan[turn]
	}
}

// flightsBetween answers what landings leave of a length, false where they leave nothing.
func flightsBetween(length float64, landings []span) ([]span, bool) {
	var out []span
	from := 0.0
	for _, l := range append(landings, span{from: length}) {
		if l.from-from <= geom.JoinTolerance {
			return nil, false
		}
		out = append(out, span{from, l.from})
		from = l.to
	}
	return out, true
}

// share answers how many of the treads each flight has: at least one, and as many as
// its length is of all.
func share(flights []span, treads int) ([]int, bool) {
	if treads < len(flights) {
		return nil, false
	}
	run := 0.0
	for _, f := range flights {
		run += f.to - f.from
	}
	out := make([]int, len(flights))
	gone, placed := 0.0, 0
	for i, f := range flights {
		gone += f.to - f.from
		upTo := int(math.Round(float64(treads) * gone / run))
		upTo = min(max(upTo, placed+1), treads-(len(flights)-1-i))
		out[i] = upTo - placed
		placed = upTo
	}
	return out, true
}
