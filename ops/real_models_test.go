package ops

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/modeltest"
)

// TestRealModels imports each model in the folders that EKGIT_MODELS names, and the
// example house, and goes through all of it: every question has an answer, what goes
// out as one file comes back as the same tree, and every fix that is offered takes away
// its finding and brings none.
func TestRealModels(t *testing.T) {
	t.Parallel()
	house := houseDir(t)
	if err := os.RemoveAll(filepath.Join(house, ".git")); err != nil {
		t.Fatal(err)
	}
	sources := append([]string{house}, modeltest.Real(t)...)
	for _, source := range sources {
		t.Run(filepath.Base(source), func(t *testing.T) {
			h, dir := importedFrom(t, source)
			if n := strings.TrimSpace(git(t, dir, "rev-list", "--count", "HEAD")); n != "1" {
				t.Errorf("the import made %s commits", n)
			}
			askEverything(t, h)
			comesBackTheSame(t, h, dir)
			fixEverything(t, h)
			git(t, dir, "fsck", "--strict")
			if status := git(t, dir, "status", "--porcelain"); status != "" {
				t.Errorf("git status: %.500s", status)
			}
		})
	}
}

// importedFrom answers a host of a new model that a source was imported into.
func importedFrom(t *testing.T, source string) (*Host, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "model")
	h, err := Create(t.Context(), dir, CreateOptions{Options: Options{Person: benchPerson, AnyFile: true}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	request, err := json.Marshal(map[string]any{"action": "import", "file": source})
	if err != nil {
		t.Fatal(err)
	}
	data[struct{}](t, h, string(request))
	return h, dir
}

// askEverything asks about the whole model and about each record of it.
func askEverything(t *testing.T, h *Host) {
	t.Helper()
	for _, request := range []string{
		`{"action": "summary"}`, `{"action": "validate", "whole": true}`, `{"action": "changes"}`, `{"action": "export", "format": "single", "whole": true}`,
		`{"action": "query", "groupBy": ["category", "levelId"], "aggregate": {"n": "count", "area": "sum derived.netSideArea"}}`,
	} {
		data[struct{}](t, h, request)
	}
	open := []string{""}
	for len(open) > 0 {
		place := open[0]
		tree := data[struct{ Folders []struct{ Path string } }](t, h, fmt.Sprintf(`{"action": "tree", "path": %q, "limit": 500, "whole": true}`, place))
		open = open[1:]
		for _, f := range tree.Folders {
			if !strings.HasPrefix(f.Path, "shapes") {
				open = append(open, f.Path)
			}
		}
	}
	for offset := 0; offset >= 0; {
		page := data[struct {
			Records    []struct{ Record struct{ ID string } }
			NextOffset *int
		}](t, h, fmt.Sprintf(`{"action": "read", "tier": "full", "limit": 100, "whole": true, "offset": %d}`, offset))
		for _, r := range page.Records {
			data[struct{}](t, h, fmt.Sprintf(`{"action": "relations", "id": %q, "whole": true}`, r.Record.ID))
			data[struct{}](t, h, fmt.Sprintf(`{"action": "history", "id": %q, "member": "*"}`, r.Record.ID))
		}
		offset = -1
		if page.NextOffset != nil {
			offset = *page.NextOffset
		}
	}
}

// comesBackTheSame exports the model in both forms and imports each again.
func comesBackTheSame(t *testing.T, h *Host, dir string) {
	t.Helper()
	want := git(t, dir, "rev-parse", "HEAD^{tree}")
	for _, format := range []string{"single", "folder"} {
		files, err := h.ExportFiles(t.Context(), format, "")
		if err != nil {
			t.Fatal(err)
		}
		source := filepath.Join(t.TempDir(), "out")
		for _, f := range files {
			write(t, source, f.Path, f.Data) // the single file has no path of its own
		}
		if _, again := importedFrom(t, source); git(t, again, "rev-parse", "HEAD^{tree}") != want {
			t.Errorf("exported as %s and imported, it is another tree: %.2000s", format, diffOf(t, dir, again))
		}
	}
}

// diffOf tells how the files of two repositories differ.
func diffOf(t *testing.T, a, b string) string {
	t.Helper()
	git(t, a, "fetch", "-q", b, "HEAD")
	return git(t, a, "diff", "--stat", "HEAD", "FETCH_HEAD")
}

// findingsNow answers every finding of the model by its fingerprint, with its fix.
func findingsNow(t *testing.T, h *Host) map[string]json.RawMessage {
	t.Helper()
	found := map[string]json.RawMessage{}
	for offset := 0; offset >= 0; {
		page := data[struct {
			Findings []struct {
				Finding string
				Fix     json.RawMessage
			}
			NextOffset *int
		}](t, h, fmt.Sprintf(`{"action": "validate", "severity": "info", "limit": 500, "whole": true, "offset": %d}`, offset))
		for _, f := range page.Findings {
			found[f.Finding] = f.Fix
		}
		offset = -1
		if page.NextOffset != nil {
			offset = *page.NextOffset
		}
	}
	return found
}

// fixEverything carries out every fix. A finding may go with the fix of another one.
func fixEverything(t *testing.T, h *Host) {
	t.Helper()
	before := findingsNow(t, h)
	for finding, fix := range before {
		if len(fix) == 0 {
			continue
		}
		e := do(t, h, one(fmt.Sprintf(`{"command": "fix", "finding": %q}`, finding)))
		if _, stands := findingsNow(t, h)[finding]; stands || !e.OK && e.Error.Code != model.NotFound {
			t.Errorf("the fix %s of %s: %+v; it stands still: %v", fix, finding, e.Error, stands)
		}
	}
	after := findingsNow(t, h)
	for finding, fix := range before {
		if _, stands := after[finding]; stands != (len(fix) == 0) {
			t.Errorf("finding %s with the fix %s stands: %v", finding, fix, stands)
		}
	}
	for finding := range after {
		if _, stood := before[finding]; !stood {
			t.Errorf("the fixes brought finding %s", finding)
		}
	}
	t.Logf("%d findings, %d after every fix", len(before), len(after))
}
