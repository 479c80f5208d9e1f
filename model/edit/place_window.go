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
		Doc: `Say the host, one way of saying where along it, and what the window is.

Where: distance (from start unless from says otherwise, to the nearer edge unless to: centre), or fraction,
or near a point, or center. In a roof: near.
What: like another one, or a type, or width and height; the only window type there is needs no naming.
The sill counts from the window's level, which is the host's unless level says another: 900 where nothing says it.

Refused where it does not fit into the host's length and height or would overlap another opening: the
answer names the free stretches and offers the nearest place that fits.`},
		`{"command": "place_window", "host": "wall-south", "distance": 1000}`, runPlaceWindow)
}

func runPlaceWindow(_ context.Context, tx *Tx, a placeWindowArgs) error {
	n, err := tx.enter("window", a.Host, a.ID, "wall", "curtain-wall", "roof")
	if err != nil {
		return err
	}
	return n.place(a.whatArgs, a.labelArgs, a.seatArgs)
}
