package hooks

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/repo"
)

// modelBranch judges a move of the model branch: it only grows, along first parents,
// and each commit that is new to it holds what the server asks.
func (r *receiver) modelBranch(ctx context.Context, u update) error {
	if u.new.IsZero() {
		r.refuse(Refusal{Ref: u.ref, Why: "this is the model's branch: it is never taken away", Hint: "push to another branch"})
		return nil
	}
	if ok, err := r.m.IsCommit(ctx, u.new); err != nil || !ok {
		r.refuse(Refusal{Ref: u.ref, Why: "it would not be a commit", Hint: "push a commit"})
		return err
	}
	fresh, err := r.m.Between(ctx, []repo.Hash{u.old}, u.new)
	if err != nil {
		return err
	}
	commits := make(map[repo.Hash]*repo.Commit, len(fresh))
	for _, h := range fresh {
		if commits[h], err = r.m.CommitAt(ctx, h); err != nil {
			return err
		}
	}
	line := firstParents(u.new, commits)
	if ok, err := r.grows(ctx, u, line, commits); err != nil || !ok {
		return err
	}
	if err := r.measure.begin(ctx, r.m, u.old); err != nil {
		return err
	}
	for h := range line {
		r.measure.waived(commits[h])
	}
	for _, h := range fresh {
		if err := r.commit(ctx, u.ref, commits[h], line, commits); err != nil {
			return err
		}
		if r.full() {
			break
		}
	}
	return nil
}

// firstParents answers the new commits on the first-parent line of a head.
func firstParents(head repo.Hash, commits map[repo.Hash]*repo.Commit) map[repo.Hash]bool {
	line := map[repo.Hash]bool{}
	for c := commits[head]; c != nil; c = commits[c.Parents[0]] {
		line[c.Hash] = true
		if len(c.Parents) == 0 {
			break
		}
	}
	return line
}

// grows tells whether the old head stays on the first-parent line: neither is history
// rewritten, nor does a merge make the old head its second parent, which would show all
// that was accepted as a side branch of what one clone did meanwhile.
func (r *receiver) grows(ctx context.Context, u update, line map[repo.Hash]bool, commits map[repo.Hash]*repo.Commit) (bool, error) {
	if u.old.IsZero() || u.old == u.new {
		return true, nil
	}
	for h := range line {
		if parents := commits[h].Parents; len(parents) > 0 && parents[0] == u.old {
			return true, nil
		}
	}
	lost, err := r.m.Between(ctx, []repo.Hash{u.new}, u.old)
	if err != nil {
		return false, err
	}
	why := "it would rewrite the model's history: commits that stand there would be gone"
	hint := "git pull, and push what that gives; to take a change back, use ek revert"
	if len(lost) == 0 {
		why = fmt.Sprintf("the head that stands there, %.8s, would be a side branch of a merge (a foxtrot merge)", u.old)
		hint = "merge your branch into it: git fetch; git switch --detach origin/<branch>; git merge <yours>; git push origin HEAD:<branch>"
	}
	r.refuse(Refusal{Ref: u.ref, Commit: u.new, Why: why, Hint: hint})
	return false, nil
}

// commit judges one commit that is new to the model branch.
func (r *receiver) commit(ctx context.Context, ref string, c *repo.Commit, line map[repo.Hash]bool, commits map[repo.Hash]*repo.Commit) error {
	onLine := line[c.Hash]
	r.authored(ref, c)
	if onLine {
		r.pushedBy(ref, c)
	}
	vouched, err := r.signed(ctx, ref, c, onLine, commits)
	if err != nil {
		return err
	}
	if vouched {
		if err := r.measure.begin(ctx, r.m, c.Hash); err != nil {
			return err
		}
	}
	if !onLine {
		return r.examine(ctx, ref, c, c.Parents, r.measure.unaccepted)
	}
	return r.examine(ctx, ref, c, c.Parents[:min(1, len(c.Parents))], everyError)
}
