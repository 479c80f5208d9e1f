package diffview

import (
	"github.com/openeik/ekgit/model"
	"os"
	"strings"
	"testing"
)

func TestScratch(t *testing.T) {
	_, _, d := extension(t)
	var b strings.Builder
	r := &Review{Diff: d, More: "ek diff"}
	if err := r.Text(&b, Style{Width: 120}); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + b.String())
}

func TestScratchMD(t *testing.T) {
	_, _, d := extension(t)
	r := &Review{Diff: d, More: "ek diff"}
	t.Log("\n" + r.Markdown())
}

func TestScratchHTML(t *testing.T) {
	before, after, d := extension(t)
	yes, no := true, false
	d.Findings.New = append(d.Findings.New, model.Finding{Rule: "stair.headroom", Severity: "warning", Message: "sample finding of wall-north, 3400 mm high"})
	r := &Review{Diff: d, More: "ek proposals show p-abcd2345", Proposal: &Proposal{ID: "p-abcd2345", Title: "Extend the living room to the north", Person: "Ada Quill <ada@example.org>",
		Agent: "claude-code/2.1.0", Created: day1, Base: "10d2ed3d9ab8112fe8d7a707258583b802473959", State: "open", Stale: true, Behind: 2, StillMerges: &no, StillChecks: &yes,
		Accept: "ek accept p-abcd2345", Reject: "ek reject p-abcd2345", Description: "The client asked for three square metres more."},
		Files:     []File{{Path: ".github/workflows/check.yml", Change: Changed, Note: "runs on the server"}},
		Conflicts: Conflicts(before, after, []model.MergeConflict{{Kind: model.ConflictBothChanged, Record: "door-entrance", Member: "width", Base: nil, Ours: 1200.0, Theirs: 1110.0}}),
		Comments:  []Comment{{Person: "Ben", Text: "Does the lintel take this?", When: day1, Record: &Ref{"door-entrance", "door D-01"}, Member: "width"}}}
	var b strings.Builder
	if err := r.HTML(&b); err != nil {
		t.Fatal(err)
	}
	os.WriteFile("/tmp/review.html", []byte(b.String()), 0o644)
}
