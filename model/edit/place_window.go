package edit

import "context"

type placeWindowArgs struct {
	seatArgs
	whatArgs
	labelArgs
}

func placeWindow() *Command {
	return define(Command{Name: "place_window", Geometric: true, Also: []string{"add_window", "insert_window", "create_window"},
		Summary: "Put a window into a wall, curtain wall or roof",
		Doc: `Say the host; where along it: distance, fraction, near or center (in a roof: near); and what: like another
one, a type, or width and height (the only window type there is needs no naming).

Refused where it does not fit or would overlap another opening: the answer names the free stretches and
offers the nearest place that fits.`},
		`{"command": "place_window", "host": "wall-south", "distance": 1000}`, runPlaceWindow)
}

func runPlaceWindow(_ context.Context, tx *Tx, a placeWindowArgs) error {
	n, err := tx.enter("window", a.Host, a.ID, "wall", "curtain-wall", "roof")
	if err != nil {
		return err
	}
	return n.place(a.whatArgs, a.labelArgs, a.seatArgs)
}
