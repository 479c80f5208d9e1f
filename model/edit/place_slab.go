package edit

import (
	"context"

	"github.com/openeik/ekgit/model/args"
)

type placeSlabArgs struct {
	coverArgs
	Level string `json:"level" also:"levelId,storey,floor" doc:"Level whose floor it is. Absent: that of the walls or rooms, so that they stand on it."`
	makeArgs
	Offset *args.Length `json:"offset" also:"elevation,top,z" doc:"Height of its top above the level, in mm. Absent: 0."`
	Kind   string       `json:"kind" also:"use" doc:"What it is, in a word: floor, ground, finish, balcony."`
}

func placeSlab() *Command {
	return define(Command{Name: "place_slab", Geometric: true, Also: []string{"add_slab", "create_slab", "draw_slab", "place_floor", "add_floor_slab"},
		Summary: "Place a floor slab over what walls enclose, in rooms, or along an outline",
		Doc: `Over walls it reaches to their outer faces (line: outside), their axes or their inner faces; over rooms there is one in
each, within its faces, as a floor finish lies. Arcs stay arcs. Its top is the level's height plus offset; for the
floor above name that level. Stairs and shafts cut it where they are placed after it.

Refused where the walls enclose nothing, or where another slab lies there.`},
		`{"command": "place_slab", "over": ["wall-south", "wall-east", "wall-north", "wall-west"], "line": "inside", "thickness": 80, "kind": "finish", "offset": 80, "id": "slab-screed"}`, runPlaceSlab)
}

func runPlaceSlab(ctx context.Context, tx *Tx, a placeSlabArgs) error {
	c, err := tx.covered(ctx, a.coverArgs, "outside")
	if err != nil {
		return err
	}
	level, err := c.levelOf(a.Level)
	if err != nil {
		return err
	}
	r, err := c.start(made{category: "slab"}, level, a.makeArgs)
	if err != nil {
		return err
	}
	r = r.With("kind", nonEmpty(a.Kind))
	if a.Offset != nil {
		r = r.With("offset", optional(float64(*a.Offset)))
	}
	for _, p := range c.plates {
		if err := c.free(p.on(r)); err != nil {
			return err
		}
	}
	slabs, err := c.lay(r, a.ID, uniform)
	if err != nil {
		return err
	}
	tx.Say("Place", slabs, "on "+level)
	return nil
}
