package hooks

import (
	"context"

	"github.com/openeik/ekgit/repo"
)

// Where proposals keep what is never lost, and, for moments, commits in the making.
const (
	records  = "refs/eik/"
	workRefs = records + "work/"
)

// recorded judges a move below refs/eik: what stood there stays in the ref's history.
func (r *receiver) recorded(ctx context.Context, u update) error {
	if u.new.IsZero() {
		r.refuse(Refusal{Ref: u.ref, Why: "what is recorded below refs/eik is only added to, never taken away", Hint: "leave it"})
		return nil
	}
	if ok, err := r.m.IsCommit(ctx, u.new); err != nil || !ok {
		r.refuse(Refusal{Ref: u.ref, Why: "it would not be a commit", Hint: "let ek write below refs/eik"})
		return err
	}
	if u.old.IsZero() {
		return nil
	}
	lost, err := r.m.Between(ctx, []repo.Hash{u.new}, u.old)
	if err == nil && len(lost) > 0 {
		r.refuse(Refusal{Ref: u.ref, Commit: u.new, Why: "it would rewrite what is recorded there: below refs/eik commits are only added", Hint: "fetch it, and add to what is there"})
	}
	return err
}
