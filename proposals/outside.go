package proposals

import (
	"context"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// Blob is a file as a tree names it; the zero Blob is none.
type Blob struct {
	Hash repo.Hash
	Mode model.Mode
}

// OutsideMerge is what becomes of a file outside the model's folder that a proposal
// changed, such as a workflow or git's attributes. It merges as a whole.
type OutsideMerge struct {
	Path                       string // from the repository's root
	Outcome                    model.Outcome
	Base, Ours, Theirs, Merged Blob
}

// outsideOf answers what becomes of the files outside the model's folder that theirs
// changed, by path, with conflicts left as in ours.
func (s *Store) outsideOf(ctx context.Context, bases []repo.Hash, ours, theirs repo.Hash) ([]OutsideMerge, error) {
	merged := map[string]*OutsideMerge{}
	if len(bases) == 0 {
		bases = []repo.Hash{{}} // the two have nothing in common
	}
	for i, base := range bases {
		if err := s.mergeOutsideFrom(ctx, base, ours, theirs, i > 0, merged); err != nil {
			return nil, err
		}
	}
	all := make([]OutsideMerge, 0, len(merged))
	for _, o := range merged {
		all = append(all, *o)
	}
	slices.SortFunc(all, func(a, b OutsideMerge) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}

// mergeOutsideFrom adds the files that the proposal changed from one base. From several
// a side is unchanged only where it is so from each.
func (s *Store) mergeOutsideFrom(ctx context.Context, base, ours, theirs repo.Hash, again bool, merged map[string]*OutsideMerge) error {
	there, err := s.repo.OutsideChanges(ctx, base, theirs)
	if err != nil || len(there) == 0 && len(merged) == 0 {
		return err
	}
	here, err := s.repo.OutsideChanges(ctx, base, ours)
	if err != nil {
		return err
	}
	changedHere := map[string]repo.OutsideChange{}
	for _, c := range here {
		changedHere[c.Path] = c
	}
	for _, c := range there {
		o := &OutsideMerge{Path: c.Path, Outcome: model.OutcomeTheirs, Base: Blob{c.Old, c.OldMode}, Theirs: Blob{c.New, c.NewMode}}
		o.Ours, o.Merged = o.Base, o.Theirs
		if h, both := changedHere[c.Path]; both {
			o.Ours, o.Outcome = Blob{h.New, h.NewMode}, model.OutcomeConflict
			if o.Ours == o.Theirs {
				o.Outcome = model.OutcomeSame
			}
		}
		if known := merged[c.Path]; known != nil && known.Outcome == model.OutcomeConflict || again && known == nil && o.Outcome == model.OutcomeTheirs {
			continue // another base says that the model changed it, or that the proposal did not
		}
		merged[c.Path] = o
	}
	return nil
}

// decideOutside decides conflicts by resolutions, and answers those that stay open.
func decideOutside(all []OutsideMerge, answers []model.Resolution) ([]model.MergeConflict, error) {
	used := make([]bool, len(answers))
	var open []model.MergeConflict
	for i := range all {
		o := &all[i]
		if o.Outcome != model.OutcomeConflict {
			continue
		}
		at := slices.IndexFunc(answers, func(r model.Resolution) bool { return r.Record == "/"+o.Path })
		if at < 0 {
			o.Merged = o.Ours
			open = append(open, o.conflict())
			continue
		}
		used[at] = true
		switch answers[at].Take {
		case model.TakeOurs:
			o.Merged, o.Outcome = o.Ours, model.OutcomeResolved
		case model.TakeTheirs:
			o.Merged, o.Outcome = o.Theirs, model.OutcomeResolved
		default:
			return nil, problem(model.InvalidArgument, "Take ours or theirs, or change the file on the proposal's branch",
				"%s lies outside the model and merges as a whole", o.Path)
		}
	}
	if i := slices.Index(used, false); i >= 0 {
		return nil, problem(model.InvalidArgument, "Leave it out; what is left to decide is in the conflicts", "no conflict is about %s", answers[i].Record)
	}
	return open, nil
}

func (o *OutsideMerge) conflict() model.MergeConflict {
	c := model.MergeConflict{Kind: model.ConflictBothChanged, Record: "/" + o.Path, File: o.Path, Base: o.Base.name(), Ours: o.Ours.name(), Theirs: o.Theirs.name()}
	switch {
	case o.Ours.Hash.IsZero():
		c.Kind = model.ConflictDeletedHere
	case o.Theirs.Hash.IsZero():
		c.Kind = model.ConflictDeletedThere
	case o.Base.Hash.IsZero():
		c.Kind = model.ConflictBothAdded
	}
	return c
}

// name answers the blob as a conflict shows it, nil where there is none.
func (b Blob) name() any {
	if b.Hash.IsZero() {
		return nil
	}
	return short(b.Hash)
}
