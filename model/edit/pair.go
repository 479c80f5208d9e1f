package edit

import (
	"fmt"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// pair is two walls being joined.
type pair struct {
	relining
	joinWallsArgs
	records [2]*model.Record
	walls   [2]*run
	ends    [2]wallEnd // that are joined; of the second none in a tee
	tee     bool
	through string // id of the wall that runs through, empty where it is not said
	changed map[string]bool
}

// pair answers the two walls that a request names.
func (tx *Tx) pair(a joinWallsArgs) (*pair, error) {
	if len(a.Walls) != 2 {
		return nil, tx.Invalid("/walls", fmt.Sprintf("join_walls takes two walls; %d are given", len(a.Walls)), nil)
	}
	j := &pair{relining: newRelining(tx, a.KeepShape), joinWallsArgs: a, changed: map[string]bool{}}
	for i, name := range a.Walls {
		var err error
		if j.records[i], j.walls[i], err = tx.freeWall("walls", name); err != nil {
			return nil, err
		}
	}
	if a.Through != "" {
		r, _, err := tx.wall("through", a.Through)
		if err != nil {
			return nil, err
		}
		j.through = r.ID()
	}
	first, second := j.walls[0], j.walls[1]
	switch {
	case first.id == second.id:
		return nil, tx.Invalid("/walls", titled(j.records[0])+" is named twice", nil)
	case !first.shares(second):
		return nil, tx.Invalid("/walls", fmt.Sprintf("%s and %s stand at different heights and cannot join", titled(j.records[0]), titled(j.records[1])), nil)
	case j.through != "" && j.through != first.id && j.through != second.id:
		return nil, tx.Invalid("/through", "through names one of the two walls", a.Through)
	}
	return j, nil
}

// part keeps the ends where the walls meet from joining.
func (j *pair) part() error {
	if j.Join != "" || j.through != "" {
		return j.tx.Invalid("/join", "walls that do not join have no join or through; leave them out", nil)
	}
	met := false
	for i, w := range j.walls {
		for _, e := range [...]wallEnd{atStart, atEnd} {
			if !joined(w, j.walls[1-i], e) {
				continue
			}
			met = true
			if err := j.change(w.id, e, func(end model.Object) model.Object { return end.Without("priority").With("join", "none") }); err != nil {
				return err
			}
		}
	}
	switch {
	case !met:
		return j.tx.Invalid("/walls", fmt.Sprintf("no end of %s or %s lies on the other: there is no join to take away", j.walls[0].id, j.walls[1].id), nil)
	case len(j.changed) == 0:
		j.tx.Note("%s and %s are kept from joining already; nothing changes", j.walls[0].id, j.walls[1].id)
		return nil
	}
	j.tx.Say("Keep from joining", j.records[:], "")
	return nil
}

// change changes what a wall says about the join of an end.
func (j *pair) change(id string, e wallEnd, change func(model.Object) model.Object) error {
	r := j.tx.Record(id)
	next := withEnd(r, e, change)
	if next.Equal(r) {
		return nil
	}
	j.changed[id] = true
	return j.tx.PutShape(next, j.KeepShape)
}

// meet brings the walls to where their lines meet.
func (j *pair) meet() error {
	at, err := j.crossing()
	if err != nil {
		return err
	}
	j.tee = j.Form == "tee" || j.Form == "" && j.away(1, at)
	for i, w := range j.walls {
		j.ends[i] = nearestEnd(w.line, at)
	}
	if j.tee {
		return j.teeAt(at)
	}
	if j.ends[0].point(j.walls[0].line).Near(j.ends[1].point(j.walls[1].line), geom.JoinTolerance) {
		return nil
	}
	for i, w := range j.walls {
		if err := j.bring(i, w, at); err != nil {
			return err
		}
	}
	return nil
}

// teeAt brings the first wall to the second.
func (j *pair) teeAt(at geom.Point) error {
	if !j.walls[1].holds(at) {
		p := j.tx.invalid("/form", fmt.Sprintf("the line of %s passes %s beyond its end", titled(j.records[0]), titled(j.records[1])), "tee")
		p.Hint, p.Details["try"] = "form: corner brings both there", j.tx.data.With("form", "corner")
		return p
	}
	if w := j.walls[0]; !j.walls[1].holds(j.ends[0].point(w.line)) {
		return j.bring(0, w, at)
	}
	return nil
}

// crossing answers where the lines of the walls meet: of two places the one that is
// closer to their ends.
func (j *pair) crossing() (geom.Point, error) {
	a, b := j.walls[0].line, j.walls[1].line
	best, least := geom.Point{}, math.Inf(1)
	for _, e := range [...]wallEnd{atStart, atEnd} { // a shared end is none of two lines that are tangent
		for _, f := range [...]wallEnd{atStart, atEnd} {
			if p := e.point(a); p.Near(f.point(b), geom.JoinTolerance) {
				return p, nil
			}
		}
	}
	for _, p := range a.Crossings(b) {
		if d := nearestEnd(a, p).point(a).Dist(p) + nearestEnd(b, p).point(b).Dist(p); d < least {
			best, least = p, d
		}
	}
	if !math.IsInf(least, 1) && !inLine(a, b) {
		return best, nil
	}
	p := j.tx.invalid("/walls", fmt.Sprintf("the lines of %s and %s do not meet", titled(j.records[0]), titled(j.records[1])), nil)
	p.Hint = "Walls in one line are joined by merge_walls; parallel ones with offset_wall first"
	return best, p
}

// away tells whether a place lies on a wall, away from its ends.
func (j *pair) away(i int, at geom.Point) bool {
	w, other := j.walls[i], j.walls[1-i]
	return w.holds(at) && nearestEnd(w.line, at).point(w.line).Dist(at) > max(w.left-w.right, other.left-other.right)
}

func nearestEnd(line geom.Curve, p geom.Point) wallEnd {
	if line.Start.Dist(p) <= line.End.Dist(p) {
		return atStart
	}
	return atEnd
}

// bring moves the joined end of a wall to the corner.
func (j *pair) bring(i int, w *run, at geom.Point) error {
	e := j.ends[i]
	if e.point(w.line).Near(at, 2*geom.Epsilon) {
		return nil
	}
	places := along(w.line, at)
	to := places[0]
	if e == atStart && len(places) > 1 && places[0].along > w.line.Length() {
		to = places[1]
	}
	to.at = at
	j.changed[w.id] = true
	return j.reline(w.id, bend{before: w.line, after: ending(w.line, e, to)})
}

// settle writes how the ends are joined.
func (j *pair) settle() error {
	if j.through != "" && (j.tee || j.Join == "auto") {
		return j.tx.Invalid("/through", "through is for a corner with join: butt; in a T the second wall runs through", j.Through)
	}
	priority := 0.0
	for i, w := range j.walls {
		if w.id != j.through {
			end, _ := j.tx.Record(w.id).Object("ends").Get(j.ends[i].String()).(model.Object)
			priority, _ = end.Get("priority").(float64)
		}
	}
	for i, w := range j.walls {
		if i == 1 && j.tee {
			break
		}
		err := j.change(w.id, j.ends[i], func(end model.Object) model.Object {
			switch {
			case j.Join == "auto":
				end = end.Without("priority").Without("join")
			case j.Join == "butt":
				end = end.With("join", "butt")
			case end.Get("join") == "none":
				end = end.Without("join")
			}
			if has, _ := end.Get("priority").(float64); w.id == j.through && has <= priority {
				end = end.With("priority", priority+1)
			}
			return end
		})
		if err != nil {
			return err
		}
	}
	return nil
}
