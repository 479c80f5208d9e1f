package check

import (
	"context"
	"maps"
	"time"

	"github.com/openeik/ekgit/model"
)

// State is every finding of one snapshot. It is immutable; the state of a later
// snapshot is made from it at a cost of what differs.
type State struct {
	s      *model.Snapshot
	held   model.Table[string, []model.Finding] // by file, without waivers
	counts Counts                               // without waivers
}

// NewState checks a whole snapshot. The only error is the context's.
func NewState(ctx context.Context, s *model.Snapshot) (*State, error) {
	held, err := examine(ctx, s, Everything())
	if err != nil {
		return nil, err
	}
	return Restore(s, held), nil
}

// Restore answers the state of a snapshot from what ByFile answered of an equal one
// under the same rules.
func Restore(s *model.Snapshot, byFile map[string][]model.Finding) *State {
	st := &State{s: s, held: model.NewTable(byFile)}
	for _, findings := range byFile {
		st.counts.sum(findings, 1)
	}
	return st
}

// ByFile answers every finding by the file it is about, without regard to waivers.
func (st *State) ByFile() map[string][]model.Finding { return maps.Collect(st.held.All()) }

// Snapshot answers the snapshot that the state is of.
func (st *State) Snapshot() *model.Snapshot { return st.s }

// Findings answers every finding as Check does.
func (st *State) Findings(now time.Time) []model.Finding {
	findings := st.all()
	waive(st.s, findings, now)
	sortFindings(findings)
	return findings
}

// Counts answers how many findings there are.
func (st *State) Counts(now time.Time) Counts {
	if st.s.Folder(waiverFolder) == nil {
		return st.counts
	}
	findings := st.all()
	waive(st.s, findings, now)
	return CountOf(findings)
}

// To answers the state of another snapshot of the model, and what came and went on
// the way there. The counts of the delta are the whole model's. The only error is
// the context's.
func (st *State) To(ctx context.Context, next *model.Snapshot, now time.Time) (*State, Delta, error) {
	scope := Reach(st.s, next, model.FileChanges(st.s, next))
	fresh, err := examine(ctx, next, scope)
	if err != nil {
		return nil, Delta{}, err
	}
	to, was, is := st.with(next, scope, fresh)
	waive(st.s, was, now)
	waive(next, is, now)
	sortFindings(was)
	sortFindings(is)
	d := Delta{ErrorsBefore: st.Counts(now).Error, ErrorsAfter: to.Counts(now).Error}
	d.New, d.Gone = Compare(was, is)
	return to, d, nil
}

// with answers the state of a snapshot whose files in a scope have the fresh
// findings and all others those of st, and what was and is found in the scope.
func (st *State) with(s *model.Snapshot, scope Scope, fresh map[string][]model.Finding) (to *State, was, is []model.Finding) {
	to = &State{s: s}
	if scope.all {
		to.held = model.NewTable(fresh)
		was, is = st.all(), to.all()
	} else {
		to.held = st.held.Edit(func(e *model.TableEdit[string, []model.Finding]) {
			for path := range scope.paths {
				old, had := e.Get(path)
				was, is = append(was, old...), append(is, fresh[path]...)
				if len(fresh[path]) > 0 {
					e.Put(path, fresh[path])
				} else if had {
					e.Remove(path)
				}
			}
		})
	}
	to.counts = st.counts
	to.counts.sum(was, -1)
	to.counts.sum(is, 1)
	return to, was, is
}

// all answers every finding in no order, without waivers.
func (st *State) all() []model.Finding {
	var findings []model.Finding
	for _, of := range st.held.All() {
		findings = append(findings, of...)
	}
	return findings
}

func (c *Counts) sum(findings []model.Finding, n int) {
	for i := range findings {
		c.add(&findings[i], n)
	}
}
