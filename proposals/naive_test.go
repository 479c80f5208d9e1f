package proposals

import (
	"strings"
	"testing"
)

// TestNaiveWaysLose shows with git alone why proposals are closed, squashed and reopened
// as they are. Each of the simple ways loses something, or does it twice.
func TestNaiveWaysLose(t *testing.T) {
	t.Run("accepted again after a revert", func(t *testing.T) {
		f := newFixture(t)
		p := f.propose("", "Raise", set{"wall-south", "height", 2700.0})
		f.change(set{"wall-north", "height", 2800.0})
		f.accept(AcceptRequest{ID: p.Proposal.ID})
		f.Git("revert", "-m", "1", "--no-edit", "HEAD")
		if out := f.Git("merge", p.Commit.String()); !strings.Contains(out, "Already up to date") || f.value("wall-south", "height") != nil {
			t.Errorf("merging the old head again brings it back: %s", out)
		}
	})
	t.Run("squashed and judged by ancestry", func(t *testing.T) {
		f := newFixture(t)
		p := f.propose("", "Raise", set{"wall-south", "height", 2700.0})
		f.accept(AcceptRequest{ID: p.Proposal.ID, Squash: true})
		if _, err := f.Try("merge-base", "--is-ancestor", p.Commit.String(), "HEAD"); err == nil {
			t.Error("a squashed proposal is an ancestor of what took it")
		}
		f.change(set{"wall-south", "height", nil}) // somebody thinks better of it
		if out := f.Git("merge", "--no-edit", p.Commit.String()); f.value("wall-south", "height") != nil {
			t.Logf("merged once more: %s", out)
		} else {
			t.Error("a squashed proposal that looks open does not bring back what was taken away since")
		}
	})
	t.Run("closed by taking the branch away", func(t *testing.T) {
		f := newFixture(t)
		p := f.propose("", "Raise", set{"wall-south", "height", 2700.0})
		f.Git("update-ref", "-d", "refs/heads/"+p.Proposal.Branch)
		for _, ref := range strings.Fields(f.Git("for-each-ref", "--format=%(refname)", "refs/eik")) {
			f.Git("update-ref", "-d", ref)
		}
		f.Git("reflog", "expire", "--expire=now", "--all")
		f.Git("gc", "-q", "--prune=now")
		if _, err := f.Try("cat-file", "-e", p.Commit.String()); err == nil {
			t.Error("what no ref leads to outlives a collection")
		}
	})
}
