package edit

import "context"

type placeDoorArgs struct {
	seatArgs
	whatArgs
	labelArgs
	Hinge string `json:"hinge" enum:"start,end" also:"hand,hinges" doc:"Side of the hinges, towards the host's start or end. Absent: as like, else not said."`
	Swing string `json:"swing" enum:"left,right" also:"opensTo" doc:"Side that it opens to, looking from the host's start to its end. Absent: as like, else not said."`
}

func placeDoor() *Command {
	return define(Command{Name: "place_door", Geometric: true, Also: []string{"add_door", "insert_door", "create_door"},
		Summary: "Put a door into a wall or curtain wall",
		Doc: `Say the host, one way of saying where along it, and what the door is.

Where: distance (from start unless from says otherwise, to the nearer edge unless to: centre), or fraction,
or near a point, or center. In a roof (a hatch): near.
What: like another one, or a type, or width and height; the only door type there is needs no naming.
hinge and swing are seen from the host's start to its end: an external wall drawn counter-clockwise has its
inside to the left.

Refused where it does not fit into the host's length and height or would overlap another opening: the
answer names the free stretches and offers the nearest place that fits.`},
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
