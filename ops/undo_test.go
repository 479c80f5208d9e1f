package ops

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// What an answer to a write offers works as it stands: verify shows what changed, undo
// brings back the very tree that was there before.
func TestUndoBringsBackTheTree(t *testing.T) {
	t.Parallel()
	dir := houseDir(t)
	h := open(t, dir)
	tree := func() string { return strings.TrimSpace(git(t, dir, "rev-parse", "HEAD^{tree}")) }
	for _, request := range round(0) {
		before := tree()
		w := accepted(t, h, request)
		after := tree()
		for _, verify := range w.Verify {
			if e := do(t, h, string(verify)); !e.OK {
				t.Errorf("%s: verify %s answers %+v", request, verify, e.Error)
			}
		}
		if len(w.Undo) == 0 {
			t.Errorf("%s: no undo is offered", request)
			continue
		}
		accepted(t, h, string(w.Undo))
		if now := tree(); now != before {
			t.Errorf("%s: undo %s leaves\n%s", request, w.Undo, git(t, dir, "diff", before, now))
		}
		accepted(t, h, strings.TrimSuffix(strings.Replace(request, `, "again": true`, "", 1), "}")+`, "again": true}`)
		if now := tree(); now != after {
			t.Errorf("%s: done again it leaves\n%s", request, git(t, dir, "diff", after, now))
		}
	}
	git(t, dir, "fsck", "--strict")
}

// What validate tried is carried out by the request that it offers, with the same ids.
func TestMakeRealDoesWhatWasTried(t *testing.T) {
	t.Parallel()
	dir := houseDir(t)
	h := open(t, dir)
	for _, request := range round(0) {
		head := git(t, dir, "rev-parse", "HEAD")
		tried := data[struct {
			Valid    bool
			Would    receipt
			MakeReal json.RawMessage
		}](t, h, trying(t, request))
		if now := git(t, dir, "rev-parse", "HEAD"); now != head || git(t, dir, "status", "--porcelain") != "" {
			t.Fatalf("%s: trying it moved HEAD from %s to %s", request, head, now)
		}
		if !tried.Valid || len(tried.MakeReal) == 0 {
			t.Errorf("%s: tried, it answers %+v", request, tried)
			continue
		}
		w := data[receipt](t, h, string(tried.MakeReal))
		if got, want := strings.Join(w.ids(), " "), strings.Join(tried.Would.ids(), " "); got != want {
			t.Errorf("%s: it changes %s, tried it was %s", request, got, want)
		}
	}
}

// trying answers the request that tries what another one would do.
func trying(t *testing.T, request string) string {
	t.Helper()
	o, err := model.DecodeObject([]byte(request))
	if err != nil {
		t.Fatal(err)
	}
	return `{"action": "validate", "commands": ` + string(model.AppendCompact(nil, o.Get("commands"))) + "}"
}
