package ops

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// What of one commit is listed at most.
const (
	toldRecords = 20
	toldLevels  = 8
	toldWhy     = 500 // characters
)

// commitTold is a commit as the history tells it.
type commitTold struct {
	Commit     string         `json:"commit"`
	Sequence   *int           `json:"sequence"`
	Person     string         `json:"person"`
	Agent      string         `json:"agent,omitempty"`
	When       string         `json:"when"`
	Subject    string         `json:"subject"`
	Why        string         `json:"why,omitempty" jsonschema:"the message beside the subject"`
	Command    string         `json:"command,omitempty"`
	Request    string         `json:"request,omitempty"`
	Proposal   string         `json:"proposal,omitempty" jsonschema:"the proposal that it came through"`
	Through    string         `json:"through,omitempty" jsonschema:"the merge that brought it to the branch, where it is not on its line"`
	RevertedBy string         `json:"revertedBy,omitempty" jsonschema:"a later commit that takes it back"`
	Reverts    []string       `json:"reverts,omitempty" jsonschema:"the commits that it takes back"`
	Brought    int            `json:"brought,omitempty" jsonschema:"of a merge: how many commits it brought"`
	Brings     []brought      `json:"brings,omitempty" jsonschema:"with expand: those commits, newest first"`
	Counts     diffCounts     `json:"counts"`
	Levels     []string       `json:"levels,omitempty"`
	Records    []recordChange `json:"records,omitempty"`
	Rest       int            `json:"rest,omitempty" jsonschema:"how many more records changed than are listed"`
	Files      []string       `json:"files,omitempty" jsonschema:"files that are no records"`
}

// recordChange is one record that a commit changed.
type recordChange struct {
	ID       string       `json:"id"`
	Category string       `json:"category,omitempty"`
	Name     string       `json:"name,omitempty"`
	Change   string       `json:"change" jsonschema:"added, removed or changed"`
	Members  model.Object `json:"members,omitempty" jsonschema:"member -> [old, new]; null is absent"`
}

// tell describes a commit, given what it changed (nil where that is not known yet).
func (c *call) tell(ctx context.Context, commit *repo.Commit, changes []repo.RecordChange) (commitTold, error) {
	told := header(commit)
	if changes == nil {
		var err error
		if changes, err = c.host.repo.ChangesIn(ctx, commit.Hash); err != nil {
			return told, err
		}
	}
	told.Counts.ByCategory = map[string]int{}
	var records []repo.RecordChange
	for _, change := range changes {
		if change.ID == "" {
			told.Files = append(told.Files, change.Path)
			continue
		}
		records = append(records, change)
		told.count(change)
	}
	told.Files = told.Files[:min(toldRecords, len(told.Files))]
	slices.Sort(told.Levels)
	told.Levels = told.Levels[:min(toldLevels, len(told.Levels))]
	told.Rest = max(0, len(records)-toldRecords)
	var err error
	told.Records, err = c.recordChanges(ctx, records[:min(toldRecords, len(records))])
	return told, err
}

// header is what a commit says itself.
func header(commit *repo.Commit) commitTold {
	request, _, _ := strings.Cut(commit.Trailer("Eik-Request"), " ")
	return commitTold{Commit: commit.Hash.String(), Sequence: sequence(commit.Sequence), Person: personText(commit.Author), Agent: commit.Trailer("Eik-Agent"),
		When: commit.Authored.Format(time.RFC3339), Subject: commit.Subject(), Why: why(commit.Body()), Command: commit.Trailer("Eik-Command"),
		Request: request, Proposal: commit.Trailer("Eik-Proposal"), Reverts: reverts(commit)}
}

// why answers the paragraphs of a body that a person wrote: not the lines a record
// and not the request.
func why(body string) string {
	var kept []string
	for _, paragraph := range strings.Split(body, "\n\n") {
		paragraph = strings.TrimSpace(paragraph)
		generated := strings.HasPrefix(paragraph, "Request: ") || strings.HasPrefix(paragraph, takesBack)
		for _, sign := range []string{"+ ", "- ", "~ "} {
			generated = generated || strings.HasPrefix(paragraph, sign)
		}
		if paragraph != "" && !generated {
			kept = append(kept, paragraph)
		}
	}
	return cut(strings.Join(kept, "\n\n"), toldWhy)
}

// count counts a change by what its path says of it.
func (t *commitTold) count(change repo.RecordChange) {
	kind := changeOf(change)
	switch kind {
	case "added":
		t.Counts.Added++
	case "removed":
		t.Counts.Removed++
	default:
		t.Counts.Changed++
	}
	discipline, level, category := placeOf(change.Path)
	t.Counts.ByCategory[category]++
	if discipline != "" && level != model.ModelFolder && !slices.Contains(t.Levels, level) {
		t.Levels = append(t.Levels, level)
	}
}

func changeOf(change repo.RecordChange) string {
	switch {
	case change.Old.IsZero():
		return "added"
	case change.New.IsZero():
		return "removed"
	}
	return "changed"
}

// placeOf answers what a record's path says of it.
func placeOf(path string) (discipline, level, category string) {
	parts := strings.Split(path, "/")
	switch {
	case len(parts) == 4 && isDiscipline(parts[0]):
		return parts[0], parts[1], parts[2]
	case parts[0] == "types":
		return "", "", "type"
	}
	return "", "", strings.TrimSuffix(parts[0], "s")
}

// recordChanges reads both sides of changes.
func (c *call) recordChanges(ctx context.Context, changes []repo.RecordChange) ([]recordChange, error) {
	files, err := c.host.repo.FileChanges(ctx, changes)
	if err != nil {
		return nil, err
	}
	records := make([]recordChange, len(changes))
	for i, change := range changes {
		records[i] = recordChange{ID: change.ID, Change: changeOf(change)}
		f := cmp.Or(files[i].After, files[i].Before)
		if f == nil {
			continue
		}
		records[i].Category = f.Category()
		if r := f.Record(); r != nil {
			records[i].Name = cmp.Or(r.String("name"), r.String("mark"), r.String("number"))
		}
		if records[i].Change == "changed" {
			records[i].Members = memberChanges(files[i])
		}
	}
	return records, nil
}

func memberChanges(f model.FileChange) model.Object {
	var members model.Object
	for _, d := range model.DiffRecords(f.Before.Record(), f.After.Record()) {
		members = append(members, model.Member{Name: d.Name, Value: []any{d.Old, d.New}})
	}
	return members
}

// lastChanges answers the newest commits in a line each.
func (c *call) lastChanges(ctx context.Context, most int) ([]lastChange, error) {
	if c.head.Unborn {
		return nil, nil
	}
	var last []lastChange
	err := c.host.repo.Log(ctx, c.head.Commit, func(commit *repo.Commit) bool {
		last = append(last, changeLine(commit))
		return len(last) < most
	})
	return last, err
}

func changeLine(commit *repo.Commit) lastChange {
	return lastChange{Commit: commit.Hash.String()[:12], Subject: cut(commit.Subject(), 2*summaryText), Person: cut(commit.Author.Name, summaryText),
		Agent: cut(commit.Trailer("Eik-Agent"), summaryText), When: commit.Authored.Format(time.RFC3339)}
}
