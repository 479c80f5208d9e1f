package picture

import (
	"context"
	"fmt"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// pocheScale is the scale from which on what is cut is filled and not hatched.
const pocheScale = 75

// plan is a floor plan while it is drawn.
type plan struct {
	drawing
	level category.Level
	cut   float64 // height in mm from the model's zero
	top   float64 // of the storey
	roof  bool    // whether it is seen from above all, uncut
	seen  elements

	stairs map[string]category.Stairway // by id, laid out once
}

// Plan draws the floor plan of a level: what is cut, what is seen below the cut
// and, dashed, what hangs above it. Errors are *model.Problem, such as a level
// that is not there or on which nothing is to be seen, or ctx's.
func Plan(ctx context.Context, s *model.Snapshot, opt PlanOptions) (*Sheet, error) {
	p, err := newPlan(s, opt)
	if err != nil {
		return nil, err
	}
	extent := p.extent()
	if extent.IsEmpty() {
		return nil, p.nothing()
	}
	if err := p.load(ctx, p.seen.all()...); err != nil {
		return nil, err
	}
	if err := p.paint(p.seen.list()); err != nil {
		return nil, err
	}
	p.measure()
	if err := p.layOut(extent); err != nil {
		return nil, err
	}
	p.drawElements()
	p.tellBodiless()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.drawGrids()
	if !opt.NoDimensions {
		p.drawDimensions(extent)
	}
	if !opt.NoLabels {
		p.drawRooms()
		p.drawTags()
		if opt.Density == Dense {
			p.drawMarks()
		}
	}
	if p.blank() {
		return nil, p.nothing()
	}
	p.tellUnlabelled()
	p.drawFrame(p.words())
	p.drawColors()
	return p.sheet, ctx.Err()
}

func newPlan(s *model.Snapshot, opt PlanOptions) (*plan, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	l, err := opt.level(s)
	if err != nil {
		return nil, err
	}
	if opt.Cut == 0 {
		opt.Cut = DefaultCut
	}
	if opt.Depth == 0 {
		opt.Depth = DefaultDepth
	}
	p := &plan{drawing: drawing{s: s, opt: opt}, level: l, cut: l.Elevation + opt.Cut, top: l.Elevation + 3000}
	if l.HasTop {
		p.top = l.Top
	}
	if l.Kind == "roof" {
		p.roof = true
		p.cut = max(p.cut, category.Space(s).Bounds().Max.Z+1)
		p.top = max(p.top, p.cut)
	}
	p.collect()
	return p, nil
}

// nothing says that there is nothing to draw, and of what that should be drawn why not.
func (p *plan) nothing() error {
	p.tellBodiless()
	if p.opt.Bounds != (geom.Box{}) {
		opt := p.opt
		opt.Bounds = geom.Box{}
		whole := geom.EmptyBox()
		if all, err := newPlan(p.s, opt); err == nil {
			whole = all.extent()
		}
		return p.because(&model.Problem{
			Code:    model.NotFound,
			Message: fmt.Sprintf("Nothing on %s is to be seen in the bounds", p.level.ID),
			Hint:    "Leave the bounds out to see the whole level" + whereabouts(whole),
		})
	}
	return p.because(&model.Problem{
		Code:    model.NotFound,
		Message: fmt.Sprintf("Nothing is to be seen on %s", p.level.ID),
		Hint:    "Draw another level, or loosen the filter",
	})
}

// drawElements draws what stands on the level, the lowest first, and cuts it to
// the drawing's part of the sheet.
func (p *plan) drawElements() {
	from := len(p.sheet.Groups)
	for _, r := range p.seen.beyond {
		p.drawPlate(r)
	}
	for _, r := range p.seen.plates {
		p.drawPlate(r)
	}
	p.fillRooms()
	for _, r := range p.seen.things {
		p.drawThing(r)
	}
	for _, r := range p.seen.ways {
		p.drawWay(r)
	}
	for _, r := range p.seen.separators {
		p.drawSeparator(r)
	}
	for _, r := range p.seen.low {
		p.drawLow(r)
	}
	p.drawCut()
	for _, r := range p.seen.hosted {
		p.drawHosted(r)
	}
	for _, r := range p.seen.services {
		p.drawService(r)
	}
	for _, r := range p.seen.shafts {
		p.drawShaft(r)
	}
	for _, r := range p.seen.ceilings {
		p.drawCeiling(r)
	}
	for _, r := range p.seen.overhead {
		p.drawOverhead(r)
	}
	drawn := p.sheet.Groups[from:]
	for _, g := range drawn {
		g.clip(p.view.frame)
	}
	drawn = slices.DeleteFunc(drawn, func(g *Group) bool { return len(g.Shapes)+len(g.Texts) == 0 })
	p.sheet.Groups = p.sheet.Groups[:from+len(drawn)]
}
