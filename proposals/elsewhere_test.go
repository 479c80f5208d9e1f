package proposals

import (
	"context"
	"fmt"
	"testing"

	"github.com/openeik/ekgit/repo"
)

// A proposal that was closed here and accepted in another clone is accepted once that is
// pulled, and what was built on it does not take it along.
func TestClosedHereAndAcceptedElsewhere(t *testing.T) {
	f := newFixture(t)
	both := f.propose("", "A lower wall", set{"wall-south", "height", 2800.0}).Proposal
	base := f.propose("", "Another one", set{"wall-north", "height", 2800.0}).Proposal
	f.Git("branch", "on-top", base.Branch)
	for _, id := range []string{both.ID, base.ID} {
		if _, err := f.s.Close(context.Background(), CloseRequest{ID: id, State: Rejected, Reason: "Too low", Author: ada}); err != nil {
			t.Fatal(err)
		}
	}
	f.Git("merge", "-q", "--no-ff", "-m", fmt.Sprintf("Accept: A lower wall\n\nEik-Proposal: %s\nEik-Head: %s\nEik-Reviewer: Bob <bob@example.com>", both.ID, both.Head), both.Head.String())
	f.Git("merge", "-q", "--no-ff", "-m", "Take what was built on the other", "on-top")
	into := f.Git("rev-parse", "HEAD~1")

	for _, again := range []string{"derived", "settled"} {
		_, s := f.open()
		p, err := s.Get(context.Background(), both.ID)
		if err != nil || p.State != Accepted || p.Into.String() != into || p.Reason != "" {
			t.Errorf("%s: it is %+v, %v", again, p, err)
		}
		if p, err := s.Get(context.Background(), base.ID); err != nil || p.State != Rejected {
			t.Errorf("%s: the other one is %+v, %v", again, p, err)
		}
		all, _, err := s.List(context.Background(), Filter{States: []State{Accepted}})
		if err != nil || len(all) != 1 || all[0].ID != both.ID {
			t.Errorf("%s: accepted are %v, %v", again, all, err)
		}
	}
	if c, err := f.m.CommitAt(context.Background(), closedRef(t, f, both.ID)); err != nil || c.Trailer(trailerClosed) != string(Accepted) {
		t.Errorf("its ref says %v, %v", c, err)
	}
	f.clean()
}

func closedRef(t *testing.T, f *fixture, id string) repo.Hash {
	t.Helper()
	return hashOf(f.Git("rev-parse", closedRefs+id))
}
