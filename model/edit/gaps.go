package edit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model/geom"
)

// span is a stretch along a line, in mm from its start.
type span struct{ from, to float64 }

func (s span) length() float64 { return s.to - s.from }

// gaps answers the stretches of a line that nothing takes, in order. Stretches under
// a millimetre are left out.
func gaps(length float64, taken []span) []span {
	taken = slices.Clone(taken)
	slices.SortFunc(taken, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	var free []span
	at := 0.0
	for _, t := range append(taken, span{length, length}) {
		if from := min(t.from, length); from-at >= geom.JoinTolerance {
			free = append(free, span{at, from})
		}
		at = max(at, t.to)
	}
	return free
}

// fits tells whether a stretch lies within one of the free ones. Flush is legal.
func fits(s span, free []span) bool {
	return slices.ContainsFunc(free, func(gap span) bool {
		return s.from >= gap.from-geom.Epsilon && s.to <= gap.to+geom.Epsilon
	})
}

// inWords names free stretches: "0 to 2500, 3500 to 7400". Those shorter than least
// are left out; it is empty where none remains.
func inWords(free []span, least float64) string {
	var words []string
	for _, gap := range free {
		if gap.length() >= least-geom.Epsilon {
			words = append(words, fmt.Sprintf("%v to %v", tidy(gap.from), tidy(gap.to)))
		}
	}
	return strings.Join(words, ", ")
}
