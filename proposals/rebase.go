package proposals

import (
	"context"
	"errors"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// RebaseRequest asks that a proposal be made again on the model as it is now.
type RebaseRequest struct {
	ID          string
	Committer   repo.Person
	Resolutions []model.Resolution // ours is the model, theirs the proposal
}

// Rebase puts an open proposal onto the head of the model branch: commit by commit
// where each goes by itself, else as one commit that holds the reasons of all. What it
// would make of the model is what merging it makes. It is a Conflict problem with the
// conflicts that the resolutions leave something open.
func (s *Store) Rebase(ctx context.Context, req RebaseRequest) (*Proposal, error) {
	f, err := s.open(ctx, req.ID, "rebased")
	if err != nil {
		return nil, err
	}
	head, err := s.modelHead(ctx)
	if err != nil {
		return nil, err
	}
	if f.Base == head {
		return &f.Proposal, nil
	}
	m, err := s.merge(ctx, f, head, nil, req.Resolutions)
	if err != nil {
		return nil, err
	}
	if !m.Clean() {
		return nil, unresolved(f.ID, m.Conflicts)
	}
	w, err := s.remake(ctx, f, m, req.Committer)
	if err != nil {
		return nil, err
	}
	if !w.made {
		return nil, problem(model.Conflict, "Withdraw it, or accept it to have it said in the history", "the model holds everything that proposal %s changes", f.ID)
	}
	if err := s.replace(ctx, f, w, "rebased onto "+short(head)); err != nil {
		return nil, err
	}
	return s.Get(ctx, f.ID)
}

// remake makes a proposal again on the head that it was merged into.
func (s *Store) remake(ctx context.Context, f *found, m *Merged, committer repo.Person) (*work, error) {
	r := &replay{s: s, found: f, committer: committer}
	w, err := r.on(ctx, m.Head)
	if err == nil {
		same, err := s.holds(ctx, w.head, m)
		if same || err != nil {
			return w, err
		}
	} else if !errors.Is(err, errInTheWay) {
		return nil, err
	}
	return s.atOnce(ctx, f, m, committer)
}

// holds tells whether a commit holds what a merge gave.
func (s *Store) holds(ctx context.Context, commit repo.Hash, m *Merged) (bool, error) {
	at, err := s.repo.At(ctx, commit)
	if err != nil || len(model.FileChanges(m.Result.After, at)) > 0 {
		return false, err
	}
	outside, err := s.repo.OutsideChanges(ctx, m.Head, commit)
	if err != nil {
		return false, err
	}
	for _, o := range m.Outside {
		at := slices.IndexFunc(outside, func(c repo.OutsideChange) bool { return c.Path == o.Path })
		stands := o.Ours
		if at >= 0 {
			stands = Blob{outside[at].New, outside[at].NewMode}
		}
		if stands != o.Merged {
			return false, nil
		}
	}
	return true, nil
}

// atOnce makes a proposal again as one commit.
func (s *Store) atOnce(ctx context.Context, f *found, m *Merged, committer repo.Person) (*work, error) {
	w, err := s.work(ctx, f.ID, m.Head)
	if err != nil {
		return nil, err
	}
	err = w.commit(ctx, repo.CommitRequest{Author: f.Person, Committer: committer,
		Plan: func(ctx context.Context, base repo.Base) (*repo.Plan, error) {
			plan := m.putting(s.repo.Prefix(), m.Result.After)
			plan.AllowEmpty = false
			plan.Subject, plan.Body = f.Title, reasons(f.commits, len(f.commits) > 1)
			plan.Trailers = withTrailers(union(f.commits),
				repo.Trailer{Key: trailerBase, Value: m.Head.String()}, repo.Trailer{Key: trailerProposal, Value: f.ID})
			title := ""
			if f.Titled {
				title = f.Title
			}
			entitle(plan, title, f.Description, true)
			return plan, nil
		}})
	if err != nil {
		return nil, w.give(ctx, err)
	}
	return w, nil
}
