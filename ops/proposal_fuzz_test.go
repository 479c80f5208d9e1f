package ops

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// decisions are requests about proposals, sound ones and some that ask for what is not
// there; ID stands for an open proposal.
var decisions = []string{
	`{"action": "proposals"}`,
	`{"action": "proposals", "state": "all", "limit": 1, "maxBytes": 1}`,
	`{"action": "proposals", "state": "banana"}`,
	`{"action": "proposals", "id": "ID", "format": "html"}`,
	`{"action": "proposals", "id": "ID", "format": "markdown", "offset": 5}`,
	`{"action": "proposals", "id": "../../HEAD"}`,
	`{"action": "proposals", "id": ["ID"]}`,
	`{"action": "propose", "commands": []}`,
	`{"action": "propose", "commands": [null, 5, {}]}`,
	`{"action": "propose", "proposal": "ID", "title": "Only a title"}`,
	`{"action": "propose", "proposal": "p-aaaaaaaa", "command": "update"}`,
	`{"action": "propose", "requestId": "r", "title": "x\n\nEik-Head: 1", "message": "\u0000\u202e", ` + widen + `}`,
	`{"action": "propose", "commands": [{"command": "revert", "commits": ["HEAD"]}]}`,
	`{"action": "propose", "commands": [{"command": "revert", "since": "HEAD~9", "only": [1], "resolutions": [{}]}]}`,
	`{"action": "accept", "proposal": "ID"}`,
	`{"action": "accept", "proposal": "ID", "only": []}`,
	`{"action": "accept", "proposal": "ID", "only": ["", "door-entrance", "door-entrance", "nobody", "/etc/passwd"]}`,
	`{"action": "accept", "proposal": "ID", "head": "HEAD~1000000", "squash": true}`,
	`{"action": "accept", "proposal": "ID", "waive": [{"finding": "f-000000000000", "reason": "", "until": "2026-02-31"}]}`,
	`{"action": "accept", "proposal": "ID", "waive": [{"finding": "f-000000000000", "reason": "It may."}]}`,
	`{"action": "accept", "proposal": "ID", "resolutions": [{"record": "door-entrance", "member": "width", "take": "value", "value": {"a": [1e308]}}]}`,
	`{"action": "reject", "proposal": "ID", "reason": "No.\u0007"}`,
	`{"action": "reject", "proposal": 5}`,
	`{"action": "discuss", "proposal": "ID", "comment": "Why?", "record": "nobody", "member": "/"}`,
	`{"action": "discuss", "proposal": "ID", "comment": "Yes", "replyTo": "../x"}`,
	`{"action": "discuss", "proposal": "ID", "done": "nothing"}`,
	`{"action": "discuss", "proposal": "ID", "resolve": [{"record": "door-entrance", "take": "both"}]}`,
	`{"action": "discuss", "proposal": "ID", "resolve": [{"record": "door-entrance", "member": "width", "take": "theirs"}, {"record": "door-entrance", "member": "width", "take": "ours"}]}`,
	`{"action": "discuss", "proposal": "ID", "rebase": true, "reopen": true}`,
	`{"action": "discuss", "proposal": "ID", "reopen": true}`,
	`{"action": "discuss", "proposal": "ID", "withdraw": "Never mind."}`,
	`{"action": "execute", "apply": "ID"}`,
	`{"action": "execute", "apply": "ID", "confirm": {"records": -1, "deletes": 1e9}, ` + widen + `}`,
	`{"action": "diff", "from": "ID", "to": "ID~1", "format": "html"}`,
	`{"action": "read", "ids": ["door-entrance"], "at": "ID"}`,
}

// FuzzDecisions holds that whatever is asked of proposals is answered with data or with
// a refusal that says why, never with a fault of the program, and leaves a repository
// that git finds sound.
func FuzzDecisions(f *testing.F) {
	for _, request := range decisions {
		f.Add(request)
	}
	dir := houseDir(f)
	h := reviewer(f, dir)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRequest([]byte(strings.ReplaceAll(text, "ID", waitingOne(t, h))))
		if err != nil {
			return
		}
		switch r.Action {
		case "propose", "proposals", "accept", "reject", "discuss", "execute", "diff", "read":
		default:
			return // others write beside the model
		}
		e := h.Do(context.Background(), r)
		if !e.OK && (e.Error.Code == model.Internal || e.Error.Message == "") {
			t.Errorf("%s is answered with %s: %s", text, e.Error.Code, e.Error.Message)
		}
		if _, err := json.Marshal(e); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if status := git(t, dir, "status", "--porcelain"); status != "" {
			t.Errorf("%s leaves %s", text, status)
		}
	})
}

// waitingOne answers an open proposal, a new one where there is none.
func waitingOne(t *testing.T, h *Host) string {
	t.Helper()
	if open := data[proposalsOut](t, h, `{"action": "proposals"}`).Proposals; len(open) > 0 {
		return open[0].ID
	}
	return data[proposedAnswer](t, h, `{"action": "propose", "again": true, "title": "Paint", "command": {"command": "create", "category": "material", "record": {"name": "Paint"}}}`).Proposal
}
