package proposals

import (
	"context"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// CommitRequest adds a commit to a proposal.
type CommitRequest struct {
	ID        string // empty for a new proposal
	As        string // the id that a new one gets; empty for a fresh one
	Author    repo.Person
	Committer repo.Person // the author where it is zero
	// Title and Description are given to the proposal, whichever of its commits this
	// is; empty leaves it what it has. A first commit's subject is the title.
	Title, Description string
	// Request is kept beside the commit as it is, under RequestHash: the last word of
	// the plan's Eik-Request trailer. Neither is looked into.
	Request     []byte
	RequestHash string
	// Plan plans the commit on the head of the proposal, for a new one on that of the
	// model branch, and again where another writer was faster. A nil plan commits
	// nothing. The trailers of the plan are kept; Eik-Proposal is added.
	Plan func(ctx context.Context, base repo.Base) (*repo.Plan, error)
}

// Added is a commit that was added to a proposal.
type Added struct {
	Proposal *Proposal
	Commit   repo.Hash
	Snapshot *model.Snapshot // of the commit
	// Unkept says why the request is not kept beside the commit, which stands.
	Unkept error
}

// Commit adds a commit to a proposal, or makes a proposal with it, and answers nil
// where the plan is nil. The work tree, the index and the model branch are untouched.
// Its errors are those of repo.Model.Commit, and a Conflict problem that the proposal
// is closed.
func (s *Store) Commit(ctx context.Context, req CommitRequest) (*Added, error) {
	f, from, err := s.committing(ctx, req.ID, req.As)
	if err != nil {
		return nil, err
	}
	committed, err := s.repo.Commit(ctx, repo.CommitRequest{
		Author: req.Author, Committer: req.Committer, Purpose: "propose", Ref: s.branch(f.ID), From: from,
		Plan: func(ctx context.Context, base repo.Base) (*repo.Plan, error) {
			plan, err := req.Plan(ctx, base)
			if err != nil || plan == nil {
				return nil, err
			}
			told := *plan
			told.Trailers = withTrailers(told.Trailers, repo.Trailer{Key: trailerProposal, Value: f.ID})
			entitle(&told, req.Title, req.Description, len(f.commits) == 0)
			return &told, nil
		},
	})
	if err != nil || committed == nil {
		return nil, overtaken(f.ID, err)
	}
	added := &Added{Commit: committed.Commit, Snapshot: committed.Snapshot}
	if len(req.Request) > 0 {
		added.Unkept = s.keepRequest(ctx, f.ID, req)
	}
	added.Proposal, err = s.Get(ctx, f.ID)
	return added, err
}

// committing answers the proposal that a commit is added to, and what a new one begins
// at.
func (s *Store) committing(ctx context.Context, id, as string) (*found, repo.Hash, error) {
	if id != "" {
		f, err := s.open(ctx, id, "added to")
		return f, repo.Hash{}, err
	}
	head, err := s.startAt(ctx)
	if err != nil {
		return nil, repo.Hash{}, err
	}
	if head.IsZero() {
		return nil, repo.Hash{}, problem(model.Conflict, "Make the first commit of the model, then propose changes to it", "the model has no commit yet, so nothing can be proposed")
	}
	if as == "" {
		as, err = s.freshID(ctx)
	} else {
		err = s.free(ctx, as)
	}
	return &found{Proposal: Proposal{ID: as}}, head, err
}

// free refuses the id of a new proposal that another one has.
func (s *Store) free(ctx context.Context, id string) error {
	if _, err := s.idOf(id); err != nil {
		return err
	}
	p, err := s.place(ctx, id)
	if err == nil && *p != (place{id: id}) {
		err = problem(model.Conflict, "Add to it, or propose under another id", "there is a proposal %s already", id)
	}
	return err
}
