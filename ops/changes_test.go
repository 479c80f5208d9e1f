package ops

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// commitSeen is what the tests look at of a commit.
type commitSeen struct {
	Sequence                    int
	Person, Agent, Subject, Why string
	Command, Request, Proposal  string
	RevertedBy                  string
	Levels                      []string
	Counts                      struct{ Added, Removed, Changed int }
	Records                     []struct{ ID, Change string }
	Rest                        int
	Files                       []string
}

type changesAnswer struct {
	Commits []commitSeen
	Total   int
}

// storied makes a repository whose history has a commit by an agent, one by hand
// with a message, a merged branch, and a revert.
func storied(t *testing.T) string {
	t.Helper()
	dir := houseDir(t)
	write(t, dir, "architecture/level-0/furniture/table.json", []byte("{\n  \"id\": \"table\",\n  \"category\": \"furniture\",\n  \"levelId\": \"level-0\",\n  \"at\": [1000, 1000]\n}\n"))
	commit(t, dir, "Place a table\n\nThe client asked for it.\n\n+ furniture table\n\nRequest: [{\"command\":\"create\"}]\n\n"+
		"Eik-Command: create\nEik-Agent: drafter/1.2\nEik-Request: r-1 0123456789abcdef\nEik-Proposal: p-abcdefgh\n")
	git(t, dir, "checkout", "-q", "-b", "side")
	write(t, dir, "architecture/level-0/furniture/chair.json", []byte("{\n  \"id\": \"chair\",\n  \"category\": \"furniture\",\n  \"levelId\": \"level-0\",\n  \"at\": [2000, 1000]\n}\n"))
	commit(t, dir, "Place a chair")
	git(t, dir, "checkout", "-q", "main")
	write(t, dir, "README.md", []byte("# The house\n"))
	commit(t, dir, "Say what it is")
	git(t, dir, "merge", "-q", "--no-ff", "-m", "Take the chair", "side")
	git(t, dir, "revert", "--no-edit", "HEAD~2")
	return dir
}

func TestChangesTellWhoWhatAndWhy(t *testing.T) {
	h := open(t, storied(t))
	all := data[changesAnswer](t, h, `{"action": "changes"}`)
	var subjects []string
	for _, c := range all.Commits {
		subjects = append(subjects, fmt.Sprintf("%d %s", c.Sequence, c.Subject))
	}
	want := []string{`5 Revert "Place a table"`, "4 Take the chair", "3 Say what it is", "2 Place a table", "1 The house as built"}
	if diff := cmp.Diff(want, subjects); diff != "" {
		t.Fatal(diff)
	}
	table := all.Commits[3]
	if table.Agent != "drafter/1.2" || table.Command != "create" || table.Request != "r-1" || table.Proposal != "p-abcdefgh" || table.Why != "The client asked for it." {
		t.Errorf("trailers: %+v", table)
	}
	if table.RevertedBy == "" || all.Commits[2].RevertedBy != "" {
		t.Errorf("revertedBy: %q and %q", table.RevertedBy, all.Commits[2].RevertedBy)
	}
	if table.Person != "Ada Quill <ada@example.org>" || !slices.Equal(table.Levels, []string{"level-0"}) || table.Counts.Added != 1 {
		t.Errorf("person, levels, counts: %+v", table)
	}
	if files := all.Commits[2].Files; !slices.Equal(files, []string{"README.md"}) {
		t.Errorf("files: %v", files)
	}
	if house := all.Commits[4]; house.Rest+len(house.Records) != house.Counts.Added || len(house.Records) != toldRecords {
		t.Errorf("the first commit lists %d, %d more, of %d", len(house.Records), house.Rest, house.Counts.Added)
	}
}

func TestChangesAreFiltered(t *testing.T) {
	h := open(t, storied(t))
	for _, c := range []struct {
		request string
		want    []int
	}{
		{`{"action": "changes", "filter": {"categories": ["furniture"]}}`, []int{5, 4, 2}},
		{`{"action": "changes", "filter": {"ids": ["chair"]}}`, []int{4}},
		{`{"action": "changes", "by": {"agent": "drafter"}}`, []int{2}},
		{`{"action": "changes", "by": {"person": "quill"}, "limit": 2}`, []int{5, 4}},
		{`{"action": "changes", "since": "2", "until": "4"}`, []int{4, 3}},
		{`{"action": "changes", "since": "2030-01-01"}`, nil},
		{`{"action": "changes", "since": "2020-01-01", "limit": 1, "offset": 4}`, []int{1}},
		{`{"action": "changes", "id": "chair"}`, []int{-1}},
	} {
		got := data[changesAnswer](t, h, c.request)
		var sequences []int
		for _, commit := range got.Commits {
			sequences = append(sequences, commit.Sequence)
		}
		if c.want != nil && c.want[0] == -1 {
			if len(sequences) != 1 {
				t.Errorf("%s: %v", c.request, got.Commits)
			}
			continue
		}
		if !slices.Equal(sequences, c.want) {
			t.Errorf("%s: %v, want %v", c.request, sequences, c.want)
		}
	}
}

func TestReadsOfAFolderWithoutAModel(t *testing.T) {
	h, err := Create(context.Background(), t.TempDir(), CreateOptions{Options: Options{Clock: clock}, Branch: "main"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	for _, request := range []string{`{"action": "summary"}`, `{"action": "tree"}`, `{"action": "read"}`, `{"action": "changes"}`} {
		if e := do(t, h, request); !e.OK {
			t.Errorf("%s: %+v", request, e.Error)
		}
	}
	for _, request := range []string{`{"action": "diff"}`, `{"action": "history", "id": "wall-1"}`, `{"action": "tree", "path": "architecture"}`, `{"action": "relations", "id": "wall-1"}`} {
		if e := do(t, h, request); e.OK || e.Error.Code != "not_found" || strings.TrimSpace(e.Error.Hint) == "" {
			t.Errorf("%s: %+v", request, e.Error)
		}
	}
}
