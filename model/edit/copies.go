package edit

import (
	"errors"
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// step is where one copy goes, as seen from the original.
type step struct {
	by    geom.Point
	dz    float64
	level string                                       // empty: the original's
	turn  func(r *model.Record) (*model.Record, error) // instead of by and dz; nil: none
}

// own are the members that belong to one thing alone and are not copied.
var own = []string{"mark", "number", "ifcGuid", "externalIds"}

// copying is a set of records being copied, as they stand before it.
type copying struct {
	tx      *Tx
	s       *model.Snapshot
	targets []*model.Record
	sources []*model.Record // targets, each with all that it hosts
	in      map[string]bool
}

// copies makes a copy of records, and of what they host, for every step.
func (tx *Tx) copies(targets []*model.Record, steps []step, newID string) error {
	c := &copying{tx: tx, s: tx.Snapshot(), targets: targets, in: map[string]bool{}}
	for _, r := range targets {
		if d := category.Find(r.Category()); d == nil || !d.Element() && r.Category() != "grid" {
			return tx.Invalid("/id", fmt.Sprintf("%s is no element; %s", titled(r), copyInstead(r.Category())), r.ID())
		}
		c.add(r)
	}
	var chosen []string
	if newID != "" {
		var err error
		if chosen, err = tx.NewIDs("", newID, len(targets)*len(steps)); err != nil {
			return tx.aboutNewID(err)
		}
	}
	for i, at := range steps {
		var ids []string
		if chosen != nil {
			ids = chosen[i*len(targets) : (i+1)*len(targets)]
		}
		if err := c.place(at, ids); err != nil {
			return err
		}
	}
	return nil
}

// aboutNewID says that a problem with an id is one of the argument newId.
func (tx *Tx) aboutNewID(err error) error {
	var p *model.Problem
	if errors.As(err, &p) && p.Details["path"] == "/id" {
		p.Hint = "Leave newId out and the host makes one"
		p.Details["path"], p.Details["try"] = "/newId", tx.data.Without("newId")
	}
	return err
}

func copyInstead(category string) string {
	switch category {
	case "level":
		return "add_level makes levels; copy what stands on one with filter and toLevel"
	case "type":
		return "use duplicate_type"
	}
	return "use create"
}

func (c *copying) add(r *model.Record) {
	if c.in[r.ID()] {
		return
	}
	c.in[r.ID()] = true
	c.sources = append(c.sources, r)
	for _, h := range hosted(c.s, r.ID()) {
		c.add(h)
	}
}

// place makes one copy of every source. The targets' copies take the ids, if any.
func (c *copying) place(at step, chosen []string) error {
	ids := map[string]string{}
	for i, id := range chosen {
		ids[c.targets[i].ID()] = id
	}
	for _, r := range c.sources {
		if ids[r.ID()] != "" {
			continue
		}
		id, err := c.tx.NewID(r.Category(), "")
		if err != nil {
			return err
		}
		ids[r.ID()] = id
	}
	for _, r := range c.sources {
		next, err := c.copy(r, at)
		if err != nil {
			return err
		}
		if err := c.tx.Put(remap(c.s.Schema(), next, ids)); err != nil {
			return err
		}
	}
	return nil
}

// copy answers a source as it stands after a step, still under its own id.
func (c *copying) copy(r *model.Record, at step) (*model.Record, error) {
	for _, name := range own {
		r = r.Without(name)
	}
	if at.turn != nil {
		return at.turn(r)
	}
	next := shift(r, at.by)
	if at.dz != 0 {
		raised, ok := lift(c.s.Schema(), next, at.dz)
		if !ok && hasPlace(r) && !c.in[r.String("hostId")] {
			return nil, c.tx.Invalid("/by", fmt.Sprintf("%s has no height of its own; leave dz out", titled(r)), nil)
		}
		next = raised
	}
	alone := slides(r) && !c.in[r.String("hostId")]
	if at.level != "" {
		return c.onLevel(next, at, alone)
	}
	if alone {
		return c.along(next, at)
	}
	return next, nil
}

// along answers the copy of a door, window or opening in the host it is in.
func (c *copying) along(r *model.Record, at step) (*model.Record, error) {
	to, err := c.tx.slid(r, c.s.Record(r.String("hostId")), at.by)
	if err != nil {
		return nil, err
	}
	if at.dz == 0 && to == r.Get("offset") {
		return nil, c.tx.square(r, c.s.Record(r.String("hostId")))
	}
	return r.With("offset", to), nil
}

// onLevel answers a copy that stands on another level than its original.
func (c *copying) onLevel(r *model.Record, at step, alone bool) (*model.Record, error) {
	levels := category.Levels(c.s)
	own, ok := levels.Get(r.String("levelId"))
	if !ok {
		return nil, c.tx.Invalid("/toLevel", fmt.Sprintf("%s stands on no level; move it by dz instead", titled(r)), at.level)
	}
	base := own
	if host := c.s.Record(r.String("hostId")); host != nil {
		if l, ok := levels.Get(host.String("levelId")); ok {
			base = l
		}
	}
	next := r.With("levelId", at.level)
	if dz := own.Elevation - base.Elevation; dz != 0 { // it stands on another level than its host
		next, _ = lift(c.s.Schema(), next, dz)
	}
	next, err := c.reach(next, own, at)
	if err != nil || !alone {
		return next, err
	}
	return c.intoWallOn(next, at)
}

// reach answers a copy that reaches as many levels up from its new one as it did.
func (c *copying) reach(r *model.Record, own category.Level, at step) (*model.Record, error) {
	levels := category.Levels(c.s)
	top, ok := levels.Get(r.String("topLevelId"))
	if !ok {
		return r, nil
	}
	target, _ := levels.Get(at.level)
	i := target.Ordinal + top.Ordinal - own.Ordinal - 1
	if all := levels.All(); i >= 0 && i < len(all) {
		return r.With("topLevelId", all[i].ID), nil
	}
	original := c.s.Record(r.ID())
	height, ok := category.Top(c.s, original)
	if _, hasHeight := c.s.Schema().Category(r.Category()).Field("height"); !ok || !hasHeight {
		return nil, c.tx.Invalid("/toLevel", fmt.Sprintf("%s reaches up to %s; no level lies as far above %s", titled(original), top.ID, at.level), at.level)
	}
	height = tidy(height - category.Base(c.s, original))
	c.tx.Note("the copy of %s on %s is %v high: no level lies above to reach up to", r.ID(), at.level, height)
	return r.Without("topLevelId").Without("topOffset").With("height", height), nil
}

// intoWallOn answers a copy of what was copied without its host, in the wall that
// stands in the same place on the new level.
func (c *copying) intoWallOn(r *model.Record, at step) (*model.Record, error) {
	host := c.s.Record(r.String("hostId"))
	line, ok := category.Baseline(host)
	if !ok {
		return nil, c.tx.Invalid("/toLevel", fmt.Sprintf("the host of %s has no baseline; copy its host", titled(r)), at.level)
	}
	place := line.PointAt(r.NumberOr("offset", 0)).Add(at.by)
	level, _ := category.Levels(c.s).Get(at.level)
	var there []*run
	for _, w := range runsNear(c.s, geom.Line(place, place), level.Elevation, level.Elevation, geom.JoinTolerance) {
		if w.holds(place) && c.s.Record(w.id).String("levelId") == at.level {
			there = append(there, w)
		}
	}
	if len(there) != 1 {
		what := "no wall"
		if len(there) > 1 {
			what = "more than one wall"
		}
		return nil, c.tx.Invalid("/toLevel", fmt.Sprintf("%s on %s stands where %s would go; copy %s instead, or place it there", what, at.level, titled(r), host.ID()), at.level)
	}
	return reseat(r, line, there[0], place), nil
}

// remap answers a record under its new id, naming copies where it named originals.
func remap(schema *model.Schema, r *model.Record, ids map[string]string) *model.Record {
	renamed := func(v any) any {
		if s, ok := v.(string); ok && ids[s] != "" {
			return ids[s]
		}
		return v
	}
	for _, ref := range schema.References(r) {
		switch v := r.Get(ref.Member.Name).(type) {
		case string:
			r = r.With(ref.Member.Name, renamed(v))
		case []any:
			list := make([]any, len(v))
			for i := range v {
				list[i] = renamed(v[i])
			}
			r = r.With(ref.Member.Name, list)
		}
	}
	return r.With("id", ids[r.ID()])
}
