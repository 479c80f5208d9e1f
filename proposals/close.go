package proposals

import (
	"context"
	"errors"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// CloseRequest ends a proposal without taking it.
type CloseRequest struct {
	ID        string
	State     State  // Rejected, Withdrawn or PutAway
	Reason    string // in the words of who closes it
	Author    repo.Person
	Committer repo.Person // the author where it is zero
	Trailers  []repo.Trailer
}

// Close ends an open proposal. Whatever it held stays reachable, and it can be
// reopened.
func (s *Store) Close(ctx context.Context, req CloseRequest) (*Proposal, error) {
	if !slices.Contains([]State{Rejected, Withdrawn, PutAway}, req.State) {
		return nil, problem(model.InvalidArgument, "A proposal is closed as rejected, withdrawn or put-away", "%q is no reason to close a proposal", req.State)
	}
	f, err := s.open(ctx, req.ID, string(req.State))
	if err != nil {
		return nil, err
	}
	if err := s.close(ctx, f, req); err != nil {
		return nil, err
	}
	return s.Get(ctx, f.ID)
}

// close writes the closing commit of a proposal and takes its branch away.
func (s *Store) close(ctx context.Context, f *found, req CloseRequest) error {
	trailers := withTrailers(req.Trailers,
		repo.Trailer{Key: trailerProposal, Value: f.ID}, repo.Trailer{Key: trailerClosed, Value: string(req.State)},
		repo.Trailer{Key: trailerBase, Value: hashText(f.Base)}, repo.Trailer{Key: trailerInto, Value: hashText(f.Into)})
	work, err := s.work(ctx, f.ID, f.Head)
	if err != nil {
		return err
	}
	err = work.commit(ctx, repo.CommitRequest{Author: req.Author, Committer: req.Committer,
		Plan: func(context.Context, repo.Base) (*repo.Plan, error) {
			subject := "Close proposal " + f.ID + ": " + string(req.State)
			plan := &repo.Plan{Subject: subject, Body: req.Reason, Trailers: trailers, AllowEmpty: true}
			if !f.closed.IsZero() {
				plan.Parents = []repo.Hash{f.closed} // it was closed and reopened before
			}
			return plan, nil
		}})
	if err != nil {
		return work.give(ctx, err)
	}
	message := "proposal " + string(req.State)
	closed := repo.RefUpdate{Name: closedRefs + f.ID, Old: f.closed, New: work.head, Message: message}
	err = work.put(ctx, closed, repo.RefUpdate{Name: s.branch(f.ID), Old: f.branch, Message: message})
	var elsewhere *repo.ElsewhereError
	if errors.As(err, &elsewhere) {
		err = work.put(ctx, closed) // the branch goes once nobody looks at it any more
	}
	if err != nil {
		return work.give(ctx, err)
	}
	return nil
}

// dropBranch takes away the branch of a proposal that is closed, while it is. What
// another writer has added to it meanwhile stays.
func (s *Store) dropBranch(ctx context.Context, f *found) error {
	return s.move(ctx, f.ID,
		repo.RefUpdate{Name: closedRefs + f.ID, Old: f.closed, New: f.closed},
		repo.RefUpdate{Name: s.branch(f.ID), Old: f.branch, Message: "proposal closed"})
}

// settle brings the refs of a proposal to what was derived of it.
func (s *Store) settle(ctx context.Context, f *found) error {
	switch {
	case f.taker == nil:
		return s.dropBranch(ctx, f)
	case f.part:
		return s.settlePart(ctx, f)
	}
	by := personOf(f.taker.Trailer(trailerReviewer))
	if by.Name == "" {
		by = f.taker.Committer
	}
	return s.close(ctx, f, CloseRequest{ID: f.ID, State: f.State, Author: by})
}

func hashText(h repo.Hash) string {
	if h.IsZero() {
		return ""
	}
	return h.String()
}
