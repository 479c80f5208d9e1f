package edit

import (
	"slices"
	"strings"
)

// Step is what one command of a request did.
type Step struct {
	Said    string   // in one line: "Move 3 walls by 500 mm"; the command's name where it says nothing
	Named   []string // ids of the records that its arguments name, or its filter picked
	Changed []string // ids of the records that it created, changed or took away
}

// told carries out one command and notes what it did.
func (tx *Tx) told(run func() error) error {
	tx.steps = append(tx.steps, Step{})
	said := len(tx.phrases)
	if err := run(); err != nil {
		return err
	}
	var lines []string
	for _, p := range merge(tx.phrases[said:]) {
		lines = append(lines, p.text())
	}
	step := &tx.steps[len(tx.steps)-1]
	if step.Said = strings.Join(lines, ", "); step.Said == "" {
		step.Said = tx.command.Name
	}
	slices.Sort(step.Named)
	slices.Sort(step.Changed)
	step.Named, step.Changed = slices.Compact(step.Named), slices.Compact(step.Changed)
	return nil
}

// named notes that the command at hand names a record.
func (tx *Tx) named(id string) {
	if n := len(tx.steps); n > 0 {
		tx.steps[n-1].Named = append(tx.steps[n-1].Named, id)
	}
}

// changed notes that the command at hand changes a record.
func (tx *Tx) changed(id string) {
	if n := len(tx.steps); n > 0 {
		tx.steps[n-1].Changed = append(tx.steps[n-1].Changed, id)
	}
}
