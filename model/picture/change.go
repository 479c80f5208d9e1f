package picture

import (
	"context"
	"fmt"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/measure"
)

// ChangeOptions say which change of a level is drawn and how. Only Level must be
// given; see [PlanOptions] for what the two have in common.
type ChangeOptions struct {
	Level   string
	Cut     float64
	Palette Palette // zero: GreenRed
	Unit    measure.Unit
	Whole   bool // the whole level instead of the change and what is around it
	Title   TitleBlock
}

// change is a picture of change while it is drawn.
type change struct {
	base   *plan // what is drawn beneath: the level after, or before where it is gone
	ghosts *plan // the level before; nil where it was not there
	opt    ChangeOptions
	diffs  map[string]model.RecordDiff
	kinds  map[string]changeKind
	gone   bool   // whether the level itself is
	words  *taken // by notes alone: their lines may cross what is built, but no words
}

type changeKind uint8

const (
	added changeKind = iota + 1
	changed
	removed
)

// Change draws what differs on a level between two snapshots, over the plan of
// the level in grey: what was added, what was removed as a ghost, and what
// changed with its outline before and, where it moved, an arrow. It shows the change
// large, with what is around it. Errors are *model.Problem, such as a level on
// which nothing differs, or ctx's.
func Change(ctx context.Context, before, after *model.Snapshot, opt ChangeOptions) (*Sheet, error) {
	if opt.Palette == (Palette{}) {
		opt.Palette = GreenRed
	}
	c := &change{opt: opt, diffs: differing(before, after)}
	if err := c.plans(before, after); err != nil {
		return nil, err
	}
	c.sort()
	if len(c.kinds) == 0 {
		return nil, &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("Nothing that a plan shows differs on %s", opt.Level), Hint: "Draw another level, or read the differences as text"}
	}
	if err := c.frame(); err != nil {
		return nil, err
	}
	c.base.look = c.look
	c.base.drawElements()
	c.base.drawGrids()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.drawGhosts()
	c.words = newTaken(c.base.taken.frame)
	c.drawNotes()
	c.base.drawRooms()
	c.base.drawFrame()
	c.drawLegend()
	return c.base.sheet, ctx.Err()
}

// differing answers the records that differ, and those that are of a type that
// does.
func differing(before, after *model.Snapshot) map[string]model.RecordDiff {
	out := map[string]model.RecordDiff{}
	for _, d := range model.Diff(before, after) {
		out[d.ID] = d
	}
	for id, d := range out {
		if d.After == nil || d.Before == nil || d.After.Category() != "type" {
			continue
		}
		for _, ref := range after.ReferringTo(id) {
			old, next := before.Get(ref.From), after.Get(ref.From)
			if _, known := out[ref.From]; !known && ref.Pointer == "/typeId" && old != nil && next != nil {
				out[ref.From] = model.RecordDiff{ID: ref.From, Before: old, After: next}
			}
		}
	}
	return out
}

// ChangedLevels answers the ids of the levels on whose plans something differs,
// from the lowest up.
func ChangedLevels(before, after *model.Snapshot) []string {
	ids := map[string]bool{}
	for _, d := range differing(before, after) {
		for _, f := range []*model.File{d.Before, d.After} {
			if f == nil {
				continue
			}
			if r := f.Record(); r != nil && r.String("levelId") != "" {
				ids[r.String("levelId")] = true
			}
		}
	}
	var out []string
	for _, s := range []*model.Snapshot{after, before} {
		for _, l := range category.Levels(s).All() {
			if ids[l.ID] {
				out = append(out, l.ID)
				delete(ids, l.ID)
			}
		}
	}
	return out
}

// plans collects what both snapshots show of the level.
func (c *change) plans(before, after *model.Snapshot) error {
	opt := PlanOptions{Level: c.opt.Level, Cut: c.opt.Cut, Unit: c.opt.Unit, Title: c.opt.Title, NoDimensions: true}
	if opt.Title.Drawing == "" {
		opt.Title.Drawing = "Change"
	}
	old, oldErr := newPlan(before, opt)
	next, err := newPlan(after, opt)
	switch {
	case err == nil:
		c.base, c.ghosts = next, old
		if oldErr != nil {
			c.ghosts = nil
		}
	case oldErr == nil:
		c.base, c.gone = old, true
	default:
		return err
	}
	return nil
}

// sort tells what was added, changed and removed on the level.
func (c *change) sort() {
	c.kinds = map[string]changeKind{}
	now := c.base.seen.ids()
	then := map[string]bool{}
	if c.ghosts != nil {
		then = c.ghosts.seen.ids()
	}
	for id := range c.diffs {
		switch {
		case c.gone && now[id]:
			c.kinds[id] = removed
		case now[id] && then[id]:
			c.kinds[id] = changed
		case now[id]:
			c.kinds[id] = added
		case then[id]:
			c.kinds[id] = removed
		}
	}
}

// frame chooses what part of the level is drawn, and how large.
func (c *change) frame() error {
	zone := c.zone()
	if c.opt.Whole {
		return c.base.layOut(c.base.extent().Union(zone).WithZ(0, 0))
	}
	const least = 1000 // mm of the model: what is smaller is not drawn larger
	size := zone.Size()
	want := zone.Grow(max(least, size.X, size.Y)*0.15+100).WithZ(0, 0)
	room := c.base.room(paperSizes[0])
	need := max(want.Size().X/room.X, want.Size().Y/room.Y)
	scale := changeScales[len(changeScales)-1]
	for _, s := range changeScales {
		if need <= s {
			scale = s
			break
		}
	}
	scale = max(scale, math.Ceil(need))
	// The slack of the paper shows more of what is around.
	half := room.Scale(scale / 2 * 0.999).At(0)
	frame := geom.BoxOf(want.Center().Sub(half), want.Center().Add(half)).WithZ(0, 0)
	c.base.opt.Scale, c.base.opt.Bounds = scale, frame
	return c.base.layOut(frame)
}

// changeScales are near to each other, so that a change is drawn large.
var changeScales = []float64{10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 400, 500, 750, 1000, 1500, 2000}

// zone is the box around all that differs, in mm of the model, z at zero.
func (c *change) zone() geom.Box {
	zone := geom.EmptyBox()
	for id := range c.kinds {
		for _, p := range []*plan{c.base, c.ghosts} {
			if p == nil {
				continue
			}
			if box, ok := category.Space(p.s).Get(id); ok {
				zone = zone.Union(box)
			}
			if gap, ok := p.gapOf(p.s.Record(id)); ok && p.s.Record(id).Category() == "door" {
				zone = zone.Union(gap.swept(p.s.Record(id)))
			}
		}
	}
	return zone.WithZ(0, 0)
}

// look answers how an element of the level is drawn.
func (c *change) look(id string) look {
	switch c.kinds[id] {
	case added:
		return c.opt.Palette.added()
	case changed:
		return c.opt.Palette.changed()
	case removed:
		return c.opt.Palette.removed()
	}
	if c.carried(c.base.s.Record(id)) {
		return c.opt.Palette.changed()
	}
	return faded
}

// carried tells whether a record that did not change stands elsewhere because its
// host moved.
func (c *change) carried(r *model.Record) bool {
	return r != nil && c.kinds[r.ID()] == 0 && c.kinds[r.String("hostId")] == changed && c.move(r.ID()).Len() > 1
}
