package edit

import (
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// Tx is the working state of one request: the model as the commands so far left it.
// It belongs to one goroutine.
type Tx struct {
	base    *model.Snapshot
	snap    *model.Snapshot // base with all that is not pending
	options Options

	command *Command
	data    model.Object // the command's request
	names   []string     // of the commands so far
	steps   []Step       // what they named and changed

	touched map[string]*touch
	order   []string // of ids, by first touch
	pending []string // ids whose records snap does not have yet
	files   []model.Change
	minted  int

	assumed []string
	notes   []string
	shapes  []string
	phrases []phrase
}

// touch is a record that a command put or took away.
type touch struct {
	before  *model.File   // in base, nil where it is new
	record  *model.Record // now, nil where it is gone
	rewrite bool          // its bytes count as changed even where its data is equal
	pending bool
}

func newTx(s *model.Snapshot, o Options) *Tx {
	return &Tx{base: s, snap: s, options: o, touched: map[string]*touch{}}
}

// Snapshot answers the model as it is now. Making it costs the records that were put
// since it was last asked for.
func (tx *Tx) Snapshot() *model.Snapshot {
	if len(tx.pending) == 0 {
		return tx.snap
	}
	changes := make([]model.Change, len(tx.pending))
	for i, id := range tx.pending {
		t := tx.touched[id]
		changes[i] = model.Change{ID: id, Before: tx.snap.Get(id), After: t.record}
		t.pending = false
	}
	next, err := tx.snap.Apply(changes)
	if err != nil { // Put checks every place, so that this is a fault of a command
		panic(fmt.Sprintf("edit: %s: %v", tx.command.Name, err))
	}
	tx.snap, tx.pending = next, nil
	return next
}

// Record answers a record as it is now, nil where there is none.
func (tx *Tx) Record(id string) *model.Record {
	if t := tx.touched[id]; t != nil {
		return t.record
	}
	return tx.snap.Record(id)
}

func (tx *Tx) touch(id string) *touch {
	t := tx.touched[id]
	if t == nil {
		t = &touch{before: tx.base.Get(id)}
		tx.touched[id] = t
		tx.order = append(tx.order, id)
	}
	if !t.pending {
		t.pending = true
		tx.pending = append(tx.pending, id)
	}
	return t
}

// Put creates or replaces a record. It is refused where the record breaks a rule of
// its category that it did not break before, or where its file's place is taken.
func (tx *Tx) Put(r *model.Record) error { return tx.replace(tx.Record(r.ID()), r) }

// replace is Put for a record that comes from another one, which may have had its
// faults already.
func (tx *Tx) replace(old, r *model.Record) error {
	canonical, err := tx.canonical(r)
	if err != nil {
		return err
	}
	if err := tx.check(old, canonical); err != nil {
		return err
	}
	if err := tx.checkPlace(canonical); err != nil {
		return err
	}
	if now := tx.Record(r.ID()); now == nil || !now.Equal(canonical) {
		tx.changed(r.ID())
	}
	tx.touch(r.ID()).record = canonical
	return nil
}

// Delete takes a record away. What names it is the command's to look after.
func (tx *Tx) Delete(id string) {
	tx.changed(id)
	tx.touch(id).record = nil
}

// canonical answers the record as its file will hold it.
func (tx *Tx) canonical(r *model.Record) (*model.Record, error) {
	out, faults := model.Decode(tx.base.Schema().Encode(r))
	if len(faults) > 0 {
		return nil, tx.faulty(r, faults)
	}
	return out, nil
}

// check refuses faults that the record did not have before.
func (tx *Tx) check(old, next *model.Record) error {
	schema := tx.base.Schema()
	had := map[model.Fault]bool{}
	if old != nil {
		for _, f := range category.Validate(schema, old) {
			had[f] = true
		}
	}
	var fresh []model.Fault
	for _, f := range category.Validate(schema, next) {
		if !had[f] && f.Rule != "record.unknown" {
			fresh = append(fresh, f)
		}
	}
	if len(fresh) > 0 {
		return tx.faulty(next, fresh)
	}
	return nil
}

func (tx *Tx) faulty(r *model.Record, faults []model.Fault) error {
	messages := make([]string, len(faults))
	for i, f := range faults {
		messages[i] = strings.TrimSuffix(f.Message, ".")
		if member := strings.TrimPrefix(f.Pointer, "/"); !strings.Contains(f.Message, member) {
			messages[i] = member + ": " + messages[i]
		}
	}
	p := tx.invalid("", fmt.Sprintf("%s would not be sound: %s", titled(r), strings.Join(messages, "; ")), nil)
	delete(p.Details, "example") // it says nothing of this record
	p.Details["id"], p.Details["rule"], p.Details["pointer"] = r.ID(), faults[0].Rule, faults[0].Pointer
	return p
}

// checkPlace refuses a record whose id two files claim or whose place another file has.
func (tx *Tx) checkPlace(r *model.Record) error {
	path, err := tx.base.Schema().PathOf(r)
	if err != nil {
		return tx.invalid("", err.Error(), nil)
	}
	if claims := tx.snap.Claims(r.ID()); len(claims) > 1 {
		return tx.ambiguous(r.ID(), claims)
	}
	f := tx.snap.FileAt(path)
	if f == nil || f.ID() == r.ID() || tx.gone(f.ID()) {
		return nil
	}
	return &model.Problem{Code: model.Conflict,
		Message: fmt.Sprintf("%s lies where the file of %s goes: %s", f.ID(), r.ID(), path),
		Hint:    "Move it to its own place first",
		Details: map[string]any{"try": model.Object{{Name: "command", Value: "relocate"}, {Name: "file", Value: path}}}}
}

// gone tells whether a command of this request took the record away or moved it.
func (tx *Tx) gone(id string) bool {
	t := tx.touched[id]
	return t != nil && t.pending && t.record == nil
}

func (tx *Tx) ambiguous(id string, claims []*model.File) error {
	paths := make([]string, len(claims))
	for i, f := range claims {
		paths[i] = f.Path
	}
	return &model.Problem{Code: model.Conflict,
		Message: fmt.Sprintf("%d files claim the id %s: %s", len(claims), id, strings.Join(paths, ", ")),
		Hint:    "validate names the fix for id.unique; run it first",
		Details: map[string]any{"candidates": paths}}
}

// Invalid answers the problem of arguments that do not go together, at a JSON
// pointer into the command.
func (tx *Tx) Invalid(path, message string, got any) error { return tx.invalid(path, message, got) }

func (tx *Tx) invalid(path, message string, got any) *model.Problem {
	return tx.command.spec.Invalid(path, message, got)
}

// Note adds a sentence to what the caller has to know.
func (tx *Tx) Note(format string, values ...any) {
	tx.notes = append(tx.notes, fmt.Sprintf(format, values...))
}
