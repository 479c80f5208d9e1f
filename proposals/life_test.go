package proposals

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

func TestProposalIsABranch(t *testing.T) {
	f := newFixture(t)
	main := f.Git("rev-parse", "main")
	dry := f.propose("", "", set{"wall-south", "height", 2800.0})
	p := dry.Proposal
	if p.State != Open || p.Titled || p.Title != "Change wall-south" || p.Commits != 1 || p.Person != bob || p.Agent != "robot/1" || p.Stale {
		t.Errorf("a dry run is %+v", p)
	}
	if got := f.Git("rev-parse", "proposals/"+p.ID, "main", "HEAD"); got != dry.Commit.String()+"\n"+main+"\n"+main {
		t.Errorf("branches are %s", got)
	}
	if p.Base.String() != main {
		t.Errorf("base is %s", p.Base)
	}
	description := "Because it is too low.\n\n--- really\n\nIn the living room."
	added, err := f.s.Commit(context.Background(), CommitRequest{ID: p.ID, Author: bob, Title: "Raise the south wall", Description: description,
		Request: []byte(`{"a":1}`), RequestHash: "0123456789abcdef", Plan: plan("More", set{"wall-north", "height", 2900.0})})
	if err != nil || added.Unkept != nil {
		t.Fatal(err, added.Unkept)
	}
	p = f.get(p.ID)
	if !p.Titled || p.Title != "Raise the south wall" || p.Description != "Because it is too low.\n\n --- really\n\nIn the living room." || p.Commits != 2 {
		t.Errorf("a titled one is %+v", p)
	}
	requests, err := f.s.Requests(context.Background(), p.ID)
	if err != nil || string(requests["0123456789abcdef"]) != `{"a":1}` || len(requests) != 1 {
		t.Errorf("requests are %q, %v", requests, err)
	}
	if got := f.Git("log", "-1", "--format=%(trailers:key=Eik-Proposal,valueonly)", p.Branch); strings.TrimSpace(got) != p.ID {
		t.Errorf("the trailer is %q", got)
	}
	f.clean()
}

func TestAcceptIsAMerge(t *testing.T) {
	f := newFixture(t)
	p := f.propose("", "Raise the wall", set{"wall-south", "height", 2800.0}).Proposal
	f.propose(p.ID, "", set{"wall-south", "height", 2900.0}, set{"wall-east", "height", 2700.0})
	model := f.change(set{"wall-north", "height", 2600.0})
	if p = f.get(p.ID); !p.Stale {
		t.Error("the model branch moved and the proposal is not stale")
	}
	done := f.accept(AcceptRequest{ID: p.ID, Message: "Looks right.", Head: p.Head, Trailers: []repo.Trailer{{Key: "Eik-Command", Value: "accept"}}})
	if done.Proposal.State != Accepted || done.Proposal.Into != done.Committed.Commit || done.Proposal.Commits != 2 || done.Proposal.ClosedBy != ada {
		t.Errorf("it is %+v", done.Proposal)
	}
	if got := f.Git("log", "-1", "--format=%P|%an|%s"); got != model.String()+" "+p.Head.String()+"|Ada|Accept: Raise the wall" {
		t.Errorf("the commit is %s", got)
	}
	for key, want := range map[string]string{"Eik-Proposal": p.ID, "Eik-Reviewer": "Ada <ada@example.com>", "Eik-Head": p.Head.String(), "Eik-Command": "accept",
		"Co-authored-by": "robot <robot@agents.invalid>"} {
		if got := f.Git("log", "-1", "--format=%(trailers:key="+key+",valueonly)"); strings.TrimSpace(got) != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if f.value("wall-south", "height") != 2900.0 || f.value("wall-north", "height") != 2600.0 || f.value("wall-east", "height") != 2700.0 {
		t.Error("the model is not the merge of both")
	}
	if out, err := f.Try("rev-parse", "--verify", "-q", p.Branch); err == nil {
		t.Errorf("the branch is still there: %s", out)
	}
	f.clean()
	_, err := f.s.Accept(context.Background(), AcceptRequest{ID: p.ID, Reviewer: bob})
	wants(t, err, "conflict", "it is accepted by commit")
	_, err = f.s.Commit(context.Background(), CommitRequest{ID: p.ID, Author: bob, Plan: plan("x", set{"wall-south", "height", 2.0})})
	wants(t, err, "conflict", "cannot be added to")
}

func TestAcceptWhatWasLookedAt(t *testing.T) {
	f := newFixture(t)
	p := f.propose("", "Raise the wall", set{"wall-south", "height", 2800.0}).Proposal
	f.propose(p.ID, "", set{"wall-south", "height", 2900.0})
	_, err := f.s.Accept(context.Background(), AcceptRequest{ID: p.ID, Reviewer: ada, Head: p.Head})
	wants(t, err, model.PreconditionFailed, "was changed after it was looked at")
	_, err = f.s.Get(context.Background(), "p-word9999")
	if q := wants(t, err, model.NotFound, "no proposal"); q.Details["candidates"] == nil {
		t.Errorf("no candidates in %v", q.Details)
	}
}

func TestConflictsAreDecided(t *testing.T) {
	f := newFixture(t)
	p := f.propose("", "Raise the wall", set{"wall-south", "height", 2800.0}, set{"wall-north", "height", 2800.0}).Proposal
	f.change(set{"wall-south", "height", 2500.0})
	m, err := f.s.Merge(context.Background(), p.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m.Clean() || len(m.Conflicts) != 1 || m.Conflicts[0].Member != "height" {
		t.Errorf("conflicts are %+v", m.Conflicts)
	}
	_, err = f.s.Accept(context.Background(), AcceptRequest{ID: p.ID, Reviewer: ada})
	wants(t, err, model.Conflict, "wall-south height")
	decided := []model.Resolution{{Record: "wall-south", Member: "height", Take: model.TakeTheirs}}
	if m, err = f.s.Merge(context.Background(), p.ID, decided); err != nil || !m.Clean() || len(m.Fresh) != 0 {
		t.Errorf("the merge is %+v, %v", m.Conflicts, err)
	}
	f.accept(AcceptRequest{ID: p.ID, Resolutions: decided})
	if got := f.value("wall-south", "height"); got != 2800.0 {
		t.Errorf("height is %v", got)
	}
}

func TestFindingsStopAcceptUnlessWaived(t *testing.T) {
	f := newFixture(t)
	p := f.propose("", "Take the wall away", set{"wall-south", "", nil}).Proposal
	_, err := f.s.Accept(context.Background(), AcceptRequest{ID: p.ID, Reviewer: ada})
	q := wants(t, err, model.CheckFailed, "new error")
	findings := q.Details["findings"].([]model.Finding)
	var waive []Waiver
	for _, finding := range findings {
		waive = append(waive, Waiver{Finding: finding.Fingerprint, Reason: "The window comes with the next proposal"})
	}
	_, err = f.s.Accept(context.Background(), AcceptRequest{ID: p.ID, Reviewer: ada, Waive: append(waive, Waiver{Finding: "f-000000000000", Reason: "x"})})
	wants(t, err, model.NotFound, "does not bring")
	_, err = f.s.Accept(context.Background(), AcceptRequest{ID: p.ID, Reviewer: ada, Waive: []Waiver{{Finding: waive[0].Finding}}})
	wants(t, err, model.InvalidArgument, "no reason")
	f.accept(AcceptRequest{ID: p.ID, Waive: waive})
	if got := f.Git("log", "-1", "--format=%(trailers:key=Eik-Waived,valueonly,separator=%x2C)"); !strings.Contains(got, waive[0].Finding) {
		t.Errorf("waived: %q", got)
	}
	if file := f.Read("waivers/" + waive[0].Finding + ".json"); !strings.Contains(file, `"by": "Ada"`) {
		t.Errorf("the waiver is %s", file)
	}
	f.clean()
}

func TestCloseReopenAndPrune(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	p := f.propose("", "Raise the wall", set{"wall-south", "height", 2800.0}).Proposal
	closed, err := f.s.Close(ctx, CloseRequest{ID: p.ID, State: Rejected, Reason: "Too high.\n\nTry less.", Author: ada})
	if err != nil {
		t.Fatal(err)
	}
	if closed.State != Rejected || closed.Reason != "Too high.\n\nTry less." || closed.Head != p.Head || closed.Title != "Raise the wall" || !closed.Titled || closed.ClosedBy != ada {
		t.Errorf("it is %+v", closed)
	}
	f.Git("reflog", "expire", "--expire=now", "--all")
	f.Git("gc", "-q", "--prune=now")
	f.Git("cat-file", "-e", p.Head.String())
	_, err = f.s.Close(ctx, CloseRequest{ID: p.ID, State: Withdrawn, Author: bob})
	wants(t, err, model.Conflict, "Too high.")
	again, err := f.s.Reopen(ctx, ReopenRequest{ID: p.ID, Committer: ada})
	if err != nil {
		t.Fatal(err)
	}
	if again.State != Open || again.Head != p.Head {
		t.Errorf("reopened it is %+v", again)
	}
	_, err = f.s.Reopen(ctx, ReopenRequest{ID: p.ID, Committer: ada})
	wants(t, err, model.Conflict, "is open")
	first := f.Git("rev-parse", closedRefs+p.ID)
	twice := f.propose(p.ID, "", set{"wall-south", "height", 2600.0}).Commit
	if closed, err = f.s.Close(ctx, CloseRequest{ID: p.ID, State: Withdrawn, Reason: "It will not do", Author: bob}); err != nil {
		t.Fatal(err)
	}
	if closed.State != Withdrawn || closed.Reason != "It will not do" || closed.Head != twice || closed.Commits != 2 {
		t.Errorf("closed again it is %+v", closed)
	}
	f.Git("merge-base", "--is-ancestor", first, closedRefs+p.ID) // what is closed is only ever added to
	if _, err = f.s.Reopen(ctx, ReopenRequest{ID: p.ID, Committer: ada}); err != nil {
		t.Fatal(err)
	}

	dry := f.propose("", "", set{"wall-north", "height", 2800.0}).Proposal
	f.now = f.now.Add(13 * 24 * time.Hour)
	fresh := f.propose("", "", set{"wall-east", "height", 2800.0}).Proposal
	f.now = f.now.Add(2 * 24 * time.Hour)
	gone, err := f.s.Prune(ctx, ada)
	if err != nil || len(gone) != 1 || gone[0].ID != dry.ID || gone[0].State != PutAway {
		t.Errorf("put away: %+v, %v", gone, err)
	}
	left, _, err := f.s.List(ctx, Filter{})
	if err != nil || len(left) != 2 || left[0].ID != fresh.ID || left[1].ID != p.ID {
		t.Errorf("left: %+v, %v", left, err)
	}
	all, _, err := f.s.List(ctx, Filter{All: true})
	if err != nil || len(all) != 3 {
		t.Errorf("all: %+v, %v", all, err)
	}
	f.clean()
}

func TestApplyIsAnOrdinaryCommit(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	dry := f.propose("", "", set{"wall-south", "height", 2800.0})
	stale := f.propose("", "", set{"wall-north", "height", 2800.0}).Proposal
	done, err := f.s.Apply(ctx, ApplyRequest{ID: dry.Proposal.ID, Committer: ada})
	if err != nil {
		t.Fatal(err)
	}
	if done.Proposal.State != MadeReal || f.Git("rev-parse", "HEAD^{tree}") != f.Git("rev-parse", dry.Commit.String()+"^{tree}") {
		t.Errorf("it is %+v", done.Proposal)
	}
	if got := f.Git("log", "-1", "--format=%an|%cn|%s|%p"); got != "Bob|Ada|Change wall-south|"+f.Git("rev-parse", "--short", "HEAD~1") {
		t.Errorf("the commit is %s", got)
	}
	_, err = f.s.Apply(ctx, ApplyRequest{ID: stale.ID, Committer: ada})
	wants(t, err, model.Conflict, "has changed since: wall-south")
	f.clean()
}

func TestTitledLater(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	p := f.propose("", "", set{"wall-south", "height", 2800.0}).Proposal
	_, err := f.s.Commit(ctx, CommitRequest{ID: p.ID, Author: ada, Title: "Raise the wall", Description: "As asked.",
		Plan: func(context.Context, repo.Base) (*repo.Plan, error) {
			return &repo.Plan{Subject: "Title the proposal", AllowEmpty: true}, nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	f.change(set{"wall-north", "height", 2700.0})
	if _, err := f.s.Rebase(ctx, RebaseRequest{ID: p.ID, Committer: ada}); err != nil {
		t.Fatal(err)
	}
	if p = f.get(p.ID); !p.Titled || p.Title != "Raise the wall" || p.Description != "As asked." || p.Commits != 2 || p.Person != bob {
		t.Errorf("it is %+v", p)
	}
	f.now = f.now.Add(1000 * time.Hour)
	if gone, err := f.s.Prune(ctx, ada); err != nil || len(gone) != 0 {
		t.Errorf("put away: %+v, %v", gone, err)
	}
	f.accept(AcceptRequest{ID: p.ID, Squash: true, Message: "Fine."})
	if got := f.Git("log", "-1", "--format=%s%n%b"); !strings.HasPrefix(got, "Raise the wall\nFine.\n\nAs asked.\n\nChange wall-south\n") || strings.Count(got, "As asked.") != 1 {
		t.Errorf("the commit says\n%s", got)
	}
	f.clean()
}

func TestReviewersAreNotMadeUp(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	forged := func(sets ...set) string {
		t.Helper()
		added, err := f.s.Commit(ctx, CommitRequest{Author: bob, Plan: func(ctx context.Context, base repo.Base) (*repo.Plan, error) {
			p, err := plan("Change", sets...)(ctx, base)
			if err == nil {
				p.Trailers = append(p.Trailers, repo.Trailer{Key: "eik-reviewer", Value: "The Boss"}, repo.Trailer{Key: "Eik-Part", Value: "wall-north"})
			}
			return p, err
		}})
		if err != nil {
			t.Fatal(err)
		}
		return added.Proposal.ID
	}
	reviewer := func() string {
		t.Helper()
		return strings.TrimSpace(f.Git("log", "-1", "--format=%(trailers:key=Eik-Reviewer,valueonly)%(trailers:key=Eik-Part,valueonly)"))
	}
	done, err := f.s.Apply(ctx, ApplyRequest{ID: forged(set{"wall-south", "height", 2800.0}), Committer: ada})
	if err != nil {
		t.Fatal(err)
	}
	if got := reviewer(); got != "" || done.Proposal.State != MadeReal {
		t.Errorf("made real it is %s, reviewed by %q", done.Proposal.State, got)
	}
	done = f.accept(AcceptRequest{ID: forged(set{"wall-north", "height", 2800.0}), Squash: true})
	if got := reviewer(); got != "Ada <ada@example.com>" || done.Proposal.State != Accepted {
		t.Errorf("squashed it is %s, reviewed by %q", done.Proposal.State, got)
	}
	_, err = f.s.Accept(ctx, AcceptRequest{ID: forged(set{"wall-east", "height", 2800.0}), Squash: true})
	wants(t, err, model.InvalidArgument, "nobody is named")
}
