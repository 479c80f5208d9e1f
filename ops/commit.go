package ops

import (
	"context"
	"errors"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// once is a write that is carried out at most once for one request.
type once struct {
	in    *writeIn
	does  string   // what the lock is held for
	files []string // whose hand edits it takes up
	// repeats tells that the same content under another request is meant, and not
	// sent twice by mistake.
	repeats bool
	plan    func(ctx context.Context, base repo.Base) (*repo.Plan, error)
}

// commit plans and commits a write, or answers the commit of the same request where
// it was carried out before.
func (c *call) commit(ctx context.Context, w once) (*repo.Committed, *replayed, error) {
	author, committer, err := c.signers()
	if err != nil {
		return nil, nil, err
	}
	var again *replayed
	committed, err := c.host.repo.Commit(ctx, repo.CommitRequest{
		Author: author, Committer: committer, Purpose: w.does, HandEdits: w.files,
		Plan: func(ctx context.Context, base repo.Base) (*repo.Plan, error) {
			c.at(base.Head)
			c.meta.Model = base.Snapshot.Manifest().ID
			if again, err = c.earlier(ctx, w, base.Head); again != nil || err != nil {
				return nil, err
			}
			if err := writable(base.Snapshot); err != nil {
				return nil, err
			}
			return w.plan(ctx, base)
		},
	})
	switch {
	case err != nil:
		return nil, nil, c.explainConflict(err)
	case again != nil:
		return nil, again, nil
	case committed == nil:
		return nil, nil, errors.New("a write committed nothing and said nothing")
	}
	c.host.remember(c.req.RequestID, w.in.hash(), committed.Commit, c.host.options.Clock())
	c.host.tidier.committed()
	return committed, nil, nil
}

// write commits what plan works out and answers what it did; where the same request was
// carried out before, what that answered.
func (c *call) write(ctx context.Context, w once, plan func(ctx context.Context, base repo.Base) (*outcome, *repo.Plan, error)) (*written, error) {
	var done *outcome
	w.plan = func(ctx context.Context, base repo.Base) (p *repo.Plan, err error) {
		done, p, err = plan(ctx, base)
		return p, err
	}
	committed, again, err := c.commit(ctx, w)
	switch {
	case err != nil:
		return nil, err
	case again != nil:
		return c.replay(ctx, w.in, again)
	}
	return c.report(committed, done), nil
}

// bothSides answers the model before and after a commit.
func (c *call) bothSides(ctx context.Context, commit *repo.Commit) (before, after *model.Snapshot, err error) {
	if after, err = c.host.repo.At(ctx, commit.Hash); err != nil {
		return nil, nil, err
	}
	if len(commit.Parents) == 0 {
		return model.NewSnapshot(after.Schema(), nil), after, nil
	}
	before, err = c.host.repo.At(ctx, commit.Parents[0])
	return before, after, err
}
