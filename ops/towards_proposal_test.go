package ops

import (
	"fmt"
	"testing"

	"github.com/openeik/ekgit/model"
)

// TestExecuteOnAProposalSaysWhatWorks holds that an execute which names a proposal is
// answered with a request that works: its commands proposed, or the dry run applied.
func TestExecuteOnAProposalSaysWhatWorks(t *testing.T) {
	for name, commands := range map[string]string{
		"commands": `, "dryRun": false, "message": "Why.", "confirm": {"records": 1, "deletes": 0}, "commands": [{"command": "rename", "id": "wall-south", "name": "South wall"}]`,
		"none":     "",
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t, houseDir(t))
			p := data[proposedAnswer](t, h, `{"action": "propose", `+widen+`}`)
			e := do(t, h, fmt.Sprintf(`{"action": "execute", "proposal": %q%s}`, p.Proposal, commands))
			if e.OK || e.Error.Code != model.InvalidArgument {
				t.Fatalf("it is answered with %s", told(e))
			}
			try, _ := e.Error.Details["try"].(model.Object)
			if again := do(t, h, string(model.AppendCompact(nil, try))); !again.OK {
				t.Errorf("%s: %s", model.AppendCompact(nil, try), told(again))
			}
		})
	}
}

// TestUnknownTopicIsLookedFor holds that a topic which is near none is offered as a
// search, and one that is near another as that.
func TestUnknownTopicIsLookedFor(t *testing.T) {
	h := open(t, houseDir(t))
	for topic, want := range map[string]string{"accessibility": "search", "doors": "topic"} {
		e := do(t, h, fmt.Sprintf(`{"action": "guide", "topic": %q}`, topic))
		try, _ := e.Error.Details["try"].(model.Object)
		if try.Get(want) == nil || !do(t, h, string(model.AppendCompact(nil, try))).OK {
			t.Errorf("%s is answered with %s", topic, told(e))
		}
	}
}
