package proposals

import (
	"context"
	"testing"

	"github.com/openeik/ekgit/model"
)

// TestReopenBringsBackWhatIsMissing takes a proposal in parts and reverts the parts one
// after the other: no revert changes what is open, and all of it can be had again,
// whichever part was reopened first.
func TestReopenBringsBackWhatIsMissing(t *testing.T) {
	for _, whole := range []bool{false, true} {
		f := newFixture(t)
		ctx := context.Background()
		p := f.propose("", "Raise walls", set{"wall-south", "height", 2800.0}, set{"wall-north", "height", 2900.0}).Proposal
		first := f.accept(AcceptRequest{ID: p.ID, Only: []string{"wall-south"}}).Committed.Commit
		rest := AcceptRequest{ID: p.ID, Squash: true}
		if !whole {
			rest.Only = []string{"wall-north"}
		}
		second := f.accept(rest).Committed.Commit

		f.Git("revert", "--no-edit", first.String())
		if got := f.get(p.ID); got.State != Accepted {
			t.Errorf("a revert makes it %s", got.State)
		}
		again := f.reopen(p.ID)
		if again.Commits != 1 || f.valueAt(again.Branch, "wall-south", "height") != 2800.0 {
			t.Errorf("reopened it is %+v", again)
		}
		_, err := f.s.Reopen(ctx, ReopenRequest{ID: p.ID, Committer: ada})
		wants(t, err, model.Conflict, "is open")

		f.propose(p.ID, "", set{"wall-south", "height", 2850.0})
		f.Git("revert", "--no-edit", second.String())
		if got := f.get(p.ID); got.State != Open || got.Commits != 2 {
			t.Errorf("a revert makes it %+v", got)
		}
		again = f.reopen(p.ID)
		if again.Commits != 3 || again.Stale || again.Title != "Raise walls" || !again.Titled ||
			f.valueAt(again.Branch, "wall-south", "height") != 2850.0 || f.valueAt(again.Branch, "wall-north", "height") != 2900.0 {
			t.Errorf("reopened once more it is %+v", again)
		}
		f.accept(AcceptRequest{ID: p.ID})
		if f.value("wall-south", "height") != 2850.0 || f.value("wall-north", "height") != 2900.0 {
			t.Error("not all of it is back")
		}
		_, err = f.s.Reopen(ctx, ReopenRequest{ID: p.ID, Committer: ada})
		wants(t, err, model.Conflict, "the model holds all of")
		f.clean()
	}
}

// TestReopenWithThePartThatWasReverted: what was taken of a proposal and reverted comes
// back beside what waits still, under what was proposed since.
func TestReopenWithThePartThatWasReverted(t *testing.T) {
	f := newFixture(t)
	p := f.propose("", "Raise walls", set{"wall-south", "height", 2800.0}, set{"wall-north", "height", 2900.0}).Proposal
	f.accept(AcceptRequest{ID: p.ID, Only: []string{"wall-south"}})
	f.propose(p.ID, "", set{"wall-south", "height", 2850.0})
	f.Git("revert", "--no-edit", "HEAD")
	before := f.get(p.ID).Head
	again := f.reopen(p.ID)
	if f.valueAt(again.Branch, "wall-south", "height") != 2850.0 || f.valueAt(again.Branch, "wall-north", "height") != 2900.0 {
		t.Errorf("reopened it is %+v", again)
	}
	f.Git("reflog", "expire", "--expire=now", "--all")
	f.Git("gc", "-q", "--prune=now")
	f.Git("cat-file", "-e", before.String())
	f.accept(AcceptRequest{ID: p.ID})
	if f.value("wall-south", "height") != 2850.0 || f.value("wall-north", "height") != 2900.0 {
		t.Error("not all of it is back")
	}
	f.clean()
}

func (f *fixture) reopen(id string) *Proposal {
	f.t.Helper()
	p, err := f.s.Reopen(context.Background(), ReopenRequest{ID: id, Committer: ada})
	if err != nil {
		f.t.Fatal(err)
	}
	return p
}
