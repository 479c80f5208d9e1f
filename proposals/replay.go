package proposals

import (
	"context"
	"errors"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// replay makes the commits of a proposal again on another commit, each with its author
// and its reasons.
type replay struct {
	s *Store
	*found
	committer repo.Person
	leave     part // what they are made without; nil for nothing
}

// errInTheWay says that a commit cannot be made again by itself.
var errInTheWay = errors.New("a commit of the proposal and the model changed the same")

// on replays the commits on another, the oldest first. One that changed something and
// has nothing left to change is left out.
func (r *replay) on(ctx context.Context, onto repo.Hash) (*work, error) {
	w, err := r.s.work(ctx, r.ID, onto)
	if err != nil {
		return nil, err
	}
	for _, c := range slices.Backward(r.commits) {
		if err := r.one(ctx, w, c); err != nil {
			return nil, w.give(ctx, err)
		}
	}
	return w, nil
}

// one replays one commit.
func (r *replay) one(ctx context.Context, w *work, c *repo.Commit) error {
	var parent repo.Hash
	before := model.NewSnapshot(r.s.repo.Schema(), nil)
	if len(c.Parents) > 0 {
		var err error
		parent = c.Parents[0]
		if before, err = r.s.repo.At(ctx, parent); err != nil {
			return err
		}
	}
	theirs, err := r.s.repo.At(ctx, c.Hash)
	if err != nil {
		return err
	}
	keep := func(key string) bool { return r.leave == nil || !r.leave.has(key) }
	return w.commit(ctx, repo.CommitRequest{Author: c.Author, Authored: c.Authored, Committer: r.committer,
		Plan: func(ctx context.Context, base repo.Base) (*repo.Plan, error) {
			merged, err := model.Merge(before, base.Snapshot, only(before, theirs, keep), model.MergeOptions{})
			if err != nil {
				return nil, err
			}
			outside, err := r.s.outsideOf(ctx, []repo.Hash{parent}, base.Head.Commit, c.Hash)
			if err != nil {
				return nil, err
			}
			empty := len(model.FileChanges(before, theirs))+len(outside) == 0
			outside = slices.DeleteFunc(outside, func(o OutsideMerge) bool { return !keep("/" + o.Path) })
			if !merged.Clean() || slices.ContainsFunc(outside, func(o OutsideMerge) bool { return o.Outcome == model.OutcomeConflict }) {
				return nil, errInTheWay
			}
			plan := (&Merged{Ours: base.Snapshot, Theirs: theirs, Outside: outside}).putting(r.s.repo.Prefix(), merged.After)
			plan.AllowEmpty = empty
			plan.Subject, plan.Body, plan.Trailers = c.Subject(), c.Body(), moved(c, base.Head.Commit)
			if r.untitled(w, c) {
				entitle(plan, r.Title, r.Description, false)
			}
			return plan, nil
		}})
}

// untitled tells whether the title goes missing with the commit that comes first now:
// the one that said it was left out.
func (r *replay) untitled(w *work, c *repo.Commit) bool {
	if !r.Titled || w.made || c.Trailer(trailerTitle) != "" {
		return false
	}
	byHand := c.Trailer(trailerProposal) == ""
	return !byHand || c != r.commits[len(r.commits)-1]
}

// moved answers the trailers of a commit that is made again on another. What was said
// of it when it was accepted does not hold of it any more.
func moved(c *repo.Commit, onto repo.Hash) []repo.Trailer {
	trailers := without(c.Trailers(), aboutTaking...)
	for i := range trailers {
		if trailers[i].Key == trailerBase {
			trailers[i].Value = onto.String()
		}
	}
	return trailers
}
