package edit

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
)

type editOutlineArgs struct {
	ID         string        `json:"id" required:"true" also:"slab,roof,ceiling,room,element" doc:"The slab, ceiling, roof, room, shaft, opening or foundation, by id or name."`
	Move       []movedVertex `json:"move" also:"moveVertex,moveVertices,moves" doc:"Vertices that go elsewhere: [{vertex, to | by}]."`
	Insert     []newVertex   `json:"insert" also:"add,addVertex,insertVertex" doc:"New vertices: [{at, edge?}]."`
	Remove     []spot        `json:"remove" also:"delete,removeVertex,removeVertices" doc:"Vertices that go, by index from 0 or by their place [x, y]."`
	Bend       []bentEdge    `json:"bend" also:"arc,arcs" doc:"Edges that become arcs, or straight: [{edge, sagitta}]."`
	Hole       *spot         `json:"hole" doc:"The hole whose vertices are meant, by index from 0 or a point [x, y] in it. Absent: the outer outline."`
	Union      []args.Point  `json:"union" also:"unite,extend,include" doc:"Outline [x, y] in mm of what is added."`
	Subtract   []args.Point  `json:"subtract" also:"cut,difference,exclude" doc:"Outline [x, y] in mm of what is cut off; one in the middle becomes a hole."`
	AddHole    []args.Point  `json:"addHole" also:"newHole" doc:"Outline [x, y] in mm of a new hole, which lies inside."`
	RemoveHole *spot         `json:"removeHole" also:"deleteHole,closeHole" doc:"The hole that is closed, by index from 0 or a point [x, y] in it."`
	KeepShape
}

func editOutline() *Command {
	return define(Command{Name: "edit_outline", Geometric: true, Also: []string{"change_outline", "update_outline", "reshape", "edit_slab", "edit_boundary"},
		Summary: "Change an outline by vertices, by what is added or cut off, or by its holes",
		Doc: `Changes a slab, ceiling, roof, room, shaft, opening or foundation. Vertices and edges are counted from 0 as in the
record; edge 0 runs from vertex 0 to vertex 1. All indexes of one command are those before it, and it works in
the order of its arguments. Edges that stay keep their arcs and what a roof says of them.

For a hole that stays apart from the outline, such as a stair's, prefer place_opening. Refused where edges would
cross, where it would fall apart or where nothing would be left; the notes name openings that no longer lie in it.`},
		`{"command": "edit_outline", "id": "slab-ground", "union": [[4000, 8150], [7000, 8150], [7000, 9650], [4000, 9650]]}`, runEditOutline)
}

func runEditOutline(_ context.Context, tx *Tx, a editOutlineArgs) error {
	r, err := tx.One(a.ID, find.Want{Categories: []string{"slab", "ceiling", "roof", "room", "shaft", "opening", "foundation"}, Role: "id"})
	if err != nil {
		return err
	}
	p, ok := plateOf(r)
	if !ok {
		return tx.Invalid("/id", fmt.Sprintf("%s has no outline", titled(r)), a.ID)
	}
	e := outlineEdit{tx: tx, record: r, plate: p}
	if err := e.apply(a); err != nil {
		return err
	}
	return e.put(a.KeepShape)
}

// outlineEdit is an outline being changed.
type outlineEdit struct {
	tx     *Tx
	record *model.Record
	plate  plate
	steps  int
}

func (e *outlineEdit) apply(a editOutlineArgs) error {
	for _, step := range []struct {
		given bool
		run   func() error
	}{
		{len(a.Move)+len(a.Insert)+len(a.Remove)+len(a.Bend) > 0, func() error { return e.vertices(a) }},
		{a.Union != nil, func() error { return e.overlay("/union", a.Union, unite) }},
		{a.Subtract != nil, func() error { return e.overlay("/subtract", a.Subtract, geom.Difference) }},
		{a.AddHole != nil, func() error { return e.addHole(a.AddHole) }},
		{a.RemoveHole != nil, func() error { return e.removeHole(*a.RemoveHole) }},
	} {
		if !step.given {
			continue
		}
		e.steps++
		if err := step.run(); err != nil {
			return err
		}
	}
	if e.steps == 0 {
		return e.tx.Invalid("/union", "edit_outline takes one or more of move, insert, remove, bend, union, subtract, addHole and removeHole", nil)
	}
	return nil
}

// overlay unites the plate with an outline, or takes it off.
func (e *outlineEdit) overlay(path string, points []args.Point, op func(a, b []geom.Region) []geom.Region) error {
	tool, err := e.tx.drawn(path, points)
	if err != nil {
		return err
	}
	regions := op([]geom.Region{e.plate.region()}, []geom.Region{{Outer: tool.ring()}})
	sources := append(sourcesOf(e.plate.outer), sourcesOf(tool)...)
	for _, hole := range e.plate.holes {
		sources = append(sources, sourcesOf(hole)...)
	}
	plates := overlaid(regions, sources, e.plate.outer.points)
	switch {
	case len(plates) == 0:
		return e.tx.Invalid(path, fmt.Sprintf("nothing of %s would be left; delete it instead", titled(e.record)), nil)
	case len(plates) > 1 && path == "/union":
		return e.tx.Invalid(path, fmt.Sprintf("the outline to add lies apart from that of %s; let it touch along an edge, or place another one", titled(e.record)), nil)
	case len(plates) > 1:
		return e.tx.Invalid(path, fmt.Sprintf("%s would fall into %d parts; cut it back to one and place the others", titled(e.record), len(plates)), nil)
	}
	first := e.plate.outer.points[0]
	e.plate = plates[0]
	e.plate.outer = e.plate.outer.startAt(first)
	return nil
}

func (e *outlineEdit) addHole(points []args.Point) error {
	hole, err := e.tx.drawn("/addHole", points)
	if err != nil {
		return err
	}
	e.plate.holes = append(e.plate.holes, hole)
	return nil
}

func (e *outlineEdit) removeHole(which spot) error {
	i, err := e.hole("/removeHole", which)
	if err != nil {
		return err
	}
	e.plate.holes = append(e.plate.holes[:i:i], e.plate.holes[i+1:]...)
	return nil
}

// hole answers the index of the hole that is meant.
func (e *outlineEdit) hole(path string, which spot) (int, error) {
	if len(e.plate.holes) == 0 {
		return 0, e.tx.Invalid(path, fmt.Sprintf("%s has no holes of its own; what it hosts are openings, which delete takes away", titled(e.record)), nil)
	}
	if which.at == nil {
		if which.index >= 0 && which.index < len(e.plate.holes) {
			return which.index, nil
		}
		return 0, e.tx.Invalid(path, fmt.Sprintf("%s has holes 0 to %d", titled(e.record), len(e.plate.holes)-1), float64(which.index))
	}
	for i, hole := range e.plate.holes {
		if hole.ring().Locate(*which.at, geom.JoinTolerance) != geom.Outside {
			return i, nil
		}
	}
	return 0, e.tx.Invalid(path, fmt.Sprintf("[%v, %v] lies in no hole of %s", which.at.X, which.at.Y, titled(e.record)), nil)
}

// put checks the outline and writes it.
func (e *outlineEdit) put(keep KeepShape) error {
	if len(e.plate.holes) > 0 && !e.tx.knows(e.record, "holes") {
		return e.tx.Invalid("", fmt.Sprintf("a %s has no holes; cut through to its edge, or leave it out", word(e.record.Category())), nil)
	}
	if err := e.plate.check(); err != nil {
		return e.tx.Invalid("", err.Error(), nil)
	}
	next := e.plate.on(e.record)
	if next.Equal(e.record) {
		e.tx.Note("The outline of %s is so already.", titled(e.record))
		return nil
	}
	if err := e.tx.PutShape(next, keep); err != nil {
		return err
	}
	e.tx.noteOutlying(next)
	e.tx.Say("Change the outline of", []*model.Record{e.record}, "")
	return nil
}

// noteOutlying tells which openings of a plate do not lie in it.
func (tx *Tx) noteOutlying(r *model.Record) {
	region, ok := category.Outline(r)
	if !ok {
		return
	}
	for _, h := range hosted(tx.Snapshot(), r.ID()) {
		hole, ok := category.Outline(h)
		out := ok && !geom.Within(hole, region, geom.JoinTolerance)
		if at, isPoint := h.Point("at"); isPoint {
			out = region.Locate(geom.Point{X: at[0], Y: at[1]}, geom.JoinTolerance) == geom.Outside
		}
		if out {
			tx.Note("%s reaches beyond the outline of %s; move it or delete it.", titled(h), titled(r))
		}
	}
}
