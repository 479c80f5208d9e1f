package edit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
)

type setTypeArgs struct {
	Target
	Type string `json:"typeId" required:"true" also:"type,to,newType,family" doc:"The type, by id or name; add_type and duplicate_type make one."`
	Hold string `json:"keep" enum:"line,axis,outside,inside,left,right" default:"line" also:"fixed,keepFace,alignment" doc:"What of a wall stays where it is when its thickness changes: its line start -> end, its middle, or one of its faces."`
	KeepShape
}

func setType() *Command {
	return define(Command{
		Name: "set_type", Geometric: true, Also: []string{"change_type", "assign_type", "retype"},
		Summary: "Give elements another type",
		Doc: `All of them are of the type's category; a filter's other matches are left alone. The line start -> end of a wall stays where it is, so a thicker wall grows by its location (a
centred one to both sides). With keep its axis or a face stays instead: the line goes sideways as in offset_wall, corners stay closed and doors keep their place.

A thickness of the element's own is taken away, since the type has one; a width and height of its own stay and are named in the notes. replace_type moves all elements of a type.`,
	}, `{"command": "set_type", "id": "wall-partition", "typeId": "wall-type-exterior-300"}`, runSetType)
}

func runSetType(ctx context.Context, tx *Tx, a setTypeArgs) error {
	var of string
	if len(a.ID) > 0 { // what they are decides which types are meant
		first, err := tx.One(a.ID[0], find.Want{Role: "id"})
		if err != nil {
			return err
		}
		of = first.Category()
	}
	typ, err := tx.One(a.Type, find.Want{Categories: []string{"type"}, TypeOf: of, Role: "typeId"})
	if err != nil {
		return err
	}
	targets, err := tx.Targets(ctx, a.Target, typ.Of())
	if err != nil {
		return err
	}
	if a.Hold != "line" && typ.Of() != "wall" && typ.Of() != "curtain-wall" {
		return tx.Invalid("/keep", "keep is for walls; leave it out", a.Hold)
	}
	l := newRelining(tx, a.KeepShape)
	for _, r := range targets {
		if err := tx.retype(r, typ, a.KeepShape); err != nil {
			return err
		}
	}
	tx.Say("Set type of", targets, "to "+shorten(plain(displayName(typ)), 40))
	if a.Hold == "line" {
		return nil
	}
	return l.hold(targets, a.Hold)
}

// hold brings walls whose thickness or layers changed to where their axis or one of
// their faces was.
func (l *relining) hold(walls []*model.Record, what string) error {
	after := l.tx.Snapshot()
	by := map[string]float64{}
	for _, r := range walls {
		was, ok := runOf(l.s, r)
		now, ok2 := runOf(after, after.Record(r.ID()))
		if !ok || !ok2 || embedded(r) {
			continue
		}
		side := map[string]float64{"left": 1, "right": -1}[what]
		switch what {
		case "outside":
			side = l.tx.outerSide(r, was)
		case "inside":
			side = -l.tx.outerSide(r, was)
		}
		at := func(w *run) float64 { return (w.left+w.right)/2 + side*(w.left-w.right)/2 }
		if d := tidy(at(was) - at(now)); d != 0 {
			by[r.ID()] = d
		}
	}
	if err := l.sideways(by); err != nil {
		return err
	}
	return l.sound("/typeId")
}

// retype gives an element another type of its category.
func (tx *Tx) retype(r, typ *model.Record, keep KeepShape) error {
	next := r.With("typeId", typ.ID())
	if r.Has("thickness") && (typ.Has("layers") || typ.Has("thickness")) {
		next = next.Without("thickness")
		tx.Note("%s had a thickness of its own, %s; it now has its type's.", titled(r), tx.Length(r.NumberOr("thickness", 0)))
	}
	var own []string
	for _, name := range []string{"width", "height"} {
		if v, ok := r.Number(name); ok && slices.Contains([]string{"door", "window"}, r.Category()) && v != typ.NumberOr(name, v) {
			own = append(own, fmt.Sprintf("%s %s", name, tx.Length(v)))
		}
	}
	if len(own) > 0 {
		tx.Note("%s keeps its own %s; update {unset} takes its type's.", titled(r), strings.Join(own, " and "))
	}
	return tx.PutShape(next, keep)
}
