package edit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
)

type copyLevelArgs struct {
	Level      string       `json:"level" required:"true" also:"levelId,source,storey,floor" doc:"The level that is copied with what stands on it."`
	Elevation  *args.Length `json:"elevation" also:"z,at,to" doc:"Height of the new level above the model's zero, in mm. Absent: on top of the copied one."`
	Above      string       `json:"above" join:"|" also:"over" doc:"The level that the new one goes on top of."`
	Lift       bool         `json:"lift" also:"raise,insert" doc:"Lift the levels that lie in the way, with all above them, so that the storey is put in between."`
	Categories []string     `json:"categories" also:"category,what,include" doc:"What comes along, by category, with what it hosts. Absent: all."`
	Filter     *find.Filter `json:"filter" join:"|" also:"where" brief:"What comes along, by a filter over the level's elements, as in read."`
	Name       string       `json:"name" doc:"Name of the new level. Absent: counted on from the copied one's."`
	ID         string       `json:"id" also:"newId" doc:"Id of the new level. Absent: counted on from the copied one's, or made."`
}

func copyLevel() *Command {
	return define(Command{Name: "copy_level", Geometric: true, Also: []string{"duplicate_level", "copy_storey", "duplicate_storey", "copy_floor", "repeat_storey"},
		Summary: "Make a level that repeats another one with what stands on it",
		Doc: `Makes a level and copies the elements of another one onto it, at the same heights above it.

- What reaches up to the level above reaches as many levels up from the new one; what cannot is left out, and so is
  what sits in a host that is not copied. The notes name both.
- Ids are those of the originals with the new level's. Numbers and marks that begin with the storey's (1.03, W-1.03)
  get the next free one, others count on (D-09, D-10); a mark that several elements share stays.
- lift puts the storey between: the levels in the way go up by its height, what reached up to them ends at the new
  level, and what the walls ran up to (a roof) is named by their copies alone.
- Slabs that come to lie over a stair up to the new level are opened for it.

Grids and levels within the storey are not copied.`},
		`{"command": "copy_level", "level": "level-0", "name": "First floor", "id": "level-1"}`, runCopyLevel)
}

func runCopyLevel(ctx context.Context, tx *Tx, a copyLevelArgs) error {
	c := &storeyCopy{tx: tx, before: tx.Snapshot()}
	if err := c.find(ctx, a); err != nil {
		return err
	}
	if err := c.place(a); err != nil {
		return err
	}
	if err := c.putLevel(a); err != nil {
		return err
	}
	copied, err := c.copy()
	if err != nil {
		return err
	}
	if err := c.openForStairs(); err != nil {
		return err
	}
	tx.Say("Copy", []*model.Record{c.level}, fmt.Sprintf("to %s at %s with %s", c.to, tx.Length(c.elevation), counted(copied, "")))
	return nil
}

// storeyCopy is a level being copied.
type storeyCopy struct {
	tx        *Tx
	before    *model.Snapshot
	level     *model.Record // the one copied
	storey    category.Level
	elements  []*model.Record
	elevation float64 // of the new one, in mm
	height    float64 // of its storey, 0 where none is known
	to        string  // its id
	lifted    []string
}

// find finds the level and what comes along.
func (c *storeyCopy) find(ctx context.Context, a copyLevelArgs) error {
	level, err := c.tx.Level("level", a.Level)
	if err != nil {
		return err
	}
	c.level = level
	c.storey, _ = category.Levels(c.before).Get(level.ID())
	if len(a.Categories) > 0 && a.Filter != nil {
		return c.tx.Invalid("/filter", "copy_level takes categories or a filter, not both", nil)
	}
	wanted := map[string]bool{}
	for i, name := range a.Categories {
		d := category.Find(name)
		if d == nil || !d.Element() {
			p := c.tx.invalid(fmt.Sprintf("/categories/%d", i), fmt.Sprintf("%q is no category of elements", clip(name)), name)
			if near := args.Nearest(name, c.before.Schema().Names()); near != "" {
				p.Message += fmt.Sprintf("; use %q", near)
			}
			return p
		}
		wanted[name] = true
	}
	if a.Filter != nil {
		matches, err := a.Filter.Apply(ctx, c.before, c.tx.options.Sources)
		if err != nil {
			return err
		}
		for f := range matches.All() {
			wanted[f.ID()] = true
		}
	}
	all := len(wanted) == 0 && a.Filter == nil
	for f := range c.before.RecordFiles() {
		r := f.Record()
		if r != nil && r.String("levelId") == level.ID() && (all || wanted[r.Category()] || wanted[r.ID()]) {
			c.elements = append(c.elements, r)
		}
	}
	if len(c.elements) == 0 {
		return c.tx.Invalid("/level", fmt.Sprintf("nothing of what is asked for stands on %s; add_level makes an empty one", spoken(level)), a.Level)
	}
	return nil
}

// place settles how high the new level lies, and which levels have to make room.
func (c *storeyCopy) place(a copyLevelArgs) error {
	levels := category.Levels(c.before)
	below := c.storey
	switch {
	case a.Elevation != nil && a.Above != "":
		return c.tx.Invalid("/above", "copy_level takes elevation or above, one of them", a.Above)
	case a.Above != "":
		level, err := c.tx.Level("above", a.Above)
		if err != nil {
			return err
		}
		below, _ = levels.Get(level.ID())
	}
	switch {
	case a.Elevation != nil:
		c.elevation = tidy(float64(*a.Elevation))
	case !below.HasTop:
		return c.tx.Invalid("/elevation", fmt.Sprintf("nothing says how high the storey of %s is; send elevation", below.ID), nil)
	default:
		c.elevation = tidy(below.Top)
	}
	c.height = tidy(c.storey.Height())
	return c.clear(a.Lift)
}

// clear finds the levels that lie in the new storey, and those above them, where they
// are to be lifted; it refuses where they are not.
func (c *storeyCopy) clear(lift bool) error {
	var inWay []string
	lowest := 0.0
	for _, l := range category.Levels(c.before).All() {
		if l.Building != c.storey.Building {
			continue
		}
		from, to := c.elevation-geom.JoinTolerance, c.elevation+max(c.height-geom.JoinTolerance, geom.JoinTolerance)
		if l.Elevation > from && l.Elevation < to {
			if len(inWay) == 0 {
				lowest = l.Elevation
			}
			inWay = append(inWay, l.ID)
		}
		if l.HasTop && l.PartOf == "" && l.Elevation < from && l.Top > c.elevation+geom.JoinTolerance && (l.ID == c.storey.ID || c.before.Record(l.ID).Has("height")) {
			return c.tx.Invalid("/elevation", fmt.Sprintf("%s lies within the storey of %s, which reaches up to %s", c.tx.Length(c.elevation), l.ID, c.tx.Length(l.Top)), c.elevation)
		}
	}
	switch {
	case len(inWay) == 0:
		return nil
	case !lift:
		p := c.tx.invalid("/lift", fmt.Sprintf("%s in the way of a storey from %s to %s; lift: true lifts what lies there and above", isOrAre(inWay), c.tx.Length(c.elevation), c.tx.Length(c.elevation+c.height)), nil)
		p.Details["try"] = c.tx.data.With("lift", true)
		return p
	case c.height == 0:
		return c.tx.Invalid("/lift", fmt.Sprintf("nothing says how high the storey of %s is, so nothing says how far to lift the others", c.storey.ID), true)
	}
	if slices.Contains(inWay, c.storey.ID) {
		return c.tx.Invalid("/elevation", "the copied level itself lies in the way; copy it to its own top, or lower", c.elevation)
	}
	return c.lift(lowest, tidy(c.elevation+c.height-lowest))
}

func isOrAre(ids []string) string {
	verb := map[bool]string{true: " lies", false: " lie"}[len(ids) == 1]
	return strings.Join(ids, ", ") + verb
}

// lift raises the levels of the building from a height on.
func (c *storeyCopy) lift(from, by float64) error {
	for _, l := range category.Levels(c.before).All() {
		if l.Building != c.storey.Building || l.Elevation < from-geom.JoinTolerance {
			continue
		}
		c.lifted = append(c.lifted, l.ID)
		r := c.tx.Record(l.ID)
		if err := c.tx.Put(r.With("elevation", tidy(l.Elevation+by))); err != nil {
			return err
		}
	}
	c.tx.Note("%s went up by %s, with what stands there.", strings.Join(c.lifted, ", "), c.tx.Length(by))
	return nil
}

// putLevel makes the new level.
func (c *storeyCopy) putLevel(a copyLevelArgs) error {
	if err := c.tx.label("/name", a.Name); err != nil {
		return err
	}
	id := a.ID
	if next, ok := successor(c.level.ID()); id == "" && ok && model.CheckID(next) == nil && c.tx.taken(next) == "" {
		id = next
	}
	id, err := c.tx.NewID("level", id)
	if err != nil {
		return err
	}
	c.to = id
	r := c.level.With("id", id).With("elevation", c.elevation).Without("partOf").With("name", nonEmpty(c.name(a.Name)))
	for _, name := range own {
		r = r.Without(name)
	}
	if _, ends := category.Levels(c.tx.Snapshot()).Next(c.level.ID()); !c.level.Has("height") && c.height > 0 && !(ends && len(c.lifted) > 0) {
		r = r.With("height", c.height)
	}
	before := c.tx.Snapshot()
	if err := c.tx.Put(r); err != nil {
		return err
	}
	if len(c.lifted) > 0 {
		return c.detach()
	}
	c.tx.noteStoreys(before, id)
	return nil
}

// name answers the name of the new level: the one asked for, the copied one's counted
// on where that is free, else that with a word.
func (c *storeyCopy) name(asked string) string {
	was := c.level.String("name")
	if asked != "" || was == "" {
		return asked
	}
	if next, ok := successor(was); ok && !c.named(next) {
		return next
	}
	return was + " (copy)"
}

func (c *storeyCopy) named(name string) bool {
	for f := range c.before.InCategory("level") {
		if r := f.Record(); r != nil && strings.EqualFold(r.String("name"), name) {
			return true
		}
	}
	return false
}
