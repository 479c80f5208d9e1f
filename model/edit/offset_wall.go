package edit

import (
	"context"
	"fmt"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
)

type offsetWallArgs struct {
	ID      string       `json:"id" required:"true" also:"wall,wallId,element" doc:"The wall or curtain wall."`
	By      *args.Length `json:"by" also:"distance,offset" doc:"How far it moves, in mm, towards the side that towards names."`
	Towards string       `json:"towards" default:"left" also:"side,direction" doc:"Side that by counts to: left or right of start -> end, outside, inside, or a compass word."`
	To      *aim         `json:"to" join:"|" also:"at,align,alignTo,point" doc:"Instead of by: a point, or a wall or grid parallel to it, through which its line then runs."`
	KeepShape
}

func offsetWall() *Command {
	return define(Command{Name: "offset_wall", Geometric: true, Also: []string{"offset", "shift_wall", "move_sideways", "align_wall"},
		Summary: "Move a wall sideways; what is joined to it follows along its own line",
		Doc: `The wall goes to a parallel of its line. Walls at its corners, and those that end against it, grow or shrink
along their own lines; at a skew corner it grows or shrinks itself. Doors and windows keep their place along it.
A wall that runs on in the same line stays, and the join with it may be lost (joinsLost).

move by a vector takes joined corners along, which may turn the neighbours. Refused where a neighbour would be
used up or would no longer hold a door or window.`},
		`{"command": "offset_wall", "id": "wall-north", "by": 500, "towards": "outside"}`, runOffsetWall)
}

func runOffsetWall(_ context.Context, tx *Tx, a offsetWallArgs) error {
	r, wall, err := tx.freeWall("id", a.ID)
	if err != nil {
		return err
	}
	if (a.By == nil) == (a.To == nil) {
		return tx.Invalid("/by", "offset_wall takes by or to: a distance, or what its line runs through", nil)
	}
	var distance float64
	if a.To != nil {
		distance, err = tx.besideOf(wall, r, *a.To)
	} else {
		distance, err = tx.towards(r, wall, a.Towards, float64(*a.By))
	}
	if err != nil {
		return err
	}
	if math.Abs(distance) <= geom.Epsilon {
		tx.Note("%s already runs there; nothing changes", titled(r))
		return nil
	}
	l := newRelining(tx, a.KeepShape)
	if err := l.sideways(map[string]float64{r.ID(): distance}); err != nil {
		return err
	}
	tx.Say("Offset", []*model.Record{r}, fmt.Sprintf("by %s %s", tx.Length(tidy(math.Abs(distance))), compass(leftOf(wall.line).Scale(distance))))
	return l.sound("/by")
}

// wall answers the wall or curtain wall that the text of an argument names.
func (tx *Tx) wall(argument, text string) (*model.Record, *run, error) {
	r, err := tx.One(text, find.Want{Categories: []string{"wall", "curtain-wall"}, Role: argument})
	if err != nil {
		return nil, nil, err
	}
	w, ok := runOf(tx.Snapshot(), r)
	if !ok {
		return nil, nil, tx.Invalid("/"+argument, fmt.Sprintf("%s has no baseline", titled(r)), text)
	}
	return r, w, nil
}

// freeWall is wall for one that stands by itself, in no other wall.
func (tx *Tx) freeWall(argument, text string) (*model.Record, *run, error) {
	r, w, err := tx.wall(argument, text)
	if err == nil && embedded(r) {
		err = tx.Invalid("/"+argument, fmt.Sprintf("%s stands in %s and stays in its line; name that, or move %s along it", titled(r), r.String("hostId"), r.ID()), text)
	}
	return r, w, err
}

// leftOf answers the direction to the left of a line at its middle.
func leftOf(line geom.Curve) geom.Point { return line.TangentAt(line.Length() / 2).Left() }

// towards answers a distance towards a side of a wall as one to its left.
func (tx *Tx) towards(r *model.Record, w *run, side string, distance float64) (float64, error) {
	left := leftOf(w.line)
	switch side {
	case "left":
		return distance, nil
	case "right":
		return -distance, nil
	case "outside", "inside":
		out := tx.outerSide(r, w)
		if side == "inside" {
			out = -out
		}
		return out * distance, nil
	}
	north := tx.Snapshot().Manifest().TrueNorth()
	if word, ok := geom.ParseFacing(side); ok {
		for _, sign := range [...]float64{1, -1} {
			if v := left.Scale(sign); geom.FacingOf(v, north) == word || turned(v, north, word) {
				return sign * distance, nil
			}
		}
		return 0, tx.Invalid("/towards", fmt.Sprintf("%s runs %s: neither side of it looks %s. Use left or right",
			titled(r), geom.FacingOf(w.line.TangentAt(w.line.Length()/2), north), word), side)
	}
	return 0, tx.Invalid("/towards", fmt.Sprintf("%q is no side; towards takes left, right, outside, inside or a compass word", clip(side)), side)
}

// outerSide answers 1 where the outside of a wall is to the left of its line, and -1
// where it is to the right. Of a wall that does not look outside it is the right, as
// its layers run.
func (tx *Tx) outerSide(r *model.Record, w *run) float64 {
	if out, ok := category.Outside(tx.Snapshot(), r); ok {
		return math.Copysign(1, out.Dot(leftOf(w.line)))
	}
	out := "right"
	if r.Bool("flipped", false) {
		out = "left"
	}
	tx.assumed = append(tx.assumed, fmt.Sprintf("outside: the %s of %s, where the last layer of its type lies; it does not look outside", out, titled(r)))
	return map[string]float64{"left": 1, "right": -1}[out]
}

// besideOf answers how far to the left of a wall's line something lies.
func (tx *Tx) besideOf(w *run, r *model.Record, at aim) (float64, error) {
	if at.point != nil {
		return w.line.Project(*at.point).Side, nil
	}
	other, line, err := tx.lined("to", at.text)
	if err != nil {
		return 0, err
	}
	if other.ID() == r.ID() {
		return 0, tx.Invalid("/to", titled(r)+" runs through itself; name another wall or a grid", at.text)
	}
	if !inLine(w.line, line) {
		return 0, tx.Invalid("/to", fmt.Sprintf("%s is not parallel to %s; give by, or a point", titled(other), titled(r)), at.text)
	}
	return -line.Project(w.line.PointAt(w.line.Length()/2)).Side * math.Copysign(1, line.TangentAt(0).Dot(w.line.TangentAt(0))), nil
}
