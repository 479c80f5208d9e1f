package hooks_test

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/proposals"
	"github.com/openeik/ekgit/repo"
)

// store opens the proposals of the clone. The clock stands.
func (w *world) store() (*repo.Model, *proposals.Store) {
	w.t.Helper()
	clock := func() time.Time { return time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC) }
	m, err := repo.Open(context.Background(), w.Dir, repo.Options{Schema: category.Schema(), Clock: clock})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		if err := m.Close(); err != nil {
			w.t.Error(err)
		}
	})
	n := 0
	s, err := proposals.New(m, proposals.Options{Clock: clock, NewWord: func() string { n++; return fmt.Sprintf("word%04d", n) }})
	if err != nil {
		w.t.Fatal(err)
	}
	return m, s
}

var (
	adaPerson = repo.Person{Name: "Ada", Email: "ada@example.com"}
	bobPerson = repo.Person{Name: "Bob", Email: "bob@example.com"}
)

// proposes lets Bob's agent propose values of a member, a record each.
func (w *world) proposes(s *proposals.Store, member string, values map[string]any) *proposals.Proposal {
	w.t.Helper()
	added, err := s.Commit(context.Background(), proposals.CommitRequest{Author: bobPerson, Title: "Change " + member,
		Plan: func(_ context.Context, base repo.Base) (*repo.Plan, error) {
			plan := &repo.Plan{Subject: "Change", Trailers: []repo.Trailer{{Key: "Eik-Agent", Value: "claude-code/2"}, {Key: "Co-authored-by", Value: "claude-code <claude-code@agents.invalid>"}}}
			for id, value := range values {
				before := base.Snapshot.Get(id)
				plan.Changes = append(plan.Changes, model.Change{ID: id, Before: before, After: before.Record().With(member, value)})
			}
			return plan, nil
		}})
	if err != nil {
		w.t.Fatal(err)
	}
	return added.Proposal
}

func (w *world) takes(s *proposals.Store, req proposals.AcceptRequest) {
	w.t.Helper()
	req.Reviewer = adaPerson
	if _, err := s.Accept(context.Background(), req); err != nil {
		w.t.Fatal(err)
	}
}

// everything are the refs that a clone shares with its server.
var everything = []string{"main", "+refs/heads/proposals/*:refs/heads/proposals/*", "refs/eik/*:refs/eik/*"}

// TestPushAccepted pushes what accepting gives, to a server that asks for all it can:
// whole, squashed, in parts, with waivers; then what reopening gives.
func TestPushAccepted(t *testing.T) {
	w := house(t)
	t.Setenv("REMOTE_USER", "ada@example.com")
	w.set("eik.review.signed=true", "receive.denyDeletes=false")
	w.signsWith(w.key("ada", "ada@example.com"))
	_, s := w.store()
	whole := w.proposes(s, "height", map[string]any{"wall-south": 2500.0})
	squashed := w.proposes(s, "height", map[string]any{"wall-north": 2500.0})
	part := w.proposes(s, "height", map[string]any{"wall-east": 2500.0, "wall-west": 2500.0})
	broken := w.proposes(s, "offset", map[string]any{"door-entrance": 99000.0})
	w.taken(everything...)

	w.takes(s, proposals.AcceptRequest{ID: whole.ID})
	w.refused("there is none", "main") // git does not sign yet
	w.Git("reset", "-q", "--hard", "HEAD~")
	if _, err := s.Reopen(t.Context(), proposals.ReopenRequest{ID: whole.ID, Committer: adaPerson}); err != nil {
		t.Fatal(err)
	}
	w.Git("config", "commit.gpgsign", "true")
	m, s := w.store()
	w.takes(s, proposals.AcceptRequest{ID: whole.ID})
	w.takes(s, proposals.AcceptRequest{ID: squashed.ID, Squash: true})
	w.takes(s, proposals.AcceptRequest{ID: part.ID, Only: []string{"wall-east"}})
	merged, err := s.Merge(t.Context(), broken.ID, nil)
	if err != nil || len(merged.Blocking()) == 0 {
		t.Fatalf("%v, %v", merged, err)
	}
	var waive []proposals.Waiver
	for _, f := range merged.Blocking() {
		waive = append(waive, proposals.Waiver{Finding: f.Fingerprint, Reason: "it is so"})
	}
	w.takes(s, proposals.AcceptRequest{ID: broken.ID, Waive: waive})
	w.taken(everything...)
	if head, err := m.Head(t.Context()); err != nil || head.Commit.String() != w.server.Git("rev-parse", "main") {
		t.Errorf("%+v, %v", head, err)
	}
}

// TestPushWithALockedKey has an agent accept by the host's own code, with Ada's key at
// hand, which has a passphrase: git and the host are set to sign with it.
func TestPushWithALockedKey(t *testing.T) {
	w := house(t)
	w.set("eik.review.signed=true")
	key := w.key("ada", "ada@example.com")
	if out, err := exec.Command("ssh-keygen", "-q", "-p", "-P", "", "-N", "only Ada knows", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	w.signsWith(key)
	_, s := w.store()
	p := w.proposes(s, "height", map[string]any{"wall-south": 2500.0})
	w.Git("config", "commit.gpgsign", "true")
	var locked *repo.SigningError
	if _, err := s.Accept(t.Context(), proposals.AcceptRequest{ID: p.ID, Reviewer: adaPerson}); !errors.As(err, &locked) {
		t.Errorf("accepted with a locked key: %v", err)
	}
	if out, err := w.Try("merge", "-S", "--no-ff", "-m", "Accept", p.Branch); err == nil {
		t.Errorf("git signed with a locked key: %s", out)
		return
	}
	w.Git("reset", "-q", "--hard", "HEAD")
	w.Git("config", "commit.gpgsign", "false")
	w.takes(s, proposals.AcceptRequest{ID: p.ID})
	w.refused("it needs a signature that counts: there is none", everything...)
}

// TestPushWaived pushes an accept with a waiver to a server that asks for no signature.
func TestPushWaived(t *testing.T) {
	w := house(t)
	_, s := w.store()
	p := w.proposes(s, "offset", map[string]any{"door-entrance": 99000.0})
	merged, err := s.Merge(t.Context(), p.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	var waive []proposals.Waiver
	for _, f := range merged.Blocking() {
		waive = append(waive, proposals.Waiver{Finding: f.Fingerprint, Reason: "it is so"})
	}
	w.takes(s, proposals.AcceptRequest{ID: p.ID, Squash: true, Waive: waive})
	w.taken("main")
}

// TestPushReopened pushes a proposal that was closed, opened again and closed again.
func TestPushReopened(t *testing.T) {
	w := house(t)
	_, s := w.store()
	p := w.proposes(s, "height", map[string]any{"wall-south": 2500.0})
	end := func() {
		t.Helper()
		if _, err := s.Close(t.Context(), proposals.CloseRequest{ID: p.ID, State: proposals.Rejected, Reason: "no", Author: adaPerson, Committer: adaPerson}); err != nil {
			t.Fatal(err)
		}
	}
	end()
	w.taken("refs/eik/*:refs/eik/*")
	if _, err := s.Reopen(t.Context(), proposals.ReopenRequest{ID: p.ID, Committer: adaPerson}); err != nil {
		t.Fatal(err)
	}
	shared := []string{"refs/eik/*:refs/eik/*", "refs/heads/proposals/*:refs/heads/proposals/*"}
	w.taken(shared...)
	end()
	w.taken("refs/eik/*:refs/eik/*", ":refs/heads/proposals/"+p.ID)
	if out := w.server.Git("for-each-ref", "refs/eik"); !strings.Contains(out, "refs/eik/closed/"+p.ID) {
		t.Errorf("the server has\n%s", out)
	}
}
