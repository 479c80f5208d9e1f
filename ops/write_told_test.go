package ops

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

const northWindow = "architecture/level-0/window/window-north.json"

// textOf reads a file of a folder.
func textOf(t *testing.T, dir, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// bareSlabs makes n slabs without a thickness: each is a warning.
func bareSlabs(t *testing.T, h *Host, n int) written {
	t.Helper()
	commands := make([]string, n)
	for i := range commands {
		commands[i] = fmt.Sprintf(`{"command": "create", "category": "slab", "record": {"levelId": "level-0", "offset": %d, "outline": [[0, 0], [100, 0], [100, 100]]}}`, i*300)
	}
	return data[written](t, h, fmt.Sprintf(`{"action": "execute", "confirm": {"records": %d, "deletes": 0}, "commands": [%s]}`, n, strings.Join(commands, ", ")))
}

func TestWhatIsNotListedIsCounted(t *testing.T) {
	h := open(t, houseDir(t))
	w := bareSlabs(t, h, shownFindings+5)
	if len(w.Findings.New) != shownFindings || w.Findings.Rest != 5 || w.Affected.Rest != 5 {
		t.Errorf("%d findings are listed, %d more counted; %d more records", len(w.Findings.New), w.Findings.Rest, w.Affected.Rest)
	}
	page := data[validateOut](t, h, `{"action": "validate", "limit": 3}`)
	if len(page.Findings) != 3 || page.ByRule["element.no-body"] != shownFindings+5 {
		t.Errorf("%d findings are listed, by rule %v", len(page.Findings), page.ByRule)
	}
	if whole := data[validateOut](t, h, `{"action": "validate", "limit": 100}`); whole.ByRule != nil {
		t.Errorf("all are listed, and counted by rule: %v", whole.ByRule)
	}
	if d := data[diffOut](t, h, `{"action": "diff", "from": "HEAD~1"}`); len(d.Findings.New)+d.Findings.Rest != shownFindings+5 {
		t.Errorf("of the diff %d findings are listed, %d more counted", len(d.Findings.New), d.Findings.Rest)
	}
}

func TestALargeWriteSaysHowItIsTakenBack(t *testing.T) {
	dir := houseDir(t)
	h := open(t, dir)
	before := git(t, dir, "rev-parse", "HEAD^{tree}")
	w := bareSlabs(t, h, shownRecords+1)
	data[written](t, h, compact(w.Undo))
	if after := git(t, dir, "rev-parse", "HEAD^{tree}"); after != before {
		t.Errorf("%s leaves\n%s", compact(w.Undo), git(t, dir, "diff", "--stat", before, after))
	}
	if slabs := data[table](t, h, `{"action": "query", "filter": {"categories": ["slab"]}}`).Rows; len(slabs) != 1 {
		t.Errorf("after the revert there are %d slabs", len(slabs))
	}
}

func TestOnlyOtherBytesAreNothingToTakeBack(t *testing.T) {
	dir := houseDir(t)
	h := open(t, dir)
	window := textOf(t, dir, northWindow)
	write(t, dir, northWindow, []byte(strings.Replace(window, "  \"offset\"", "    \"offset\"", 1)))
	git(t, dir, "commit", "-qam", "Indent")
	finding := data[validateOut](t, h, `{"action": "validate"}`).Findings[0].Fingerprint
	if w := data[written](t, h, `{"action": "execute", "commands": [{"command": "fix", "finding": "`+finding+`"}]}`); w.Undo != nil {
		t.Errorf("undo is %s", compact(w.Undo))
	}
	if got := textOf(t, dir, northWindow); got != window {
		t.Errorf("the file is %s", got)
	}
}

func TestCommitEditsNamesWhatIsEdited(t *testing.T) {
	dir := houseDir(t)
	h := open(t, dir)
	const request = `{"action": "execute", "title": "Sill", "commands": [{"command": "commit_edits"}]}`
	if e := do(t, h, request); e.OK || !strings.Contains(e.Error.Hint, "No file") || e.Error.Details["try"] != nil {
		t.Errorf("nothing is edited: %+v", e.Error)
	}
	write(t, dir, northWindow, []byte(strings.Replace(textOf(t, dir, northWindow), `"sill": 900`, `"sill": 800`, 1)))
	e := do(t, h, request)
	if e.OK || !strings.Contains(e.Error.Hint, northWindow) {
		t.Fatalf("%+v", e.Error)
	}
	try, _ := e.Error.Details["try"].(model.Object)
	if again := do(t, h, compact(try)); !again.OK || try.Get("title") != "Sill" {
		t.Errorf("%s: %+v", compact(try), again.Error)
	}
	if status := git(t, dir, "status", "--porcelain"); status != "" {
		t.Errorf("git status: %s", status)
	}
}
