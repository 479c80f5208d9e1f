package picture

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/measure"
)

// SectionOptions say what a section shows and how. From and To must be given; for
// what has no word here see [PlanOptions].
type SectionOptions struct {
	// From and To are the ends in plan, in mm, of the line that is cut along: From at
	// the left of the paper. It looks to the left of the way from one to the other, or
	// to the right where Reverse is set; then To is at the left of the paper.
	From, To geom.Point
	Reverse  bool
	Depth    float64 // how far behind the line things are seen, in mm; 0 is all
	// Bounds is the part of the model in mm that the section shows, of any height where its
	// z are infinite. The zero Box is all.
	Bounds geom.Box

	Scale     float64
	Show      func(id string) bool
	Highlight []string
	ColorBy   string
	Phase     string
	Unit      measure.Unit
	Density   Density
	Shapes    Shapes

	NoDimensions bool
	NoLabels     bool // no names of rooms
	NoGrids      bool
	NoTitle      bool

	Title TitleBlock
}

// section is a section or an elevation while it is drawn. Its plane has u along
// the line and v upwards, both in mm; depth grows away from who looks.
type section struct {
	drawing
	line        [2]geom.Point // that was asked for, from left to right
	from, along geom.Point    // the plane in plan
	length      float64       // of the line
	depth       float64
	cuts        bool // whether anything can be cut
	compared    bool // whether it is part of a picture of change
	side        string
	solids      []solid
	whole       geom.Box // around what is seen, had the line no ends and the options no bounds
	ground, low float64  // the height of the ground, and the one under which nothing behind the plane is seen
	seen        *visibility
}

// Section draws what a line cuts, and what is seen behind it with hidden lines
// removed: levels with their heights, grids, the ground and the chains of heights
// and widths. Errors are *model.Problem, such as a line without a length or one
// behind which nothing is to be seen, or ctx's.
func Section(ctx context.Context, s *model.Snapshot, opt SectionOptions) (*Sheet, error) {
	c, err := newSection(s, opt)
	if err != nil {
		return nil, err
	}
	return c.draw(ctx, opt)
}

// newSection checks the options of a section along a line.
func newSection(s *model.Snapshot, opt SectionOptions) (*section, error) {
	if err := opt.checkLine(); err != nil {
		return nil, err
	}
	c := &section{drawing: drawing{s: s, opt: opt.common()}, line: [2]geom.Point{opt.From, opt.To}, from: opt.From, length: opt.From.Dist(opt.To), depth: opt.Depth, cuts: true}
	c.along = opt.To.Sub(opt.From).Unit()
	if opt.Reverse {
		c.from, c.along = opt.To, c.along.Scale(-1)
		c.line[0], c.line[1] = c.line[1], c.line[0]
	}
	return c, nil
}

// Elevation draws the side of a building that looks north, east, south or west, as
// seen from there. From, To and Reverse are not read; Depth counts from the outermost part.
func Elevation(ctx context.Context, s *model.Snapshot, side string, opt SectionOptions) (*Sheet, error) {
	c, err := newElevation(s, side, building(s), opt)
	if err != nil {
		return nil, err
	}
	return c.draw(ctx, opt)
}

// newElevation checks the options of an elevation of what a box holds.
func newElevation(s *model.Snapshot, side string, box geom.Box, opt SectionOptions) (*section, error) {
	facing, ok := geom.ParseFacing(side)
	out, known := sides[facing]
	if !ok || !known {
		return nil, &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("There is no elevation %q", side), Hint: "Send north, east, south or west, or a line as from and to"}
	}
	c := &section{drawing: drawing{s: s, opt: opt.common()}, depth: opt.Depth, side: string(facing)}
	c.along = outwards(s, out).Left()
	if !box.IsEmpty() {
		look := c.along.Left()
		near, _ := span(box.Ring().Points, look)
		first, last := span(box.Ring().Points, c.along)
		c.from, c.length = look.Scale(near-1000).Add(c.along.Scale(first)), last-first
		if c.depth > 0 {
			c.depth += 1000
		}
	}
	return c, nil
}

// sides are the ways in which the sides of a building look.
var sides = map[geom.Facing]geom.Point{geom.North: {Y: 1}, geom.East: {X: 1}, geom.South: {Y: -1}, geom.West: {X: -1}}

// outwards answers the direction along an axis of the model that is nearest to a
// true one, so that an elevation is square to the building.
func outwards(s *model.Snapshot, out geom.Point) geom.Point {
	if m := s.Manifest(); m != nil {
		out = out.Rotate(m.TrueNorth())
	}
	best := geom.Point{Y: 1}
	for _, axis := range []geom.Point{{X: 1}, {Y: -1}, {X: -1}} {
		if axis.Dot(out) > best.Dot(out)+1e-9 {
			best = axis
		}
	}
	return best
}

// common answers the options in the words of a plan.
func (o SectionOptions) common() PlanOptions {
	return PlanOptions{
		Scale: o.Scale, Show: o.Show, Highlight: o.Highlight, ColorBy: o.ColorBy, Phase: o.Phase, Unit: o.Unit,
		Density: o.Density, Shapes: o.Shapes, NoDimensions: o.NoDimensions, NoLabels: o.NoLabels, NoGrids: o.NoGrids,
		NoTitle: o.NoTitle, Title: o.Title,
	}
}

// checkLine answers a *model.Problem for a line that nothing can be cut along.
func (o SectionOptions) checkLine() error {
	const most = 1e8 // mm
	length := o.From.Dist(o.To)
	switch {
	case !(length >= 1):
		return &model.Problem{Code: model.InvalidArgument, Message: "A section needs a line to cut along: its ends are one point", Hint: "Send from and to as two points [x, y] in mm that lie apart"}
	case !(o.From.Len() <= most && o.To.Len() <= most):
		return &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("A line from (%g, %g) to (%g, %g) mm lies too far off", o.From.X, o.From.Y, o.To.X, o.To.Y), Hint: "Send points in mm within 100 km of the model's zero"}
	}
	return nil
}

// check answers a *model.Problem for options that no section can have.
func (o SectionOptions) check() error {
	if !(o.Depth >= 0 && o.Depth <= 1e9) {
		return &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("A depth of %g mm cannot be drawn", o.Depth), Hint: "Send a positive depth in mm, or leave it out to see all"}
	}
	if o.Bounds != (geom.Box{}) && !(o.Bounds.Max.Z-o.Bounds.Min.Z >= leastBounds) {
		return &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("Bounds between the heights %g and %g mm hold nothing", o.Bounds.Min.Z, o.Bounds.Max.Z), Hint: "Send corners that lie further apart, the lower first"}
	}
	return o.common().check()
}

func (c *section) draw(ctx context.Context, opt SectionOptions) (*Sheet, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	if err := c.collect(ctx); err != nil {
		return nil, err
	}
	if c.lengthen() {
		if err := c.collect(ctx); err != nil {
			return nil, err
		}
	}
	c.tellEnds()
	extent := c.extent(opt)
	if extent.IsEmpty() {
		return nil, c.nothing(opt)
	}
	ids, err := c.visible(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.paint(ids); err != nil {
		return nil, err
	}
	c.measure()
	if err := c.layOut(extent); err != nil {
		return nil, err
	}
	if err := c.drawSolids(ctx); err != nil {
		return nil, err
	}
	if c.blank() {
		return nil, c.nothing(opt)
	}
	c.drawDatum()
	if !opt.NoDimensions {
		c.drawDimensions(extent)
	}
	if !opt.NoLabels {
		c.drawRooms()
	}
	c.tellUnlabelled()
	c.drawFrame(c.words())
	c.drawColors()
	return c.sheet, ctx.Err()
}

// drawSolids draws what is seen behind the plane, and over it what is cut.
func (c *section) drawSolids(ctx context.Context) error {
	c.drawLevelLines()
	if err := c.drawBeyond(ctx); err != nil {
		return err
	}
	c.drawOpeningLines()
	c.drawCut()
	return nil
}

// drawDatum draws what heights and places are told by.
func (c *section) drawDatum() {
	c.drawGround()
	c.drawGrids()
	c.drawLevels()
}

// extent answers the part of the plane that is shown, z at zero, empty where
// nothing is seen.
func (c *section) extent(opt SectionOptions) geom.Box {
	box := geom.EmptyBox()
	c.whole = geom.EmptyBox()
	for i := range c.solids {
		b := c.solids[i].seen
		if !c.cuts || !c.solids[i].cut() {
			b.Min.Y = max(b.Min.Y, c.low)
		}
		if b.Max.Y > b.Min.Y {
			c.whole = c.whole.Union(b)
		}
		b.Min.X, b.Max.X = max(b.Min.X, 0), min(b.Max.X, c.length)
		if b.Max.X > b.Min.X && b.Max.Y > b.Min.Y {
			box = box.Union(b)
		}
	}
	if box.IsEmpty() {
		return box
	}
	if opt.Bounds == (geom.Box{}) {
		return box.WithZ(0, 0)
	}
	low, high := span(opt.Bounds.Ring().Points, c.along)
	start := c.from.Dot(c.along)
	box = box.Intersect(geom.BoxOf(geom.Point3{X: low - start, Y: opt.Bounds.Min.Z}, geom.Point3{X: high - start, Y: opt.Bounds.Max.Z}).WithZ(math.Inf(-1), math.Inf(1)))
	c.opt.Bounds = geom.Box{}
	if !box.IsEmpty() {
		c.opt.Bounds = box.WithZ(0, 0)
	}
	return c.opt.Bounds
}

func (c *section) nothing(opt SectionOptions) error {
	where := fmt.Sprintf("between (%.0f, %.0f) and (%.0f, %.0f)", opt.From.X, opt.From.Y, opt.To.X, opt.To.Y)
	if !c.cuts {
		where = "from the " + c.side
	}
	p := &model.Problem{
		Code:    model.NotFound,
		Message: "Nothing is to be seen " + where,
		Hint:    "Move the line, swap its ends, send a larger depth, or loosen the filter",
	}
	if opt.Bounds != (geom.Box{}) {
		p.Message += " in the bounds"
		p.Hint = "Leave the bounds out to see all" + whereabouts(building(c.s))
	}
	return c.because(p)
}

// words answers what the title block says.
func (c *section) words() words {
	way := geom.FacingOf(c.along.Left(), trueNorth(c.s))
	if !c.cuts {
		return words{title: cmp.Or(c.opt.Title.Drawing, strings.ToUpper(c.side[:1])+c.side[1:]+" elevation"), detail: fmt.Sprintf("Looking %s", way)}
	}
	from, to := c.line[0], c.line[1]
	detail := fmt.Sprintf("From (%.0f, %.0f) to (%.0f, %.0f), looking %s", from.X, from.Y, to.X, to.Y, way)
	return words{title: cmp.Or(c.opt.Title.Drawing, "Section"), detail: detail}
}

func trueNorth(s *model.Snapshot) float64 {
	if m := s.Manifest(); m != nil {
		return m.TrueNorth()
	}
	return 0
}

// groundOf answers the height of the ground in mm, of which a model knows nothing
// but its zero: the highest level that is not above it, else the lowest level.
func groundOf(s *model.Snapshot) float64 {
	ground, found := 0.0, false
	for _, l := range category.Levels(s).All() {
		if l.Kind == "support" {
			continue
		}
		if !found || l.Elevation <= 1 {
			ground, found = l.Elevation, true
		}
	}
	return ground
}
