package edit

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

type deleteArgs struct {
	Target
	Cascade bool `json:"cascade" also:"force,recursive" doc:"Also delete what cannot be without it (the doors of a wall, all that stands on a level, the elements of a type), and take it out of what only names it."`
}

func deleteRecords() *Command {
	return define(Command{
		Name: "delete", Destructive: true, Also: []string{"remove", "erase", "delete_element", "delete_elements", "delete_record", "remove_element"},
		Summary: "Delete records",
		Doc: `Refused where others depend on them, which it names, unless cascade: true. Elements that were built and are taken down are demolished instead: their record stays. Before a type or
level goes, replace_type or set_level moves its elements elsewhere. git keeps every deleted record.`,
	}, `{"command": "delete", "id": "window-north"}`, runDelete)
}

func runDelete(ctx context.Context, tx *Tx, a deleteArgs) error {
	targets, err := tx.Targets(ctx, a.Target)
	if err != nil {
		return err
	}
	d := deletion{tx: tx, s: tx.Snapshot(), going: map[string]bool{}}
	for _, r := range targets {
		d.going[r.ID()] = true
	}
	if a.Cascade {
		if err := d.cascade(targets); err != nil {
			return err
		}
	} else if err := d.refuse(targets); err != nil {
		return err
	}
	for _, r := range targets {
		tx.Delete(r.ID())
	}
	rest := ""
	if extra := len(d.also); extra > 0 {
		rest = "and " + counted(extra, "") + " that depended on " + map[bool]string{true: "it", false: "them"}[len(targets) == 1]
	}
	tx.Say("Delete", targets, rest)
	return nil
}

// deletion is records that go, and what depends on them.
type deletion struct {
	tx    *Tx
	s     *model.Snapshot // before
	going map[string]bool
	also  []*model.Record // that go because they depend on what goes
}

// refuse names what depends on the targets and is not itself among them.
func (d *deletion) refuse(targets []*model.Record) error {
	dependents := map[string]bool{}
	var first *model.Record
	for _, r := range targets {
		for _, ref := range d.s.ReferringTo(r.ID()) {
			if d.going[ref.From] {
				continue
			}
			dependents[ref.From] = true
			if first == nil {
				first = r
			}
		}
	}
	if first == nil {
		return nil
	}
	return d.inUse(first, slices.Sorted(maps.Keys(dependents)))
}

func (d *deletion) inUse(r *model.Record, dependents []string) error {
	const shown = 20
	names := make([]string, 0, shown)
	for _, id := range dependents[:min(shown, len(dependents))] {
		name := id
		if dependent := d.s.Record(id); dependent != nil {
			name = titled(dependent)
		}
		names = append(names, name)
	}
	list := strings.Join(names, ", ")
	if more := len(dependents) - len(names); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	p := &model.Problem{Code: model.CheckFailed,
		Message: fmt.Sprintf("%s depends on %s: %s", counted(len(dependents), ""), titled(r), list),
		Hint:    "cascade: true deletes what cannot be without it and takes it out of what only names it",
		Details: map[string]any{"path": "/id", "candidates": dependents[:min(shown, len(dependents))], "want": d.tx.command.Signature()}}
	if len(dependents) > 1 {
		p.Message = strings.Replace(p.Message, " depends on ", " depend on ", 1)
	}
	switch r.Category() {
	case "type":
		p.Details["rule"] = "type.in-use"
		p.Hint = "replace_type moves its elements to another type first; " + p.Hint
	case "level":
		p.Hint = "set_level moves its elements to another level first; " + p.Hint
	default:
		p.Details["try"] = d.tx.data.With("cascade", true)
	}
	return p
}

// cascade deletes what cannot be without the targets and takes their ids out of what
// can.
func (d *deletion) cascade(targets []*model.Record) error {
	queue := slices.Clone(targets)
	touched := map[string][]model.Reference{}
	for len(queue) > 0 {
		r := queue[0]
		queue = queue[1:]
		for _, ref := range d.s.ReferringTo(r.ID()) {
			if d.going[ref.From] {
				continue
			}
			touched[ref.From] = append(touched[ref.From], ref)
			from := d.s.Record(ref.From)
			if from == nil || canBeWithout(d.s.Schema(), from, touched[ref.From]) {
				continue
			}
			d.going[ref.From] = true
			d.also = append(d.also, from)
			queue = append(queue, from)
		}
	}
	for _, r := range d.also {
		d.tx.Delete(r.ID())
	}
	return d.release(touched)
}

// release takes the ids of what goes out of the records that stay.
func (d *deletion) release(touched map[string][]model.Reference) error {
	ids := make([]string, 0, len(touched))
	for id := range touched {
		if !d.going[id] {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		r := d.tx.Record(id)
		if r == nil {
			continue
		}
		next := released(r, touched[id])
		if err := d.tx.Put(next); err != nil {
			return err
		}
		for _, m := range model.DiffRecords(r, next) {
			d.tx.Note("%s no longer names what goes in %s.", titled(r), m.Name)
		}
	}
	return nil
}

// canBeWithout tells whether a record is still sound when it no longer names what
// goes. Nothing is without its level or its type: it would stand or look otherwise.
func canBeWithout(schema *model.Schema, r *model.Record, refs []model.Reference) bool {
	for _, ref := range refs {
		if ref.Pointer == "/levelId" || ref.Pointer == "/typeId" {
			return false
		}
	}
	had := category.Validate(schema, r)
	for _, f := range category.Validate(schema, released(r, refs)) {
		if !slices.Contains(had, f) {
			return false
		}
	}
	return true
}

// released answers a record without some of the ids that it names.
func released(r *model.Record, refs []model.Reference) *model.Record {
	members := any(r.Members())
	for i := range refs {
		ref := refs[len(refs)-1-i] // from the back, so that list positions hold
		members = removeAt(members, strings.Split(ref.Pointer, "/")[1:])
	}
	return model.NewRecord(members.(model.Object))
}

// removeAt answers a value without the part at a path.
func removeAt(v any, path []string) any {
	switch v := v.(type) {
	case model.Object:
		if len(path) == 1 {
			return v.Without(path[0])
		}
		return v.With(path[0], removeAt(v.Get(path[0]), path[1:]))
	case []any:
		i, err := strconv.Atoi(path[0])
		if err != nil || i < 0 || i >= len(v) {
			return v
		}
		if len(path) == 1 {
			return slices.Delete(slices.Clone(v), i, i+1)
		}
		v = slices.Clone(v)
		v[i] = removeAt(v[i], path[1:])
		return v
	}
	return v
}
