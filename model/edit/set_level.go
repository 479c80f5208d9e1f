package edit

import (
	"context"
	"fmt"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

type setLevelArgs struct {
	Target
	Level string `json:"level" required:"true" also:"levelId,to,storey,floor" doc:"The level, by id, name or ordinal (1 is the lowest)."`
	Keep  string `json:"keep" enum:"place,offset" default:"place" doc:"place: it stays where it stands in the building, its offsets change. offset: it stands as high above the new level as above the old one."`
	KeepShape
}

func setLevel() *Command {
	return define(Command{
		Name: "set_level", Geometric: true, Also: []string{"change_level", "move_to_level", "assign_level"},
		Summary: "Make elements belong to another level",
		Doc: `By default nothing moves in the building: baseOffset, offset or sill take up the difference of the levels, and a top that followed the old storey becomes a height. With
keep: offset the elements move up or down with the level instead. What an element hosts on the same level comes along. The record's file moves to the new level's folder, its id stays.
To put a copy on another level use copy with toLevel.`,
	}, `{"command": "set_level", "id": "slab-ground", "level": "Ground floor"}`, runSetLevel)
}

func runSetLevel(ctx context.Context, tx *Tx, a setLevelArgs) error {
	level, err := tx.Level("level", a.Level)
	if err != nil {
		return err
	}
	targets, err := tx.Targets(ctx, a.Target)
	if err != nil {
		return err
	}
	l := leveller{tx: tx, s: tx.Snapshot(), to: level, args: a, done: map[string]bool{}}
	for _, r := range targets {
		if err := l.put(r); err != nil {
			return err
		}
	}
	tx.Say("Set level of", targets, "to "+shorten(plain(displayName(level)), 30))
	return nil
}

// displayName is a record's name, else its id.
func displayName(r *model.Record) string {
	if name := r.String("name"); name != "" {
		return name
	}
	return r.ID()
}

// leveller moves elements from their levels to another one.
type leveller struct {
	tx   *Tx
	s    *model.Snapshot // before
	to   *model.Record
	args setLevelArgs
	done map[string]bool
}

// put moves an element, and what it hosts on its level.
func (l *leveller) put(r *model.Record) error {
	if l.done[r.ID()] {
		return nil
	}
	l.done[r.ID()] = true
	if !l.tx.knows(r, "levelId") {
		return l.tx.Invalid("/id", fmt.Sprintf("%s stands on no level; set_level is for elements", spoken(r)), r.ID())
	}
	if r.String("levelId") == l.to.ID() {
		l.tx.Note("%s stands on %s already.", titled(r), spoken(l.to))
		return nil
	}
	next := r.With("levelId", l.to.ID())
	if l.args.Keep == "place" {
		next = restand(l.s, r, next)
	}
	put := l.tx.Put
	if l.args.Keep == "offset" && grows(l.s, r, next) {
		put = func(r *model.Record) error { return l.tx.PutShape(r, l.args.KeepShape) }
	}
	if err := put(next); err != nil {
		return err
	}
	for _, h := range hosted(l.s, r.ID()) {
		if h.Has("levelId") && h.String("levelId") == r.String("levelId") {
			if err := l.put(h); err != nil {
				return err
			}
		}
	}
	return nil
}

// grows tells whether an element is not as high as before.
func grows(s *model.Snapshot, r, next *model.Record) bool {
	was, ok := category.Top(s, r)
	now, known := category.Top(s, next)
	return ok != known || math.Abs(was-category.Base(s, r)-now+category.Base(s, next)) > geom.Epsilon
}

// restand answers the record as next, which belongs to another level or to one at
// another elevation, standing where it stood: from level to level its heights change
// by the difference, and a top that would move becomes a height. Heights that follow
// a host or the level alone cannot be kept and stay.
func restand(s *model.Snapshot, r, next *model.Record) *model.Record {
	return restandBy(s, s, r, next)
}

// restandBy is restand for levels that differ between two snapshots.
func restandBy(before, after *model.Snapshot, r, next *model.Record) *model.Record {
	dz := category.Elevation(before, r) - category.Elevation(after, next)
	if dz != 0 {
		if lifted, ok := lift(after.Schema(), next, dz); ok {
			next = lifted.With("topOffset", next.Get("topOffset"))
		}
	}
	top, ok := category.Top(before, r)
	if _, rises := after.Schema().Category(r.Category()).Field("topOffset"); !ok || !rises {
		return next
	}
	now, known := category.Top(after, next)
	if known && math.Abs(now-top) <= geom.Epsilon {
		return next
	}
	if next.Has("topLevelId") {
		return next.With("topOffset", optional(next.NumberOr("topOffset", 0)+top-now))
	}
	if _, has := after.Schema().Category(r.Category()).Field("height"); !has {
		return next
	}
	return next.Without("topOffset").With("height", tidy(top-category.Base(after, next)))
}
