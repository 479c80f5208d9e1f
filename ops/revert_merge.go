package ops

import (
	"context"
	"fmt"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/edit"
	"github.com/openeik/ekgit/repo"
)

// reverting takes commits back, newest first, each by a merge of what was before it
// into what stands, with the commit as base.
type reverting struct {
	*call
	command model.Object
	a       *revertArgs
	chosen  *revertChoice
	today   *model.Snapshot
	met     map[string]bool // which names of only something was changed under
	used    map[int]bool    // which resolutions decided something
	open    []revertConflict
}

// revertConflict is something that was changed since, with the commit that did what is
// to be taken back and the last one that changed the record since.
type revertConflict struct {
	model.MergeConflict
	Commit *lastChange `json:"commit,omitempty"`
	Since  *lastChange `json:"since,omitempty"`
	newest repo.Hash   // of the commits that are taken back
}

// work answers the model without what the commits did.
func (r *reverting) work(ctx context.Context) (*model.Snapshot, error) {
	after, err := r.fold(ctx, r.today)
	if err != nil {
		return nil, err
	}
	dangling := model.Dangling(after, model.FileChanges(r.today, after))
	if len(dangling) == 0 {
		return after, nil
	}
	if !r.a.Cascade {
		return nil, r.refuseDangling(ctx, dangling)
	}
	without, err := r.cascaded(ctx, dangling)
	if err != nil {
		return nil, err
	}
	if after, err = r.fold(ctx, without); err != nil {
		return nil, err
	}
	if dangling = model.Dangling(after, model.FileChanges(r.today, after)); len(dangling) > 0 {
		return nil, r.refuseDangling(ctx, dangling)
	}
	return after, nil
}

// cascaded answers today's model without the records that would be missed, and
// without what cannot be without them.
func (r *reverting) cascaded(ctx context.Context, dangling []model.MergeConflict) (*model.Snapshot, error) {
	var ids []any
	for _, d := range dangling {
		if r.today.Get(d.Record) != nil {
			ids = append(ids, d.Record)
		}
	}
	if len(ids) == 0 {
		return r.today, nil
	}
	command := model.Object{{Name: "command", Value: "delete"}, {Name: "id", Value: ids}, {Name: "cascade", Value: true}}
	result, err := edit.Run(ctx, r.today, []model.Object{command}, edit.Options{RequestID: r.req.RequestID})
	if err != nil {
		return nil, err
	}
	return result.After, nil
}

// fold takes the commits back from ours. What follows upon each other is taken back in
// one step, so that what came and went in between is in nobody's way.
func (r *reverting) fold(ctx context.Context, ours *model.Snapshot) (*model.Snapshot, error) {
	r.met, r.used, r.open = map[string]bool{}, map[int]bool{}, nil
	for _, run := range r.chosen.runs() {
		next, err := r.without(ctx, ours, run)
		if err != nil {
			return nil, err
		}
		ours = next
	}
	for _, name := range r.a.Only {
		if !r.met[name] {
			return nil, hinted(invalid("/commands/0/only", fmt.Sprintf("the commits did not change %.80q", name), name), "changes, or diff, tells which records and files they changed")
		}
	}
	if len(r.open) > 0 {
		return nil, r.refuseOpen(ctx)
	}
	for i, decision := range r.a.Resolutions {
		if !r.used[i] {
			return nil, hinted(invalid(fmt.Sprintf("/commands/0/resolutions/%d", i), "there is no conflict over "+decision.Record+" "+decision.Member, decision.Record), "Leave the resolution out: it decides nothing")
		}
	}
	return ours, nil
}

// without answers ours without what a run of commits did, and notes what is left to
// decide.
func (r *reverting) without(ctx context.Context, ours *model.Snapshot, run revertRun) (*model.Snapshot, error) {
	base, err := r.host.repo.At(ctx, run.newest)
	if err != nil {
		return nil, err
	}
	theirs, err := r.host.repo.At(ctx, run.before)
	if err != nil {
		return nil, err
	}
	if len(r.a.Only) > 0 {
		theirs = onlyOf(base, theirs, r.a.Only, r.met)
	}
	merged, err := model.Merge(base, ours, theirs, model.MergeOptions{})
	if err != nil {
		return nil, err
	}
	if resolutions := r.deciding(merged.Conflicts); len(resolutions) > 0 {
		if merged, err = model.Merge(base, ours, theirs, model.MergeOptions{Resolutions: resolutions}); err != nil {
			return nil, err
		}
	}
	r.note(merged.Conflicts, run)
	return merged.After, nil
}

// deciding answers the resolutions that decide one of some conflicts.
func (r *reverting) deciding(conflicts []model.MergeConflict) []model.Resolution {
	var deciding []model.Resolution
	for i, d := range r.a.Resolutions {
		if slices.ContainsFunc(conflicts, func(c model.MergeConflict) bool {
			return c.Record == d.Record && (d.Member == "" || c.Member == d.Member)
		}) {
			r.used[i] = true
			deciding = append(deciding, model.Resolution{Record: d.Record, Member: d.Member, Take: model.Take(d.Take), Value: d.Value})
		}
	}
	return deciding
}

// note keeps conflicts, each once: with what the newest commit made, and what stood
// before the oldest.
func (r *reverting) note(conflicts []model.MergeConflict, run revertRun) {
	for _, c := range conflicts {
		i := slices.IndexFunc(r.open, func(known revertConflict) bool { return known.Record == c.Record && known.Member == c.Member })
		if i < 0 {
			r.open = append(r.open, revertConflict{MergeConflict: c, newest: run.newest})
			continue
		}
		r.open[i].Theirs = c.Theirs
	}
}

// What a refusal lists at most.
const (
	shownConflicts = 20
	mostDecisions  = 200
)

// refuseOpen says what was changed since, so that it is not taken back unasked.
func (r *reverting) refuseOpen(ctx context.Context) error {
	first := r.open[0]
	shown := r.open[:min(len(r.open), shownConflicts)]
	for i := range shown {
		shown[i].Commit = r.lastOf(ctx, shown[i].newest, shown[i].Record)
		shown[i].Since = r.lastOf(ctx, r.chosen.head, shown[i].Record)
	}
	p := &model.Problem{Code: model.Conflict, Message: "this was changed since and cannot be taken back without a decision: " + conflictText(first.MergeConflict),
		Hint:    "Nothing was written. resolutions decides each: ours keeps what stands now, theirs takes what stood before, value sets another one; details.try keeps all that was changed since",
		Details: map[string]any{"conflicts": shown}}
	if rest := len(r.open) - 1; rest > 0 {
		p.Message += fmt.Sprintf(", and %d more", rest)
		p.Details["rest"] = len(r.open) - len(shown)
	}
	decisions, _ := r.command.Get("resolutions").([]any)
	var decided []string
	for _, c := range r.open {
		if slices.Contains(decided, c.Record) {
			continue
		}
		decided = append(decided, c.Record)
		d := model.Object{{Name: "record", Value: c.Record}}
		if c.Member != "" && slices.ContainsFunc(r.a.Resolutions, func(given revertDecision) bool { return given.Record == c.Record }) {
			d = d.With("member", c.Member)
		}
		decisions = append(slices.Clip(decisions), d.With("take", "ours"))
	}
	if len(decided) <= mostDecisions {
		p.Details["try"] = executing(r.command.With("resolutions", decisions))
	}
	return p
}

func executing(command model.Object) model.Object {
	return model.Object{{Name: "action", Value: "execute"}, {Name: "commands", Value: []any{command}}}
}

// lastOf answers the last commit up to one that changed a record or another file, nil
// where that is not known.
func (r *reverting) lastOf(ctx context.Context, at repo.Hash, record string) *lastChange {
	hashes, err := r.host.repo.History(ctx, at, record)
	if err != nil || len(hashes) == 0 {
		return nil
	}
	commit, err := r.host.repo.CommitAt(ctx, hashes[0])
	if err != nil {
		return nil
	}
	line := changeLine(commit)
	return &line
}

// conflictText tells of a conflict in a line.
func conflictText(c model.MergeConflict) string {
	what := c.Record
	if c.Member != "" {
		return fmt.Sprintf("%s %s (the commit made it %s, now it is %s, before it was %s)", what, c.Member, shortValue(c.Base), shortValue(c.Ours), shortValue(c.Theirs))
	}
	switch c.Kind {
	case model.ConflictDeletedHere:
		return what + " (the commit changed it, and it was deleted since)"
	case model.ConflictDeletedThere:
		return what + " (the commit made it, and it was changed since)"
	case model.ConflictBothAdded:
		return what + " (the commit deleted it, and another one has its id since)"
	case model.ConflictSameFile, model.ConflictFileCase:
		return what + " (its file would lie where that of " + c.With + " lies)"
	}
	return what + " (" + string(c.Kind) + ")"
}

func shortValue(v any) string {
	if v == nil {
		return "absent"
	}
	return cut(string(model.AppendCompact(nil, v)), 60)
}

// refuseDangling names what depends on records that would not be there.
func (r *reverting) refuseDangling(ctx context.Context, dangling []model.MergeConflict) error {
	first := dangling[0]
	dependent := first.Dependents[0]
	p := &model.Problem{Code: model.CheckFailed, Details: map[string]any{"dangling": dangling[:min(len(dangling), shownConflicts)]}}
	others := ""
	if n := len(first.Dependents) - 1; n > 0 {
		others = fmt.Sprintf(" and %d more", n)
	}
	if r.today.Get(first.Record) == nil {
		p.Message = fmt.Sprintf("%s%s would come back, and %s, which it names in %s, is not there", dependent.Record, others, first.Record, dependent.Member)
		p.Hint = "Nothing was written. Take back the commit that deleted it as well"
		if last := r.lastOf(ctx, r.chosen.head, first.Record); last != nil {
			p.Hint += ", " + last.Commit
			if commits, ok := r.command.Get("commits").([]any); ok {
				p.Details["try"] = executing(r.command.With("commits", append([]any{last.Commit}, commits...)))
			}
		}
		return p
	}
	p.Message = fmt.Sprintf("%s would go, and %s%s depends on it since", first.Record, dependent.Record, others)
	p.Hint = "Nothing was written. cascade: true deletes what cannot be without it and takes it out of what only names it; or take back what was added since as well, or leave it out with only"
	p.Details["try"] = executing(r.command.With("cascade", true))
	return p
}

// revertRun is commits that follow upon each other on a line of first parents: what
// they did leads from before to newest.
type revertRun struct{ newest, before repo.Hash }
