package edit

import "context"

type joinWallsArgs struct {
	Walls   []string `json:"walls" required:"true" also:"id,ids,wall,elements" doc:"The two walls."`
	Form    string   `json:"form" enum:"corner,tee,none" also:"kind,type,mode" doc:"corner: both go to where their lines meet. tee: the first ends on the second. none: the ends where they meet no longer join. Absent: tee where they meet away from the second's ends, else corner."`
	Join    string   `json:"join" enum:"auto,butt" also:"style,cleanup" doc:"How their corner is cut: auto mitres it, butt lets one wall run through. Absent: as it is."`
	Through string   `json:"through" also:"priority,runsThrough" doc:"Which of the two runs through at a butt. Absent: the one with the more solid layers."`
	KeepShape
}

func joinWalls() *Command {
	return define(Command{Name: "join_walls", Geometric: true, Also: []string{"join", "connect_walls", "corner", "fillet", "disallow_join", "unjoin_walls"},
		Summary: "Bring two walls to a corner or a T, and say how they are joined there",
		Doc: `The ends that are nearest to where the lines of the walls meet are extended or trimmed to that place; the part of a
wall beyond it goes. Doors and windows stay where they are; refused where one stands in a part that goes.

Walls that meet already keep their lines: then join and through alone change, and ends that were kept from
joining (form: none) join again. Walls in one line are merged (merge_walls).`},
		`{"command": "join_walls", "walls": ["wall-south", "wall-east"], "join": "butt", "through": "wall-south"}`, runJoinWalls)
}

func runJoinWalls(_ context.Context, tx *Tx, a joinWallsArgs) error {
	j, err := tx.pair(a)
	if err != nil {
		return err
	}
	if a.Form == "none" {
		return j.part()
	}
	if err := j.meet(); err != nil {
		return err
	}
	if err := j.settle(); err != nil {
		return err
	}
	if len(j.changed) == 0 {
		tx.Note("%s and %s are joined so already; nothing changes", j.walls[0].id, j.walls[1].id)
		return nil
	}
	tx.Say("Join", j.records[:], "")
	return j.sound("/walls")
}
