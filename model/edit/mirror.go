package edit

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/geom"
)

type mirrorArgs struct {
	Target
	Line    []args.Point `json:"line" also:"points,mirrorLine,between" doc:"Two points [x, y] of the line that is mirrored over."`
	Over    string       `json:"over" join:"|" also:"grid,wall,about,axisOf" doc:"Instead: a straight wall, grid or separator; its line is mirrored over."`
	Axis    string       `json:"axis" join:"|" enum:"north-south,east-west" also:"direction" doc:"Instead: how the line runs, along y or along x of the model, through the point through."`
	Through *aim         `json:"through" also:"point,center,at" doc:"With axis: a point [x, y] of the line, or an element whose middle it is. Absent: the middle of what is mirrored."`
	Copy    bool         `json:"copy" also:"keepOriginal,duplicate" doc:"Whether the elements stay and copies of them are mirrored."`
	NewID   string       `json:"newId" also:"newIds,copyId,as" doc:"With copy: id of the copy; newId-1, newId-2 … where there are several. Absent: made."`
	Joined  bool         `json:"joined" default:"true" doc:"Whether the ends of walls that are joined to mirrored ones follow."`
	KeepShape
}

func mirror() *Command {
	return define(Command{Name: "mirror", Geometric: true, Also: []string{"reflect", "mirror_copy", "flip_over"},
		Summary: "Mirror elements over a line in plan, or copies of them, with what they host",
		Doc: `Left becomes right: walls keep their direction with their layers flipped, doors and windows open to the other side,
arcs bulge the other way, outlines run as before. Heights stay. With copy what it makes is as in copy.

Ends of other walls that were joined follow as in move, unless they still meet what was mirrored; joined: false leaves
them. An imported shape cannot be mirrored: of a wall or slab it is dropped with a note (keepShape refuses), furniture
is turned, its left being its right.`},
		`{"command": "mirror", "id": "wall-partition", "axis": "north-south", "through": [5000, 0]}`, runMirror)
}

func runMirror(ctx context.Context, tx *Tx, a mirrorArgs) error {
	targets, err := tx.Targets(ctx, a.Target)
	if err != nil {
		return err
	}
	if a.NewID != "" && !a.Copy {
		return tx.Invalid("/newId", "newId names the copy; give copy: true with it", a.NewID)
	}
	m, err := newTurning(tx, targets, a.Target, a.KeepShape)
	if err != nil {
		return err
	}
	if m.t, err = m.over(a); err != nil {
		return err
	}
	if !a.Copy {
		tx.Say("Mirror", m.turned(targets), "")
		return m.carryOut(a.Joined)
	}
	tx.Say("Mirror copies of", m.turned(targets), "")
	return tx.copies(m.turned(targets), []step{{turn: m.copied}}, a.NewID)
}

// copied answers the mirrored copy of an element, still under its id.
func (m *turning) copied(r *model.Record) (*model.Record, error) {
	next, drops := m.carried(r)
	if !drops {
		return next, nil
	}
	if m.keep.Keep {
		return nil, m.tx.shapeKept(r)
	}
	m.tx.Note("The copy of %s has no shape: an imported one cannot be mirrored, and its members show it.", titled(r))
	return next.Without("shape").Without("placement"), nil
}

// over answers the mirroring that a request asks for.
func (m *turning) over(a mirrorArgs) (geom.Transform, error) {
	given := 0
	for _, there := range []bool{a.Line != nil, a.Over != "", a.Axis != ""} {
		if there {
			given++
		}
	}
	switch {
	case given != 1:
		return geom.Transform{}, m.tx.Invalid("/line", fmt.Sprintf("mirror takes one of line, over and axis; %d are given", given), nil)
	case a.Through != nil && a.Axis == "":
		return geom.Transform{}, m.tx.Invalid("/through", "through goes with axis; line and over say where they run", nil)
	case a.Over != "":
		r, line, err := m.tx.lined("over", a.Over)
		if err == nil && line.IsArc() {
			err = m.tx.Invalid("/over", fmt.Sprintf("%s is an arc; mirror over a straight line", titled(r)), a.Over)
		}
		return geom.MirrorOver(line.Start, line.End), err
	case a.Axis != "":
		return m.overAxis(a)
	case len(a.Line) != 2 || a.Line[0] == a.Line[1]:
		return geom.Transform{}, m.tx.Invalid("/line", "line takes two different points", nil)
	}
	return geom.MirrorOver(geom.Point{X: a.Line[0][0], Y: a.Line[0][1]}, geom.Point{X: a.Line[1][0], Y: a.Line[1][1]}), nil
}

func (m *turning) overAxis(a mirrorArgs) (geom.Transform, error) {
	at := m.center()
	if a.Through != nil {
		var err error
		if at, err = m.tx.middle("through", *a.Through); err != nil {
			return geom.Transform{}, err
		}
	}
	along := geom.Point{Y: 1}
	if a.Axis == "east-west" {
		along = geom.Point{X: 1}
	}
	return geom.MirrorOver(at, at.Add(along)), nil
}
