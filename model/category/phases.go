package category

import (
	"slices"

	"github.com/openeik/ekgit/model"
)

// Stands tells whether a record stands in the model's last phase, which is the one
// that quantities and rules look at.
func Stands(s *model.Snapshot, r *model.Record) bool {
	return StandsIn(s, r, "")
}

// StandsIn tells whether a record stands in a phase: it is built in it or before,
// and not taken down in it or before. An empty phase is the last one. A phase that
// the manifest does not name counts as the first where something is built in it,
// and as the last where something is taken down.
func StandsIn(s *model.Snapshot, r *model.Record, phase string) bool {
	phases := s.Manifest().Phases
	last := max(0, len(phases)-1)
	at := slices.Index(phases, phase)
	if at < 0 {
		at = last
	}
	if created := r.String("phaseCreated"); created != "" && slices.Index(phases, created) > at {
		return false
	}
	demolished := r.String("phaseDemolished")
	if demolished == "" {
		return true
	}
	gone := slices.Index(phases, demolished)
	if gone < 0 {
		gone = last
	}
	return gone > at
}
