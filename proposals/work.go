package proposals

import (
	"context"
	"errors"

	"github.com/openeik/ekgit/repo"
)

// workRefs hold commits while they are made, one place a proposal. What a writer that
// was stopped has left there is taken away by the next.
const workRefs = "refs/eik/work/"

// work is commits in the making that no other ref reaches yet.
type work struct {
	s    *Store
	id   string
	ref  string
	from repo.Hash // what they begin at
	head repo.Hash // the last that was made, from before the first
	made bool
}

// work begins commits for a proposal at another commit.
func (s *Store) work(ctx context.Context, id string, from repo.Hash) (*work, error) {
	w := &work{s: s, id: id, ref: workRefs + id, from: from, head: from}
	left, err := s.ref(ctx, w.ref)
	if err != nil || left.IsZero() {
		return w, err
	}
	return w, s.move(ctx, id, repo.RefUpdate{Name: w.ref, Old: left})
}

// commit makes one commit more. One whose plan is nil, or changes nothing without
// being allowed to, is left out.
func (w *work) commit(ctx context.Context, req repo.CommitRequest) error {
	req.Ref, req.Purpose = w.ref, "propose"
	if !w.made {
		req.From = w.from
	}
	done, err := w.s.repo.Commit(ctx, req)
	if errors.Is(err, repo.ErrNoChange) || err == nil && done == nil {
		return nil
	}
	if err != nil {
		return overtaken(w.id, err)
	}
	w.head, w.made = done.Commit, true
	return nil
}

// put moves refs to what was made, all or none, and ends the work where they are.
func (w *work) put(ctx context.Context, updates ...repo.RefUpdate) error {
	if w.made {
		updates = append(updates, repo.RefUpdate{Name: w.ref, Old: w.head})
	}
	return w.s.move(ctx, w.id, updates...)
}

// give ends the work without a result, for a reason that it answers.
func (w *work) give(ctx context.Context, why error) error {
	if !w.made {
		return why
	}
	_ = w.s.move(context.WithoutCancel(ctx), w.id, repo.RefUpdate{Name: w.ref, Old: w.head}) // the next work takes away what is left
	return why
}
