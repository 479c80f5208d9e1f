package edit

import (
	"fmt"
	"slices"

	"github.com/openeik/ekgit/model"
)

// KeepShape says that an imported body must stay.
type KeepShape struct {
	Keep bool `json:"keepShape" doc:"Refuse rather than drop an imported shape that would no longer fit."`
}

// formless are the members that say nothing of where a record stands or what form
// it has.
var formless = []string{"name", "mark", "number", "kind", "discipline", "materialId", "groupIds", "classifications", "phaseCreated", "phaseDemolished",
	"shape", "placement", "tags", "properties", "ifcGuid", "externalIds", "note", "external", "loadBearing", "roomBounding", "use", "hinge", "swing",
	"targetArea", "fromId", "toId", "systemId"}

// PutShape is Put for a record whose form or place a command changes by its
// members. An imported shape, which those members no longer describe, is dropped
// with a note, or the command is refused where it is to be kept.
func (tx *Tx) PutShape(r *model.Record, keep KeepShape) error {
	old := tx.Record(r.ID())
	if old == nil || !old.Has("shape") || old.String("shape") != r.String("shape") || !model.Equal(old.Get("placement"), r.Get("placement")) || !reforms(old, r) {
		return tx.Put(r)
	}
	if keep.Keep {
		return tx.shapeKept(r)
	}
	if err := tx.Put(r.Without("shape").Without("placement")); err != nil {
		return err
	}
	tx.shapes = append(tx.shapes, r.ID())
	tx.Note("The imported shape of %s was dropped: its members show it from now on.", titled(r))
	return nil
}

// shapeKept refuses what would make an imported shape wrong that is to be kept.
func (tx *Tx) shapeKept(r *model.Record) error {
	p := tx.invalid("/keepShape", fmt.Sprintf("%s has an imported shape, which this would make wrong", spoken(r)), nil)
	p.Code, p.Hint = model.PreconditionFailed, "Leave keepShape out to drop the shape and show the members instead"
	if try := tx.data.Without("keepShape"); len(try) < len(tx.data) {
		p.Details["try"] = try
	}
	return p
}

// reforms tells whether two versions of a record differ in form or place.
func reforms(old, next *model.Record) bool {
	return slices.ContainsFunc(model.DiffRecords(old, next), func(d model.MemberDiff) bool {
		return !slices.Contains(formless, d.Name)
	})
}
