package ops

import (
	"encoding/json"
	"testing"
)

// What is told of a large proposal has no pages, so that the way on is its data.
func TestLargeProposalTold(t *testing.T) {
	h := open(t, houseDir(t))
	id := data[proposedAnswer](t, h, `{"action": "propose", "title": "Paints", `+batch()+`}`).Proposal
	out := &proposalsOut{Text: "long"}
	holds, narrower := out.narrow(asRequest("proposals", nil).With("id", id).With("format", "text"))
	if holds["text"] != 4 || len(narrower) != 1 {
		t.Fatalf("%v, %v", holds, narrower)
	}
	request, err := json.Marshal(narrower[0])
	if err != nil {
		t.Fatal(err)
	}
	if got := data[proposalsOut](t, h, string(request)); got.Review == nil || got.Rest != 280 {
		t.Errorf("%s answers %+v", request, got)
	}
}

// One command that changes very many records is reviewed within the budget, and says
// how many records it does not name.
func TestOneCommandOverManyRecords(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "config", "user.name", "Ada Quill")
	git(t, dir, "config", "user.email", "ada@example.org")
	h, err := Create(t.Context(), dir, CreateOptions{Options: Options{Clock: clock}})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if _, err := h.Generate(t.Context(), 60, 1, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	id := data[proposedAnswer](t, h, `{"action": "propose", "title": "Note it", "commands": [{"command": "update", "filter": {"categories": ["wall"]}, "set": {"note": "to be painted"}}]}`).Proposal
	out := data[proposalsOut](t, h, `{"action": "proposals", "id": "`+id+`", "limit": 5}`)
	step := out.Review.Diff.Requests[0].Steps[0]
	if walls := out.Review.Diff.Counts.Changed; walls < 1000 || len(step.Changed)+step.Rest != walls || len(step.Changed) > shownRecords {
		t.Errorf("of %d walls %d are named, %d counted", walls, len(step.Changed), step.Rest)
	}
}
