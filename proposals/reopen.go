package proposals

import (
	"cmp"
	"context"
	"slices"
	"strings"

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
	switch {
	case f.passing:
		return nil, problem(model.Conflict, "Switch to the model's branch and look at it there", "proposal %s is merged on this branch by hand, and nobody closed it", f.ID)
	case f.closed.IsZero():
		return nil, problem(model.Locked, "Send it again in a moment", "proposal %s has just been taken, and its refs have to follow", f.ID)
	}
	w := &work{s: s, id: f.ID, ref: workRefs + f.ID, head: f.Head}
	if !f.Into.IsZero() {
		if w, err = s.again(ctx, f, req); err != nil {
			return nil, err
		}
	}
	if err := s.back(ctx, f, w, req.Committer); err != nil {
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

// again makes the commits of a proposal that the model branch took once more, on its
// head: those of the parts first that were accepted by themselves.
func (s *Store) again(ctx context.Context, f *found, req ReopenRequest) (*work, error) {
	head, err := s.modelHead(ctx)
	if err != nil {
		return nil, err
	}
	ours, err := s.repo.At(ctx, head)
	if err != nil {
		return nil, err
	}
	parts, err := s.parts(ctx, f)
	if err != nil {
		return nil, err
	}
	with := meeting{head: head, ours: ours, bases: []repo.Hash{f.Base}}
	rest := req.Resolutions
	for _, c := range slices.Backward(parts) {
		if with.ours, rest, err = s.mergePart(ctx, f, c, with.ours, rest); err != nil {
			return nil, err
		}
	}
	if !f.Base.IsZero() {
		if with.base, err = s.repo.At(ctx, f.Base); err != nil {
			return nil, err
		}
	}
	m, err := s.mergeFrom(ctx, f, with, nil, rest)
	if err != nil {
		return nil, err
	}
	if !m.Clean() {
		return nil, unresolved(f.ID, m.Conflicts)
	}
	m.Ours = ours
	whole := *f
	whole.commits = slices.Concat(f.commits, parts)
	w, err := s.remake(ctx, &whole, m, req.Committer)
	if err == nil && !w.made {
		err = problem(model.Conflict, "Revert the commit that took it first, or make a new proposal", "the model holds all of proposal %s", f.ID)
	}
	return w, err
}

// parts answers the commits by which parts of a proposal were accepted, the newest
// first.
func (s *Store) parts(ctx context.Context, f *found) ([]*repo.Commit, error) {
	files, err := s.reviewFiles(ctx, f.ID, partFolder)
	if err != nil {
		return nil, err
	}
	var all []*repo.Commit
	for name := range files {
		c, err := s.repo.CommitAt(ctx, hashOf(name))
		if err != nil {
			return nil, err
		}
		if len(c.Parents) > 0 {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b *repo.Commit) int {
		return cmp.Or(b.Sequence-a.Sequence, strings.Compare(a.Hash.String(), b.Hash.String()))
	})
	return all, nil
}

// mergePart merges what a part brought into ours once more, and answers the resolutions
// that it has not used.
func (s *Store) mergePart(ctx context.Context, f *found, c *repo.Commit, ours *model.Snapshot, resolutions []model.Resolution) (*model.Snapshot, []model.Resolution, error) {
	base, err := s.repo.At(ctx, c.Parents[0])
	if err != nil {
		return nil, nil, err
	}
	theirs, err := s.repo.At(ctx, c.Hash)
	if err != nil {
		return nil, nil, err
	}
	r, err := model.Merge(base, ours, theirs, model.MergeOptions{})
	if err != nil {
		return nil, nil, err
	}
	if r.Clean() {
		return r.After, resolutions, nil
	}
	var used, rest []model.Resolution
	for _, d := range resolutions {
		decides := func(c model.MergeConflict) bool {
			return c.Record == d.Record && (d.Member == "" || c.Member == d.Member)
		}
		if slices.ContainsFunc(r.Conflicts, decides) {
			used = append(used, d)
		} else {
			rest = append(rest, d)
		}
	}
	if r, err = model.Merge(base, ours, theirs, model.MergeOptions{Resolutions: used}); err != nil {
		return nil, nil, err
	}
	if !r.Clean() {
		return nil, nil, unresolved(f.ID, r.Conflicts)
	}
	return r.After, rest, nil
}
