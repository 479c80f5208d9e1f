package edit

import (
	"context"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

type drawWallsArgs struct {
	Level    string       `json:"level" required:"true" also:"levelId,storey,floor,baseLevel" doc:"Level that the walls stand on."`
	Type     string       `json:"type" also:"typeId,wallType" doc:"Type of the walls. Absent: the only one there is, or none with thickness."`
	Points   []args.Point `json:"points" required:"true" also:"path,polyline,outline,vertices,corners" doc:"Corners [x, y] in mm, in order; n points make n-1 walls, n where closed."`
	Closed   bool         `json:"closed" also:"close,loop" doc:"Whether a wall goes from the last point back to the first."`
	Height   *args.Length `json:"height" above:"0" also:"wallHeight" doc:"Height in mm. Absent: they reach the top of their storey."`
	Top      string       `json:"top" join:"|" also:"topLevel,topLevelId,to" doc:"Level that they reach up to."`
	Line     string       `json:"line" enum:"axis,outside,inside" default:"axis" also:"location,reference,justification" doc:"What the points draw: the walls' middle, or their outer or inner faces. The outside of an open line is to its right."`
	External bool         `json:"external" also:"exterior,isExternal" doc:"Whether they are meant as external walls."`
	Split    bool         `json:"split" doc:"Whether walls that the new ones meet or cross are split there."`
	// Thickness is for walls without a type.
	Thickness *args.Length `json:"thickness" above:"0" doc:"Thickness in mm of walls without a type."`
	ID        string       `json:"id" also:"ids,newId" doc:"Id of the new wall; id-1, id-2 … in order where there are several. Absent: made."`
}

func drawWalls() *Command {
	return define(Command{Name: "draw_walls", Geometric: true, Also: []string{"create_wall", "draw_wall", "place_wall", "place_walls", "add_wall", "add_walls", "create_walls"},
		Summary: "Draw walls along a line of points",
		Doc: `Makes a wall from each point to the next. Closed walls run counter-clockwise, whichever way the points
do, so that their outside (and the last layer of their type) is to the right of start -> end; an open line
runs as it is drawn.

With line: outside or inside the points are the corners of that face, and the walls' middle is drawn half
their thickness beside it, mitred at the corners.

A free end that lies in an existing wall at the same height, or up to 10 mm before its face, is brought to that
wall's baseline (or to its end, where that is within 10 mm), and the notes say so: then the two join.
Existing walls stay whole unless split: true.`},
		`{"command": "draw_walls", "level": "level-0", "type": "wall-type-partition-100", "points": [[0, 4000], [2000, 4000], [2000, 0]], "id": "wall-store"}`, runDrawWalls)
}

func runDrawWalls(_ context.Context, tx *Tx, a drawWallsArgs) error {
	d := &drawing{tx: tx, s: tx.Snapshot()}
	if err := d.likeAll(a); err != nil {
		return err
	}
	if err := d.lay(a); err != nil {
		return err
	}
	if !a.Closed {
		d.meet()
	}
	if a.Split {
		if err := d.split(); err != nil {
			return err
		}
	}
	return d.put(a.ID)
}

// drawing is a row of walls being drawn.
type drawing struct {
	tx    *Tx
	s     *model.Snapshot
	model *model.Record // what all the walls have in common, without a place
	run   run           // the height and faces of the walls, without a line
	line  polyline      // the walls' axes
}

// likeAll makes what the walls have in common.
func (d *drawing) likeAll(a drawWallsArgs) error {
	level, err := d.tx.Level("level", a.Level)
	if err != nil {
		return err
	}
	r := model.NewRecord(model.Object{{Name: "id", Value: "wall"}, {Name: "category", Value: "wall"}, {Name: "levelId", Value: level.ID()}})
	if a.External {
		r = r.With("external", true)
	}
	if a.Height != nil && a.Top != "" {
		return d.tx.Invalid("/top", "walls have a height or a top level, not both", a.Top)
	}
	if a.Height != nil {
		r = r.With("height", float64(*a.Height))
	}
	if a.Top != "" {
		top, err := d.tx.Level("top", a.Top)
		if err != nil {
			return err
		}
		r = r.With("topLevelId", top.ID())
	}
	if d.model, err = (made{category: "wall"}).of(d.tx, r, a.Type, a.Thickness); err != nil {
		return err
	}
	left, right := category.Faces(d.s, d.model)
	d.run = run{left: left, right: right, base: category.Base(d.s, d.model)}
	var ok bool
	if d.run.top, ok = category.Top(d.s, d.model); !ok {
		d.run.top = math.Inf(1)
	}
	return nil
}

// typesOf answers the ids of the types of a category.
func (tx *Tx) typesOf(category string) []string {
	var types []string
	for f := range tx.Snapshot().InCategory("type") {
		if t := f.Record(); t != nil && t.Of() == category {
			types = append(types, f.ID())
		}
	}
	return types
}

// lay draws the walls' axes.
func (d *drawing) lay(a drawWallsArgs) error {
	line := polyline{closed: a.Closed}
	for _, p := range a.Points {
		line.points = append(line.points, geom.Point{X: p[0], Y: p[1]}.Round())
	}
	if last := len(line.points) - 1; a.Closed && last > 0 && line.points[0].Near(line.points[last], geom.JoinTolerance) {
		line.points = line.points[:last]
	}
	if err := line.check(); err != nil {
		return d.tx.Invalid("/points", err.Error(), nil)
	}
	line = line.counterClockwise()
	half := (d.run.left - d.run.right) / 2
	distance := map[string]float64{"axis": 0, "outside": half, "inside": -half}[a.Line]
	axes, err := line.parallel(distance)
	if err != nil {
		return d.tx.Invalid("/points", err.Error(), nil)
	}
	d.line = axes
	return nil
}

// put writes a wall for each side.
func (d *drawing) put(chosen string) error {
	sides := d.line.sides()
	ids, err := d.tx.NewIDs("wall", chosen, len(sides))
	if err != nil {
		return err
	}
	walls := make([]*model.Record, len(sides))
	for i, side := range sides {
		walls[i] = d.model.With("id", ids[i]).With("start", pointValue(side.Start)).With("end", pointValue(side.End))
		if err := d.tx.Put(walls[i]); err != nil {
			return err
		}
	}
	d.tx.Say("Draw", walls, "on "+d.model.String("levelId"))
	return nil
}
