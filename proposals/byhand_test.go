package proposals

import (
	"context"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

func TestBranchMadeByHand(t *testing.T) {
	f := newFixture(t)
	f.Git("switch", "-q", "-c", "proposals/taller")
	f.Write(wallSouth, strings.Replace(f.Read(wallSouth), `"external"`, `"height": 2800,`+"\n  "+`"external"`, 1))
	f.Commit("Raise the south wall")
	// Seen from the branch itself too, which is then what HEAD names.
	for _, from := range []string{"proposals/taller", "main", "--detach"} {
		f.Git("switch", "-q", from)
		p := f.get("taller")
		if p.State != Open || !p.Titled || p.Title != "Raise the south wall" || p.Commits != 1 || p.Base.String() != f.Git("rev-parse", "main") || p.Stale {
			t.Errorf("from %s it is %+v", from, p)
		}
	}
	f.Git("switch", "-q", "proposals/taller")
	_, err := f.s.Accept(context.Background(), AcceptRequest{ID: "taller", Reviewer: ada})
	wants(t, err, model.Busy, "git switch main")
	f.Git("switch", "-q", "main")
	f.accept(AcceptRequest{ID: "proposals/taller"})
	if f.value("wall-south", "height") != 2800.0 {
		t.Error("it was not taken")
	}
	f.clean()
}

func TestMergedByHand(t *testing.T) {
	f := newFixture(t)
	merged := f.propose("", "Merged", set{"wall-south", "height", 2800.0}).Proposal
	forward := f.propose("", "Forwarded", set{"wall-north", "height", 2800.0}).Proposal
	open := f.propose("", "Open", set{"wall-east", "height", 2800.0}).Proposal
	f.Git("merge", "-q", "--ff-only", forward.Branch)
	f.Git("switch", "-q", "-c", "side")
	f.Git("merge", "-q", "--no-ff", "-m", "Take it", merged.Branch)
	f.Git("switch", "-q", "main")
	f.change(set{"wall-west", "height", 2700.0})
	f.Git("merge", "-q", "--no-ff", "-m", "Take the side", "side")
	if p := f.get(merged.ID); p.State != Accepted || p.Title != "Merged" || p.Commits != 1 {
		t.Errorf("merged: %+v", p)
	}
	if p := f.get(forward.ID); p.State != Accepted || p.Title != "Forwarded" || p.Commits != 1 {
		t.Errorf("forwarded: %+v", p)
	}
	if p := f.get(open.ID); p.State != Open || !p.Stale {
		t.Errorf("open: %+v", p)
	}
	f.clean()
}

func TestModelMergedIntoAProposal(t *testing.T) {
	f := newFixture(t)
	p := f.propose("", "Raise walls", set{"wall-south", "height", 2800.0}).Proposal
	f.change(set{"wall-north", "height", 2700.0})
	f.Git("switch", "-q", p.Branch)
	f.Git("merge", "-q", "--no-ff", "-m", "Update branch", "main")
	f.Git("switch", "-q", "main")
	if p = f.get(p.ID); p.Stale || p.State != Open {
		t.Errorf("it is %+v", p)
	}
	f.change(set{"wall-east", "height", 2700.0})
	next, err := f.s.Rebase(context.Background(), RebaseRequest{ID: p.ID, Committer: ada})
	if err != nil {
		t.Fatal(err)
	}
	if next.Commits != 1 || next.Stale {
		t.Errorf("rebased: %+v", next)
	}
	f.accept(AcceptRequest{ID: p.ID})
	f.clean()
}

func TestFilesOutsideTheModel(t *testing.T) {
	f := newFixtureIn(t, "building")
	f.Write(".github/workflows/check.yml", "on: push\n")
	f.Write("notes.txt", "one\n")
	f.Commit("Files beside the model")
	f.Git("switch", "-q", "-c", "proposals/outside")
	f.Write(".github/workflows/check.yml", "on: [push, pull_request]\n")
	f.Write("notes.txt", "two\n")
	f.Write("building/shapes/a.glb", "not read\n")
	f.Write("building/"+wallSouth, strings.Replace(f.Read("building/"+wallSouth), `"external"`, `"height": 2800,`+"\n  "+`"external"`, 1))
	f.Commit("Check pull requests too")
	f.Git("switch", "-q", "main")
	f.Write("notes.txt", "three\n")
	f.Commit("Notes")
	ctx := context.Background()

	m, err := f.s.Merge(ctx, "outside", nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Outside) != 2 || len(m.Conflicts) != 1 || m.Conflicts[0].Record != "/notes.txt" {
		t.Errorf("outside: %+v, conflicts: %+v", m.Outside, m.Conflicts)
	}
	_, err = f.s.Merge(ctx, "outside", []model.Resolution{{Record: "/notes.txt", Take: model.TakeValue, Value: "x"}})
	wants(t, err, model.InvalidArgument, "merges as a whole")
	_, err = f.s.Merge(ctx, "outside", []model.Resolution{{Record: "/other.txt", Take: model.TakeOurs}})
	wants(t, err, model.InvalidArgument, "no conflict")
	done := f.accept(AcceptRequest{ID: "outside", Only: []string{"/.github/workflows/check.yml"}})
	if done.Proposal.State != Open || f.Read("notes.txt") != "three\n" || f.Read(".github/workflows/check.yml") != "on: [push, pull_request]\n" {
		t.Errorf("a part: %+v", done.Proposal)
	}
	f.accept(AcceptRequest{ID: "outside", Resolutions: []model.Resolution{{Record: "/notes.txt", Take: model.TakeTheirs}}})
	if f.Read("notes.txt") != "two\n" || f.Read("building/shapes/a.glb") != "not read\n" || f.value("wall-south", "height") != 2800.0 {
		t.Error("not all of it was taken")
	}
	f.clean()
}

func TestProposedFromWhereHeadStands(t *testing.T) {
	f := newFixture(t)
	old := f.Git("rev-parse", "HEAD")
	f.change(set{"wall-north", "height", 2700.0})
	one := f.propose("", "One", set{"wall-south", "height", 2800.0}).Proposal
	f.Git("switch", "-q", one.Branch)
	if p := f.propose("", "Beside it", set{"wall-east", "height", 2800.0}).Proposal; p.Base != one.Base || p.Commits != 1 {
		t.Errorf("from another proposal: %+v", p)
	}
	f.Git("switch", "-q", "--detach", old)
	if p := f.propose("", "On the old", set{"wall-east", "height", 2800.0}).Proposal; p.Base.String() != old || !p.Stale {
		t.Errorf("from an old commit: %+v", p)
	}
	f.clean()
}

func TestProposalOnAProposal(t *testing.T) {
	f := newFixture(t)
	lower := f.propose("", "Lower", set{"wall-south", "height", 2800.0}).Proposal
	f.Git("branch", "-q", "proposals/upper", lower.Branch)
	f.propose("upper", "Upper", set{"wall-north", "height", 2900.0})
	f.change(set{"wall-east", "height", 2700.0})
	done := f.accept(AcceptRequest{ID: "upper"})
	if p := f.get(lower.ID); p.State != Accepted || p.Into != done.Committed.Commit || p.Title != "Lower" {
		t.Errorf("the lower one is %+v", p)
	}
	f.clean()
}

func TestTriedOnABranch(t *testing.T) {
	f := newFixture(t)
	p := f.propose("", "Raise the wall", set{"wall-south", "height", 2800.0}).Proposal
	for _, try := range [][]string{{"merge", "-q", "--no-ff", "-m", "Try", p.Branch}, {"merge", "-q", "--ff-only", p.Branch}} {
		f.Git("switch", "-q", "-c", "try", "main")
		f.Git(try...)
		if p := f.get(p.ID); p.State != Accepted {
			t.Errorf("on the branch that holds it, it is %+v", p)
		}
		if all, _, err := f.s.List(context.Background(), Filter{}); err != nil || len(all) != 0 {
			t.Errorf("open there: %+v, %v", all, err)
		}
		f.Git("switch", "-q", "main")
		f.Git("branch", "-q", "-D", "try")
		if p := f.get(p.ID); p.State != Open || p.Commits != 1 {
			t.Errorf("back on main it is %+v", p)
		}
	}
	f.Git("branch", "-q", "proposals/empty", "main")
	if p := f.get("empty"); p.State != Open || p.Commits != 0 || p.Title != "empty" {
		t.Errorf("an empty one is %+v", p)
	}
	_, err := f.s.Accept(context.Background(), AcceptRequest{ID: "empty", Reviewer: ada})
	wants(t, err, model.InvalidArgument, "changes nothing")
}
