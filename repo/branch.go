package repo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/openeik/ekgit/repo/internal/refs"
)

// commitOn makes one commit on a ref that no work tree has checked out: no index, no
// files, and no lock but that ref's.
func (m *Model) commitOn(ctx context.Context, req CommitRequest) (done *Committed, err error) {
	held, err := m.lockRefs(ctx, req.Purpose, time.Now().Add(m.opt.LockWait), req.Ref)
	if err != nil {
		return nil, err
	}
	defer func() {
		if released := held.release(); err == nil && done != nil {
			done.Unfinished = join(done.Unfinished, released)
		} else {
			err = join(explain(err), released)
		}
	}()
	w := &write{m: m, req: req}
	for range replans {
		done, err = w.tryOn(ctx, held)
		var moved *refs.MovedError
		if !errors.As(err, &moved) || !req.From.IsZero() {
			return done, err
		}
	}
	return nil, fmt.Errorf("%s moved %d times while the commit was planned: %w", req.Ref, replans, err)
}

// tryOn plans and makes the commit on the ref as it is now.
func (w *write) tryOn(ctx context.Context, held *heldRefs) (*Committed, error) {
	a, old, err := w.startOn(ctx)
	if err != nil {
		return nil, err
	}
	if ok, err := w.plan(ctx, a); err != nil || !ok {
		return nil, err
	}
	commit, made, err := w.object(ctx, a)
	if err != nil {
		return nil, err
	}
	if err := w.write(ctx, a, made); err != nil {
		return nil, err
	}
	move := w.move(a, commit)
	move.Updates[0].Old = old
	if err := held.apply(ctx, move); err != nil {
		return nil, err
	}
	return w.answer(ctx, a, commit, nil)
}

// startOn reads where a ref stands: what is to be planned on, and the ref's own value,
// zero where the commit begins it.
func (w *write) startOn(ctx context.Context) (*attempt, Hash, error) {
	m := w.m
	ref, err := m.refs.Resolve(w.req.Ref)
	if err != nil {
		return nil, Hash{}, err
	}
	at := ref.Hash
	switch {
	case !w.req.From.IsZero() && !at.IsZero():
		return nil, Hash{}, &refs.MovedError{Name: w.req.Ref, Have: at}
	case !w.req.From.IsZero():
		at = w.req.From
	case at.IsZero():
		return nil, Hash{}, &refs.MovedError{Name: w.req.Ref}
	}
	head := Head{Branch: strings.TrimPrefix(w.req.Ref, "refs/heads/"), Ref: w.req.Ref, Commit: at, Shallow: m.layout.Shallow()}
	if head.Sequence, err = m.sequence(ctx, head); err != nil {
		return nil, Hash{}, err
	}
	a := &attempt{head: head}
	a.root, a.base, err = m.base(ctx, head)
	return a, ref.Hash, err
}
