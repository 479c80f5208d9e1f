package ops

import (
	"os"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model/check"
)

// TestSummaryDoesNotDependOnTheHost holds that a host that has just started counts
// the findings that a running one does: from nothing, from what another has kept of an
// older commit, beside a hand edit, and whatever has become of what was kept.
func TestSummaryDoesNotDependOnTheHost(t *testing.T) {
	dir := houseDir(t)
	summaryOf := func(h *Host) check.Counts {
		t.Helper()
		return *data[summaryOut](t, h, `{"action": "summary"}`).Checks
	}
	fresh := func() check.Counts {
		t.Helper()
		h, err := Open(t.Context(), dir, Options{Clock: clock})
		if err != nil {
			t.Fatal(err)
		}
		counts := summaryOf(h)
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		return counts
	}
	running := open(t, dir)
	door := "architecture/level-0/door/door-entrance.json"
	good, err := os.ReadFile(dir + "/" + door)
	if err != nil {
		t.Fatal(err)
	}
	overlapping := strings.Replace(string(good), `"offset": 3000`, `"offset": 8000`, 1)
	steps := []struct {
		name   string
		do     func()
		errors int
	}{
		{"as it was made", func() {}, 0},
		{"a hand edit", func() { write(t, dir, door, []byte(overlapping)) }, 1},
		{"committed", func() { commit(t, dir, "Move the door") }, 1},
		{"what was kept is broken", func() { write(t, dir, ".git/eik/findings.json", []byte(`{"engine"`)) }, 1},
		{"taken back", func() { git(t, dir, "revert", "--no-edit", "HEAD") }, 0},
		{"history that is gone", func() {
			git(t, dir, "reset", "-q", "--hard", "HEAD~2")
			git(t, dir, "reflog", "expire", "--expire=now", "--all")
			git(t, dir, "gc", "-q", "--prune=now")
		}, 0},
	}
	for _, step := range steps {
		step.do()
		want := summaryOf(running)
		if want.Error != step.errors {
			t.Errorf("%s: the running host counts %+v, want %d errors", step.name, want, step.errors)
		}
		for range 2 {
			if got := fresh(); got != want {
				t.Errorf("%s: a fresh host counts %+v, the running one %+v", step.name, got, want)
			}
		}
	}
}

// TestFindingsAreKept holds that a host starts from the findings that another has kept,
// and from none that other rules found.
func TestFindingsAreKept(t *testing.T) {
	dir := houseDir(t)
	ask := func() int {
		t.Helper()
		h, err := Open(t.Context(), dir, Options{Clock: clock})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		return data[summaryOut](t, h, `{"action": "summary"}`).Checks.Info
	}
	before := ask()
	file := dir + "/.git/eik/findings.json"
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	marked := strings.Replace(string(kept), `"files":{`, `"files":{"eik.json":[{"finding":"f-1","rule":"ref.exists","severity":"info","message":"kept"}],`, 1)
	marked = strings.Replace(marked, `],}`, `]}`, 1)
	write(t, dir, ".git/eik/findings.json", []byte(marked))
	if got := ask(); got != before+1 {
		t.Errorf("a host that starts counts %d, want %d: it does not take what was kept", got, before+1)
	}
	write(t, dir, ".git/eik/findings.json", []byte(strings.Replace(marked, `"engine":"`, `"engine":"other `, 1)))
	if got := ask(); got != before {
		t.Errorf("a host takes what other rules have found: %d, want %d", got, before)
	}
}
