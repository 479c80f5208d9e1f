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

type splitWallArgs struct {
	ID       string       `json:"id" required:"true" also:"wall,wallId" doc:"The wall."`
	From     string       `json:"from" enum:"start,end" default:"start" doc:"End that distance counts from."`
	Distance *args.Length `json:"distance" also:"at,offset,position" doc:"Distance in mm along the baseline from there."`
	Fraction *float64     `json:"fraction" join:"|" above:"0" max:"1" also:"ratio,t" doc:"Part of the length from its start, 0 to 1."`
	Near     *args.Point  `json:"near" join:"|" also:"point,location" doc:"At the place of its baseline that is closest to [x, y], in mm."`
	NewID    string       `json:"newId" doc:"Id of the new wall, the part towards the end. Absent: made."`
	KeepShape
}

func splitWall() *Command {
	return define(Command{Name: "split_wall", Geometric: true, Also: []string{"split", "cut_wall", "break_wall"},
		Summary: "Split a wall in two where it stands, hosted elements keeping their place",
		Doc: `The wall keeps its id and the part from its start; a new wall, the same in all but mark, number and outside
identities, takes the part towards its end. Doors, windows and whatever else it hosts stay where they are
in the world, in the part that they stand in; footings and railings without a place of their own go under both.

Refused where a door, window or opening stands across the place: the answer names it and the nearest places
beside it.`},
		`{"command": "split_wall", "id": "wall-south", "distance": 6000, "newId": "wall-south-east"}`, runSplitWall)
}

func runSplitWall(_ context.Context, tx *Tx, a splitWallArgs) error {
	r, err := tx.One(a.ID, find.Want{Categories: []string{"wall"}, Role: "id"})
	if err != nil {
		return err
	}
	line, ok := hostLine(r)
	if !ok {
		return tx.Invalid("/id", fmt.Sprintf("%s has no baseline", titled(r)), a.ID)
	}
	distance, err := a.along(tx, line)
	if err != nil {
		return err
	}
	if distance < geom.JoinTolerance || distance > line.Length()-geom.JoinTolerance {
		return tx.Invalid("/distance", fmt.Sprintf("%s is %s long; it splits between its ends, not at %v from its start",
			titled(r), tx.Length(tidy(line.Length())), tidy(distance)), distance)
	}
	if _, err := tx.split(r, distance, a.NewID, a.KeepShape); err != nil {
		return err
	}
	tx.Say("Split", []*model.Record{r}, fmt.Sprintf("at %s from its start", tx.Length(tidy(distance))))
	return nil
}

// along answers where the wall is split, in mm from its start.
func (a *splitWallArgs) along(tx *Tx, line geom.Curve) (float64, error) {
	given := 0
	for _, there := range []bool{a.Distance != nil, a.Fraction != nil, a.Near != nil} {
		if there {
			given++
		}
	}
	switch {
	case given != 1:
		return 0, tx.Invalid("/distance", fmt.Sprintf("split_wall takes exactly one of distance, fraction and near; %d are given", given), nil)
	case a.Fraction != nil:
		return *a.Fraction * line.Length(), nil
	case a.Near != nil:
		return line.Project(geom.Point{X: a.Near[0], Y: a.Near[1]}).Along, nil
	case a.From == "end":
		return line.Length() - float64(*a.Distance), nil
	}
	return float64(*a.Distance), nil
}

// split splits a wall at a distance from its start and answers the new wall.
func (tx *Tx) split(r *model.Record, distance float64, newID string, keep KeepShape) (*model.Record, error) {
	s := tx.Snapshot()
	line, _ := hostLine(r)
	moves, copies, err := tx.apart(s, r, line, distance)
	if err != nil {
		return nil, err
	}
	id, err := tx.NewID("wall", newID)
	if err != nil {
		return nil, tx.aboutNewID(err)
	}
	first, second := halves(r, line, distance)
	second = second.With("id", id)
	if err := tx.PutShape(first, keep); err != nil {
		return nil, err
	}
	if err := tx.Put(second.Without("shape").Without("placement")); err != nil {
		return nil, err
	}
	before, _ := category.Baseline(first)
	for _, h := range moves {
		next := h.With("hostId", id)
		if offset, ok := h.Number("offset"); ok && slides(h) {
			next = next.With("offset", geom.Round(offset-before.Length()))
		}
		if err := tx.Put(next); err != nil {
			return nil, err
		}
	}
	return second, tx.underBoth(copies, id)
}

// halves answers a wall's two parts, both under its id.
func halves(r *model.Record, line geom.Curve, distance float64) (first, second *model.Record) {
	a, b := line.Split(distance)
	corner := a.End
	first, second = r.With("end", pointValue(corner)), r.With("start", pointValue(corner))
	if line.IsArc() {
		first, second = first.With("sagitta", geom.Round(a.Sagitta)), second.With("sagitta", geom.Round(b.Sagitta))
	}
	for _, name := range own {
		second = second.Without(name)
	}
	if ends := r.Object("ends"); ends != nil {
		first, second = withEnds(first, ends.Without("end")), withEnds(second, ends.Without("start"))
	}
	return first, second
}

func withEnds(r *model.Record, ends model.Object) *model.Record {
	if len(ends) == 0 {
		return r.Without("ends")
	}
	return r.With("ends", ends)
}

// apart decides which hosted elements of a wall go with its second part and which,
// having no place of their own, belong to both. It is an error that one stands
// across the place.
func (tx *Tx) apart(s *model.Snapshot, r *model.Record, line geom.Curve, distance float64) (moves, both []*model.Record, err error) {
	for _, h := range hosted(s, r.ID()) {
		span, ok := category.Opening(s, h)
		switch {
		case ok && span.From < distance-geom.Epsilon && span.To > distance+geom.Epsilon:
			return nil, nil, tx.across(h, span, distance)
		case ok && (span.From+span.To)/2 > distance, !ok && slides(h) && h.NumberOr("offset", 0) > distance:
			moves = append(moves, h)
		case ok, slides(h):
		case !hasPlace(h):
			both = append(both, h)
		case line.Project(placeOf(h)).Along > distance:
			moves = append(moves, h)
		}
	}
	return moves, both, nil
}

// placeOf answers the middle of the places that a record names.
func placeOf(r *model.Record) geom.Point {
	box := geom.EmptyBox()
	mapPlaces(r.Members(), func(p []any) []any {
		x, okX := p[0].(float64)
		y, okY := p[min(1, len(p)-1)].(float64)
		if okX && okY {
			box = box.Include(geom.Point3{X: x, Y: y})
		}
		return p
	})
	return box.Center().Plan()
}

// across is the problem of an opening that stands where a wall would be split.
func (tx *Tx) across(h *model.Record, span category.Span, distance float64) error {
	p := tx.invalid("/split", fmt.Sprintf("%s stands from %v to %v along %s, across the place at %v where it would be split",
		titled(h), tidy(span.From), tidy(span.To), h.String("hostId"), tidy(distance)), nil)
	if tx.command.Name != "split_wall" {
		p.Hint = "Leave split out, or move one of them"
		p.Details["try"] = tx.data.Without("split")
		return p
	}
	at := span.From
	if math.Abs(span.To-distance) < math.Abs(at-distance) || at < geom.JoinTolerance {
		at = span.To
	}
	p.Details["path"] = "/distance"
	p.Hint = fmt.Sprintf("Split it at %v or %v, or anywhere beside them", tidy(span.From), tidy(span.To))
	p.Details["try"] = tx.data.Without("from").Without("fraction").Without("near").With("distance", tidy(at))
	return p
}

// underBoth copies hosted elements without a place for the second part.
func (tx *Tx) underBoth(records []*model.Record, host string) error {
	for _, h := range records {
		id, err := tx.NewID(h.Category(), "")
		if err != nil {
			return err
		}
		for _, name := range own {
			h = h.Without(name)
		}
		if err := tx.Put(h.With("id", id).With("hostId", host)); err != nil {
			return err
		}
		tx.Note("%s continues under %s as %s", h.ID(), host, id)
	}
	return nil
}
