package scene

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// inPhase answers a snapshot whose last phase is the given one, so that bodies, which
// follow the last phase, are those of it: what does not stand in the phase is not
// there, and what does knows of no other. An empty phase and the last one are the
// snapshot as it is.
func inPhase(s *model.Snapshot, phase string) (*model.Snapshot, error) {
	if phase == "" {
		return s, nil
	}
	var phases []string
	if m := s.Manifest(); m != nil {
		phases = m.Phases
	}
	if !slices.Contains(phases, phase) {
		hint := "The model has no phases; leave it out"
		if len(phases) > 0 {
			hint = "Send one of " + strings.Join(phases, ", ")
		}
		return nil, &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("There is no phase %q", phase), Hint: hint}
	}
	if phases[len(phases)-1] == phase {
		return s, nil
	}
	var changes []model.Change
	for f := range s.RecordFiles() {
		r := f.Record()
		if r == nil || s.Get(r.ID()) != f || !r.Has("phaseCreated") && !r.Has("phaseDemolished") {
			continue
		}
		c := model.Change{ID: r.ID(), Before: f}
		if category.StandsIn(s, r, phase) {
			c.After = r.Without("phaseCreated").Without("phaseDemolished")
		}
		changes = append(changes, c)
	}
	return s.Apply(changes)
}
