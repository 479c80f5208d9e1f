package edit

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

type extendWallArgs struct {
	ID  string       `json:"id" required:"true" also:"wall,wallId,element" doc:"The wall or curtain wall."`
	To  *aim         `json:"to" also:"until,target,boundary,point,grid" doc:"Wall or grid that it is extended to, or a point beside whose foot on its line it ends."`
	By  *args.Length `json:"by" join:"|" also:"distance,length" above:"0" doc:"Instead of to: how much longer it becomes, in mm; end says where."`
	End string       `json:"end" enum:"start,end" doc:"Which end. Absent: the one that reaches to first."`
	KeepShape
}

func extendWall() *Command {
	return define(Command{Name: "extend_wall", Geometric: true, Also: []string{"extend", "lengthen_wall", "extend_to"},
		Summary: "Make a wall longer along its own line, to a wall, a grid, a point or by a distance",
		Doc: `One end goes on along the wall's line or arc, to the line of the wall or grid that to names; there it joins. Only
this wall changes: its doors and windows stay where they are, and walls that met its old end meet its side now.

Refused where its line does not reach (trim_wall shortens, join_walls brings two to their corner).`},
		`{"command": "extend_wall", "id": "wall-south", "end": "end", "by": 800}`, runExtendWall)
}

func runExtendWall(_ context.Context, tx *Tx, a extendWallArgs) error {
	r, w, err := tx.wall("id", a.ID)
	if err != nil {
		return err
	}
	if (a.By == nil) == (a.To == nil) {
		return tx.Invalid("/to", "extend_wall takes to or by: what it reaches, or how much longer it becomes", nil)
	}
	l := newRelining(tx, a.KeepShape)
	if a.By != nil {
		e, ok := endNamed(a.End)
		if !ok {
			return tx.Invalid("/end", "by needs end: which end of the wall", nil)
		}
		by := float64(*a.By)
		d := float64(e)*w.line.Length() + float64(2*e-1)*by
		return l.extend(r, w, e, reached{d, w.line.PointAt(d)}, "by "+tx.Length(by))
	}
	g, err := tx.goal("to", *a.To)
	if err != nil {
		return err
	}
	if err := tx.otherGoal("to", r, w, g); err != nil {
		return err
	}
	e, to, by, err := tx.extension(r, w, g, a.End)
	switch {
	case err != nil:
		return err
	case by <= geom.JoinTolerance:
		tx.Note("the %s of %s is at %s already; nothing changes", e, titled(r), g)
		return nil
	}
	return l.extend(r, w, e, to, "to "+g.String())
}

func endNamed(word string) (wallEnd, bool) {
	return map[string]wallEnd{"start": atStart, "end": atEnd}[word], word != ""
}

// extension answers which end of a wall is extended, to where and by how much.
func (tx *Tx) extension(r *model.Record, w *run, g goal, end string) (e wallEnd, to reached, by float64, err error) {
	crossings := g.crossings(w.line)
	found := false
	for _, try := range [...]wallEnd{atStart, atEnd} {
		if chosen, ok := endNamed(end); ok && chosen != try {
			continue
		}
		if at, far, ok := beyond(w.line, try, crossings); ok && (!found || far < by) {
			e, to, by, found = try, at, far, true
		}
	}
	if found {
		return e, to, by, tx.misses("to", r, g, to.at)
	}
	p := tx.invalid("/to", fmt.Sprintf("%s does not reach %s when it is extended", titled(r), g), nil)
	if len(crossings) > 0 {
		p.Hint = "It lies before that end: trim_wall shortens a wall"
		p.Details["try"] = tx.data.Without("to").Without("end").With("command", "trim_wall").With("at", tx.data.Get("to"))
	}
	return e, to, by, p
}

// extend brings one end of a wall to a place on its line.
func (l *relining) extend(r *model.Record, w *run, e wallEnd, to reached, how string) error {
	if err := l.reline(r.ID(), bend{before: w.line, after: ending(w.line, e, to)}); err != nil {
		return err
	}
	l.tx.Say("Extend", []*model.Record{r}, how)
	if embedded(r) {
		return l.roomInHost(r)
	}
	return nil
}

// roomInHost refuses that a curtain wall reaches beyond the wall that it stands in, or
// over what else stands in that.
func (l *relining) roomInHost(r *model.Record) error {
	after := l.tx.Snapshot()
	at, ok := category.Opening(after, after.Record(r.ID()))
	host, ok2 := runOf(after, after.Record(r.String("hostId")))
	if !ok || !ok2 {
		return nil
	}
	room := free(after, host, r.ID(), at)
	if fits(span{at.From, at.To}, room) {
		return nil
	}
	p := l.tx.invalid("/id", fmt.Sprintf("%s would stand from %v to %v along %s, where there is no room for it", titled(r), tidy(at.From), tidy(at.To), host.id), r.ID())
	p.Hint = "Free at that height, in mm from its start: " + orNothing(inWords(room, 0))
	return p
}
