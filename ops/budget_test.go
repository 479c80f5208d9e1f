package ops

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/generate"
)

// tower answers the folder of a generated building with its first commit.
func tower(t testing.TB, storeys int) string {
	t.Helper()
	dir := t.TempDir()
	s, err := generate.Building(category.Schema(), generate.Options{Storeys: storeys, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	for f := range s.Files() {
		write(t, dir, f.Path, f.Data())
	}
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "config", "user.name", "Ada Quill")
	git(t, dir, "config", "user.email", "ada@example.org")
	commit(t, dir, "A tower")
	return dir
}

// TestLargeAnswersSayHowToAskForLess holds that an answer over the budget is refused
// with what it would have held, and that every narrower request works as it stands.
func TestLargeAnswersSayHowToAskForLess(t *testing.T) {
	h := open(t, tower(t, 3))
	for _, request := range []string{
		`{"action": "read", "limit": 500}`,
		`{"action": "read", "limit": 500, "tier": "full"}`,
		`{"action": "read", "filter": {"categories": ["wall"]}, "limit": 500, "tier": "full"}`,
		`{"action": "query", "limit": 500, "select": ["id", "category", "name", "bounds", "path", "derived", "typeId.name", "levelId.name", "revision"]}`,
		`{"action": "export"}`,
		`{"action": "export", "format": "folder"}`,
		`{"action": "diff", "from": "HEAD", "to": "HEAD"}`,
	} {
		e := do(t, h, request)
		if e.OK {
			if e.Meta.Budget.Tokens > answerTokens {
				t.Errorf("%s: %d tokens were sent unasked", request, e.Meta.Budget.Tokens)
			}
			continue
		}
		if e.Error.Code != model.OverBudget || e.Error.Details["holds"] == nil {
			t.Errorf("%s: %+v", request, e.Error)
			continue
		}
		tries := e.Error.Details["try"].([]any)
		if len(tries) < 2 {
			t.Errorf("%s offers %v", request, tries)
		}
		for _, try := range tries {
			works(t, h, request, try.(model.Object))
		}
	}
}

func compact(o model.Object) string { return string(model.AppendCompact(nil, o)) }

func works(t *testing.T, h *Host, request string, try model.Object) {
	t.Helper()
	e := do(t, h, compact(try))
	whole, _ := try.Get("whole").(bool)
	switch {
	case !e.OK:
		t.Errorf("%s: %s: %s", request, compact(try), e.Error.Message)
	case !whole && e.Meta.Budget.Tokens > answerTokens:
		t.Errorf("%s: %s: %d tokens", request, compact(try), e.Meta.Budget.Tokens)
	}
}

// TestPagesHoldEverything holds that following next from the first page of each list
// meets every item once.
func TestPagesHoldEverything(t *testing.T) {
	h := open(t, tower(t, 1))
	request := model.Object{{Name: "action", Value: "read"}, {Name: "limit", Value: 60.0}, {Name: "fields", Value: []any{"path"}}}
	type page struct {
		Rows       [][]any
		Total      int
		NextOffset *int
		Next       json.RawMessage
	}
	seen := map[string]bool{}
	for {
		p := data[page](t, h, compact(request))
		for _, row := range p.Rows {
			id := row[0].(string)
			if seen[id] {
				t.Errorf("%s comes twice", id)
			}
			seen[id] = true
		}
		if p.NextOffset == nil {
			if len(seen) != p.Total {
				t.Errorf("pages hold %d of %d", len(seen), p.Total)
			}
			return
		}
		var err error
		if request, err = model.DecodeObject(p.Next); err != nil {
			t.Fatal(err)
		}
		if request.Get("at") == nil {
			t.Fatalf("next is not pinned: %s", p.Next)
		}
	}
}

// TestSummaryStaysSmall holds the summary under 4 kB for a model with long names of
// everything, hundreds of levels and types, and categories nobody knows.
func TestSummaryStaysSmall(t *testing.T) {
	long := strings.Repeat("Ünïcödé – ", 60)
	edits := map[string]*model.File{}
	s := model.NewSnapshot(category.Schema(), nil)
	put := func(path, text string) {
		edits[path] = s.Schema().NewFile(path, model.RawFile{Revision: model.RevisionOf([]byte(text)), Size: int64(len(text)), Data: []byte(text)})
	}
	put("eik.json", fmt.Sprintf(`{"format": "OpenEik", "version": "0.2", "id": "tower", "name": %q, "phases": [%q, %[1]q, %[1]q, %[1]q]}`, long, long))
	for i := range 300 {
		id := fmt.Sprintf("x%061d", i)
		put("levels/l"+id+".json", fmt.Sprintf(`{"id": "l%s", "category": "level", "name": %q, "elevation": %d.123456}`, id, long, i*3000))
		put("types/wall/t"+id+".json", fmt.Sprintf(`{"id": "t%s", "category": "type", "of": "wall", "name": %q}`, id, long))
		put("architecture/l"+id+"/wall/w"+id+".json", fmt.Sprintf(`{"id": "w%s", "category": "wall", "typeId": "t%[1]s", "levelId": "l%[1]s", "start": [0, 0], "end": [%d.123456, 1e9]}`, id, i))
		put("grids/g"+id+".json", fmt.Sprintf(`{"id": "g%s", "category": "odd-%[1]s"}`, id))
	}
	out := summarize(s.WithFiles(edits))
	for range summaryCommits {
		out.LastChanges = append(out.LastChanges, lastChange{Commit: "0123456789ab", Subject: cut(long, 2*summaryText), Person: cut(long, summaryText), Agent: cut(long, summaryText), When: "2026-04-01T10:00:00Z"})
	}
	out.shrink()
	text, err := encode(out)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) >= 4096 {
		t.Errorf("%d bytes: %s", len(text), text)
	}
	if out.More["levels"]+len(out.Levels.Rows) != 300 || out.More["types"]+len(out.Types.Rows) != 300 {
		t.Errorf("levels and types do not add up: %s", text)
	}
}

func TestCancelledReads(t *testing.T) {
	h := open(t, houseDir(t))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := ParseRequest([]byte(`{"action": "query", "groupBy": ["category"], "filter": {"text": "a"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if e := h.Do(ctx, r); e.OK || e.Error.Code != model.Busy {
		t.Errorf("%+v", e)
	}
}
