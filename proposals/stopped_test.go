package proposals

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// TestStoppedAfterTheModelBranchMoved takes the refs of a proposal back to where they
// stood when the model branch moved, as a kill in between leaves them.
func TestStoppedAfterTheModelBranchMoved(t *testing.T) {
	cases := []struct {
		name string
		take func(f *fixture, id string) error
		want State
	}{
		{"merge", func(f *fixture, id string) error { return accept(f, AcceptRequest{ID: id}) }, Accepted},
		{"squash", func(f *fixture, id string) error { return accept(f, AcceptRequest{ID: id, Squash: true}) }, Accepted},
		{"apply", func(f *fixture, id string) error {
			_, err := f.s.Apply(context.Background(), ApplyRequest{ID: id, Committer: ada})
			return err
		}, MadeReal},
		{"part", func(f *fixture, id string) error {
			return accept(f, AcceptRequest{ID: id, Only: []string{"wall-south"}})
		}, Open},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f := newFixture(t)
			p := f.propose("", "Raise walls", set{"wall-south", "height", 2800.0}, set{"wall-north", "height", 2900.0}).Proposal
			if err := c.take(f, p.ID); err != nil {
				t.Fatal(err)
			}
			after := f.Git("for-each-ref", "refs/eik/closed", "refs/heads/proposals", "--format=%(refname)")
			if c.want != Open {
				f.Git("update-ref", "-d", closedRefs+p.ID)
			}
			f.Git("update-ref", "refs/heads/"+p.Branch, p.Head.String())
			_, other := f.open()
			found, err := other.find(context.Background(), p.ID)
			if err != nil || found.State != c.want || !found.unsettled() {
				t.Fatalf("derived: %+v, %v", found, err)
			}
			if _, _, err := other.List(context.Background(), Filter{}); err != nil {
				t.Fatal(err)
			}
			if got := f.Git("for-each-ref", "refs/eik/closed", "refs/heads/proposals", "--format=%(refname)"); got != after {
				t.Errorf("the refs are\n%s, want\n%s", got, after)
			}
			settled := f.get(p.ID)
			if settled.State != c.want || c.want == Open && (settled.Commits != 1 || settled.Stale || f.valueAt(settled.Branch+"~1", "wall-north", "height") != nil) {
				t.Errorf("settled: %+v", settled)
			}
			f.clean()
		})
	}
}

func accept(f *fixture, req AcceptRequest) error {
	req.Reviewer = ada
	_, err := f.s.Accept(context.Background(), req)
	return err
}

func TestStoppedBeforeTheBranchWent(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	p := f.propose("", "Raise walls", set{"wall-south", "height", 2800.0}).Proposal
	if _, err := f.s.Close(ctx, CloseRequest{ID: p.ID, State: Withdrawn, Author: bob}); err != nil {
		t.Fatal(err)
	}
	f.Git("update-ref", "refs/heads/"+p.Branch, p.Head.String())
	if got := f.get(p.ID); got.State != Withdrawn {
		t.Errorf("it is %+v", got)
	}
	if out, err := f.Try("rev-parse", "-q", "--verify", p.Branch); err == nil {
		t.Errorf("the branch is still there: %s", out)
	}
	// What was left of commits in the making is in nobody's way.
	f.Git("update-ref", workRefs+p.ID, p.Head.String())
	if _, err := f.s.Reopen(ctx, ReopenRequest{ID: p.ID, Committer: ada}); err != nil {
		t.Fatal(err)
	}
	f.change(set{"wall-north", "height", 2700.0})
	f.Git("update-ref", workRefs+p.ID, p.Head.String())
	if _, err := f.s.Rebase(ctx, RebaseRequest{ID: p.ID, Committer: ada}); err != nil {
		t.Fatal(err)
	}
	if left := f.Git("for-each-ref", workRefs); left != "" {
		t.Errorf("left: %s", left)
	}
	f.clean()
}

func TestManyAddToOneProposal(t *testing.T) {
	f := newFixture(t)
	p := f.propose("", "Raise walls", set{"wall-south", "height", 2500.0}).Proposal
	var wait sync.WaitGroup
	errs := make([]error, 4)
	for i, id := range []string{"wall-north", "wall-east", "wall-west", "wall-partition"} {
		_, s := f.open()
		wait.Go(func() {
			_, errs[i] = s.Commit(context.Background(), CommitRequest{ID: p.ID, Author: bob, Plan: plan("Change "+id, set{id, "height", 2600.0}),
				Request: []byte(id), RequestHash: id})
		})
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	p = f.get(p.ID)
	if p.Commits != 5 {
		t.Errorf("it has %d commits", p.Commits)
	}
	for _, id := range []string{"wall-north", "wall-east", "wall-west", "wall-partition"} {
		if f.valueAt(p.Branch, id, "height") != 2600.0 {
			t.Errorf("%s is lost", id)
		}
	}
	if requests, err := f.s.Requests(context.Background(), p.ID); err != nil || len(requests) != 4 {
		t.Errorf("requests: %v, %v", requests, err)
	}
	f.clean()
}

func TestTwoAcceptAtOnce(t *testing.T) {
	f := newFixture(t)
	p := f.propose("", "Raise walls", set{"wall-south", "height", 2500.0}).Proposal
	_, one := f.open()
	_, two := f.open()
	// Both have seen it open before either commits.
	var ready sync.WaitGroup
	ready.Add(2)
	var wait sync.WaitGroup
	errs := make([]error, 2)
	for i, s := range []*Store{one, two} {
		wait.Go(func() {
			if _, errs[i] = s.open(context.Background(), p.ID, "accepted"); errs[i] != nil {
				ready.Done()
				return
			}
			ready.Done()
			ready.Wait()
			_, errs[i] = s.Accept(context.Background(), AcceptRequest{ID: p.ID, Reviewer: ada})
		})
	}
	wait.Wait()
	if (errs[0] == nil) == (errs[1] == nil) {
		t.Fatalf("one wins and the other is told: %v", errs)
	}
	wants(t, errors.Join(errs...), model.Conflict, "it is accepted by commit")
	if got := f.Git("log", "--merges", "--format=%s"); got != "Accept: Raise walls" {
		t.Errorf("merges: %s", got)
	}
	f.clean()
}

func TestAddedToWhileItWasAccepted(t *testing.T) {
	f := newFixture(t)
	p := f.propose("", "Raise walls", set{"wall-south", "height", 2500.0}).Proposal
	f.Git("merge", "-q", "--no-ff", "-m", "Merge branch 'proposals'", p.Branch)
	// A writer that had not seen the merge adds to the branch.
	f.Git("update-ref", "refs/heads/"+p.Branch, f.Git("commit-tree", "-p", p.Head.String(), "-m", "More", p.Head.String()+"^{tree}"))
	if got := f.get(p.ID); got.State != Open || got.Commits != 2 || !got.Stale {
		t.Errorf("it is %+v", got)
	}
}

func TestGuardStopsBeforeAnythingIsPlanned(t *testing.T) {
	f := newFixture(t)
	p := f.propose("", "Raise walls", set{"wall-south", "height", 2500.0}).Proposal
	said := errors.New("this request was carried out before")
	guard := func(context.Context, repo.Base) error { return said }
	_, err := f.s.Accept(context.Background(), AcceptRequest{ID: p.ID, Reviewer: ada, Guard: guard})
	if !errors.Is(err, said) {
		t.Errorf("accept says %v", err)
	}
	if _, err = f.s.Apply(context.Background(), ApplyRequest{ID: p.ID, Committer: ada, Guard: guard}); !errors.Is(err, said) {
		t.Errorf("apply says %v", err)
	}
	if got := f.get(p.ID); got.State != Open || strings.Contains(f.Git("log", "--format=%s"), "Raise") {
		t.Errorf("it is %+v", got)
	}
}

func TestBranchThatSomebodyLooksAt(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	p := f.propose("", "Raise walls", set{"wall-south", "height", 2500.0}).Proposal
	f.Git("worktree", "add", "-q", "../looking", p.Branch)
	done := f.accept(AcceptRequest{ID: p.ID})
	if done.Proposal.State != Accepted {
		t.Errorf("it is %+v", done.Proposal)
	}
	f.Git("revert", "--no-edit", "-m", "1", "HEAD")
	_, err := f.s.Reopen(ctx, ReopenRequest{ID: p.ID, Committer: ada})
	var elsewhere *repo.ElsewhereError
	if !errors.As(err, &elsewhere) {
		t.Errorf("reopening says %v", err)
	}
	if got := f.get(p.ID); got.State != Accepted {
		t.Errorf("it is %+v", got)
	}
	f.Git("worktree", "remove", "../looking")
	if _, _, err := f.s.List(ctx, Filter{All: true}); err != nil {
		t.Fatal(err)
	}
	if out, err := f.Try("rev-parse", "-q", "--verify", p.Branch); err == nil {
		t.Errorf("the branch is still there: %s", out)
	}
	f.clean()
}
