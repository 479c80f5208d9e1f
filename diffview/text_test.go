package diffview

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openeik/ekgit/model"
)

var update = flag.Bool("update", false, "rewrite the pages in testdata from what is written now")

// proposed is the extension as a proposal that lags behind, touches a workflow and
// does not merge in one member.
func proposed(t testing.TB) *Review {
	t.Helper()
	before, after, d := extension(t)
	merges, checks := false, true
	return &Review{Diff: d, More: "ek proposals show p-abcd2345",
		Proposal: &Proposal{ID: "p-abcd2345", Title: "Extend the living room to the north", Description: "The client asked for three square metres more.",
			State: "open", Person: "Ada Quill <ada@example.org>", Agent: "claude-code/2.1.0", Created: day1,
			Base: "10d2ed3d9ab8112fe8d7a707258583b802473959", Stale: true, Behind: 2, StillMerges: &merges, StillChecks: &checks,
			Settle: "ek proposals resolve p-abcd2345 door-entrance width --take theirs",
			Needs:  "settle its conflict", Reject: "ek proposals reject p-abcd2345"},
		Files: []File{{Path: ".github/workflows/check.yml", Change: Changed, Note: "runs on the server",
			Old: "on: push\njobs:\n  check:\n    steps:\n      - run: ek ci\n", New: "on: push\njobs:\n  check:\n    steps:\n      - run: ek ci --strict\n"}},
		Conflicts: Conflicts(before, after, []model.MergeConflict{
			{Kind: model.ConflictBothChanged, Record: "door-entrance", Member: "width", Ours: 1200.0, Theirs: 1110.0}}),
		Settled: SettledBy(before, after, []model.Resolution{
			{Record: "door-entrance", Member: "height", Take: model.TakeValue, Value: 2135.0}, {Record: "wall-north", Take: model.TakeTheirs}}),
		ConflictsWith: []Other{{ID: "p-wxyz6789", Title: "Narrow the entrance", Person: "Ben", Records: Refs(after, "door-entrance")}},
		Comments:      []Comment{{Person: "Ben", Text: "Does the lintel take this?", When: day1, Record: &Refs(after, "door-entrance")[0], Member: "width"}}}
}

// TestGolden compares every rendering of a review with its page in testdata.
func TestGolden(t *testing.T) {
	r := proposed(t)
	var text, page strings.Builder
	if err := r.Text(&text, Style{Width: 100}); err != nil {
		t.Fatal(err)
	}
	if err := r.HTML(&page); err != nil {
		t.Fatal(err)
	}
	html := regexp.MustCompile(`(?s)<(style|script)>.*?</(style|script)>|sha256-([^'&]|&#43;)*`).ReplaceAllString(page.String(), "")
	for name, got := range map[string]string{"review.txt": text.String(), "review.md": r.Markdown(), "review.html": html} {
		file := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s differs (-want +got):\n%s", file, diff)
		}
	}
}

func TestTextInColourSaysTheSame(t *testing.T) {
	r := proposed(t)
	var plain, coloured strings.Builder
	if err := r.Text(&plain, Style{}); err != nil {
		t.Fatal(err)
	}
	if err := r.Text(&coloured, Style{Color: true}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(coloured.String(), "\x1b[") {
		t.Error("there is no colour")
	}
	if stripped := regexp.MustCompile("\x1b\\[[0-9]*m").ReplaceAllString(coloured.String(), ""); stripped != plain.String() {
		t.Error(cmp.Diff(plain.String(), stripped))
	}
}
