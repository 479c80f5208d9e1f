package ops

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// reviewer opens a host for a person.
func reviewer(t testing.TB, dir string) *Host {
	t.Helper()
	h := open(t, dir)
	h.options.Profile = ReviewProfile
	return h
}

func proposedAs(t *testing.T, h *Host, title, commands string) string {
	t.Helper()
	return data[proposedAnswer](t, h, fmt.Sprintf(`{"action": "propose", "agent": "one/1", "title": %q, "commands": [%s]}`, title, commands)).Proposal
}

func carriedOut(t *testing.T, h *Host, format string, values ...any) Envelope {
	t.Helper()
	e := do(t, h, fmt.Sprintf(format, values...))
	if !e.OK {
		t.Fatalf("%s: %s", fmt.Sprintf(format, values...), told(e))
	}
	return e
}

// TestOnlyPeopleReview holds that no request of an agent accepts or rejects, whatever
// the profile.
func TestOnlyPeopleReview(t *testing.T) {
	h := reviewer(t, houseDir(t))
	id := proposedAs(t, h, "Widen", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
	for _, action := range []string{"accept", "reject"} {
		r := Request{Action: action, Arguments: model.Object{{Name: "proposal", Value: id}, {Name: "message", Value: "No."}}}
		for _, who := range []func(r *Request){func(r *Request) { r.Profile = EditProfile }, func(r *Request) { r.Agent = "one/1" }} {
			asked := r
			who(&asked)
			if e := h.Do(t.Context(), asked); e.OK || e.Error.Code != model.Forbidden || !strings.Contains(e.Error.Hint, "ek proposals "+action+" "+id) {
				t.Errorf("%s: %s", action, told(e))
			}
		}
	}
	e := carriedOut(t, h, `{"action": "accept", "proposal": %q, "message": "Good."}`, id)
	w := e.Data.(json.RawMessage)
	if !strings.Contains(string(w), `"state":"accepted"`) || !strings.Contains(string(w), "door-entrance") {
		t.Errorf("accept answers %s", w)
	}
	if log := git(t, h.repo.Dir(), "log", "-1", "--format=%an|%P|%(trailers:key=Eik-Proposal,valueonly)"); !strings.Contains(log, id) || len(strings.Fields(strings.Split(log, "|")[1])) != 2 {
		t.Errorf("the accept is told as %s", log)
	}
	if status := git(t, h.repo.Dir(), "status", "--porcelain"); status != "" {
		t.Errorf("accept leaves %s", status)
	}
}

// TestPartsAreAccepted holds that a part leaves the rest open.
func TestPartsAreAccepted(t *testing.T) {
	h := reviewer(t, houseDir(t))
	id := proposedAs(t, h, "Two things", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}, {"command": "update", "id": "wood", "set": {"note": "Oiled"}}`)
	carriedOut(t, h, `{"action": "accept", "proposal": %q, "only": ["wood"]}`, id)
	out := data[proposalsOut](t, h, fmt.Sprintf(`{"action": "proposals", "id": %q}`, id))
	if r := out.Review; r.Proposal.State != "open" || len(r.Diff.Records) != 1 || r.Diff.Records[0].ID != "door-entrance" {
		t.Errorf("what is left is %+v", out.Review)
	}
	carriedOut(t, h, `{"action": "reject", "proposal": %q, "message": "The frame is listed."}`, id)
	list := data[proposalsOut](t, h, `{"action": "proposals", "state": "rejected"}`)
	if len(list.Proposals) != 1 || list.Proposals[0].Reason != "The frame is listed." {
		t.Errorf("rejected are %+v", list.Proposals)
	}
	carriedOut(t, h, `{"action": "discuss", "proposal": %q, "reopen": true}`, id)
	carriedOut(t, h, `{"action": "accept", "proposal": %q}`, id)
}

// TestConflictsAreSettled holds that conflicts are told with all three values, that a
// resolution is kept with the proposal, and that accepting takes it.
func TestConflictsAreSettled(t *testing.T) {
	h := reviewer(t, houseDir(t))
	id := proposedAs(t, h, "Widen", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
	other := proposedAs(t, h, "Widen more", `{"command": "update", "id": "door-entrance", "set": {"width": 1210}}`)
	list := data[proposalsOut](t, h, `{"action": "proposals"}`)
	if len(list.Proposals) != 2 || len(list.Proposals[0].ConflictsWith) != 1 || list.Proposals[0].StillMerges == nil || !*list.Proposals[0].StillMerges {
		t.Errorf("open are %+v", list.Proposals)
	}
	carriedOut(t, h, `{"action": "accept", "proposal": %q}`, other)
	out := data[proposalsOut](t, h, fmt.Sprintf(`{"action": "proposals", "id": %q}`, id))
	if len(out.Review.Conflicts) != 1 || !out.Review.Proposal.Stale || *out.Review.Proposal.StillMerges {
		t.Fatalf("the review tells %+v", out.Review)
	}
	conflict := out.Review.Conflicts[0]
	if want := "ek proposals resolve " + out.Review.Proposal.ID + " door-entrance width --take theirs"; out.Review.Proposal.Settle != want {
		t.Errorf("it is settled by %q, want %q", out.Review.Proposal.Settle, want)
	}
	if conflict.Record != "door-entrance" || conflict.Member != "width" || conflict.Ours != 1210.0 || conflict.Theirs != 1110.0 {
		t.Errorf("the conflict is %+v", conflict)
	}
	e := do(t, h, fmt.Sprintf(`{"action": "accept", "proposal": %q}`, id))
	if e.OK || e.Error.Code != model.Conflict || e.Error.Details["conflicts"] == nil || e.Error.Details["example"] == nil {
		t.Errorf("a conflict is answered with %s", told(e))
	}
	if p := out.Review.Proposal; p.Accept != "" || p.Needs != "settle what does not merge" || p.Reject == "" {
		t.Errorf("it is offered to be decided by %+v", p)
	}
	e = do(t, h, fmt.Sprintf(`{"action": "discuss", "proposal": %q, "resolve": [{"record": "wood", "take": "ours"}]}`, id))
	if e.OK || e.Error.Code != model.InvalidArgument || !strings.Contains(e.Error.Hint, "door-entrance width") {
		t.Errorf("a resolution of nothing is answered with %s", told(e))
	}
	byMark := data[discussOut](t, h, fmt.Sprintf(`{"action": "discuss", "proposal": %q, "agent": "one/1", "resolve": [{"record": "d-01", "member": "width", "take": "theirs"}]}`, id))
	if len(byMark.Settled) != 1 || byMark.Settled[0].Record != "door-entrance" {
		t.Errorf("by its mark is settled %+v", byMark.Settled)
	}
	carriedOut(t, h, `{"action": "discuss", "proposal": %q, "agent": "one/1", "resolve": [{"record": "door-entrance", "member": "width", "take": "value", "value": 1160}]}`, id)
	out = data[proposalsOut](t, h, fmt.Sprintf(`{"action": "proposals", "id": %q}`, id))
	if len(out.Review.Conflicts) != 0 || len(out.Settled) != 1 || !*out.Review.Proposal.StillMerges {
		t.Errorf("settled, the review tells %+v", out)
	}
	if p, s := out.Review.Proposal, out.Review.Settled; p.Accept == "" || p.Needs != "" || len(s) != 1 || s[0].Value != 1160.0 || s[0].Record != "door-entrance" {
		t.Errorf("settled, it is offered to be decided by %+v, with %+v", p, s)
	}
	for _, format := range []string{"text", "markdown", "html"} {
		read := data[proposalsOut](t, h, fmt.Sprintf(`{"action": "proposals", "id": %q, "format": %q, "whole": true}`, id, format)).Text
		if !strings.Contains(read, "What is settled") || !strings.Contains(read, "1,160") {
			t.Errorf("as %s the review says nothing of what is settled:\n%s", format, read)
		}
	}
	carriedOut(t, h, `{"action": "accept", "proposal": %q}`, id)
	if record := git(t, h.repo.Dir(), "show", "HEAD:architecture/level-0/door/door-entrance.json"); !strings.Contains(record, `"width": 1160`) {
		t.Errorf("accepted is %s", record)
	}
}

// TestProposalsAreDiscussed holds comments, and that an agent withdraws its own only.
func TestProposalsAreDiscussed(t *testing.T) {
	h := reviewer(t, houseDir(t))
	id := proposedAs(t, h, "Widen", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
	said := data[discussOut](t, h, fmt.Sprintf(`{"action": "discuss", "proposal": %q, "comment": "Clear width?", "record": "door-entrance", "member": "width"}`, id))
	out := data[proposalsOut](t, h, fmt.Sprintf(`{"action": "proposals", "id": %q}`, id))
	if len(out.Review.Comments) != 1 || out.Review.Comments[0].Text != "Clear width?" || out.Review.Comments[0].Record.ID != "door-entrance" {
		t.Errorf("comments are %+v", out.Review.Comments)
	}
	carriedOut(t, h, `{"action": "discuss", "proposal": %q, "comment": "Yes.", "replyTo": %q, "done": %q}`, id, said.Comment, said.Comment)
	for request, code := range map[string]model.Code{
		`{"action": "discuss", "proposal": "` + id + `"}`:                                                  model.InvalidArgument,
		`{"action": "discuss", "proposal": "` + id + `", "comment": "a", "rebase": true}`:                  model.InvalidArgument,
		`{"action": "discuss", "proposal": "` + id + `", "comment": "a", "record": "wall-9"}`:              model.NotFound,
		`{"action": "discuss", "proposal": "` + id + `", "withdraw": "Wrong.", "agent": "two/3"}`:          model.Forbidden,
		`{"action": "discuss", "proposal": "p-aaaaaaaa", "comment": "a"}`:                                  model.NotFound,
		`{"action": "discuss", "proposal": "` + id + `", "resolve": [{"record": "wood", "take": "ours"}]}`: model.InvalidArgument,
	} {
		if e := do(t, h, request); e.OK || e.Error.Code != code {
			t.Errorf("%s is answered with %s", request, told(e))
		}
	}
	carriedOut(t, h, `{"action": "discuss", "proposal": %q, "withdraw": "Wrong door.", "agent": "one/2"}`, id)
	if e := do(t, h, fmt.Sprintf(`{"action": "propose", "proposal": %q, %s}`, id, widen)); e.OK || e.Error.Code != model.Conflict {
		t.Errorf("a withdrawn one is added to: %s", told(e))
	}
}

// TestProtectedIsProposed holds that what is protected is proposed with a title only.
func TestProtectedIsProposed(t *testing.T) {
	dir := houseDir(t)
	write(t, dir, "eik.json", []byte(strings.Replace(git(t, dir, "show", "HEAD:eik.json"), `"units"`, `"protected": ["door.width"], "units"`, 1)))
	git(t, dir, "commit", "-qam", "Protect widths")
	h := reviewer(t, dir)
	if e := do(t, h, `{"action": "propose", `+widen+`}`); e.OK || e.Error.Code != model.Forbidden {
		t.Errorf("a dry run touches what is protected: %s", told(e))
	}
	id := proposedAs(t, h, "Widen", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
	carriedOut(t, h, `{"action": "accept", "proposal": %q}`, id)
}

// TestDryRunIsTitled holds that a dry run becomes a proposal by its title.
func TestDryRunIsTitled(t *testing.T) {
	h := reviewer(t, houseDir(t))
	dry := data[proposedAnswer](t, h, `{"action": "propose", `+widen+`}`)
	carriedOut(t, h, `{"action": "propose", "proposal": %q, "title": "Widen the entrance", "message": "Wheelchairs."}`, dry.Proposal)
	list := data[proposalsOut](t, h, `{"action": "proposals"}`)
	if len(list.Proposals) != 1 || list.Proposals[0].DryRun || list.Proposals[0].Title != "Widen the entrance" {
		t.Errorf("open are %+v", list.Proposals)
	}
	carriedOut(t, h, `{"action": "accept", "proposal": %q, "squash": true}`, dry.Proposal)
}

// TestSummaryTellsWhatWaits holds that the summary counts open proposals and names three.
func TestSummaryTellsWhatWaits(t *testing.T) {
	h := reviewer(t, houseDir(t))
	if out := data[summaryOut](t, h, `{"action": "summary"}`); out.Proposals != nil {
		t.Errorf("without any it tells %+v", out.Proposals)
	}
	for i := range 4 {
		proposedAs(t, h, fmt.Sprintf("Number %d", i), fmt.Sprintf(`{"command": "update", "id": "wood", "set": {"note": "Number %d"}}`, i))
	}
	carriedOut(t, h, `{"action": "propose", %s}`, widen)
	out := data[summaryOut](t, h, `{"action": "summary"}`)
	if p := out.Proposals; p.Waiting != 4 || p.DryRuns != 1 || len(p.First) != 3 || p.First[0].By != "one/1 for Ada Quill" {
		t.Errorf("it tells %+v", p)
	}
}

// TestListsAreBounded holds that a list merges the first proposals only, and says so.
func TestListsAreBounded(t *testing.T) {
	h := reviewer(t, houseDir(t))
	for i := range mostExamined + 3 {
		proposedAs(t, h, fmt.Sprintf("Number %d", i), fmt.Sprintf(`{"command": "update", "id": "wood", "set": {"note": "Number %d"}}`, i))
	}
	out := data[proposalsOut](t, h, `{"action": "proposals"}`)
	if out.Unchecked != 3 || out.Total != mostExamined+3 || out.Proposals[mostExamined].StillMerges != nil || len(out.Proposals[0].ConflictsWith) != mostExamined+2 {
		t.Errorf("%d unchecked of %d, the first conflicts with %d", out.Unchecked, out.Total, len(out.Proposals[0].ConflictsWith))
	}
	page := data[proposalsOut](t, h, `{"action": "proposals", "limit": 2}`)
	if next := carriedOut(t, h, "%s", model.AppendCompact(nil, page.Next)); next.Meta.Operation != "proposals" {
		t.Errorf("the next page is %+v", next)
	}
}

// TestRevertIsProposed holds that taking back is proposed as other commands are.
func TestRevertIsProposed(t *testing.T) {
	h := reviewer(t, houseDir(t))
	must(t, h, `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
	must(t, h, `{"command": "update", "id": "window-north", "set": {"sill": 1000}}`)
	dry := data[proposedAnswer](t, h, `{"action": "propose", "expect": {"sequence": 3}, "commands": [{"command": "revert", "commits": ["2"]}]}`)
	if dry.Counts.Updated != 1 || len(dry.MakeReal) == 0 {
		t.Fatalf("a revert is tried as %+v", dry)
	}
	carriedOut(t, h, "%s", dry.MakeReal)
	if record := git(t, h.repo.Dir(), "show", "HEAD:architecture/level-0/door/door-entrance.json"); strings.Contains(record, "1110") {
		t.Errorf("taken back it is %s", record)
	}
	if e := do(t, h, `{"action": "propose", "expect": {"sequence": 3}, "commands": [{"command": "update", "id": "wood", "set": {"note": "Waxed"}}]}`); e.OK || e.Error.Code != model.PreconditionFailed {
		t.Errorf("an old sequence is taken: %s", told(e))
	}
}

// TestImportIsProposed holds that a caller who may not write imports as a proposal.
func TestImportIsProposed(t *testing.T) {
	h := reviewer(t, houseDir(t))
	write(t, h.repo.Dir(), ".eik/other/eik.json", []byte(git(t, h.repo.Dir(), "show", "HEAD:eik.json")))
	write(t, h.repo.Dir(), ".eik/other/materials/steel.json", []byte("{\n  \"id\": \"steel\",\n  \"category\": \"material\",\n  \"name\": \"Steel\"\n}\n"))
	r, err := ParseRequest([]byte(`{"action": "import", "requestId": "i-1", "file": ".eik/other"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Profile = ProposeProfile
	e := h.Do(t.Context(), r)
	try, ok := e.Error.Details["try"].(model.Object)
	if !ok || e.Error.Code != model.Forbidden {
		t.Fatalf("an import is answered with %s", told(e))
	}
	r.Arguments = try.Without("action")
	for _, replayed := range []bool{false, true} {
		if e = h.Do(t.Context(), r); !e.OK || e.Meta.Proposal == "" {
			t.Fatalf("proposed (again: %t) it is answered with %s", replayed, told(e))
		}
	}
	list := data[proposalsOut](t, h, `{"action": "proposals"}`)
	if len(list.Proposals) != 1 || list.Proposals[0].DryRun || list.Proposals[0].Title != "Import other" {
		t.Errorf("open are %+v", list.Proposals)
	}
	review := data[proposalsOut](t, h, fmt.Sprintf(`{"action": "proposals", "id": %q}`, e.Meta.Proposal))
	if len(review.Review.Diff.Records) != 1 {
		t.Errorf("it changes %+v", review.Review.Diff.Records)
	}
	carriedOut(t, h, `{"action": "accept", "proposal": %q}`, e.Meta.Proposal)
}

func TestSettleCommandIsOneLineForAShell(t *testing.T) {
	t.Parallel()
	for conflict, want := range map[[2]string]string{
		{"door-entrance", "properties/Fire/rating"}: "door-entrance properties/Fire/rating",
		{"door-entrance", "properties/Fire door/x"}: "door-entrance 'properties/Fire door/x'",
		{"notes/a;b's.txt", ""}:                     `'notes/a;b'\''s.txt'`,
	} {
		got := settleCommand("p-abcd2345", model.MergeConflict{Record: conflict[0], Member: conflict[1]})
		if want = "ek proposals resolve p-abcd2345 " + want + " --take theirs"; got != want {
			t.Errorf("the command is %s, want %s", got, want)
		}
	}
}
