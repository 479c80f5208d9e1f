package picture

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/tint"
)

// sectionChange is a picture of change in a section.
type sectionChange struct {
	change
	base, ghosts *section        // the same plane after and before
	along        map[string]bool // what stands at another place only because its level, host or type does
}

func (c *sectionChange) draw(ctx context.Context) (*Sheet, error) {
	if err := c.prepare(ctx); err != nil {
		return nil, err
	}
	if err := c.base.drawSolids(ctx); err != nil {
		return nil, err
	}
	if err := c.drawGhosts(ctx); err != nil {
		return nil, err
	}
	c.base.drawDatum()
	marks := c.marks()
	c.drawClouds(marks)
	c.drawStoreys()
	c.drawHeights()
	words := c.base.words()
	words.title = c.titleOf("section")
	if c.base.side != "" {
		words.title = c.titleOf(c.base.side + " elevation")
	}
	c.finish(marks, words)
	return c.base.sheet, ctx.Err()
}

// prepare collects what both snapshots show in the section, and lays out the sheet.
func (c *sectionChange) prepare(ctx context.Context) error {
	o := c.opt
	opt := SectionOptions{From: o.From, To: o.To, Reverse: o.Reverse, Phase: o.Phase, Unit: o.Unit, Shapes: o.Shapes, NoTitle: o.NoTitle, Title: o.Title}
	var shown [2]map[string]bool
	for i, s := range []*model.Snapshot{c.before, c.after} {
		p, err := c.plane(s, opt)
		if err != nil {
			return err
		}
		if err := p.collect(ctx); err != nil {
			return err
		}
		shown[i] = map[string]bool{}
		ids, err := p.visible(ctx)
		if err != nil {
			return err
		}
		for _, id := range ids {
			shown[i][id] = true
		}
		c.ghosts, c.base = c.base, p
	}
	c.sort(shown[0], shown[1])
	c.shifted(shown[1])
	c.levels()
	if len(c.kinds)+len(c.along) == 0 {
		return c.nothing("in the section")
	}
	c.canvas = &c.base.drawing
	c.base.look, c.base.compared = c.lookOf, true
	c.base.measure()
	c.base.pads.left += chainStep
	extent := geom.EmptyBox()
	if c.opt.Whole {
		extent = c.base.extent(opt).Union(c.ghosts.extent(opt))
	}
	return c.frame(c.spots(), extent, func(s spot) string {
		return fmt.Sprintf("%.1f m along, %.1f m up", s.box.Center().X/1000, s.box.Center().Y/1000)
	})
}

// plane begins the section or the elevation of one snapshot, in the place that both have.
func (c *sectionChange) plane(s *model.Snapshot, opt SectionOptions) (*section, error) {
	if c.opt.Side != "" {
		return newElevation(s, c.opt.Side, building(c.before).Union(building(c.after)), opt)
	}
	return newSection(s, opt)
}

// shifted finds what differs in nothing and yet stands at another place than
// before.
func (c *sectionChange) shifted(now map[string]bool) {
	c.along = map[string]bool{}
	then, next := category.Space(c.before), category.Space(c.after)
	for id := range now {
		a, ok := then.Get(id)
		b, ok2 := next.Get(id)
		if c.kinds[id] == 0 && ok && ok2 && max(a.Min.Dist(b.Min), a.Max.Dist(b.Max)) > 1 {
			c.along[id] = true
		}
	}
}

// levels counts the levels that lie at another height for changed.
func (c *sectionChange) levels() {
	before := category.Levels(c.before)
	for _, l := range category.Levels(c.after).All() {
		if was, ok := before.Get(l.ID); ok && measureDiffers(was.Elevation, l.Elevation) {
			c.kinds[l.ID] = changed
		}
	}
}

// lookOf answers how an element that stands now is drawn.
func (c *sectionChange) lookOf(id string) look {
	if c.along[id] {
		return look{ink: c.opt.Palette.Changed, solid: tint.Mix(c.opt.Palette.Changed, 0.2), blank: plain.blank, tint: true}
	}
	return c.look(id)
}

// boxes answers the boxes of a record's solids in the plane, before and after.
func (c *sectionChange) boxes(id string) [2]geom.Box {
	out := [2]geom.Box{geom.EmptyBox(), geom.EmptyBox()}
	for i, p := range []*section{c.ghosts, c.base} {
		for k := range p.solids {
			if b := &p.solids[k]; b.record.ID() == id {
				out[i] = out[i].Union(b.seen.WithZ(0, 0))
			}
		}
	}
	return out
}

// spots answers where what differs is, in the plane, as far as the section goes.
func (c *sectionChange) spots() []spot {
	boxes := map[string]geom.Box{}
	for _, p := range []*section{c.ghosts, c.base} {
		for i := range p.solids {
			id := p.solids[i].record.ID()
			if c.kinds[id] == 0 && !c.along[id] {
				continue
			}
			box, ok := boxes[id]
			if !ok {
				box = geom.EmptyBox()
			}
			boxes[id] = box.Union(p.solids[i].seen.WithZ(0, 0))
		}
	}
	var out []spot
	for _, id := range slices.Sorted(maps.Keys(boxes)) {
		box := boxes[id]
		box.Min.X, box.Max.X = max(box.Min.X, 0), min(box.Max.X, c.base.length)
		if !box.IsEmpty() {
			out = append(out, spot{id, box})
		}
	}
	return out
}

// drawGhosts draws what was removed and how what changed stood before.
func (c *sectionChange) drawGhosts(ctx context.Context) error {
	p := c.ghosts
	var kept []solid
	for _, b := range p.solids {
		if id := b.record.ID(); c.kinds[id] == changed || c.kinds[id] == removed || c.along[id] {
			kept = append(kept, b)
		}
	}
	p.solids, p.compared, p.look = kept, true, c.ghostLook
	p.seen = newVisibility(p.solids)
	p.view, p.sheet, p.taken, p.soft = c.base.view, c.base.sheet, c.base.taken, c.base.soft
	if err := p.drawBeyond(ctx); err != nil {
		return err
	}
	p.drawCut()
	return nil
}

// marks answers where on the paper each difference is.
func (c *sectionChange) marks() []mark {
	var out []mark
	for _, id := range c.ids() {
		if l, ok := category.Levels(c.after).Get(id); ok {
			at := geom.Point{X: c.base.view.frame.Max.X - 4, Y: c.base.height(l.Elevation)}
			out = append(out, mark{id: id, kind: changed, at: at, box: geom.EmptyBox()})
			continue
		}
		boxes := c.boxes(id)
		at := boxes[1]
		if at.IsEmpty() {
			at = boxes[0]
		}
		if at.IsEmpty() {
			continue
		}
		all := c.base.view.box(boxes[0].Union(boxes[1]))
		seen := c.base.view.box(at).Intersect(c.base.view.frame)
		if !seen.IsEmpty() {
			out = append(out, mark{id: id, kind: c.kinds[id], at: seen.Center().Plan(), box: all})
		}
	}
	return out
}

// drawStoreys draws the heights of storeys that are others than before.
func (c *sectionChange) drawStoreys() {
	x := c.base.view.frame.Min.X - groundPad - chainStep
	levels := c.base.levels()
	table := category.Levels(c.before)
	for i := 1; i < len(levels); i++ {
		a, b := levels[i-1], levels[i]
		from, ok := table.Get(a.ID)
		to, ok2 := table.Get(b.ID)
		now := b.Elevation - a.Elevation
		if ok && ok2 && measureDiffers(to.Elevation-from.Elevation, now) {
			low, high := geom.Point{X: x, Y: c.base.height(a.Elevation)}, geom.Point{X: x, Y: c.base.height(b.Elevation)}
			c.canvas.drawStruck(b.ID, low, high, c.canvas.opt.length(to.Elevation-from.Elevation), c.canvas.opt.length(now), c.opt.Palette.Changed)
		}
	}
}

// drawHeights draws the heights of things that are taller or lower than before.
func (c *sectionChange) drawHeights() {
	const most = 6
	drawn := 0
	for _, id := range c.ids() {
		boxes := c.boxes(id)
		if c.kinds[id] != changed || boxes[0].IsEmpty() || boxes[1].IsEmpty() || drawn == most {
			continue
		}
		was, now := boxes[0].Size().Y, boxes[1].Size().Y
		if math.Abs(was-now) < 1 || !measureDiffers(was, now) {
			continue
		}
		for _, off := range []float64{4, 7, -4, -7, 10} {
			x := c.base.view.point(boxes[1].Max.Plan()).X + off
			if off < 0 {
				x = c.base.view.point(boxes[1].Min.Plan()).X + off
			}
			low, high := geom.Point{X: x, Y: c.base.height(boxes[1].Min.Y)}, geom.Point{X: x, Y: c.base.height(boxes[1].Max.Y)}
			if c.canvas.view.frame.ContainsPoint(low.At(0)) && c.canvas.view.frame.ContainsPoint(high.At(0)) &&
				c.canvas.drawStruck(id, low, high, c.canvas.opt.length(was), c.canvas.opt.length(now), c.opt.Palette.Changed) {
				drawn++
				break
			}
		}
	}
}
