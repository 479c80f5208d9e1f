package ops

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// sentTwice sends a request, and again to the same host and to one that was just
// opened: both times the answer is the first one, and nothing is written.
func sentTwice(t *testing.T, dir, request string) {
	t.Helper()
	h := open(t, dir)
	first := data[receipt](t, h, request)
	head := git(t, dir, "rev-parse", "HEAD")
	if first.Replayed || first.Commit != strings.TrimSpace(head) {
		t.Fatalf("%s: the first answer is %+v, HEAD %s", request, first, head)
	}
	for name, again := range map[string]*Host{"the same host": h, "a new host": open(t, dir)} {
		got := data[receipt](t, again, request)
		if !got.Replayed || got.Commit != first.Commit || got.Subject != first.Subject || fmt.Sprint(got.ids()) != fmt.Sprint(first.ids()) {
			t.Errorf("%s sent to %s again answers %+v, first %+v", request, name, got, first)
		}
	}
	if now := git(t, dir, "rev-parse", "HEAD"); now != head {
		t.Errorf("%s: HEAD moved from %s to %s", request, head, now)
	}
}

func TestTheSameRequestIsCarriedOutOnce(t *testing.T) {
	t.Parallel()
	t.Run("command", func(t *testing.T) {
		sentTwice(t, houseDir(t), `{"action": "execute", "requestId": "r-1", "title": "Wide door", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 1110}}]}`)
	})
	t.Run("created ids", func(t *testing.T) {
		sentTwice(t, houseDir(t), `{"action": "execute", "requestId": "r-1", "commands": [{"command": "copy", "id": "wall-partition", "by": [-2500, 0]}]}`)
	})
	t.Run("confirmed", func(t *testing.T) {
		sentTwice(t, houseDir(t), `{"action": "execute", "requestId": "r-1", "commands": [{"command": "rename", "id": "level-0", "name": "Hall"}], "confirm": {"records": 10, "deletes": 0}}`)
	})
	t.Run("new model", func(t *testing.T) {
		dir := t.TempDir()
		git(t, dir, "init", "-q", "-b", "main")
		git(t, dir, "config", "user.name", "Ada Quill")
		git(t, dir, "config", "user.email", "ada@example.org")
		h, err := Create(t.Context(), dir, CreateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		request := `{"action": "execute", "requestId": "r-1", "commands": [{"command": "create_model", "name": "House"}, {"command": "add_level", "name": "Ground", "elevation": 0}]}`
		first := data[receipt](t, h, request)
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		if again := data[receipt](t, open(t, dir), request); !again.Replayed || again.Commit != first.Commit || fmt.Sprint(again.ids()) != fmt.Sprint(first.ids()) {
			t.Errorf("again %+v, first %+v", again, first)
		}
	})
	t.Run("hand edits", func(t *testing.T) {
		dir := houseDir(t)
		write(t, dir, "materials/wood.json", []byte(strings.Replace(git(t, dir, "show", "HEAD:materials/wood.json"), "500", "510", 1)))
		sentTwice(t, dir, `{"action": "execute", "requestId": "r-1", "commands": [{"command": "commit_edits", "files": ["materials/wood.json"]}]}`)
	})
	t.Run("import", func(t *testing.T) {
		dir, other := houseDir(t), houseDir(t)
		write(t, other, "materials/wood.json", []byte(strings.Replace(git(t, dir, "show", "HEAD:materials/wood.json"), "500", "510", 1)))
		if err := os.Rename(other, filepath.Join(dir, ".eik")); err != nil {
			t.Fatal(err)
		}
		request := `{"action": "import", "requestId": "r-1", "file": ".eik"}`
		h := open(t, dir)
		type out struct {
			Commit                    string
			Records, Updated, Created int
		}
		first := data[out](t, h, request)
		for _, again := range []*Host{h, open(t, dir)} {
			if got := data[out](t, again, request); got != first {
				t.Errorf("again %+v, first %+v", got, first)
			}
		}
	})
}

// What is not on the branch any more was not carried out: a reset, or a switch to a
// branch made before.
func TestARequestThatWasTakenBackIsCarriedOutAgain(t *testing.T) {
	t.Parallel()
	for name, back := range map[string][]string{"reset": {"reset", "-q", "--hard", "HEAD~1"}, "switch": {"switch", "-q", "-c", "other", "HEAD~1"}} {
		t.Run(name, func(t *testing.T) {
			dir := houseDir(t)
			h := open(t, dir)
			byID := `{"action": "execute", "requestId": "r-1", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 1110}}]}`
			data[receipt](t, h, byID)
			git(t, dir, back...)
			if again := data[receipt](t, h, byID); again.Replayed || again.Commit != strings.TrimSpace(git(t, dir, "rev-parse", "HEAD")) {
				t.Errorf("by its id: %+v", again)
			}
			git(t, dir, "reset", "-q", "--hard", "HEAD~1")
			data[receipt](t, h, strings.Replace(byID, "r-1", "r-2", 1))
		})
	}
}

func TestRepeatedRequestsAreRefused(t *testing.T) {
	t.Parallel()
	dir := houseDir(t)
	h := open(t, dir)
	move := `{"action": "execute", "requestId": %q, "commands": [{"command": "move", "id": "wall-partition", "by": [100, 0]}]%s}`
	data[receipt](t, h, fmt.Sprintf(move, "r-1", ""))
	other := strings.Replace(fmt.Sprintf(move, "r-1", ""), "100", "200", 1)
	for _, again := range []*Host{h, open(t, dir)} {
		if e := do(t, again, fmt.Sprintf(move, "r-2", "")); e.OK || e.Error.Code != "conflict" || !strings.Contains(e.Error.Hint, "again: true") {
			t.Errorf("the same commands under another id: %+v", e)
		}
		if e := do(t, again, other); e.OK || e.Error.Code != "conflict" || !strings.Contains(e.Error.Hint, "new requestId") {
			t.Errorf("other commands under the same id: %+v", e)
		}
	}
	if w := data[receipt](t, h, fmt.Sprintf(move, "r-2", `, "again": true`)); w.Replayed {
		t.Errorf("again: %+v", w)
	}
}

// A commit whose clock was ahead does not hold up the same commands for that long.
func TestRepeatsAreToldByTheClock(t *testing.T) {
	t.Parallel()
	for _, ahead := range []time.Duration{-time.Hour, -time.Minute, time.Minute, time.Hour} {
		dir := houseDir(t)
		now := clock().Add(ahead)
		h, err := Open(t.Context(), dir, Options{Clock: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		move := one(`{"command": "move", "id": "wall-partition", "by": [100, 0]}`)
		data[receipt](t, h, move)
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		if e := do(t, open(t, dir), move); e.OK == (ahead.Abs() < repeatWithin) {
			t.Errorf("%v ahead: %+v", ahead, e.Error)
		}
	}
}

// The ids that callers choose come back out of the history, so they hold nothing that
// a commit message could not keep apart.
func TestRequestIDs(t *testing.T) {
	t.Parallel()
	dir := houseDir(t)
	h := open(t, dir)
	for _, id := range []string{"two words", "line\nbreak", "Eik-Agent: forged\n", " ", "\u202eright to left", strings.Repeat("x", 129)} {
		for _, member := range []string{"requestId", "correlationId"} {
			e := do(t, h, fmt.Sprintf(`{"action": "execute", %q: %q, "commands": [{"command": "rename", "id": "wall-south", "name": "S"}]}`, member, id))
			if e.OK || e.Error.Code != "invalid_argument" || !strings.Contains(e.Error.Message, "is no id of a request") {
				t.Errorf("%s %q: %+v", member, id, e.Error)
			}
		}
	}
	if n := git(t, dir, "rev-list", "--count", "HEAD"); n != "1\n" {
		t.Errorf("%s commits", n)
	}
}
