package proposals

import (
	"context"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/repo"
)

// Merged is what accepting a proposal would do to the model branch.
type Merged struct {
	Proposal *Proposal
	Head     repo.Hash // of the model branch
	// Base is what the two have in common, nil for nothing; Ours is the model and Theirs
	// the proposal.
	Base, Ours, Theirs *model.Snapshot
	Result             *model.MergeResult // Result.After is what the model would become
	// Outside are the files outside the model's folder that the proposal changed.
	Outside []OutsideMerge
	// Conflicts is all that is left to decide: of Result and, under the file's path from
	// the repository's root after a slash, outside the model's folder.
	Conflicts []model.MergeConflict
	// Dangling are the references that the merge leaves without their record, with who
	// refers to it.
	Dangling []model.MergeConflict
	// Fresh is what the result breaks that neither side breaks alone, and Delta what the
	// model's findings gain and lose. Both are made only where nothing is left to decide.
	Fresh []model.Finding
	Delta check.Delta

	changed []string // everything that the proposal changed, as parts name it
}

// Clean tells whether nothing is left to decide.
func (m *Merged) Clean() bool { return len(m.Conflicts) == 0 }

// Blocking answers the new errors that no waiver accepts.
func (m *Merged) Blocking() []model.Finding { return m.Delta.Blocking() }

// Merge answers what accepting a proposal would do now. Nothing is written. The error
// is a problem where a resolution decides nothing, or the proposal is not open.
func (s *Store) Merge(ctx context.Context, id string, resolutions []model.Resolution) (*Merged, error) {
	f, err := s.find(ctx, id)
	if err != nil {
		return nil, err
	}
	if f.State != Open {
		return nil, notOpen(&f.Proposal, "merged")
	}
	head, err := s.modelHead(ctx)
	if err != nil {
		return nil, err
	}
	m, err := s.merge(ctx, f, head, nil, resolutions)
	if err != nil {
		return nil, err
	}
	return m, s.check(ctx, m, m.Result.After)
}

// merge merges a proposal, or a part of what it changes, into a commit of the model
// branch.
func (s *Store) merge(ctx context.Context, f *found, head repo.Hash, p part, resolutions []model.Resolution) (*Merged, error) {
	common := meeting{head: head}
	var err error
	if common.base, err = model.MergeBase(ctx, s.repo, head, f.Head); err != nil {
		return nil, err
	}
	if common.bases, err = s.repo.MergeBases(ctx, head, f.Head); err != nil {
		return nil, err
	}
	if common.ours, err = s.repo.At(ctx, head); err != nil {
		return nil, err
	}
	return s.mergeFrom(ctx, f, common, p, resolutions)
}

// meeting is what a proposal is merged into, and what the two have in common.
type meeting struct {
	head  repo.Hash // of the model branch
	ours  *model.Snapshot
	base  *model.Snapshot // nil for nothing
	bases []repo.Hash     // the commits that base was made of
}

// mergeFrom merges a proposal, or a part of it, from what it has in common with the
// model.
func (s *Store) mergeFrom(ctx context.Context, f *found, with meeting, p part, resolutions []model.Resolution) (*Merged, error) {
	m := &Merged{Proposal: &f.Proposal, Head: with.head, Base: with.base, Ours: with.ours}
	var err error
	if m.Theirs, err = s.repo.At(ctx, f.Head); err != nil {
		return nil, err
	}
	if m.changed, err = s.changedBy(ctx, m.Base, f); err != nil {
		return nil, err
	}
	theirs := m.Theirs
	if p != nil {
		if err := checkPart(f.ID, p, m.changed); err != nil {
			return nil, err
		}
		theirs = only(m.Base, theirs, p.has)
	}
	inside, outside := splitResolutions(resolutions)
	if m.Result, err = model.Merge(m.Base, m.Ours, theirs, model.MergeOptions{Resolutions: inside}); err != nil {
		return nil, err
	}
	if m.Outside, err = s.outsideOf(ctx, with.bases, with.head, f.Head); err != nil {
		return nil, err
	}
	m.Outside = slices.DeleteFunc(m.Outside, func(o OutsideMerge) bool { return !p.has("/" + o.Path) })
	open, err := decideOutside(m.Outside, outside)
	if err != nil {
		return nil, err
	}
	m.Conflicts = slices.Concat(m.Result.Conflicts, open)
	m.Dangling = model.Dangling(m.Result.After, m.Result.Changes)
	return m, nil
}

// check finds what the result breaks, where it is one.
func (s *Store) check(ctx context.Context, m *Merged, after *model.Snapshot) error {
	if !m.Clean() {
		return nil
	}
	now := s.opt.Clock()
	var err error
	if m.Fresh, err = check.Merged(ctx, m.Ours, m.Theirs, after, now); err != nil {
		return err
	}
	m.Delta, err = check.Changed(ctx, m.Ours, after, now)
	return err
}

// splitResolutions tells those about the model from those about files outside its
// folder, whose names start with a slash.
func splitResolutions(all []model.Resolution) (inside, outside []model.Resolution) {
	for _, r := range all {
		if strings.HasPrefix(r.Record, "/") {
			outside = append(outside, r)
		} else {
			inside = append(inside, r)
		}
	}
	return inside, outside
}

// putting answers the plan that makes ours what a merge has made of it: files that the
// proposal has as they stand are its blobs, whatever they hold.
func (m *Merged) putting(prefix string, after *model.Snapshot) *repo.Plan {
	plan := &repo.Plan{AllowEmpty: true}
	putFiles(plan, prefix, model.FileChanges(m.Ours, after), m.Theirs)
	for _, o := range m.Outside {
		if o.Outcome == model.OutcomeTheirs || o.Outcome == model.OutcomeResolved && o.Merged != o.Ours {
			plan.Blobs = append(plan.Blobs, repo.BlobChange{Path: o.Path, Mode: o.Merged.Mode, Hash: o.Merged.Hash})
		}
	}
	return plan
}

// putFiles adds changes of files to a plan. What another snapshot of the repository has
// at the same place is taken as its blob, which is there already.
func putFiles(plan *repo.Plan, prefix string, changes []model.FileChange, there *model.Snapshot) {
	for _, c := range changes {
		switch {
		case c.After == nil:
			plan.Blobs = append(plan.Blobs, repo.BlobChange{Path: inRepository(prefix, c.Before.Path)})
		case c.After.Data() == nil || isAt(there, c.After):
			plan.Blobs = append(plan.Blobs, repo.BlobChange{
				Path: inRepository(prefix, c.After.Path), Mode: c.After.Mode, Hash: repo.Hash(c.After.Revision)})
		default:
			plan.Files = append(plan.Files, repo.FileChange{
				Path: c.After.Path, Data: c.After.Data(), Executable: c.After.Mode == model.Executable})
		}
	}
}

func isAt(s *model.Snapshot, file *model.File) bool {
	other := s.FileAt(file.Path)
	return other != nil && other.Revision == file.Revision && other.Mode == file.Mode
}

func inRepository(prefix, path string) string {
	if prefix == "" {
		return path
	}
	return prefix + "/" + path
}
