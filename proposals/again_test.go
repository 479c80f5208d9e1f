package proposals

import (
	"context"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

func TestReopenAfterRevert(t *testing.T) {
	for _, way := range []string{"merge", "squash", "applied", "forward"} {
		t.Run(way, func(t *testing.T) {
			f := newFixture(t)
			ctx := context.Background()
			p := f.propose("", "Raise the wall", set{"wall-south", "height", 2800.0}).Proposal
			p = f.propose(p.ID, "", set{"wall-north", "height", 2900.0}).Proposal
			switch way {
			case "merge", "squash":
				f.accept(AcceptRequest{ID: p.ID, Squash: way == "squash"})
			case "applied":
				if _, err := f.s.Apply(ctx, ApplyRequest{ID: p.ID, Committer: ada}); err != nil {
					t.Fatal(err)
				}
			case "forward":
				f.Git("merge", "-q", "--ff-only", p.Branch)
			}
			_, err := f.s.Reopen(ctx, ReopenRequest{ID: p.ID, Committer: ada})
			wants(t, err, model.Conflict, "the model holds all of")
			switch way {
			case "merge":
				f.Git("revert", "--no-edit", "-m", "1", "HEAD")
			case "forward":
				f.Git("revert", "--no-edit", "HEAD~2..HEAD")
			default:
				f.Git("revert", "--no-edit", "HEAD")
			}
			f.Git("reflog", "expire", "--expire=now", "--all")
			f.Git("gc", "-q", "--prune=now")
			again, err := f.s.Reopen(ctx, ReopenRequest{ID: p.ID, Committer: ada})
			if err != nil {
				t.Fatal(err)
			}
			if again.State != Open || again.Head == p.Head || again.Commits != 2 || again.Title != "Raise the wall" || again.Person != bob {
				t.Errorf("reopened it is %+v", again)
			}
			f.accept(AcceptRequest{ID: p.ID})
			if f.value("wall-south", "height") != 2800.0 || f.value("wall-north", "height") != 2900.0 {
				t.Error("accepting it again brings nothing back")
			}
			f.clean()
		})
	}
}

func TestReopenAfterPartsWereReverted(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	p := f.propose("", "Raise walls", set{"wall-south", "height", 2800.0}, set{"wall-north", "height", 2900.0}).Proposal
	f.propose(p.ID, "", set{"wall-east", "height", 2700.0})
	f.accept(AcceptRequest{ID: p.ID, Only: []string{"wall-north"}})
	f.accept(AcceptRequest{ID: p.ID, Only: []string{"wall-east"}})
	f.accept(AcceptRequest{ID: p.ID})
	f.Git("revert", "--no-edit", "-m", "1", "HEAD")
	f.Git("revert", "--no-edit", "HEAD~4..HEAD~2")
	again, err := f.s.Reopen(ctx, ReopenRequest{ID: p.ID, Committer: ada})
	if err != nil {
		t.Fatal(err)
	}
	if again.Commits != 3 || again.Title != "Raise walls" || !again.Titled {
		t.Errorf("reopened it is %+v", again)
	}
	if got := f.Git("log", "-3", "--format=%(trailers:key=Eik-Part,valueonly)%(trailers:key=Eik-Reviewer,valueonly)", again.Branch); strings.TrimSpace(got) != "" {
		t.Errorf("its commits still say that they were accepted: %s", got)
	}
	f.accept(AcceptRequest{ID: p.ID})
	if f.value("wall-south", "height") != 2800.0 || f.value("wall-north", "height") != 2900.0 || f.value("wall-east", "height") != 2700.0 {
		t.Error("not all of it is back")
	}
	f.clean()
}

func TestRebaseKeepsCommitsAndReasons(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	p := f.propose("", "Raise walls", set{"wall-south", "height", 2800.0}).Proposal
	p = f.propose(p.ID, "", set{"wall-north", "height", 2900.0}).Proposal
	head := f.change(set{"wall-south", "name", "South"})
	next, err := f.s.Rebase(ctx, RebaseRequest{ID: p.ID, Committer: ada})
	if err != nil {
		t.Fatal(err)
	}
	if next.Commits != 2 || next.Base != head || next.Stale || next.Title != "Raise walls" {
		t.Errorf("rebased it is %+v", next)
	}
	if got := f.Git("log", "--format=%an %cn %s", "main.."+next.Branch); got != "Bob Ada Change wall-north\nBob Ada Raise walls" {
		t.Errorf("its commits are %s", got)
	}
	f.Git("reflog", "expire", "--expire=now", "--all")
	f.Git("gc", "-q", "--prune=now")
	f.Git("cat-file", "-e", p.Head.String())
	f.clean()
}

func TestRebaseWithDecisionsIsOneCommit(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	p := f.propose("", "Raise walls", set{"wall-south", "height", 2800.0}).Proposal
	f.propose(p.ID, "", set{"wall-north", "height", 2900.0})
	f.change(set{"wall-south", "height", 2500.0})
	_, err := f.s.Rebase(ctx, RebaseRequest{ID: p.ID, Committer: ada})
	wants(t, err, model.Conflict, "wall-south height")
	next, err := f.s.Rebase(ctx, RebaseRequest{ID: p.ID, Committer: ada, Resolutions: []model.Resolution{{Record: "wall-south", Take: model.TakeTheirs}}})
	if err != nil {
		t.Fatal(err)
	}
	if next.Commits != 1 || next.Stale || next.Title != "Raise walls" || !next.Titled || f.valueAt(next.Branch, "wall-south", "height") != 2800.0 {
		t.Errorf("rebased it is %+v", next)
	}
	if got := f.Git("log", "-1", "--format=%B", next.Branch); !strings.Contains(got, "Change wall-north") {
		t.Errorf("the reasons are gone: %s", got)
	}
	f.clean()
}

func TestProposalsThatCannotBothBe(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	one := f.propose("", "One", set{"wall-south", "height", 2800.0}).Proposal
	f.propose("", "Another member", set{"wall-south", "name", "South"})
	f.propose("", "Another record", set{"wall-north", "height", 2700.0})
	f.propose("", "The same", set{"wall-south", "height", 2800.0})
	f.change(set{"wall-east", "height", 2600.0})
	other := f.propose("", "Other", set{"wall-south", "height", 2900.0}).Proposal
	clashes, err := f.s.ConflictsWith(ctx, one.ID)
	if err != nil {
		t.Fatal(err)
	}
	if len(clashes) != 1 || clashes[0].ID != other.ID || clashes[0].Title != "Other" || len(clashes[0].Conflicts) != 1 || clashes[0].Conflicts[0].Member != "height" {
		t.Errorf("clashes are %+v", clashes)
	}
}
