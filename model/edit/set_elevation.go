package edit

import (
	"context"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
)

type setElevationArgs struct {
	Level     string       `json:"level" required:"true" also:"id,levelId" doc:"The level, by id, name or ordinal (1 is the lowest)."`
	Elevation *args.Length `json:"elevation" also:"to,z,value" doc:"Its new height above the model's zero, in mm."`
	By        *args.Length `json:"by" join:"|" doc:"How far it goes up, in mm; negative is down."`
	Along     string       `json:"along" enum:"elements,above,nothing" default:"elements" also:"keep,comes" doc:"What comes along: elements on the level; above: they and all levels above with theirs; nothing: all stays where it stands in the building."`
}

func setElevation() *Command {
	return define(Command{
		Name: "set_elevation", Geometric: true, Also: []string{"move_level", "set_level_elevation"},
		Summary: "Move a level up or down",
		Doc: `Elements are measured from their level, so all that stands on it comes along unless along: nothing, which changes their offsets instead. The storey below grows
or shrinks where it has no height of its own. along: above raises every level of the building that lies above by the same amount, so that their storeys stay as high as they are.`,
	}, `{"command": "set_elevation", "level": "level-0", "elevation": 150}`, runSetElevation)
}

func runSetElevation(_ context.Context, tx *Tx, a setElevationArgs) error {
	if (a.Elevation == nil) == (a.By == nil) {
		return tx.Invalid("/elevation", "set_elevation takes elevation or by, one of them", nil)
	}
	level, err := tx.Level("level", a.Level)
	if err != nil {
		return err
	}
	was := level.NumberOr("elevation", 0)
	var to float64
	if a.Elevation != nil {
		to = tidy(float64(*a.Elevation))
	} else {
		to = tidy(was + float64(*a.By))
	}
	before := tx.Snapshot()
	for _, id := range levelsMoved(before, level.ID(), a.Along) {
		r := tx.Record(id)
		if err := tx.Put(r.With("elevation", tidy(r.NumberOr("elevation", 0)+to-was))); err != nil {
			return err
		}
	}
	if a.Along == "nothing" {
		if err := tx.leave(before, level.ID()); err != nil {
			return err
		}
	}
	tx.noteStoreys(before, level.ID())
	tx.Say("Move", []*model.Record{level}, "to "+tx.Length(to))
	return nil
}

// levelsMoved answers the levels that move: the one itself, and where asked all above
// it in its building.
func levelsMoved(s *model.Snapshot, id, along string) []string {
	levels := category.Levels(s)
	self, _ := levels.Get(id)
	ids := []string{id}
	for _, l := range levels.All() {
		if along == "above" && l.ID != id && l.Building == self.Building && l.Elevation > self.Elevation {
			ids = append(ids, l.ID)
		}
	}
	return ids
}

// leave keeps what stands on a level, or reaches up to it, where it stood before the
// level moved.
func (tx *Tx) leave(before *model.Snapshot, level string) error {
	after := tx.Snapshot()
	done := map[string]bool{}
	for _, ref := range before.ReferringTo(level) {
		if ref.Pointer != "/levelId" && ref.Pointer != "/topLevelId" || done[ref.From] {
			continue
		}
		done[ref.From] = true
		r := before.Record(ref.From)
		if r == nil {
			continue
		}
		if err := tx.Put(restandBy(before, after, r, r)); err != nil {
			return err
		}
	}
	return nil
}
