package proposals

import (
	"context"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// bringing merges what the model took of a proposal into the model once more, one after
// the other.
type bringing struct {
	s       *Store
	f       *found
	head    repo.Hash
	model   *model.Snapshot    // as it is
	ours    *model.Snapshot    // with what was brought so far
	waiting *Merged            // what an open proposal would give by itself; nil for one that was taken
	sides   []side             // of each that was taken, and of the proposal
	rest    []model.Resolution // those that no conflict has used
	commits []*repo.Commit     // that brought something, the newest first
	outside []OutsideMerge     // what they brought outside the model's folder
}

// side is what one time of the proposal changed.
type side struct{ base, theirs *model.Snapshot }

// says tells whether a side has a word on what a conflict is about.
func (d side) says(c model.MergeConflict) bool {
	if d.base == nil {
		return false
	}
	before, after := d.base.Record(c.Record), d.theirs.Record(c.Record)
	if before == nil || after == nil || c.Member == "" {
		return before != after && !(before != nil && after != nil && before.Equal(after))
	}
	member, _, _ := strings.Cut(c.Member, "/")
	return !model.Equal(before.Get(member), after.Get(member))
}

// after reads the sides of what was taken and of the proposal as it is.
func (b *bringing) after(ctx context.Context, takes []taken) error {
	for _, t := range append(slices.Clone(takes), taken{base: b.f.Base, head: b.f.Head}) {
		var d side
		var err error
		if !t.base.IsZero() {
			if d.base, err = b.s.repo.At(ctx, t.base); err != nil {
				return err
			}
		}
		if d.theirs, err = b.s.repo.At(ctx, t.head); err != nil {
			return err
		}
		b.sides = append(b.sides, d)
	}
	return nil
}

// take brings what was taken at a time. Where what came after it says another thing of
// the same, that decides.
func (b *bringing) take(ctx context.Context, t taken, after []side) error {
	at := b.sides[len(b.sides)-len(after)-1]
	base, theirs := at.base, at.theirs
	r, err := model.Merge(base, b.ours, theirs, model.MergeOptions{})
	if err != nil {
		return err
	}
	if !r.Clean() {
		used, err := b.decide(at, r.Conflicts, after)
		if err != nil {
			return err
		}
		if r, err = model.Merge(base, b.ours, theirs, model.MergeOptions{Resolutions: used}); err != nil {
			return err
		}
	}
	if !r.Clean() {
		return unresolved(b.f.ID, r.Conflicts)
	}
	missing, err := b.beside(ctx, t)
	if err != nil {
		return err
	}
	if !missing && len(model.FileChanges(b.ours, r.After)) > 0 {
		if missing, err = b.lost(at, after); err != nil {
			return err
		}
	}
	if missing {
		b.commits = slices.Concat(t.commits, b.commits)
	}
	b.ours = r.After
	return nil
}

// lost tells whether something that the model took and holds no more is missing in the
// open proposal too.
func (b *bringing) lost(at side, after []side) (bool, error) {
	if b.waiting == nil {
		return true, nil
	}
	with := b.waiting.Result.After
	r, err := model.Merge(at.base, with, at.theirs, model.MergeOptions{})
	if err != nil || r.Clean() {
		return err == nil && len(model.FileChanges(with, r.After)) > 0, err
	}
	newer, open := superseded(r.Conflicts, after)
	later, err := b.later(at, open)
	if err != nil || len(later) < len(open) {
		return err == nil, err // the model itself is in the way
	}
	for i := range later {
		later[i].Take = model.TakeOurs // the proposal says another thing since
	}
	r, err = model.Merge(at.base, with, at.theirs, model.MergeOptions{Resolutions: slices.Concat(newer, later)})
	return err == nil && len(model.FileChanges(with, r.After)) > 0, err
}

// superseded answers resolutions that leave to what came after what it says another
// thing of, and the conflicts that are left.
func superseded(conflicts []model.MergeConflict, after []side) (newer []model.Resolution, open []model.MergeConflict) {
	for _, c := range conflicts {
		if slices.ContainsFunc(after, func(d side) bool { return d.says(c) }) {
			newer = append(newer, model.Resolution{Record: c.Record, Member: c.Member, Take: model.TakeOurs})
		} else {
			open = append(open, c)
		}
	}
	return newer, open
}

// decide answers what decides conflicts: what came after, the resolutions that name one,
// which are used up by it, and the word of the proposal where only an earlier one of its
// own is in the way.
func (b *bringing) decide(at side, conflicts []model.MergeConflict, after []side) ([]model.Resolution, error) {
	all, open := superseded(conflicts, after)
	var rest []model.Resolution
	for _, d := range b.rest {
		left := slices.DeleteFunc(slices.Clone(open), func(c model.MergeConflict) bool { return decides(d, c) })
		if len(left) < len(open) {
			all = append(all, d)
		} else {
			rest = append(rest, d)
		}
		open = left
	}
	b.rest = rest
	later, err := b.later(at, open)
	return append(all, later...), err
}

func decides(d model.Resolution, c model.MergeConflict) bool {
	return c.Record == d.Record && (d.Member == "" || c.Member == d.Member)
}

// later answers resolutions for the later word of the proposal where the model as it is
// is not what conflicts with it.
func (b *bringing) later(at side, conflicts []model.MergeConflict) ([]model.Resolution, error) {
	real, err := model.Merge(at.base, b.model, at.theirs, model.MergeOptions{})
	if err != nil {
		return nil, err
	}
	var later []model.Resolution
	for _, c := range conflicts {
		same := slices.ContainsFunc(real.Conflicts, func(r model.MergeConflict) bool {
			return r.Record == c.Record && r.Member == c.Member && model.Equal(r.Ours, c.Ours)
		})
		if !same {
			later = append(later, model.Resolution{Record: c.Record, Member: c.Member, Take: model.TakeTheirs})
		}
	}
	return later, nil
}

// beside tells whether something that was taken outside the model's folder is neither
// there any more nor in the open proposal.
func (b *bringing) beside(ctx context.Context, t taken) (bool, error) {
	files, err := b.s.outsideOf(ctx, []repo.Hash{t.base}, b.head, t.head)
	if err != nil {
		return false, err
	}
	files = slices.DeleteFunc(files, func(o OutsideMerge) bool {
		return o.Merged == o.Ours || b.waiting != nil && slices.ContainsFunc(b.waiting.Outside, func(w OutsideMerge) bool { return w.Path == o.Path })
	})
	b.outside = append(b.outside, files...)
	return len(files) > 0, nil
}

// last brings what the proposal holds by itself, and answers the whole.
func (b *bringing) last(ctx context.Context, with meeting) (*Merged, error) {
	with.ours = b.ours
	m, err := b.s.mergeFrom(ctx, b.f, with, nil, b.rest)
	if err != nil || m.Clean() {
		return b.whole(m), err
	}
	inside := slices.DeleteFunc(slices.Clone(m.Conflicts), func(c model.MergeConflict) bool { return c.Record[0] == '/' })
	later, err := b.later(side{with.base, m.Theirs}, inside)
	if err != nil || len(later) == 0 {
		return m, err
	}
	m, err = b.s.mergeFrom(ctx, b.f, with, nil, slices.Concat(b.rest, later))
	return b.whole(m), err
}

// whole adds the files outside the model's folder that were brought before, the later
// word of each.
func (b *bringing) whole(m *Merged) *Merged {
	if m == nil {
		return nil
	}
	for _, o := range slices.Backward(b.outside) {
		at := slices.IndexFunc(m.Outside, func(x OutsideMerge) bool { return x.Path == o.Path })
		if at < 0 {
			m.Outside = append(m.Outside, o)
		} else if m.Outside[at].Outcome == model.OutcomeOurs {
			m.Outside[at] = o
		}
	}
	return m
}
