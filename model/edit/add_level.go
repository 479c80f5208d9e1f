package edit

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/find"
)

type addLevelArgs struct {
	Name      string       `json:"name" doc:"Its name, such as First floor."`
	Elevation *args.Length `json:"elevation" also:"z,at" doc:"Its height above the model's zero, in mm."`
	Above     string       `json:"above" join:"|" also:"over" doc:"The level that it goes on top of: its elevation and height add up."`
	Height    *args.Length `json:"height" above:"0" also:"storeyHeight" doc:"Height of its storey in mm. Absent: up to the next level."`
	Kind      string       `json:"kind" enum:"occupied,roof,support" doc:"What it is for. Absent: occupied."`
	Building  string       `json:"buildingId" also:"building" doc:"Its building, where the model has several."`
	PartOf    string       `json:"partOf" doc:"The level whose storey it is part of, for split levels and support datums."`
	ID        string       `json:"id" doc:"An id of your choice, such as level-1; made by the host where absent."`
}

func addLevel() *Command {
	return define(Command{
		Name: "add_level", Geometric: true, Also: []string{"create_level", "new_level", "add_storey", "add_floor"},
		Summary: "Make a level",
		Doc: `Levels are what elements stand on: make them before anything else. Typical storeys are 2800 to 4000 mm high. Where a level lies below it whose storey has no
height of its own, that storey now ends at the new level, and so do its walls without a height; the notes say so. copy with toLevel repeats what stands on a level.`,
	}, `{"command": "add_level", "id": "level-1", "name": "First floor", "elevation": 3000, "height": 2800}`, runAddLevel)
}

func runAddLevel(_ context.Context, tx *Tx, a addLevelArgs) error {
	elevation, err := tx.elevationOf(a)
	if err != nil {
		return err
	}
	if err := tx.label("/name", a.Name); err != nil {
		return err
	}
	id, err := tx.NewID("level", a.ID)
	if err != nil {
		return err
	}
	level := model.NewRecord(model.Object{{Name: "id", Value: id}, {Name: "category", Value: "level"}}).
		With("name", nonEmpty(a.Name)).With("kind", nonEmpty(a.Kind)).With("elevation", elevation)
	if a.Height != nil {
		level = level.With("height", tidy(float64(*a.Height)))
	}
	if level, err = tx.withReference(level, "buildingId", "building", a.Building); err != nil {
		return err
	}
	if level, err = tx.withReference(level, "partOf", "level", a.PartOf); err != nil {
		return err
	}
	before := tx.Snapshot()
	if err := tx.Put(level); err != nil {
		return err
	}
	tx.noteStoreys(before, id)
	tx.Say("Add", []*model.Record{level}, "at "+tx.Length(elevation))
	return nil
}

// withReference answers a record with a member that names the record of a category
// that text means, or as it is where there is no text.
func (tx *Tx) withReference(r *model.Record, member, category, text string) (*model.Record, error) {
	if text == "" {
		return r, nil
	}
	to, err := tx.One(text, find.Want{Categories: []string{category}, Role: member})
	if err != nil {
		return nil, err
	}
	return r.With(member, to.ID()), nil
}

func (tx *Tx) elevationOf(a addLevelArgs) (float64, error) {
	switch {
	case (a.Elevation == nil) == (a.Above == ""):
		return 0, tx.Invalid("/elevation", "add_level takes elevation or above, one of them", nil)
	case a.Elevation != nil:
		return tidy(float64(*a.Elevation)), nil
	}
	below, err := tx.Level("above", a.Above)
	if err != nil {
		return 0, err
	}
	l, _ := category.Levels(tx.Snapshot()).Get(below.ID())
	if !l.HasTop {
		return 0, tx.Invalid("/above", fmt.Sprintf("%s has no height, so nothing says how high the next one lies; send elevation", spoken(below)), a.Above)
	}
	return tidy(l.Top), nil
}

// noteStoreys tells which storeys end elsewhere since a level came, went or moved.
func (tx *Tx) noteStoreys(before *model.Snapshot, moved string) {
	after := category.Levels(tx.Snapshot())
	for _, was := range category.Levels(before).All() {
		now, ok := after.Get(was.ID)
		if !ok || was.ID == moved || was.HasTop && !now.HasTop || was.Height() == now.Height() {
			continue
		}
		tx.Note("The storey of %s is now %s high (before: %s); what follows its height reaches up there.",
			spoken(tx.Record(was.ID)), tx.Length(now.Height()), tx.storey(was))
	}
}

func (tx *Tx) storey(l category.Level) string {
	if !l.HasTop {
		return "open at the top"
	}
	return tx.Length(l.Height())
}
