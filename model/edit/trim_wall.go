package edit

import (
	"context"
	"fmt"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
)

type trimWallArgs struct {
	ID   string `json:"id" required:"true" also:"wall,wallId,element" doc:"The wall or curtain wall."`
	At   *aim   `json:"at" required:"true" also:"to,by,cutter,boundary,point" doc:"Wall or grid that it is trimmed at, or a point whose foot on its line it ends at."`
	Keep anchor `json:"keep" also:"side,keepSide,part" doc:"Which part stays: the one at its start or end, at a compass word, with a door or window, or beside a point. Absent: the longer one."`
	KeepShape
}

func trimWall() *Command {
	return define(Command{Name: "trim_wall", Geometric: true, Also: []string{"trim", "shorten_wall", "cut_back"},
		Summary: "Cut a wall off at a wall, a grid or a point, keeping one side",
		Doc: `The end that is cut off goes back to the line of what at names; there the wall joins it. What it hosts in the part
that stays keeps its place. Only this wall changes; walls that were joined to the part that goes lose that join.

Refused where a door, window or opening stands in the part that goes or across the cut: move or delete it first,
in the same request.`},
		`{"command": "trim_wall", "id": "wall-partition", "at": [6000, 5000], "keep": "start"}`, runTrimWall)
}

func runTrimWall(_ context.Context, tx *Tx, a trimWallArgs) error {
	r, w, err := tx.wall("id", a.ID)
	if err != nil {
		return err
	}
	g, err := tx.goal("at", *a.At)
	if err != nil {
		return err
	}
	if err := tx.otherGoal("at", r, w, g); err != nil {
		return err
	}
	at, err := tx.trimAt(r, w, g)
	if err != nil {
		return err
	}
	goes, err := tx.partThatGoes(r, w, at, a.Keep)
	if err != nil {
		return err
	}
	if at.at.Near(goes.point(w.line), geom.JoinTolerance) {
		tx.Note("the %s of %s is at %s already; nothing changes", goes, titled(r), g)
		return nil
	}
	l := newRelining(tx, a.KeepShape)
	if err := l.reline(r.ID(), bend{before: w.line, after: ending(w.line, goes, at)}); err != nil {
		return err
	}
	tx.Say("Trim", []*model.Record{r}, "at "+g.String())
	return l.sound("/at")
}

// trimAt answers where along a wall it is trimmed.
func (tx *Tx) trimAt(r *model.Record, w *run, g goal) (reached, error) {
	crossings := g.crossings(w.line)
	for _, c := range crossings {
		if within(w.line, c.along) {
			return c, tx.misses("at", r, g, c.at)
		}
	}
	p := tx.invalid("/at", fmt.Sprintf("%s does not reach %s: there is nothing to trim", titled(r), g), nil)
	if len(crossings) > 0 {
		p.Hint = "extend_wall makes a wall longer"
		p.Details["try"] = tx.data.Without("at").Without("keep").With("command", "extend_wall").With("to", tx.data.Get("at"))
	}
	return reached{}, p
}

// partThatGoes answers the end of a wall whose part is cut off.
func (tx *Tx) partThatGoes(r *model.Record, w *run, cut reached, keep anchor) (wallEnd, error) {
	kept := atStart
	switch towards, ok := geom.ParseFacing(keep.text); {
	case keep.point != nil:
		kept = side(w.line.Project(*keep.point).Along, cut)
	case keep.text == "start", keep.text == "end":
		kept, _ = endNamed(keep.text)
	case ok:
		end, err := tx.compassEnd("keep", r, w.line, towards)
		if err != nil {
			return end, err
		}
		kept = end
	case keep.text != "":
		h, err := tx.One(keep.text, find.Want{Categories: []string{"door", "window", "opening", "curtain-wall"}, Role: "keep"})
		if err != nil {
			return kept, err
		}
		span, ok := category.Opening(tx.Snapshot(), h)
		if !ok || h.String("hostId") != r.ID() {
			return kept, tx.Invalid("/keep", fmt.Sprintf("%s is not in %s", titled(h), titled(r)), keep.text)
		}
		kept = side((span.From+span.To)/2, cut)
	default:
		kept = side(w.line.Length()/2, cut)
		tx.assumed = append(tx.assumed, fmt.Sprintf("keep: the part at the %s of %s, the longer", kept, r.ID()))
	}
	return atEnd - kept, nil
}

// side answers at which end of a wall a distance from its start lies, as seen from
// where it is cut.
func side(distance float64, cut reached) wallEnd {
	if distance <= math.Max(cut.along, 0) {
		return atStart
	}
	return atEnd
}
