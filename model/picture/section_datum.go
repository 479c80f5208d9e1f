package picture

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/measure"
)

// The room in mm that a section takes beside the drawing for the names of levels
// and for the ground that runs on.
const (
	levelPad  = 34.0
	groundPad = 7.0
)

// measure lays out the room that levels, dimensions and bubbles take.
func (c *section) measure() {
	c.pads = pads{left: groundPad, right: levelPad}
	if !c.opt.NoDimensions {
		c.pads.left += 3 * chainStep
		c.pads.bottom += 2 * chainStep
	}
	if len(c.crossed()) > 0 {
		c.pads.bottom += 3 * bubble
	}
	if c.scheme != nil {
		c.pads.right += legendPad
	}
}

// levels answers the levels whose heights the drawing shows, the lowest first.
func (c *section) levels() []category.Level {
	low := (c.view.frame.Min.Y-c.view.paper.Y)*c.view.scale + c.view.model.Y
	high := (c.view.frame.Max.Y-c.view.paper.Y)*c.view.scale + c.view.model.Y
	var out []category.Level
	for _, l := range category.Levels(c.s).All() {
		if l.Elevation >= low-1 && l.Elevation <= high+1 {
			out = append(out, l)
		}
	}
	return out
}

func (c *section) height(z float64) float64 { return c.view.point(geom.Point{Y: z}).Y }

// drawLevelLines draws the levels' lines, under all else.
func (c *section) drawLevelLines() {
	if !c.cuts {
		return // they would run over the front
	}
	for _, l := range c.levels() {
		y := c.height(l.Elevation)
		c.group(l.ID, "level").line(Style{Stroke: gray(0xb4), Pen: PenHair, Dash: DashDot},
			geom.Point{X: c.view.frame.Min.X - groundPad, Y: y}, geom.Point{X: c.view.frame.Max.X + groundPad, Y: y})
	}
}

// drawLevels writes the names and heights of the levels at the right.
func (c *section) drawLevels() {
	x := c.view.frame.Max.X + groundPad
	for _, l := range c.levels() {
		y := c.height(l.Elevation)
		g := c.group(l.ID, "level")
		name := Text{String: fit(cmp.Or(l.Name, l.ID), levelPad-groundPad-7, MinTextHeight, true), Height: MinTextHeight, Bold: true, Color: plain.ink}
		height := Text{String: c.opt.height(l.Elevation), Height: MinTextHeight, Color: plain.ink}
		for _, off := range []float64{0, 3, -3, 6.5, -6.5, 10, -10} {
			name.At, height.At = geom.Point{X: x + 6, Y: y + off + 0.9}, geom.Point{X: x + 6, Y: y + off - 0.9 - MinTextHeight}
			room := append(textRoom(height, 0.3)[:2:2], textRoom(name, 0.3)[2:]...)
			room[1].X = max(room[1].X, room[2].X)
			room[2].X = room[1].X
			if !c.taken.claim(room) {
				continue
			}
			fine := Style{Stroke: plain.ink, Pen: PenFine}
			g.line(fine, geom.Point{X: x - 4, Y: y}, geom.Point{X: x + 1, Y: y}, geom.Point{X: x + 4, Y: y + off}, geom.Point{X: x + 6 + max(TextWidth(name.String, name.Height, true), 12), Y: y + off})
			g.area(Style{Fill: plain.ink}, geom.Ring{Points: []geom.Point{{X: x - 1, Y: y}, {X: x - 2.2, Y: y + 2}, {X: x + 0.2, Y: y + 2}}})
			g.Texts = append(g.Texts, name, height)
			break
		}
	}
}

// height writes a height over the model's zero as drawings do.
func (o PlanOptions) height(mm float64) string {
	if o.imperial() {
		return measure.FormatLength(mm, measure.FootInch)
	}
	if math.Abs(mm) < 0.5 {
		return "±0.000"
	}
	return strings.Replace(fmt.Sprintf("%+.3f", mm/1000), "-", "−", 1)
}

// gridMark is a grid that a section sees end-on.
type gridMark struct {
	record *model.Record
	at     float64 // mm along the line
}

// crossed answers the grids that cross the section nearly square, from the left.
func (c *section) crossed() []gridMark {
	var out []gridMark
	for _, r := range c.grids() {
		line, ok := category.Baseline(r)
		if !ok || line.IsArc() || math.Abs(line.TangentAt(0).Dot(c.along)) > 0.17 {
			continue
		}
		tangent := line.TangentAt(0)
		to := line.Start.Sub(c.from)
		left := c.along.Left()
		u := to.Dot(c.along) - to.Dot(left)*tangent.Dot(c.along)/tangent.Dot(left)
		if u >= 0 && u <= c.length {
			out = append(out, gridMark{r, u})
		}
	}
	slices.SortStableFunc(out, func(a, b gridMark) int { return cmp.Compare(a.at, b.at) })
	return out
}

// drawGrids draws the axes upright, with their bubbles below.
func (c *section) drawGrids() {
	low := c.view.frame.Min.Y - 3
	if !c.opt.NoDimensions {
		low -= 2 * chainStep
	}
	for _, m := range c.crossed() {
		x := c.view.point(geom.Point{X: m.at}).X
		if x < c.view.frame.Min.X-1 || x > c.view.frame.Max.X+1 {
			continue
		}
		look := c.look(m.record.ID())
		style := look.stroke(PenFine)
		style.Dash = DashDot
		g := c.group(m.record.ID(), "grid")
		tip := geom.Point{X: x, Y: low}
		top := c.view.frame.Max.Y + 3
		if !c.cuts {
			top = c.height(c.ground) // so that it does not run over the front
		}
		g.line(style, geom.Point{X: x, Y: top}, tip)
		c.bubbleAt(g, m.record, tip, geom.Point{Y: -1}, look)
	}
}

// drawDimensions draws the chains: at the left the sills and heads of openings, from level
// to level and the whole height, below from axis to axis and the whole width.
func (c *section) drawDimensions(extent geom.Box) {
	low, high, from := extent.Min.Y, extent.Max.Y, c.whole.Min.Y
	if c.ground > low && c.ground < high {
		low, from = c.ground, c.ground
	}
	ends, across := built(low, high, from, c.whole.Max.Y), c.across()
	sides := built(max(across.Min.X, extent.Min.X), min(across.Max.X, extent.Max.X), across.Min.X, across.Max.X)
	marks := slices.Clone(ends)
	for _, l := range c.levels() {
		if l.Kind != "support" && l.Elevation > low && l.Elevation < high {
			marks = append(marks, l.Elevation)
		}
	}
	var axes []float64
	for _, m := range c.crossed() {
		axes = append(axes, m.at)
	}
	openings := c.heights()
	if len(openings) > 0 {
		openings = append(openings, ends...)
	}
	c.drawChains(edgeLeft, groundPad-4, [][]float64{openings, marks, ends}, low, high)
	c.drawChains(edgeBelow, 0, [][]float64{axes, sides}, extent.Min.X, extent.Max.X)
}

// across answers the box of what the chain below measures: what is cut, else all.
func (c *section) across() geom.Box {
	box := geom.EmptyBox()
	for i := range c.solids {
		for _, r := range c.solids[i].rings {
			box = box.Union(r.Bounds())
		}
	}
	if box.IsEmpty() {
		return c.whole
	}
	return box
}

func (c *section) drawChains(e edge, off float64, chains [][]float64, low, high float64) {
	look := plain
	if len(c.opt.Highlight) > 0 {
		look = faded
	}
	for i, marks := range chains {
		marks = c.tidy(marks, low, high)
		if len(marks) < 2 || i > 0 && len(c.tidy(chains[i-1], low, high)) == 2 && c.tidy(chains[i-1], low, high)[0] == marks[0] {
			continue
		}
		off += chainStep
		c.drawChain(e, marks, off-2, look)
	}
}

// drawGround draws the line of the ground where nothing that is cut stands in it,
// and strokes under it.
func (c *section) drawGround() {
	y := c.height(c.ground)
	frame := c.view.frame
	if y < frame.Min.Y-1 || y > frame.Max.Y+1 {
		return
	}
	g := c.group("", "ground")
	at, end := frame.Min.X-groundPad, frame.Max.X+groundPad
	for _, s := range append(c.footed(), [2]float64{end, math.Inf(1)}) {
		if to := min(s[0], end); to > at+0.5 {
			c.earth(g, at, to, y)
		}
		at = max(at, s[1])
	}
}

// earth draws a stretch of the ground.
func (c *section) earth(g *Group, from, to, y float64) {
	ink := gray(0x14)
	g.line(Style{Stroke: ink, Pen: PenCloud}, geom.Point{X: from, Y: y}, geom.Point{X: to, Y: y})
	if !c.cuts {
		return
	}
	var lines []Line
	for k := math.Ceil(from / 1.2); k*1.2 < to-0.4; k++ {
		if int(k)%6 < 3 { // strokes stand in threes
			x := k * 1.2
			lines = append(lines, Line{Points: []geom.Point{{X: x, Y: y - 0.4}, {X: max(x-2, from), Y: y - 0.4 - min(2, x-from)}}})
		}
	}
	if len(lines) > 0 {
		g.Shapes = append(g.Shapes, Shape{Lines: lines, Style: Style{Stroke: ink, Pen: PenHair}})
	}
}

// footed answers the stretches of the paper, from the left, in which something that
// is cut stands in the ground.
func (c *section) footed() [][2]float64 {
	var out [][2]float64
	for i := range c.solids {
		b := &c.solids[i]
		if !c.cuts || !b.cut() || loose[b.record.Category()] || b.box.Min.Y > c.ground+1 || b.box.Max.Y < c.ground-400 {
			continue
		}
		for _, r := range b.rings {
			box := r.Bounds()
			if box.Min.Y <= c.ground+1 && box.Max.Y >= c.ground-400 {
				out = append(out, [2]float64{c.view.point(box.Min.Plan()).X, c.view.point(box.Max.Plan()).X})
			}
		}
	}
	slices.SortFunc(out, func(a, b [2]float64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return out
}
