package ops

import (
	"fmt"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// TestRefusedAcceptSaysHowToWaive holds that a proposal refused for its new errors
// comes with the request that waives them, which works once its reasons are written.
func TestRefusedAcceptSaysHowToWaive(t *testing.T) {
	h := open(t, houseDir(t))
	p := data[proposedAnswer](t, h, `{"action": "propose", "title": "A very wide door", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 12000}}]}`)
	person := reviewer(t, h.repo.Dir())
	e := do(t, person, fmt.Sprintf(`{"action": "accept", "proposal": %q, "message": "So be it."}`, p.Proposal))
	if e.OK || e.Error.Code != model.CheckFailed || !strings.Contains(e.Error.Hint, "waive") {
		t.Fatalf("what breaks the model is answered with %s", told(e))
	}
	example, _ := e.Error.Details["example"].(model.Object)
	request := string(model.AppendCompact(nil, example))
	for _, f := range p.Findings.New {
		if f.Severity == model.Error && !strings.Contains(request, f.Fingerprint) {
			t.Errorf("the example does not name %s %s: %s", f.Fingerprint, f.Rule, request)
		}
	}
	accepted := do(t, person, strings.ReplaceAll(request, "<why it may stand>", "It is a gate."))
	if !accepted.OK {
		t.Fatalf("%s: %s", request, told(accepted))
	}
	if said := git(t, h.repo.Dir(), "log", "-1", "--format=%B", "main"); !strings.Contains(said, "So be it.") {
		t.Errorf("the request that waives lost the words of the first: %s", said)
	}
}
