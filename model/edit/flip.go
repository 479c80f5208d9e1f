package edit

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

type flipArgs struct {
	Target
	What string `json:"what" enum:"side,hinge,swing" also:"flip,mode,axis" doc:"side: the layers of a wall; hinge, swing: of a door or window. Absent: side, for walls alone."`
	KeepShape
}

func flip() *Command {
	return define(Command{Name: "flip", Geometric: true, Also: []string{"flip_wall", "flip_door", "reverse", "turn_over"},
		Summary: "Turn a wall's layers over, or a door's hinge or swing",
		Doc: `side: the layers of a wall run the other way, so that what was outside is inside. Its body, its line and what
it hosts stay where they are; with a core location the line goes to the other face of the core.

hinge: the hinges of a door or window go to its other jamb. swing: it opens to the other side of its wall. Where
a record says neither, drawings show it hinged at the start and opening to the left, and the flip is of that.

Flipping twice restores everything. mirror moves things to the other side of a line.`},
		`{"command": "flip", "id": "D-01", "what": "hinge"}`, runFlip)
}

func runFlip(ctx context.Context, tx *Tx, a flipArgs) error {
	categories := map[string][]string{"side": {"wall", "curtain-wall"}, "hinge": {"door", "window"}, "swing": {"door", "window"}}[a.What]
	targets, err := tx.Targets(ctx, a.Target, categories...)
	if err != nil {
		return err
	}
	if a.What == "" {
		for _, r := range targets {
			if !category.IsWall(r) {
				return tx.Invalid("/what", fmt.Sprintf("%s is a %s; say what of it is flipped", titled(r), word(r.Category())), nil)
			}
		}
	}
	if a.What == "hinge" || a.What == "swing" {
		return tx.flipOpenings(targets, a)
	}
	l := newRelining(tx, a.KeepShape)
	for _, r := range targets {
		if err := tx.PutShape(turnedOver(r), a.KeepShape); err != nil {
			return err
		}
	}
	tx.Say("Flip", targets, "")
	return l.hold(targets, "axis")
}

// turnedOver answers a wall with its layers running the other way.
func turnedOver(r *model.Record) *model.Record {
	if r.Bool("flipped", false) {
		return r.Without("flipped")
	}
	return r.With("flipped", true)
}

func (tx *Tx) flipOpenings(targets []*model.Record, a flipArgs) error {
	for _, r := range targets {
		if !r.Has(a.What) {
			tx.assumed = append(tx.assumed, fmt.Sprintf("%s of %s: %s, as drawings show it", a.What, titled(r), openingSides[a.What][0]))
		}
		if err := tx.PutShape(otherSide(r, a.What, true), a.KeepShape); err != nil {
			return err
		}
	}
	tx.Say("Flip the "+a.What+" of", targets, "")
	return nil
}

// openingSides are the two values of what a door or window says of its sides; the
// first is how one is drawn that does not say.
var openingSides = map[string][2]string{"hinge": {"start", "end"}, "swing": {"left", "right"}}

// otherSide answers a door or window with hinge or swing on the other side. One that
// does not say it is left as it is, unless it is taken as drawn.
func otherSide(r *model.Record, member string, drawn bool) *model.Record {
	sides := openingSides[member]
	switch said := r.String(member); {
	case said == sides[1]:
		return r.With(member, sides[0])
	case said == sides[0], drawn && said == "":
		return r.With(member, sides[1])
	}
	return r
}
