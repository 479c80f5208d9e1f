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
