package diffview

import (
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// TestWhatBlocksStandsFirst holds that every rendering of an open proposal names the new
// errors, and what to waive them by, above all that it changes, and once.
func TestWhatBlocksStandsFirst(t *testing.T) {
	r := proposed(t)
	r.Diff.Findings = Findings{New: []model.Finding{
		{Fingerprint: "f-0123456789ab", Rule: "hosted.fits-length", Severity: model.Error, Message: "the door is wider than its wall"},
		{Fingerprint: "f-cdef01234567", Rule: "room.named", Severity: model.Warning, Message: "the room has no name"}}}
	var text, page strings.Builder
	if err := r.Text(&text, Style{}); err != nil {
		t.Fatal(err)
	}
	if err := r.HTML(&page); err != nil {
		t.Fatal(err)
	}
	for name, shown := range map[string]string{"text": text.String(), "markdown": r.Markdown(), "html": page.String()} {
		title, finding, asked := strings.Index(shown, blockingTitle), strings.Index(shown, "f-0123456789ab"), strings.Index(shown, "check.yml")
		if title < 0 || finding < title || asked < finding {
			t.Errorf("%s: the title of what blocks stands at %d, the finding at %d, the first change at %d", name, title, finding, asked)
		}
		if n := strings.Count(shown, "wider than its wall"); n != 1 {
			t.Errorf("%s tells what blocks %d times", name, n)
		}
		if !strings.Contains(shown, "the room has no name") {
			t.Errorf("%s does not tell what does not block", name)
		}
	}
	r.Proposal.State = "accepted"
	if shown := r.Markdown(); strings.Contains(shown, blockingTitle) || !strings.Contains(shown, "wider than its wall") {
		t.Error("what blocked stands in the way of a proposal that is accepted")
	}
}
