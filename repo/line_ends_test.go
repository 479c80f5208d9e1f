package repo

import (
	"os"
	"testing"

	"github.com/openeik/ekgit/repo/internal/steps"
)

// Where git ends the lines of text its own way in the work tree, text is no hand edit
// for that; what was committed with such line ends is none either.
func TestLineEndsOfGitsOwn(t *testing.T) {
	r := site(t, "")
	r.Write("AGENTS.md", "one\ntwo\n")
	r.Write("docs/old.md", "one\r\ntwo\r\n")
	if err := os.WriteFile(r.Path("docs/plan.bin"), []byte("a\x00\r\nb\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r.Commit("texts")
	for _, setting := range []string{"true", "input"} {
		r.Git("config", "core.autocrlf", setting)
		for _, path := range []string{"AGENTS.md", "docs", "levels"} {
			if err := os.RemoveAll(r.Path(path)); err != nil {
				t.Fatal(err)
			}
		}
		r.Git("checkout", "-f", "--", ".")
		if status := r.Status(); status != "" {
			t.Fatalf("git status: %s", status)
		}
		m := openAt(t, r.Dir, steps.OS)
		if w := workingOf(t, m, ScanAll); len(w.Edits) != 0 {
			t.Errorf("autocrlf %s: edits are %+v", setting, w.Edits)
		}
		r.Write("AGENTS.md", "one\r\nthree\r\n")
		if w := workingOf(t, m, ScanAll); len(w.Edits) != 1 {
			t.Errorf("autocrlf %s: after an edit there are %+v", setting, w.Edits)
		}
	}
}
