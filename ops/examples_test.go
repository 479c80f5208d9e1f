package ops

import (
	"strings"
	"testing"
)

// TestEveryReadRunsItsExample holds that what the help of a read shows works on the
// example house, and that it leaves the repository as it was.
func TestEveryReadRunsItsExample(t *testing.T) {
	dir := houseDir(t)
	h := open(t, dir)
	before := git(t, dir, "rev-parse", "HEAD")
	for _, o := range All() {
		if !o.Hints.ReadOnly {
			continue
		}
		if e := do(t, h, o.Example); !e.OK {
			t.Errorf("%s: %s: %s. %s", o.Name, e.Error.Code, e.Error.Message, e.Error.Hint)
		} else if e.Meta.Sequence == nil || e.Meta.At == "" {
			t.Errorf("%s: meta %+v", o.Name, e.Meta)
		}
	}
	if after := git(t, dir, "rev-parse", "HEAD"); after != before {
		t.Errorf("HEAD moved from %s to %s", before, after)
	}
	if status := strings.TrimSpace(git(t, dir, "status", "--porcelain")); status != "" {
		t.Errorf("git status: %s", status)
	}
}
