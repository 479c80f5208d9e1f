package ops

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/edit"
	"github.com/openeik/ekgit/repo"
)

// shownRecords is how many records of each kind an answer to a write lists.
const shownRecords = 20

// written is the answer to a write.
type written struct {
	Commit   string         `json:"commit,omitempty" jsonschema:"the commit that holds the change; absent where nothing was written"`
	Proposal string         `json:"proposal,omitempty" jsonschema:"the proposal that was made, added to or accepted"`
	State    string         `json:"state,omitempty" jsonschema:"what became of a proposal that was accepted"`
	Sequence *int           `json:"sequence"`
	Subject  string         `json:"subject,omitempty"`
	Replayed bool           `json:"replayed,omitempty" jsonschema:"the same request was carried out before: this is its answer again"`
	Counts   writtenCounts  `json:"counts"`
	Affected affected       `json:"affected"`
	Assumed  []string       `json:"assumed,omitempty"`
	Notes    []string       `json:"notes,omitempty"`
	Findings findingsDelta  `json:"findings"`
	Errors   beforeAfter    `json:"errors" jsonschema:"errors among the records within reach of the change; validate counts those of the whole model"`
	Verify   []model.Object `json:"verify,omitempty" jsonschema:"ready requests that show exactly what changed"`
	MakeReal model.Object   `json:"makeReal,omitempty" jsonschema:"of a dry run: the ready request that makes it real as it stands"`
	Refused  *Error         `json:"refused,omitempty" jsonschema:"of a proposal, all its steps together: why it cannot be made real, or accepted, as it stands"`
	Next     model.Object   `json:"next,omitempty" jsonschema:"of a proposal: the request that shows it as a person sees it"`
	Undo     model.Object   `json:"undo,omitempty" jsonschema:"a ready request that takes it back"`
}

type writtenCounts struct {
	Created       int            `json:"created"`
	Updated       int            `json:"updated"`
	Deleted       int            `json:"deleted"`
	Reached       int            `json:"reached" jsonschema:"records that follow without changing themselves"`
	ByLevel       map[string]int `json:"byLevel,omitempty"`
	ByType        map[string]int `json:"byType,omitempty"`
	ShapesDropped []string       `json:"shapesDropped,omitempty"`
	JoinsLost     []string       `json:"joinsLost,omitempty"`
}

type affected struct {
	Created affectedRows   `json:"created"`
	Updated []affectedEdit `json:"updated,omitempty"`
	Deleted affectedRows   `json:"deleted"`
	Rest    int            `json:"rest,omitempty" jsonschema:"how many more there are than are listed"`
}

type affectedRows struct {
	Columns []string `json:"columns,omitempty"`
	Rows    [][]any  `json:"rows,omitempty"`
}

type affectedEdit struct {
	ID       string       `json:"id"`
	Category string       `json:"category"`
	Name     string       `json:"name,omitempty"`
	Revision string       `json:"revision"`
	Members  model.Object `json:"members" jsonschema:"member -> [old, new]; null is absent"`
}

type findingsDelta struct {
	New  []model.Finding `json:"new,omitempty"`
	Gone []model.Finding `json:"gone,omitempty"`
	Rest int             `json:"rest,omitempty" jsonschema:"how many more came or went than are listed"`
}

// deltaOf lists the first findings that came and went.
func deltaOf(fresh, gone []model.Finding) findingsDelta {
	d := findingsDelta{New: firstFindings(fresh), Gone: firstFindings(gone)}
	d.Rest = len(fresh) + len(gone) - len(d.New) - len(d.Gone)
	return d
}

type beforeAfter struct {
	Before int `json:"before"`
	After  int `json:"after"`
}

// report makes the answer to a write that was committed.
func (c *call) report(committed *repo.Committed, done *outcome) *written {
	c.at(committed.Head)
	if committed.Unfinished != nil {
		c.warn("The change is committed, but its files are not all in the folder yet: " + committed.Unfinished.Error())
	}
	w := describe(done)
	w.Commit, w.Sequence = committed.Commit.String(), c.meta.Sequence
	w.Verify = verifyRequests(done, committed.Commit)
	w.Undo = undoOf(done, committed.Commit)
	return w
}

// describe says what commands did, or would do.
func describe(o *outcome) *written {
	w := &written{Subject: o.subject, Assumed: o.assumed, Notes: o.notes,
		Counts: writtenCounts{Created: o.counts.Created, Updated: o.counts.Updated, Deleted: o.counts.Deleted, Reached: o.counts.Reached,
			ByLevel: o.counts.ByLevel, ByType: o.counts.ByType, ShapesDropped: o.counts.Shapes, JoinsLost: o.counts.JoinsLost},
		Findings: deltaOf(o.delta.New, o.delta.Gone),
		Errors:   beforeAfter{o.delta.ErrorsBefore, o.delta.ErrorsAfter}}
	var created, deleted []*model.File
	for _, change := range o.changes {
		switch {
		case change.Before == nil:
			created = append(created, o.after.Get(change.ID))
		case change.After == nil:
			deleted = append(deleted, change.Before)
		case len(w.Affected.Updated) < shownRecords:
			w.Affected.Updated = append(w.Affected.Updated, editOf(o, change))
		}
	}
	w.Affected.Created, w.Affected.Deleted = rowsOf(o.after, created), rowsOf(o.before, deleted)
	w.Affected.Rest = len(o.changes) - len(w.Affected.Updated) - len(w.Affected.Created.Rows) - len(w.Affected.Deleted.Rows)
	return w
}

func editOf(o *outcome, change model.Change) affectedEdit {
	before := change.Before.Record()
	e := affectedEdit{ID: change.ID, Category: change.After.Category(), Name: change.After.String("name"), Revision: o.after.Get(change.ID).Revision.Short()}
	for _, d := range model.DiffRecords(before, change.After) {
		e.Members = append(e.Members, model.Member{Name: d.Name, Value: []any{d.Old, d.New}})
	}
	return e
}

func rowsOf(s *model.Snapshot, files []*model.File) affectedRows {
	if len(files) == 0 {
		return affectedRows{}
	}
	rows := affectedRows{Columns: indexColumns}
	for _, f := range files[:min(len(files), shownRecords)] {
		rows.Rows = append(rows.Rows, indexRow(s, f))
	}
	return rows
}

// verifyRequests are ready requests that show what a commit changed.
func verifyRequests(o *outcome, made repo.Hash) []model.Object {
	request := func(action string, members ...model.Member) model.Object {
		return append(model.Object{{Name: "action", Value: action}}, members...)
	}
	commit := made.String()
	var requests []model.Object
	if !o.base.IsZero() {
		requests = append(requests, request("diff", model.Member{Name: "from", Value: o.base.String()}, model.Member{Name: "to", Value: commit}))
	}
	var ids []any
	for _, change := range o.changes {
		if change.After != nil && len(ids) < shownRecords {
			ids = append(ids, change.ID)
		}
	}
	if len(ids) > 0 {
		filter := model.Object{{Name: "ids", Value: ids}}
		requests = append(requests, request("read", model.Member{Name: "filter", Value: filter}, model.Member{Name: "tier", Value: "full"}, model.Member{Name: "at", Value: commit}))
	}
	return requests
}

// undoOf is the request that takes a write back: the opposite commands where they are
// few, else a revert of its commit.
func undoOf(o *outcome, commit repo.Hash) model.Object {
	if !o.verbatim && len(o.changes) <= shownRecords {
		return undoRequest(o)
	}
	if o.base.IsZero() {
		return nil // there is nothing before it
	}
	undo := executing(model.Object{{Name: "command", Value: "revert"}, {Name: "commits", Value: []any{commit.String()}}})
	back := make([]model.Change, len(o.changes))
	for i, change := range o.changes {
		back[i] = reversed(o, change)
	}
	return withConfirmation(undo, edit.Count(o.after, o.before, back))
}

// withConfirmation is a request with the counts that it has to confirm, where it
// reaches far.
func withConfirmation(request model.Object, counts edit.Counts) model.Object {
	var unconfirmed *confirmation
	if unconfirmed.covers(&outcome{counts: counts}) == nil {
		return request
	}
	return request.With("confirm", model.Object{{Name: "records", Value: float64(counts.Records)}, {Name: "deletes", Value: float64(counts.Deleted)}})
}

// undoRequest is the request that takes a small write back: the opposite commands,
// expecting that nobody changed the records since.
func undoRequest(o *outcome) model.Object {
	if len(o.changes) == 0 || len(o.changes) > shownRecords {
		return nil
	}
	var commands []any
	var back []model.Change
	revisions := model.Object{}
	for i := len(o.changes) - 1; i >= 0; i-- {
		change := o.changes[i]
		if change.Before != nil && change.After != nil && len(model.DiffRecords(change.Before.Record(), change.After)) == 0 {
			continue // only its bytes differ: there is nothing to set back
		}
		commands = append(commands, opposite(change))
		back = append(back, reversed(o, change))
		if change.After != nil {
			revisions = revisions.With(change.ID, o.after.Get(change.ID).Revision.Short())
		}
	}
	if len(commands) == 0 {
		return nil
	}
	undo := model.Object{{Name: "action", Value: "execute"}, {Name: "commands", Value: commands}}
	if len(revisions) > 0 {
		undo = undo.With("expect", model.Object{{Name: "revisions", Value: revisions}})
	}
	return withConfirmation(undo, edit.Count(o.after, o.before, back))
}

// reversed is the change that takes one back.
func reversed(o *outcome, change model.Change) model.Change {
	back := model.Change{ID: change.ID}
	if change.After != nil {
		back.Before = o.after.Get(change.ID)
	}
	if change.Before != nil {
		back.After = change.Before.Record()
	}
	return back
}

// opposite is the command that takes one change back.
func opposite(change model.Change) model.Object {
	command := func(name string, members ...model.Member) model.Object {
		return append(model.Object{{Name: "command", Value: name}}, members...)
	}
	id := model.Member{Name: "id", Value: change.ID}
	switch {
	case change.Before == nil:
		return command("delete", id)
	case change.After == nil:
		record := change.Before.Record()
		return command("create", model.Member{Name: "category", Value: record.Category()}, model.Member{Name: "record", Value: record.Members().Without("category")})
	}
	var set model.Object
	var unset []any
	for _, d := range model.DiffRecords(change.Before.Record(), change.After) {
		if d.Old == nil {
			unset = append(unset, d.Name)
		} else {
			set = append(set, model.Member{Name: d.Name, Value: d.Old})
		}
	}
	update := command("update", id)
	if len(set) > 0 {
		update = append(update, model.Member{Name: "set", Value: set})
	}
	if len(unset) > 0 {
		update = append(update, model.Member{Name: "unset", Value: unset})
	}
	return update
}
