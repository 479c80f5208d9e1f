package edit

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

type placeCeilingArgs struct {
	coverArgs
	Level  string      `json:"level" also:"levelId,storey,floor" doc:"Level above whose floor it hangs. Absent: that of the walls or rooms."`
	Offset args.Length `json:"offset" required:"true" above:"0" also:"height,underside,z" doc:"Height of its underside above the level, in mm."`
	makeArgs
}

func placeCeiling() *Command {
	return define(Command{Name: "place_ceiling", Geometric: true, Also: []string{"add_ceiling", "create_ceiling", "hang_ceiling"},
		Summary: "Hang a ceiling in rooms, within walls, or along an outline",
		Doc: `Over rooms there is one in each, within its faces; over walls one in each area that they enclose (line: inside), else to
their axes or outer faces. Arcs stay arcs.

Refused where it would reach up beyond the storey, where the walls enclose nothing, or where another one hangs there.`},
		`{"command": "place_ceiling", "over": ["wall-south", "wall-east", "wall-north", "wall-west", "wall-partition"], "offset": 2500, "thickness": 25, "id": "ceiling"}`, runPlaceCeiling)
}

func runPlaceCeiling(ctx context.Context, tx *Tx, a placeCeilingArgs) error {
	c, err := tx.covered(ctx, a.coverArgs, "inside")
	if err != nil {
		return err
	}
	level, err := c.levelOf(a.Level)
	if err != nil {
		return err
	}
	if l, ok := category.Levels(tx.Snapshot()).Get(level); ok && l.HasTop && float64(a.Offset) > l.Height()-geom.JoinTolerance {
		return tx.Invalid("/offset", fmt.Sprintf("the storey is %s high; a ceiling at %s does not lie in it; offset counts from the level", tx.Length(l.Height()), tx.Length(float64(a.Offset))), float64(a.Offset))
	}
	r, err := c.start(made{category: "ceiling", bare: true}, level, a.makeArgs)
	if err != nil {
		return err
	}
	r = r.With("offset", tidy(float64(a.Offset)))
	for _, p := range c.plates {
		if err := c.free(p.on(r)); err != nil {
			return err
		}
	}
	ceilings, err := c.lay(r, a.ID, uniform)
	if err != nil {
		return err
	}
	tx.Say("Hang", ceilings, "at "+tx.Length(float64(a.Offset)))
	return nil
}
