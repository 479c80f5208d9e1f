package check

import (
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
)

// stands answers the phases in which an element stands, by their place in the
// manifest: from first up to, not with, end. A phase that the manifest does not
// name counts as absent.
func stands(m *model.Manifest, r *model.Record) (first, end int) {
	first = max(0, slices.Index(m.Phases, r.String("phaseCreated")))
	if end = slices.Index(m.Phases, r.String("phaseDemolished")); end < 0 {
		end = math.MaxInt
	}
	return first, end
}

// together tells whether there is a phase in which both elements stand.
func together(s *model.Snapshot, a, b *model.Record) bool {
	aFirst, aEnd := stands(s.Manifest(), a)
	bFirst, bEnd := stands(s.Manifest(), b)
	return max(aFirst, bFirst) < min(aEnd, bEnd)
}
