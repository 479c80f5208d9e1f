package proposals

import (
	"context"
	"errors"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// Guard looks at the head of the model branch, under the branch's lock, before anything
// else is looked at: whether the same was asked before, say. Its error is the answer.
type Guard func(ctx context.Context, base repo.Base) error

// Done is a proposal that was taken into the model branch.
type Done struct {
	Committed *repo.Committed
	Before    *model.Snapshot // the model branch before
	Proposal  *Proposal       // as it stands now: after a part, with the rest of it
	Merged    *Merged
	// Unsettled says why the refs of the proposal do not tell yet what became of it. The
	// commit stands, and whoever reads the proposals next sees to it.
	Unsettled error
}

// taking is a commit of the model branch that takes a proposal or a part of it.
type taking struct {
	s         *Store
	id        string
	doing     string    // what is to be done with the proposal
	head      repo.Hash // of the proposal that was looked at; zero for any
	guard     Guard
	author    repo.Person // the proposal's where it is zero
	committer repo.Person
	plan      func(ctx context.Context, f *found, base repo.Base, done *Done) (*repo.Plan, error)
}

// errUnsettled says that another writer has just taken a part of the proposal.
var errUnsettled = errors.New("a part of the proposal was accepted and its refs have to follow")

// unsettledTries is how often a proposal is settled for a request before it gives up.
const unsettledTries = 5

// commit makes the commit, and brings the refs of the proposal after it.
func (t *taking) commit(ctx context.Context) (*Done, error) {
	for range unsettledTries {
		f, err := t.s.get(ctx, t.id)
		if err != nil {
			return nil, err
		}
		done := &Done{}
		req := repo.CommitRequest{Author: t.author, Committer: t.committer, Purpose: t.doing + " " + f.ID}
		if req.Author == (repo.Person{}) {
			req.Author = f.Person
		}
		req.Plan = func(ctx context.Context, base repo.Base) (*repo.Plan, error) {
			if f, err = t.look(ctx, f.ID, base); err != nil {
				return nil, err
			}
			done.Before = base.Snapshot
			return t.plan(ctx, f, base, done)
		}
		done.Committed, err = t.s.repo.Commit(ctx, req)
		if errors.Is(err, errUnsettled) {
			continue
		}
		if err != nil || done.Committed == nil {
			return nil, err
		}
		return t.s.after(ctx, f, done), nil
	}
	return nil, problem(model.Locked, "Send it again in a moment", "parts of proposal %s are being accepted", t.id)
}

// look answers the proposal as it stands under the lock of the model branch, where it
// can be taken.
func (t *taking) look(ctx context.Context, id string, base repo.Base) (*found, error) {
	if t.guard != nil {
		if err := t.guard(ctx, base); err != nil {
			return nil, err
		}
	}
	if strings.HasPrefix(base.Head.Ref, branches+t.s.opt.Prefix) {
		return nil, problem(model.Busy, "Switch to the model's branch first: git switch main", "the work tree stands on %s, a proposal's branch", base.Head.Branch)
	}
	f, err := t.s.find(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case f.State != Open:
		return nil, notOpen(&f.Proposal, t.doing)
	case f.part:
		return nil, errUnsettled
	case !t.head.IsZero() && t.head != f.Head:
		return nil, movedOn(&f.Proposal, t.head)
	case len(f.commits) == 0:
		return nil, problem(model.InvalidArgument, "Add a change to it, or withdraw it", "proposal %s changes nothing", f.ID)
	}
	return f, nil
}

// after brings the refs of a proposal to what the model branch says of it now.
func (s *Store) after(ctx context.Context, f *found, done *Done) *Done {
	now, err := s.find(ctx, f.ID)
	if err == nil && now.unsettled() {
		failed := s.settle(ctx, now)
		if now, err = s.find(ctx, f.ID); err == nil && now.unsettled() {
			done.Unsettled = failed
		}
	}
	if err != nil {
		done.Unsettled, now = err, f
	}
	done.Proposal = &now.Proposal
	done.Merged.Proposal = done.Proposal
	return done
}
