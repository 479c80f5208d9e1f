package edit

import (
	"context"

	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/geom"
)

type arrayArgs struct {
	Target
	By     args.Delta `json:"by" required:"true" also:"vector,delta,spacing,distance" doc:"Movement from one to the next, [dx, dy] or [dx, dy, dz] in mm."`
	Count  int        `json:"count" required:"true" min:"2" max:"1000" doc:"How many stand in a row, the original among them."`
	Across args.Delta `json:"across" also:"by2,rowSpacing" doc:"Movement from one row to the next, in mm. Absent: there is one row."`
	Rows   int        `json:"rows" default:"1" min:"1" max:"1000" also:"count2,rowCount" doc:"How many rows, the original's among them."`
	Spread bool       `json:"spread" also:"fill,fit" doc:"by (and across) run from the first to the last instead of to the next."`
	NewID  string     `json:"newId" also:"newIds,copyId,as" doc:"Ids of the copies: newId-1, newId-2 … What they host gets ids of its own. Absent: made."`
}

func array() *Command {
	return define(Command{Name: "array", Geometric: true, Also: []string{"repeat", "pattern"},
		Summary: "Repeat elements in a row or a grid, the originals staying the first",
		Doc: `Copies elements at even steps in one direction (by, count) or two (across, rows). count and rows
count the originals, so count: 4 makes three copies. With spread the vectors reach to the last one: by:
[9000, 0], count: 4, spread: true puts them 3000 mm apart.

Everything else is as in copy: hosted elements come along, doors and windows without their host repeat
along it, marks and numbers are left out.`},
		`{"command": "array", "id": "window-north", "by": [-2500, 0], "count": 2}`, runArray)
}

func runArray(ctx context.Context, tx *Tx, a arrayArgs) error {
	targets, err := tx.Targets(ctx, a.Target)
	if err != nil {
		return err
	}
	if a.By == (args.Delta{}) {
		return tx.Invalid("/by", "by is zero: the copies would lie in one place", nil)
	}
	if (a.Rows > 1) != (a.Across != args.Delta{}) {
		return tx.Invalid("/rows", "rows and across go together: how many rows, and the movement from one to the next", a.Rows)
	}
	along, across := delta(a.By), delta(a.Across)
	if a.Spread {
		along = along.Scale(1 / float64(a.Count-1))
		across = across.Scale(1 / float64(max(a.Rows-1, 1)))
	}
	var steps []step
	for j := range a.Rows {
		for i := range a.Count {
			v := along.Scale(float64(i)).Add(across.Scale(float64(j)))
			if i+j > 0 {
				steps = append(steps, step{by: v.Plan(), dz: v.Z})
			}
		}
	}
	if err := tx.copies(targets, steps, a.NewID); err != nil {
		return err
	}
	tx.Say("Repeat", targets, times(len(steps)))
	return nil
}

func delta(d args.Delta) geom.Point3 { return geom.Point3{X: d[0], Y: d[1], Z: d[2]} }
