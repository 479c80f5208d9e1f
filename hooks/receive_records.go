package hooks

import (
	"context"
	"slices"
	"strings"

	"github.com/openeik/ekgit/repo"
)

// Where proposals keep what is never lost: how they ended, what was said of them, and,
// for moments, commits in the making.
const (
	records    = "refs/eik/"
	closedRefs = records + "closed/"
	reviewRefs = records + "review/"
	workRefs   = records + "work/"
)

// recorded judges a move below refs/eik: what stood there stays in the history, of the
// ref itself, or, for the closing of a proposal that was opened again, of its review.
func (r *receiver) recorded(ctx context.Context, u update) error {
	if !u.new.IsZero() {
		if ok, err := r.m.IsCommit(ctx, u.new); err != nil || !ok {
			r.refuse(Refusal{Ref: u.ref, Why: "it would not be a commit", Hint: "let ek write below refs/eik"})
			return err
		}
	}
	if u.old.IsZero() {
		return nil
	}
	keepers := []repo.Hash{u.new}
	if id, ok := strings.CutPrefix(u.ref, closedRefs); ok {
		review, err := r.afterPush(ctx, reviewRefs+id)
		if err != nil {
			return err
		}
		keepers = append(keepers, review)
	}
	for _, k := range keepers {
		if k.IsZero() {
			continue
		}
		lost, err := r.m.Between(ctx, []repo.Hash{k}, u.old)
		if err != nil || len(lost) == 0 {
			return err
		}
	}
	if u.new.IsZero() {
		r.refuse(Refusal{Ref: u.ref, Why: "what is recorded below refs/eik is only added to, never taken away", Hint: "leave it; a proposal that was opened again is pushed together with its " + reviewRefs + "<id>"})
		return nil
	}
	r.refuse(Refusal{Ref: u.ref, Commit: u.new, Why: "it would rewrite what is recorded there: below refs/eik commits are only added", Hint: "fetch it, and add to what is there"})
	return nil
}

// afterPush answers what a ref names once the push is in, zero where it is not there.
func (r *receiver) afterPush(ctx context.Context, ref string) (repo.Hash, error) {
	if i := slices.IndexFunc(r.updates, func(u update) bool { return u.ref == ref }); i >= 0 {
		return r.updates[i].new, nil
	}
	found, err := r.m.Refs(ctx, ref)
	if err != nil || len(found) == 0 {
		return repo.Hash{}, err
	}
	return found[0].Hash, nil
}
