package edit

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

type placeOpeningArgs struct {
	seatArgs
	Like   string       `json:"like" also:"sameAs,copyOf" doc:"Another opening whose size, sill and the rest it takes, all but place and labels."`
	Width  *args.Length `json:"width" join:"|" above:"0" doc:"Width in mm."`
	Height *args.Length `json:"height" join:"+" above:"0" doc:"Height in mm."`
	labelArgs
	Depth   *args.Length `json:"depth" above:"0" doc:"Depth of a niche in mm. Absent: it goes through."`
	Outline []args.Point `json:"outline" also:"points,polygon,boundary" doc:"Its edge in plan, [x, y] in mm, in a slab, ceiling or roof; instead of distance, width and height."`
}

func placeOpening() *Command {
	return define(Command{Name: "place_opening", Geometric: true, Also: []string{"add_opening", "cut_opening", "create_opening"},
		Summary: "Cut an opening or niche into a wall, or a hole into a slab, ceiling or roof",
		Doc: `In a wall: say where along it (distance, fraction, near or center) and width and height, or like; depth makes
a niche. In a slab, ceiling or roof: say its outline, which lies within the host's. A hole through several
storeys is a shaft.

Refused where it does not fit or would overlap another opening: the answer names the free stretches and
offers the nearest place that fits.`},
		`{"command": "place_opening", "host": "wall-partition", "from": "north", "distance": 1000, "width": 1500, "height": 2200}`, runPlaceOpening)
}

func runPlaceOpening(_ context.Context, tx *Tx, a placeOpeningArgs) error {
	if a.Outline != nil {
		return cutOutline(tx, a)
	}
	if a.Like == "" && (a.Width == nil || a.Height == nil) {
		return tx.Invalid("/width", "place_opening needs width and height, like, or (in a slab, ceiling or roof) outline", nil)
	}
	n, err := tx.enter("opening", a.Host, a.ID, "wall", "curtain-wall")
	if err != nil {
		return err
	}
	if a.Depth != nil {
		n.record = n.record.With("depth", float64(*a.Depth))
	}
	return n.place(whatArgs{Like: a.Like, Width: a.Width, Height: a.Height}, a.labelArgs, a.seatArgs)
}

// cutOutline makes a hole with an outline of its own.
func cutOutline(tx *Tx, a placeOpeningArgs) error {
	for name, given := range map[string]bool{"distance": a.Distance != nil, "fraction": a.Fraction != nil, "near": a.Near != nil, "center": a.Center,
		"width": a.Width != nil, "height": a.Height != nil, "depth": a.Depth != nil, "sill": a.Sill != nil, "like": a.Like != ""} {
		if given {
			return tx.Invalid("/"+name, fmt.Sprintf("an opening with an outline has no %s: the outline says all", name), nil)
		}
	}
	ring := geom.Ring{}
	for _, p := range a.Outline {
		ring.Points = append(ring.Points, geom.Point{X: p[0], Y: p[1]})
	}
	if ring.Len() < 3 {
		return tx.Invalid("/outline", fmt.Sprintf("an outline takes 3 points or more; %d given", ring.Len()), nil)
	}
	if clash, bad := ring.Clash(); bad {
		return tx.Invalid("/outline", fmt.Sprintf("the outline's edges %d and %d meet near [%v, %v]", clash.I, clash.J, tidy(clash.At.X), tidy(clash.At.Y)), nil)
	}
	if !ring.IsCCW() {
		ring = ring.Reverse()
	}
	n, err := tx.enter("opening", a.Host, a.ID, "slab", "ceiling", "roof")
	if err != nil {
		return err
	}
	if host, ok := category.Outline(n.host); !ok || !geom.Within(geom.Region{Outer: ring}, host, geom.JoinTolerance) {
		return tx.Invalid("/outline", fmt.Sprintf("the outline reaches beyond that of %s", titled(n.host)), nil)
	}
	outline := make([]any, ring.Len())
	for i, p := range ring.Points {
		outline[i] = pointValue(p)
	}
	n.record = n.record.With("outline", outline)
	if err := n.stand(a.labelArgs); err != nil {
		return err
	}
	return n.put()
}
