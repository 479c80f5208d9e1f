package picture

import (
	"cmp"
	"context"
	"errors"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/tint"
)

// Frames are three drawings of one place, of one size and scale, so that one can be
// laid over another: as it stood, as it stands, and the change.
type Frames struct {
	Before, After, Overlay *Sheet
}

// BeforeAfter draws the place that [Change] shows as it was, as it is, and with the
// change. What was not there yet, or is no more, is an empty sheet with a note. Errors are
// those of Change.
func BeforeAfter(ctx context.Context, before, after *model.Snapshot, opt ChangeOptions) (Frames, error) {
	if opt.Palette == (tint.Palette{}) {
		opt.Palette = tint.GreenRed
	}
	c := change{before: before, after: after, opt: opt, diffs: differing(before, after)}
	var out Frames
	var err error
	var one func(s *model.Snapshot, word string) (*Sheet, error)
	if opt.section() {
		s := &sectionChange{change: c}
		out.Overlay, err = s.draw(ctx)
		one = func(m *model.Snapshot, word string) (*Sheet, error) { return s.alone(ctx, m, word) }
	} else {
		p := &planChange{change: c}
		out.Overlay, err = p.draw(ctx)
		one = func(m *model.Snapshot, word string) (*Sheet, error) { return p.alone(ctx, m, word) }
	}
	if err != nil {
		return Frames{}, err
	}
	if out.Before, err = one(before, "Before"); err != nil {
		return Frames{}, err
	}
	out.After, err = one(after, "After")
	return out, err
}

// alone draws the level of one snapshot in the place of the picture of change.
func (c *planChange) alone(ctx context.Context, s *model.Snapshot, word string) (*Sheet, error) {
	opt := c.base.opt
	opt.Show, opt.Title.Drawing = nil, word
	p, err := newPlan(s, opt)
	var problem *model.Problem
	if errors.As(err, &problem) && problem.Code == model.NotFound {
		return c.empty(word, problem.Message), nil
	}
	if err != nil {
		return nil, err
	}
	if err := p.load(ctx, p.seen.all()...); err != nil {
		return nil, err
	}
	p.look = highlighted(nil)
	p.like(&c.base.drawing)
	p.drawElements()
	p.drawGrids()
	p.drawRooms()
	p.drawFrame(p.words())
	return p.sheet, ctx.Err()
}

// alone draws the section of one snapshot in the place of the picture of change.
func (c *sectionChange) alone(ctx context.Context, s *model.Snapshot, word string) (*Sheet, error) {
	o := c.opt
	opt := SectionOptions{From: o.From, To: o.To, Reverse: o.Reverse, Phase: o.Phase, Unit: o.Unit, Shapes: o.Shapes, NoTitle: o.NoTitle, Title: o.Title}
	opt.Title.Drawing = word
	p, err := c.plane(s, opt)
	if err != nil {
		return nil, err
	}
	if err := p.collect(ctx); err != nil {
		return nil, err
	}
	p.look = highlighted(nil)
	p.like(&c.base.drawing)
	if err := p.drawSolids(ctx); err != nil {
		return nil, err
	}
	p.drawDatum()
	p.drawRooms()
	p.drawFrame(p.words())
	return p.sheet, ctx.Err()
}

// empty answers a sheet on which nothing stands, which says why.
func (c *change) empty(word, why string) *Sheet {
	d := drawing{s: c.after, opt: c.canvas.opt}
	d.like(c.canvas)
	d.drawFrame(words{title: cmp.Or(word, "Nothing"), detail: why})
	d.sheet.Notes = append(d.sheet.Notes, why)
	return d.sheet
}
