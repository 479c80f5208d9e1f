package proposals

import (
	"context"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// ReopenRequest asks that a proposal that has ended goes on, or that one that is open
// has again what the model took of it and holds no more.
type ReopenRequest struct {
	ID          string
	Committer   repo.Person
	Resolutions []model.Resolution // ours is the model, theirs the proposal
}

// Reopen lets a proposal go on: one that was closed as it stood, one that the model
// took by commits made anew on the model's head. The model's history holds the old
// ones, so that merging those again would bring nothing back after a revert. All that
// the model ever took of the proposal and holds no more comes back, beside what is open
// of it. A revert by itself reopens nothing. It is a Conflict problem that the proposal
// is open and misses nothing, that the model still holds all of it, or that something is
// left to decide.
func (s *Store) Reopen(ctx context.Context, req ReopenRequest) (*Proposal, error) {
	f, err := s.get(ctx, req.ID)
	if err != nil {
		return nil, err
	}
	switch {
	case f.State == Open:
		return s.reopenOpen(ctx, req)
	case f.passing:
		return nil, problem(model.Conflict, "Switch to the model's branch and look at it there", "proposal %s is merged on this branch by hand, and nobody closed it", f.ID)
	case f.closed.IsZero():
		return nil, problem(model.Locked, "Send it again in a moment", "proposal %s has just been taken, and its refs have to follow", f.ID)
	}
	w := &work{s: s, id: f.ID, ref: workRefs + f.ID, head: f.Head}
	if !f.Into.IsZero() {
		if w, _, err = s.again(ctx, f, req); err != nil {
			return nil, err
		}
		if !w.made {
			return nil, problem(model.Conflict, "Revert the commit that took it first, or make a new proposal", "the model holds all of proposal %s", f.ID)
		}
	}
	if err := s.back(ctx, f, w, req.Committer); err != nil {
		return nil, err
	}
	return s.Get(ctx, f.ID)
}

// reopenOpen gives an open proposal again what the model has lost of it.
func (s *Store) reopenOpen(ctx context.Context, req ReopenRequest) (*Proposal, error) {
	f, err := s.open(ctx, req.ID, "reopened")
	if err != nil {
		return nil, err
	}
	w, missed, err := s.again(ctx, f, req)
	if err != nil {
		return nil, err
	}
	if !missed || !w.made {
		why := problem(model.Conflict, "Add to it, accept it or close it", "proposal %s is open, and the model holds all that it took of it", f.ID)
		return nil, w.give(ctx, why)
	}
	if err := s.replace(ctx, f, w, "reopened with what the model has lost of it"); err != nil {
		return nil, err
	}
	return s.Get(ctx, f.ID)
}

// reopened is what a commit after a closing commit says, that takes it back.
const reopened = "reopened"

// back puts the branch of a proposal back and says so after its closing commit. The
// branch comes first: a stop in between leaves the proposal closed, and never nowhere.
func (s *Store) back(ctx context.Context, f *found, w *work, by repo.Person) error {
	branch := repo.RefUpdate{Name: s.branch(f.ID), Old: f.branch, New: w.head, Message: "proposal reopened"}
	if f.branch != w.head {
		if err := w.put(ctx, branch); err != nil {
			return w.give(ctx, err)
		}
	}
	said, err := s.work(ctx, f.ID, f.closed)
	if err != nil {
		return err
	}
	err = said.commit(ctx, repo.CommitRequest{Author: by, Plan: func(context.Context, repo.Base) (*repo.Plan, error) {
		return &repo.Plan{Subject: "Reopen proposal " + f.ID, AllowEmpty: true, Trailers: []repo.Trailer{
			{Key: trailerProposal, Value: f.ID}, {Key: trailerClosed, Value: reopened}}}, nil
	}})
	if err != nil {
		return err
	}
	updates := []repo.RefUpdate{{Name: closedRefs + f.ID, Old: f.closed, New: said.head, Message: "proposal reopened"}}
	if branch.Old != branch.New {
		branch.Old = branch.New // it is still there
		updates = append(updates, branch)
	}
	if err := said.put(ctx, updates...); err != nil {
		return said.give(ctx, err)
	}
	return nil
}
