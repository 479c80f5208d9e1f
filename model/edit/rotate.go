package edit

import (
	"context"
	"fmt"
	"math"

	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/measure"
)

type rotateArgs struct {
	Target
	Angle  args.Angle `json:"angle" required:"true" also:"by,degrees,rotation,deg" doc:"Angle in degrees, counter-clockwise; negative turns clockwise."`
	About  *aim       `json:"about" also:"center,centre,point,origin,pivot,around" doc:"Point [x, y] that stays, or an element whose middle does. Absent: the middle of what turns."`
	Joined bool       `json:"joined" default:"true" doc:"Whether the ends of walls that are joined to turned ones follow."`
	KeepShape
}

func rotate() *Command {
	return define(Command{Name: "rotate", Geometric: true, Also: []string{"turn", "rotate_elements", "spin"},
		Summary: "Turn elements in plan about a point; joined wall ends and hosted elements come along",
		Doc: `Turns places, outlines, paths, imported shapes, and the directions of columns, furniture, roofs and slopes; grids
too. What an element hosts turns with it. Heights stay.

Ends of other walls that were joined follow as in move, unless they still meet what turned; joined: false leaves
them. A door or window turns with its wall alone; a pad foundation that no longer runs along x and y gets an
outline. Angles that are stored are from 0 to 360.`},
		`{"command": "rotate", "id": "wall-partition", "angle": 5}`, runRotate)
}

func runRotate(ctx context.Context, tx *Tx, a rotateArgs) error {
	targets, err := tx.Targets(ctx, a.Target)
	if err != nil {
		return err
	}
	angle := float64(a.Angle)
	if math.Mod(angle, 360) == 0 {
		return tx.Invalid("/angle", fmt.Sprintf("a turn by %v° changes nothing", angle), angle)
	}
	m, err := newTurning(tx, targets, a.Target, a.KeepShape)
	if err != nil {
		return err
	}
	about := m.center()
	if a.About != nil {
		if about, err = tx.middle("about", *a.About); err != nil {
			return err
		}
	}
	m.t = geom.RotateAbout(about, angle)
	tx.Say("Rotate", m.turned(targets), "by "+measure.FormatAngle(angle))
	return m.carryOut(a.Joined)
}

// middle answers a point that an argument gives, or the middle of the element that it
// names.
func (tx *Tx) middle(argument string, a aim) (geom.Point, error) {
	if a.point != nil {
		return *a.point, nil
	}
	r, err := tx.One(a.text, find.Want{Role: argument})
	if err != nil {
		return geom.Point{}, err
	}
	p, ok := centerOf(r)
	if !ok {
		return p, tx.Invalid("/"+argument, fmt.Sprintf("%s has no place in plan; give a point [x, y]", titled(r)), a.text)
	}
	return p, nil
}
