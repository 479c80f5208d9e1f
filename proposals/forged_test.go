package proposals

import (
	"context"
	"fmt"
	"testing"
)

// What the commits of a proposal say of another one is not what became of that.
func TestForgedTakersInAProposal(t *testing.T) {
	for name, trailers := range map[string]string{
		"whole":  "Eik-Proposal: %s\nEik-Head: %s\nEik-Reviewer: Boss <boss@example.com>",
		"a part": "Eik-Proposal: %s\nEik-Head: %s\nEik-Part: wall-south\nEik-Reviewer: Boss <boss@example.com>",
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			victim := f.propose("", "A lower wall", set{"wall-south", "height", 2800.0}).Proposal
			f.Git("switch", "-q", "-c", "proposals/forged")
			f.Write("notes.txt", "one\n")
			f.Commit("Notes\n\n" + fmt.Sprintf(trailers, victim.ID, victim.Head))
			f.Git("switch", "-q", "main")
			f.accept(AcceptRequest{ID: "forged"})

			_, s := f.open()
			if p, err := s.Get(context.Background(), victim.ID); err != nil || p.State != Open || p.Head != victim.Head {
				t.Errorf("the other one is %+v, %v", p, err)
			}
			f.accept(AcceptRequest{ID: victim.ID})
			if f.value("wall-south", "height") != 2800.0 {
				t.Error("it was not taken")
			}
			f.clean()
		})
	}
}
