package proposals

import (
	"context"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// ReopenRequest asks that a proposal that has ended goes on.
type ReopenRequest struct {
	ID          string
	Committer   repo.Person
	Resolutions []model.Resolution // ours is the model, theirs the proposal
}

// Reopen lets a proposal go on: one that was closed as it stood, one that the model
// took by commits made anew on the model's head. The model's history holds the old
// ones, so that merging those again would bring nothing back after a revert. It is a
// Conflict problem that the proposal is open, that the model still holds all of it, or
// that something is left to decide.
func (s *Store) Reopen(ctx context.Context, req ReopenRequest) (*Proposal, error) {
	f, err := s.get(ctx, req.ID)
	if err != nil {
		return nil, err
	}
	if f.State == Open {
		return nil, problem(model.Conflict, "Add to it, accept it or close it", "proposal %s is open", f.ID)
	}
	w := &work{s: s, id: f.ID, ref: workRefs + f.ID, head: f.Head}
	if !f.Into.IsZero() {
		if w, err = s.again(ctx, f, req); err != nil {
			return nil, err
		}
	}
	if err := s.keep(ctx, f, f.closed, "reopened"); err != nil {
		return nil, w.give(ctx, err)
	}
	if err := s.back(ctx, f, w); err != nil {
		return nil, err
	}
	return s.Get(ctx, f.ID)
}

// back puts the branch of a proposal back and takes its closing commit away. The branch
// comes first: a stop in between leaves the proposal closed, and never nowhere.
func (s *Store) back(ctx context.Context, f *found, w *work) error {
	why := "proposal reopened"
	branch := repo.RefUpdate{Name: s.branch(f.ID), Old: f.branch, New: w.head, Message: why}
	closed := repo.RefUpdate{Name: closedRefs + f.ID, Old: f.closed, Message: why}
	if f.branch == w.head {
		return s.move(ctx, f.ID, closed) // the branch was never taken away: somebody looks at it
	}
	if err := w.put(ctx, branch); err != nil {
		return w.give(ctx, err)
	}
	branch.Old = branch.New
	return s.move(ctx, f.ID, branch, closed)
}

// again makes the commits of a proposal that the model branch took once more, on its
// head.
func (s *Store) again(ctx context.Context, f *found, req ReopenRequest) (*work, error) {
	head, err := s.modelHead(ctx)
	if err != nil {
		return nil, err
	}
	m := &Merged{Proposal: &f.Proposal, Head: head}
	if m.Ours, err = s.repo.At(ctx, head); err != nil {
		return nil, err
	}
	if m.Theirs, err = s.repo.At(ctx, f.Head); err != nil {
		return nil, err
	}
	bases := []repo.Hash{f.Base}
	if m.Base = nil; !f.Base.IsZero() {
		if m.Base, err = s.repo.At(ctx, f.Base); err != nil {
			return nil, err
		}
	}
	inside, outside := splitResolutions(req.Resolutions)
	if m.Result, err = model.Merge(m.Base, m.Ours, m.Theirs, model.MergeOptions{Resolutions: inside}); err != nil {
		return nil, err
	}
	if m.Outside, err = s.outsideOf(ctx, bases, head, f.Head); err != nil {
		return nil, err
	}
	open, err := decideOutside(m.Outside, outside)
	if err != nil {
		return nil, err
	}
	if m.Conflicts = append(m.Result.Conflicts, open...); !m.Clean() {
		return nil, unresolved(f.ID, m.Conflicts)
	}
	w, err := s.remake(ctx, f, m, req.Committer)
	if err == nil && !w.made {
		err = problem(model.Conflict, "Revert the commit that took it first, or make a new proposal", "the model holds all of proposal %s", f.ID)
	}
	return w, err
}
