package ops

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// expectation is what a caller saw and relies on.
type expectation struct {
	Sequence  *int                    `json:"sequence" doc:"The sequence that was answered last."`
	Commit    string                  `json:"commit" doc:"The commit of the branch."`
	Revisions map[string]string       `json:"revisions" doc:"Record id -> revision."`
	Members   map[string]model.Object `json:"members" doc:"Record id -> members and the values they have."`
}

// holds refuses a write whose expectations are not met, saying what stands there
// now and who changed it.
func (e *expectation) holds(ctx context.Context, c *call, head repo.Head, s *model.Snapshot) error {
	if e == nil {
		return nil
	}
	var differs []map[string]any
	add := func(what string, want, got any, id string) {
		d := map[string]any{"what": what, "want": want, "got": got}
		if id != "" {
			d["id"] = id
			d["changedBy"] = c.lastChange(ctx, id)
		}
		differs = append(differs, d)
	}
	if e.Sequence != nil && head.Sequence >= 0 && *e.Sequence != head.Sequence {
		add("sequence", *e.Sequence, head.Sequence, "")
	}
	if e.Commit != "" && (len(e.Commit) < 7 || !strings.HasPrefix(head.Commit.String(), e.Commit)) {
		add("commit", e.Commit, head.Commit.String(), "")
	}
	e.records(s, add)
	if len(differs) == 0 {
		return nil
	}
	return &model.Problem{Code: model.PreconditionFailed,
		Message: fmt.Sprintf("expect does not hold: %v is %v, not %v", label(differs[0]), differs[0]["got"], differs[0]["want"]),
		Hint:    "Nothing was written. Read what stands there now (changes {\"since\": …} tells what happened) and decide again",
		Details: map[string]any{"differs": differs}}
}

func label(d map[string]any) any {
	if id, ok := d["id"]; ok {
		return fmt.Sprintf("%v of %v", d["what"], id)
	}
	return d["what"]
}

func (e *expectation) records(s *model.Snapshot, add func(what string, want, got any, id string)) {
	for _, id := range sortedKeys(e.Revisions) {
		got := any("absent")
		if f := s.Get(id); f != nil {
			got = f.Revision.Short()
		}
		if want := e.Revisions[id]; got != want {
			add("revision", want, got, id)
		}
	}
	for _, id := range sortedKeys(e.Members) {
		record := s.Record(id)
		for _, m := range e.Members[id] {
			var got any
			if record != nil {
				got = record.Get(m.Name)
			}
			if !model.Equal(m.Value, got) {
				add(m.Name, model.ToJSON(m.Value), model.ToJSON(got), id)
			}
		}
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
