package proposals

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// ApplyRequest asks that a dry run be made real.
type ApplyRequest struct {
	ID        string
	Head      repo.Hash   // what was looked at; zero is whatever it is now
	Committer repo.Person // the proposal's author where it is zero
	Trailers  []repo.Trailer
	Guard     Guard
}

// Apply makes a proposal real as it stands: one ordinary commit of the model branch by
// the proposal's author, with what its commits say. It is a Conflict problem, which
// names what moved, that the model is another than it was made on.
func (s *Store) Apply(ctx context.Context, req ApplyRequest) (*Done, error) {
	t := taking{s: s, id: req.ID, doing: "made real", head: req.Head, guard: req.Guard, committer: req.Committer}
	t.plan = func(ctx context.Context, f *found, base repo.Base, done *Done) (*repo.Plan, error) {
		return s.applying(ctx, f, base, done, req.Trailers)
	}
	return t.commit(ctx)
}

// applying plans the commit that makes a proposal real.
func (s *Store) applying(ctx context.Context, f *found, base repo.Base, done *Done, trailers []repo.Trailer) (*repo.Plan, error) {
	if err := s.unmoved(ctx, f, base.Head.Commit); err != nil {
		return nil, err
	}
	m, err := s.merge(ctx, f, base.Head.Commit, nil, nil)
	if err != nil {
		return nil, err
	}
	if !m.Clean() {
		return nil, unresolved(f.ID, m.Conflicts)
	}
	if err := s.check(ctx, m, m.Result.After); err != nil {
		return nil, err
	}
	if bad := m.Blocking(); len(bad) > 0 {
		return nil, breaking(f.ID, bad)
	}
	done.Merged = m
	plan := m.putting(s.repo.Prefix(), m.Result.After)
	first := f.commits[len(f.commits)-1]
	plan.Subject, plan.Body = first.Subject(), paragraphs(f.Description, reasons(f.commits, len(f.commits) > 1))
	plan.Trailers = withTrailers(trailers, union(f.commits)...)
	plan.Trailers = withTrailers(plan.Trailers,
		repo.Trailer{Key: trailerProposal, Value: f.ID}, repo.Trailer{Key: trailerHead, Value: f.Head.String()})
	return plan, nil
}

// unmoved tells whether the model is what it was when a proposal left it.
func (s *Store) unmoved(ctx context.Context, f *found, head repo.Hash) error {
	if f.Base == head {
		return nil
	}
	inside, err := s.repo.Changes(ctx, f.Base, head)
	if err != nil {
		return err
	}
	outside, err := s.repo.OutsideChanges(ctx, f.Base, head)
	if err != nil || len(inside)+len(outside) == 0 {
		return err
	}
	var moved []string
	for _, c := range inside {
		if c.ID == "" {
			c.ID = c.Path
		}
		moved = append(moved, c.ID)
	}
	for _, c := range outside {
		moved = append(moved, "/"+c.Path)
	}
	moved = slices.Compact(moved)
	shown := strings.Join(moved[:min(len(moved), 5)], ", ")
	if more := len(moved) - 5; more > 0 {
		shown += fmt.Sprintf(" and %d more", more)
	}
	q := problem(model.Conflict, "Rebase it and look again, or accept it: that merges it into the model as it is now",
		"proposal %s was made on commit %s and the model has changed since: %s", f.ID, short(f.Base), shown)
	q.Details = map[string]any{"moved": moved[:min(len(moved), 100)], "base": f.Base.String(), "head": head.String()}
	return q
}
