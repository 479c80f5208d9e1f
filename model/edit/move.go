package edit

import (
	"context"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/geom"
)

type moveArgs struct {
	Target
	By          args.Delta `json:"by" required:"true" also:"vector,delta,translation,distance,to" doc:"Movement [dx, dy] or [dx, dy, dz] in mm; x east, y north, z up."`
	End         string     `json:"end" enum:"start,end" also:"ends" doc:"Only this end of walls, beams and other lines moves. Absent: all of them."`
	Joined      bool       `json:"joined" default:"true" doc:"Whether the ends of walls that are joined to moved ones follow."`
	KeepOffsets bool       `json:"keepOffsets" doc:"Whether doors and windows of walls of which one end moves keep their offset instead of their place."`
	KeepShape
}

func move() *Command {
	return define(Command{Name: "move", Geometric: true, Also: []string{"translate", "shift"},
		Summary: "Move elements by a vector; joined wall ends and hosted elements come along",
		Doc: `Moves elements in plan, and up or down where a third number is given.

- A wall takes along its doors, windows and whatever else it hosts. Walls that share a corner with it follow
  with that end; one that turns by it is told in the notes. Walls that end against it grow or shrink along
  their own line to reach it, as do those that end against a wall which turns. joined: false leaves them all.
- With end, only that end of a wall, beam or grid line moves: the wall grows, shrinks or turns. Doors
  and windows stay where they are in the world, unless keepOffsets: true. The same holds for walls of
  which an end follows.
- A door, window or opening of a wall moves along its host by the part of the vector that runs along
  it. To put it into another wall use rehost.
- Levels are moved by set_elevation.
- dz changes sill, offset, baseOffset or topOffset, so that the element keeps its height.
- An imported shape moves with its element. Where the form changes (one end moves) it is dropped and
  the notes say so; keepShape: true refuses instead.

Coordinates are rounded to 1e-6 mm. Moving there and back restores every number that has up to three decimals.`},
		`{"command": "move", "id": "wall-north", "by": [0, 500]}`, runMove)
}

func runMove(ctx context.Context, tx *Tx, a moveArgs) error {
	targets, err := tx.Targets(ctx, a.Target)
	if err != nil {
		return err
	}
	m := &movement{moveArgs: a, relining: newRelining(tx, a.KeepShape), by: geom.Point{X: a.By[0], Y: a.By[1]}, dz: a.By[2]}
	m.keepOffsets = a.KeepOffsets
	if m.by == (geom.Point{}) && m.dz == 0 {
		return tx.Invalid("/by", "by is zero: nothing would move", model.PointValue(a.By[:]...))
	}
	if a.End != "" && m.dz != 0 && m.by == (geom.Point{}) {
		return tx.Invalid("/by", "an end of a wall moves in plan only; leave end out to move all of it", model.PointValue(a.By[:]...))
	}
	if err := m.sort(targets); err != nil {
		return err
	}
	if err := m.carryOut(); err != nil {
		return err
	}
	verb := "Move"
	if a.End != "" {
		verb = "Move the " + a.End + " of"
	}
	tx.Say(verb, targets, m.inWords())
	return nil
}
