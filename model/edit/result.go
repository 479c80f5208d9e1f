package edit

import (
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
)

// Result is what commands did. It is immutable.
type Result struct {
	// After is the model after them, the one they ran on where nothing changed.
	After *model.Snapshot
	// Changes are net: one per id, none where a record is as it was, in the order in
	// which the commands first touched them.
	Changes  []model.Change
	Created  []string // ids, in order
	Assumed  []string // what names stood for, a sentence each
	Notes    []string // what a caller has to know, a sentence each
	Counts   Counts
	Commands []string // the names of the commands, in order
	Steps    []Step   // what each command did, in order
	Subject  string   // what they did in one line of at most 71 characters
}

func (tx *Tx) result() (*Result, error) {
	r := &Result{After: tx.base, Changes: tx.net(), Assumed: tx.assumed, Notes: tx.notes, Commands: tx.names, Steps: tx.steps, Subject: tx.subject()}
	if len(r.Changes) == 0 {
		return r, nil
	}
	after, err := tx.base.Apply(r.Changes)
	if err != nil {
		return nil, fmt.Errorf("the changes do not go together: %w", err)
	}
	r.After = after
	for _, c := range r.Changes {
		if c.Before == nil {
			r.Created = append(r.Created, c.ID)
		}
	}
	r.Counts = Count(tx.base, after, r.Changes)
	r.Counts.Shapes = tx.shapes
	return r, nil
}

// net answers what differs from the model that the commands ran on.
func (tx *Tx) net() []model.Change {
	changes := tx.files[:len(tx.files):len(tx.files)]
	for _, id := range tx.order {
		t := tx.touched[id]
		if t.before == nil && t.record == nil || t.before != nil && t.record != nil && tx.same(t) {
			continue
		}
		changes = append(changes, model.Change{ID: id, Before: t.before, After: t.record})
	}
	return changes
}

// same tells whether a record is what it was, where it was.
func (tx *Tx) same(t *touch) bool {
	if old := t.before.Record(); old == nil || !old.Equal(t.record) {
		return false
	}
	if !t.rewrite {
		return true
	}
	file, err := tx.base.Schema().NewRecordFile(t.record)
	return err == nil && file.Path == t.before.Path && file.Revision == t.before.Revision
}

// bodyLimit is the most records that Body tells of one by one.
const bodyLimit = 200

// Body tells what changed, a line a record, as Lines does.
func (r *Result) Body() []string { return Lines(r.Changes) }

// Lines tells what changes are, a line a record: "+" for new, "-" for gone, "~" for
// changed with its members old -> new.
func Lines(changes []model.Change) []string {
	var lines []string
	for i, c := range changes {
		if i == bodyLimit {
			return append(lines, fmt.Sprintf("… and %d more", len(changes)-i))
		}
		lines = append(lines, bodyLine(c))
	}
	return lines
}

func bodyLine(c model.Change) string {
	var old *model.Record
	if c.Before != nil {
		old = c.Before.Record()
	}
	switch {
	case c.After == nil && old == nil:
		return "- " + c.ID
	case c.After == nil:
		return "- " + titled(old)
	case c.Before == nil:
		return "+ " + titled(c.After)
	}
	var parts []string
	for _, d := range model.DiffRecords(old, c.After) {
		parts = append(parts, fmt.Sprintf("%s %s -> %s", d.Name, brief(d.Old), brief(d.New)))
	}
	if parts == nil {
		parts = []string{"written anew, the same data"}
	}
	return "~ " + titled(c.After) + ": " + strings.Join(parts, ", ")
}

// titled names a record with its id.
func titled(r *model.Record) string {
	name := spoken(r)
	if strings.HasSuffix(name, " "+r.ID()) {
		return name
	}
	return fmt.Sprintf("%s (%s)", name, r.ID())
}

// brief writes a value into a line, shortened.
func brief(v any) string {
	if v == nil {
		return "none"
	}
	text := string(model.AppendCompact(nil, v))
	if s, ok := v.(string); ok {
		text = plain(s)
	}
	return shorten(text, 40)
}
