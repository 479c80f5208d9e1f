package picture

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/measure"
	"github.com/openeik/ekgit/model/tint"
)

// ChangeOptions say which change is drawn and how: on the plan of Level, or in the
// section along the line from From to To where these lie apart, or on the elevation of Side. See [PlanOptions] and
// [SectionOptions] for what they have in common.
type ChangeOptions struct {
	Level    string
	From, To geom.Point
	Reverse  bool
	Side     string // an elevation instead, as [Elevation] names it

	Cut      float64
	Palette  tint.Palette // zero: GreenRed
	Phase    string
	Unit     measure.Unit
	Shapes   Shapes
	Bounds   geom.Box // in mm of the model; what differs in it in plan is shown. The zero Box is all.
	Whole    bool     // all of the level or the section instead of the change and what is around it
	NoClouds bool
	NoTitle  bool
	Title    TitleBlock
}

func (o ChangeOptions) section() bool { return o.From != o.To || o.Side != "" }

// change is what a picture of change knows of the change.
type change struct {
	before, after *model.Snapshot
	opt           ChangeOptions
	diffs         map[string]model.RecordDiff
	kinds         map[string]changeKind // of what is shown
	canvas        *drawing              // what it is drawn on
	outside       map[string]bool       // what differs and is not in the picture
}

type changeKind uint8

const (
	added changeKind = iota + 1
	changed
	removed
)

// Change draws what differs between two snapshots on the plan of a level or in a
// section, over what stands there now in grey: what was added, what was removed as a
// ghost, and what changed with its outline before, an arrow where it moved, and
// dimensions where these are others. Clouds mark where to look. It shows the change
// large, with what is around it: where changes lie too far from each other for that, it
// shows the part with most of them, and the sheet's notes say where the others are. Errors are *model.Problem, such as a level on
// which nothing differs, or ctx's.
func Change(ctx context.Context, before, after *model.Snapshot, opt ChangeOptions) (*Sheet, error) {
	if opt.Palette == (tint.Palette{}) {
		opt.Palette = tint.GreenRed
	}
	c := change{before: before, after: after, opt: opt, diffs: differing(before, after)}
	if opt.section() {
		s := &sectionChange{change: c}
		return s.draw(ctx)
	}
	p := &planChange{change: c}
	return p.draw(ctx)
}

// differing answers the records that differ, and those that are of a type that
// does.
func differing(before, after *model.Snapshot) map[string]model.RecordDiff {
	out := map[string]model.RecordDiff{}
	for _, d := range model.Diff(before, after) {
		if !stays(before, after, d) {
			out[d.ID] = d
		}
	}
	for _, id := range slices.Sorted(maps.Keys(out)) {
		d := out[id]
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

// stays tells whether nothing differs of a record but its distance along a host that
// begins elsewhere now, while it stands where it stood.
func stays(before, after *model.Snapshot, d model.RecordDiff) bool {
	return len(d.Members) == 1 && d.Members[0].Name == "offset" && d.Before != nil && d.After != nil && d.Before.Record() != nil && d.After.Record() != nil &&
		category.StaysPut(before, d.Before.Record(), after, d.After.Record())
}

// sort tells what was added, changed and removed of what is shown now and then.
func (c *change) sort(then, now map[string]bool) {
	c.kinds = map[string]changeKind{}
	for id := range c.diffs {
		switch {
		case now[id] && then[id]:
			c.kinds[id] = changed
		case now[id]:
			c.kinds[id] = added
		case then[id]:
			c.kinds[id] = removed
		}
	}
}

// ids answers the records that are shown as different, in their order.
func (c *change) ids() []string { return slices.Sorted(maps.Keys(c.kinds)) }

// record answers a record as it is, or as it was where it is gone.
func (c *change) record(id string) *model.Record {
	if r := c.after.Record(id); r != nil {
		return r
	}
	return c.before.Record(id)
}

// look answers how an element that stands now is drawn.
func (c *change) look(id string) look {
	switch c.kinds[id] {
	case added:
		return addedLook(c.opt.Palette)
	case changed:
		return changedLook(c.opt.Palette)
	case removed:
		return removedLook(c.opt.Palette)
	}
	if c.carried(c.after.Record(id)) {
		return changedLook(c.opt.Palette)
	}
	return faded
}

// ghostLook answers how an element is drawn as it stood before.
func (c *change) ghostLook(id string) look {
	if c.kinds[id] == removed {
		return removedLook(c.opt.Palette)
	}
	return beforeLook(c.opt.Palette)
}

// carried tells whether a record that did not change stands elsewhere because its
// host moved.
func (c *change) carried(r *model.Record) bool {
	return r != nil && c.kinds[r.ID()] == 0 && c.kinds[r.String("hostId")] == changed && c.move(r.ID()).Len() > 1
}

// move answers how far a record's place in plan has moved, zero where only one end
// of a line did.
func (c *change) move(id string) geom.Point {
	old, next := c.before.Record(id), c.after.Record(id)
	if old == nil || next == nil {
		return geom.Point{}
	}
	a, ok := anchor(c.before, old)
	b, ok2 := anchor(c.after, next)
	if !ok || !ok2 {
		return geom.Point{}
	}
	by := b.Sub(a)
	if from, ok := category.Baseline(old); ok {
		if to, ok := category.Baseline(next); ok && !to.Start.Sub(from.Start).Near(by, 1) {
			return geom.Point{}
		}
	}
	return by
}

// nothing says that nothing that would be shown differs.
func (c *change) nothing(where string) error {
	return &model.Problem{Code: model.NotFound, Message: "Nothing that a drawing shows differs " + where, Hint: "Draw another level or line, or read the differences as text"}
}

// finish draws what comes over the drawing itself: notes, title block and legend.
func (c *change) finish(marks []mark, words words) {
	c.drawNotes(marks)
	c.canvas.drawFrame(words)
	if !c.opt.NoTitle {
		c.drawLegend()
	}
}

// titleOf answers what a picture of change is called.
func (c *change) titleOf(what string) string {
	if c.opt.Title.Drawing != "" {
		return c.opt.Title.Drawing + " · " + what
	}
	return fmt.Sprintf("Change · %s", what)
}
