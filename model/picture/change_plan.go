package picture

import (
	"cmp"
	"context"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// planChange is a picture of change on the plan of a level.
type planChange struct {
	change
	base   *plan // what is drawn beneath: the level after, or before where it is gone
	ghosts *plan // the level before; nil where it was not there, or is gone
}

func (c *planChange) draw(ctx context.Context) (*Sheet, error) {
	if err := c.prepare(ctx); err != nil {
		return nil, err
	}
	c.base.drawElements()
	c.base.drawGrids()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.drawGhosts()
	marks := c.marks()
	c.drawClouds(marks)
	for _, m := range marks {
		switch m.kind {
		case changed:
			c.drawMove(m.id)
			c.drawResized(m.id)
		case added:
			c.drawNew(m.id)
		}
	}
	words := c.base.words()
	words.title = c.titleOf(cmp.Or(c.base.level.Name, c.base.level.ID))
	c.finish(marks, words)
	c.base.drawRooms()
	return c.base.sheet, ctx.Err()
}

// prepare collects what both snapshots show of the level, and lays out the sheet.
func (c *planChange) prepare(ctx context.Context) error {
	if err := c.plans(); err != nil {
		return err
	}
	if err := c.compare(); err != nil {
		return err
	}
	for _, p := range []*plan{c.base, c.ghosts} {
		if p == nil {
			continue
		}
		if err := p.load(ctx, p.seen.all()...); err != nil {
			return err
		}
	}
	c.canvas = &c.base.drawing
	c.base.measure()
	c.base.look = c.look
	extent := geom.EmptyBox()
	if c.opt.Whole {
		extent = c.base.extent()
	}
	return c.frame(c.spots(), extent, func(s spot) string { return metres(s.box.Center()) })
}

// compare tells what differs of what the plans show.
func (c *planChange) compare() error {
	var then map[string]bool
	now := c.base.seen.ids()
	switch {
	case c.ghosts != nil:
		then = c.ghosts.seen.ids()
	case c.base.s == c.before:
		then, now = now, nil
	}
	c.sort(then, now)
	if len(c.kinds) == 0 {
		return c.nothing("on " + c.opt.Level)
	}
	return nil
}

// plans collects what both snapshots show of the level.
func (c *planChange) plans() error {
	o := c.opt
	opt := PlanOptions{Level: o.Level, Cut: o.Cut, Phase: o.Phase, Unit: o.Unit, Shapes: o.Shapes, NoTitle: o.NoTitle, Title: o.Title, NoDimensions: true}
	old, oldErr := newPlan(c.before, opt)
	next, err := newPlan(c.after, opt)
	switch {
	case err == nil:
		c.base = next
		if oldErr == nil {
			c.ghosts = old
		}
	case oldErr == nil:
		c.base = old
	default:
		return err
	}
	return nil
}

// spots answers where what differs is, in mm of the model.
func (c *planChange) spots() []spot {
	var out []spot
	for _, id := range c.ids() {
		zone := geom.EmptyBox()
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
		if !zone.IsEmpty() {
			out = append(out, spot{id, zone.WithZ(0, 0)})
		}
	}
	return out
}

// drawGhosts draws, over the plan, what was removed and how what changed stood
// before.
func (c *planChange) drawGhosts() {
	p := c.ghosts
	if p == nil {
		return
	}
	p.opt.Show = func(id string) bool {
		return c.kinds[id] == changed || c.kinds[id] == removed || c.carried(c.after.Record(id))
	}
	p.seen = elements{}
	p.collect()
	p.view, p.sheet, p.taken, p.soft = c.base.view, c.base.sheet, c.base.taken, c.base.soft
	p.opt.NoLabels = true
	p.look = c.ghostLook
	p.drawElements()
}

// marks answers where on the paper each difference is.
func (c *planChange) marks() []mark {
	var out []mark
	for _, id := range c.ids() {
		placed := false
		m := mark{id: id, kind: c.kinds[id], box: geom.EmptyBox()}
		for _, p := range []*plan{c.ghosts, c.base} {
			if p == nil || p.s.Record(id) == nil {
				continue
			}
			if at, ok := anchor(p.s, p.s.Record(id)); ok {
				m.at, placed = c.base.view.point(at), true
			}
			box, _ := category.Space(p.s).Get(id)
			if gap, ok := p.gapOf(p.s.Record(id)); ok && p.s.Record(id).Category() == "door" {
				box = box.Union(gap.swept(p.s.Record(id)))
			}
			if !box.IsEmpty() {
				m.box = m.box.Union(c.base.view.box(box))
			}
		}
		if placed {
			out = append(out, m)
		}
	}
	return out
}

// drawMove draws an arrow from where a record stood to where it stands.
func (c *planChange) drawMove(id string) {
	r := c.after.Record(id)
	to, ok := anchor(c.after, r)
	by := c.move(id)
	p := c.base
	if !ok || p.view.mm(by.Len()) < 1 {
		return
	}
	from, tip := p.view.point(to.Sub(by)), p.view.point(to)
	ink, back := c.opt.Palette.Changed, from.Sub(tip).Unit()
	g := p.group(id, "move")
	g.line(Style{Stroke: plain.blank, Pen: 4 * PenEdge}, from, tip) // hatches under it would hide it
	g.area(Style{Fill: plain.blank, Stroke: plain.blank, Pen: PenEdge}, geom.Ring{Points: circle(from, 0.7)})
	foot := tip
	if from.Dist(tip) > 3 {
		foot = tip.Add(back.Scale(2.6))
		head := geom.Ring{Points: []geom.Point{tip, foot.Add(back.Left().Scale(1)), foot.Sub(back.Left().Scale(1))}}
		g.area(Style{Fill: ink, Stroke: plain.blank, Pen: PenEdge}, head)
	}
	g.line(Style{Stroke: ink, Pen: PenCut}, from, foot)
	g.area(Style{Fill: ink}, geom.Ring{Points: circle(from, 0.7)})
	g.clip(p.view.frame)
}
