package edit

import "context"

type placeDoorArgs struct {
	seatArgs
	whatArgs
	labelArgs
	Hinge string `json:"hinge" enum:"start,end" also:"hand,hinges" doc:"Which side the hinges are on, along the host. Absent: as like."`
	Swing string `json:"swing" enum:"left,right" also:"opensTo" doc:"Side that it opens to, seen from the host's start to its end. Absent: as like."`
}

func placeDoor() *Command {
	return define(Command{Name: "place_door", Geometric: true, Also: []string{"add_door", "insert_door", "create_door"},
		Summary: "Put a door into a wall or curtain wall",
		Doc: `Say the host; where along it: distance, fraction, near or center (in a roof: near); and what: like another
one, a type, or width and height (the only door type there is needs no naming). An exterior wall that runs
counter-clockwise has its inside to the left.

Refused where it does not fit or would overlap another opening: the answer names the free stretches and
offers the nearest place that fits.`},
		`{"command": "place_door", "host": "wall-partition", "from": "south", "distance": 1200, "hinge": "start", "swing": "right"}`, runPlaceDoor)
}

func runPlaceDoor(_ context.Context, tx *Tx, a placeDoorArgs) error {
	n, err := tx.enter("door", a.Host, a.ID, "wall", "curtain-wall", "roof")
	if err != nil {
		return err
	}
	n.record = withWords(n.record, map[string]string{"hinge": a.Hinge, "swing": a.Swing})
	return n.place(a.whatArgs, a.labelArgs, a.seatArgs)
}
