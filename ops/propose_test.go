package ops

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openeik/ekgit/model"
)

// proposedAnswer is what tests look at of an answer to propose.
type proposedAnswer struct {
	Proposal, Commit string
	Replayed         bool
	Counts           writtenCounts
	Findings         findingsDelta
	MakeReal         json.RawMessage
	Refused          *Error
	Verify           []json.RawMessage
	Notes            []string
}

const widen = `"commands": [{"command": "update", "id": "door-entrance", "set": {"width": 1110}}]`

// batch is a request of 300 commands, which no commit message holds whole.
func batch() string {
	var commands []string
	for i := range 300 {
		commands = append(commands, fmt.Sprintf(`{"command": "create", "category": "material", "record": {"name": "Paint %d"}}`, i))
	}
	return `"commands": [` + strings.Join(commands, ", ") + `]`
}

// TestDryRunMadeRealIsExecute holds that propose and then apply give the tree and the
// answer that execute alone would have given.
func TestDryRunMadeRealIsExecute(t *testing.T) {
	for name, request := range map[string]string{
		"one":     widen + `, "message": "Wheelchairs."`,
		"made":    `"commands": [{"command": "place_window", "host": "wall-north", "distance": 1500, "like": "window-north"}, {"command": "move", "id": "wall-partition", "by": [500, 0]}]`,
		"batch":   batch() + `, "confirm": {"records": 300, "deletes": 0}`,
		"reaches": `"commands": [{"command": "update", "id": "level-0", "set": {"height": 3200}}], "confirm": {"records": 10, "deletes": 0}`,
	} {
		t.Run(name, func(t *testing.T) {
			alone, tried := open(t, houseDir(t)), open(t, houseDir(t))
			want := do(t, alone, `{"action": "execute", "requestId": "r-1", `+request+`}`)
			dry := data[proposedAnswer](t, tried, `{"action": "propose", "requestId": "r-1", `+request+`}`)
			if dry.Refused != nil || len(dry.MakeReal) == 0 {
				t.Fatalf("the dry run cannot be made real: %+v", dry)
			}
			if n := strings.TrimSpace(git(t, tried.repo.Dir(), "rev-list", "--count", "main")); n != "1" {
				t.Errorf("the dry run left main with %s commits", n)
			}
			got := do(t, tried, string(dry.MakeReal))
			if diff := cmp.Diff(comparable(t, want), comparable(t, got)); diff != "" {
				t.Errorf("apply answers other than execute:\n%s", diff)
			}
			for _, dir := range []string{"HEAD^{tree}", "HEAD~1"} {
				if a, b := git(t, alone.repo.Dir(), "rev-parse", dir), git(t, tried.repo.Dir(), "rev-parse", dir); a != b {
					t.Errorf("%s is %s after execute, %s after apply", dir, a, b)
				}
			}
			if status := git(t, tried.repo.Dir(), "status", "--porcelain"); status != "" {
				t.Errorf("apply leaves %s", status)
			}
			again := data[written](t, tried, string(dry.MakeReal))
			if !again.Replayed || git(t, tried.repo.Dir(), "rev-list", "--count", "main") != "2\n" {
				t.Errorf("apply sent twice is answered with %+v", again)
			}
		})
	}
}

var anyCommit = regexp.MustCompile(`[0-9a-f]{40}`)

// comparable is an answer's data without the names of commits.
func comparable(t *testing.T, e Envelope) string {
	t.Helper()
	if !e.OK {
		t.Fatal(told(e))
	}
	text, err := encode(e.Data)
	if err != nil {
		t.Fatal(err)
	}
	return anyCommit.ReplaceAllString(string(text), "commit")
}

// TestProposalIsReadAt holds that reads take a proposal, and that the folder and the
// model branch stay as they were.
func TestProposalIsReadAt(t *testing.T) {
	h := open(t, houseDir(t))
	dry := data[proposedAnswer](t, h, `{"action": "propose", `+widen+`}`)
	read := `{"action": "read", "filter": {"ids": ["door-entrance"]}, "fields": ["width"]%s}`
	for at, want := range map[string]string{"": "null", fmt.Sprintf(`, "at": %q`, dry.Proposal): "1110"} {
		e := do(t, h, fmt.Sprintf(read, at))
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) || (e.Meta.Proposal == dry.Proposal) != (at != "") {
			t.Errorf("at %q: %s", at, text)
		}
	}
	for _, request := range []string{
		`{"action": "tree", "at": %q}`, `{"action": "query", "at": %q, "select": ["id"]}`, `{"action": "relations", "id": "door-entrance", "at": %q}`,
		`{"action": "validate", "scope": %q}`, `{"action": "history", "id": "door-entrance", "at": %q}`, `{"action": "changes", "until": %q}`,
		`{"action": "diff", "from": "HEAD", "to": %q}`, `{"action": "export", "at": %q}`, `{"action": "summary", "at": %q}`,
	} {
		if e := do(t, h, fmt.Sprintf(request, dry.Proposal)); !e.OK || e.Meta.Proposal != dry.Proposal || e.Meta.At != dry.Commit {
			t.Errorf("%s is answered with meta %+v and %+v", request, e.Meta, e.Error)
		}
	}
	for _, request := range dry.Verify {
		if e := do(t, h, string(request)); !e.OK {
			t.Errorf("%s: %s", request, told(e))
		}
	}
	if out := git(t, h.repo.Dir(), "status", "--porcelain"); out != "" {
		t.Errorf("the folder holds %s", out)
	}
}

// TestDryRunsAreHeldToTheirBase holds that a dry run is made real only where nothing
// moved, by whoever proposed it, and that a titled one is a person's.
func TestDryRunsAreHeldToTheirBase(t *testing.T) {
	h := open(t, houseDir(t))
	refused := func(request string, code model.Code, says string) {
		t.Helper()
		e := do(t, h, request)
		if e.OK || e.Error.Code != code || !strings.Contains(e.Error.Message+e.Error.Hint, says) {
			t.Errorf("%s is answered with %s", request, told(e))
		}
	}
	dry := data[proposedAnswer](t, h, `{"action": "propose", "agent": "one/1", `+widen+`}`)
	apply := fmt.Sprintf(`{"action": "execute", "apply": %q, "agent": "%%s"}`, dry.Proposal)
	refused(fmt.Sprintf(apply, "two/1"), model.Forbidden, "not yours")
	titled := data[proposedAnswer](t, h, `{"action": "propose", "title": "Paint", "commands": [{"command": "update", "id": "wood", "set": {"note": "Oiled"}}]}`)
	if titled.MakeReal != nil || len(titled.Notes) == 0 {
		t.Errorf("a titled proposal is answered with %+v", titled)
	}
	refused(fmt.Sprintf(`{"action": "execute", "apply": %q}`, titled.Proposal), model.Forbidden, "ek proposals accept "+titled.Proposal)
	must(t, h, `{"command": "update", "id": "window-north", "set": {"sill": 1000}}`)
	refused(fmt.Sprintf(apply, "one/2"), model.Conflict, "window-north")
	e := do(t, h, fmt.Sprintf(apply, "one/2"))
	if touched, ok := e.Error.Details["touched"].([]string); !ok || len(touched) > 0 || e.Error.Details["try"] == nil || e.Error.Details["since"] == nil {
		t.Errorf("what moved is told as %+v", e.Error)
	}
	refused(`{"action": "execute", "apply": "p-aaaaaaaa"}`, model.NotFound, "p-aaaaaaaa")
	refused(fmt.Sprintf(`{"action": "execute", "apply": %q, "commands": []}`, dry.Proposal), model.Conflict, "window-north")
	rebased := do(t, h, fmt.Sprintf(`{"action": "discuss", "proposal": %q, "rebase": true}`, dry.Proposal))
	if !rebased.OK {
		t.Fatal(told(rebased))
	}
	if e := do(t, h, fmt.Sprintf(apply, "one/2")); !e.OK {
		t.Error(told(e))
	}
}

// TestTrialsMayBreak holds that a dry run tells of new errors instead of being refused,
// gives the counts to confirm, and cannot be made real while it breaks something.
func TestTrialsMayBreak(t *testing.T) {
	h := open(t, houseDir(t))
	broken := data[proposedAnswer](t, h, `{"action": "propose", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 12000}}]}`)
	if broken.Refused == nil || broken.Refused.Code != model.CheckFailed || len(broken.Findings.New) == 0 || broken.MakeReal != nil {
		t.Errorf("a trial that breaks the model is answered with %+v", broken)
	}
	if e := do(t, h, fmt.Sprintf(`{"action": "execute", "apply": %q}`, broken.Proposal)); e.OK || e.Error.Code != model.CheckFailed {
		t.Errorf("what breaks the model is made real: %s", told(e))
	}
	mended := data[proposedAnswer](t, h, fmt.Sprintf(`{"action": "propose", "proposal": %q, %s}`, broken.Proposal, widen))
	if mended.Refused != nil || mended.Proposal != broken.Proposal || len(mended.MakeReal) == 0 {
		t.Fatalf("the mended trial is answered with %+v", mended)
	}
	if e := do(t, h, string(mended.MakeReal)); !e.OK {
		t.Error(told(e))
	}
	if n := git(t, h.repo.Dir(), "rev-list", "--count", "main"); n != "2\n" {
		t.Errorf("main has %s commits", n)
	}
}

// TestProposeIsCarriedOutOnce holds that a request sent again writes nothing.
func TestProposeIsCarriedOutOnce(t *testing.T) {
	h := open(t, houseDir(t))
	request := `{"action": "propose", "requestId": "once", ` + widen + `}`
	first := data[proposedAnswer](t, h, request)
	again := data[proposedAnswer](t, open(t, h.repo.Dir()), request)
	if !again.Replayed || again.Proposal != first.Proposal || again.Commit != first.Commit {
		t.Errorf("sent again it is answered with %+v, first with %+v", again, first)
	}
	if e := do(t, h, `{"action": "propose", "requestId": "once", "commands": [{"command": "delete", "id": "door-entrance"}]}`); e.OK || e.Error.Code != model.Conflict {
		t.Errorf("other content is answered with %s", told(e))
	}
	if e := do(t, h, `{"action": "propose", `+widen+`}`); e.OK || e.Error.Details["proposal"] != first.Proposal {
		t.Errorf("the same commands under another name are answered with %s", told(e))
	}
	if e := do(t, h, `{"action": "propose", "again": true, `+widen+`}`); !e.OK {
		t.Error(told(e))
	}
	adding := fmt.Sprintf(`{"action": "propose", "requestId": "more", "proposal": %q, "commands": [{"command": "update", "id": "wood", "set": {"note": "Oiled"}}]}`, first.Proposal)
	added := data[proposedAnswer](t, h, adding)
	if once := data[proposedAnswer](t, h, adding); !once.Replayed || once.Commit != added.Commit {
		t.Errorf("an addition sent again is answered with %+v", once)
	}
}

// TestDryRunIsPropose holds the reference's form.
func TestDryRunIsPropose(t *testing.T) {
	h := open(t, houseDir(t))
	r, err := ParseRequest([]byte(`{"action": "execute_batch", "dryRun": true, ` + widen + `}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Profile = ProposeProfile
	if e := h.Do(t.Context(), r); !e.OK || e.Meta.Proposal == "" {
		t.Error(told(e))
	}
	r.Arguments = r.Arguments.Without("dryRun")
	if e := h.Do(t.Context(), r); e.OK || e.Error.Code != model.Forbidden || e.Error.Details["try"] == nil {
		t.Errorf("a write is answered with %s", told(e))
	}
}

// TestSameRequestsBesideEachOther holds that a request which is sent many times at once
// is carried out once, and that all get its answer.
func TestSameRequestsBesideEachOther(t *testing.T) {
	dir := houseDir(t)
	hosts := []*Host{open(t, dir), open(t, dir)}
	atOnce := func(request string) map[string]int {
		answers := make(chan Envelope)
		for i := range 6 {
			r, err := ParseRequest([]byte(request))
			if err != nil {
				t.Fatal(err)
			}
			go func() { answers <- hosts[i%2].Do(t.Context(), r) }()
		}
		got := map[string]int{}
		for range 6 {
			e := <-answers
			if !e.OK {
				t.Errorf("%s: %s", request, told(e))
				continue
			}
			text, err := encode(e.Data)
			if err != nil {
				t.Fatal(err)
			}
			got[strings.Replace(string(text), `"replayed":true,`, "", 1)]++
		}
		return got
	}
	if got := atOnce(`{"action": "propose", "requestId": "once", ` + widen + `}`); len(got) != 1 {
		t.Errorf("proposed at once, it is answered in %d ways: %v", len(got), got)
	}
	id := ""
	for _, p := range data[proposalsOut](t, hosts[0], `{"action": "proposals"}`).Proposals {
		id = p.ID
		if p.Commits != 1 {
			t.Errorf("it holds %d commits", p.Commits)
		}
	}
	if got := atOnce(fmt.Sprintf(`{"action": "execute", "apply": %q}`, id)); len(got) != 1 {
		t.Errorf("made real at once, it is answered in %d ways: %v", len(got), got)
	}
	if n := git(t, dir, "rev-list", "--count", "main"); n != "2\n" {
		t.Errorf("main has %s commits", n)
	}
}
