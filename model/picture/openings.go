package picture

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// gap is an opening in a wall as its symbol sees it: a frame at its middle, in
// mm of the model, with along pointing as the wall runs and left to its left.
type gap struct {
	middle      geom.Point
	along, left geom.Point
	half        float64 // of the width
	high, low   float64 // the wall's faces, from the baseline to the left
	span        category.Span
	line        geom.Curve // the host's baseline
}

func (p *plan) gapOf(r *model.Record) (gap, bool) {
	if r == nil {
		return gap{}, false
	}
	span, ok := category.Opening(p.s, r)
	host := p.s.Record(r.String("hostId"))
	if !ok || host == nil {
		return gap{}, false
	}
	line, ok := category.Baseline(host)
	if !ok {
		return gap{}, false
	}
	at := (span.From + span.To) / 2
	along := line.TangentAt(at)
	left, right := category.Faces(p.s, host)
	return gap{
		middle: line.PointAt(at), along: along, left: along.Left(),
		half: (span.To - span.From) / 2, high: left, low: right, span: span, line: line,
	}, true
}

// at answers a point of the gap: x along the wall from the middle, y to its left.
func (g gap) at(x, y float64) geom.Point {
	return g.middle.Add(g.along.Scale(x)).Add(g.left.Scale(y))
}

// swept answers the box in which the door's leaf moves, in mm of the model.
func (g gap) swept(r *model.Record) geom.Box {
	y := g.high + 2*g.half
	if r.String("swing") == "right" {
		y = g.low - 2*g.half
	}
	return geom.BoxOf(g.at(-g.half, y).At(0), g.at(g.half, y).At(0), g.at(g.half, 0).At(0))
}

// drawHosted draws a door, window or opening.
func (p *plan) drawHosted(r *model.Record) {
	gap, ok := p.gapOf(r)
	if !ok {
		return
	}
	back, front, niche := nicheFaces(r, gap.high, gap.low)
	if niche {
		gap.high, gap.low = min(max(back, front), gap.high), max(min(back, front), gap.low)
	}
	ring := geom.Ring{Points: p.view.points(gap.at(-gap.half, gap.low), gap.at(gap.half, gap.low), gap.at(gap.half, gap.high), gap.at(-gap.half, gap.high))}
	p.take(ring.Points)
	look := p.look(r.ID())
	g := p.group(r.ID(), r.Category())
	if look.tint {
		g.area(Style{Fill: look.blank}, ring)
	}
	faces := func(style Style, ys ...float64) {
		for _, y := range ys {
			face, ok := gap.line.Part(gap.span.From, gap.span.To).Offset(y)
			if ok {
				g.line(style, p.view.curve(face)...)
			}
		}
	}
	if gap.span.Sill > p.cut || gap.span.Head <= p.cut {
		third := (gap.high - gap.low) / 3
		faces(look.dashed(), gap.low+third, gap.high-third)
		return
	}
	if niche { // the wall shows its sides and its back
		faces(look.stroke(PenFine), min(max(front, gap.low), gap.high))
		return
	}
	switch r.Category() {
	case "door":
		faces(look.stroke(PenFine), gap.low, gap.high)
		p.drawLeaves(g, r, gap, look)
	case "window":
		faces(look.stroke(PenEdge), gap.low, gap.high)
		middle, pane := (gap.low+gap.high)/2, 0.06*(gap.high-gap.low)
		faces(look.stroke(PenFine), middle-pane, middle+pane)
		p.drawJambs(g, gap, look)
	default:
		faces(look.dashed(), gap.low, gap.high)
	}
}

// drawJambs draws the ends of a window, which may stand against a wall that does
// not show its own.
func (p *plan) drawJambs(g *Group, gap gap, look look) {
	for _, d := range []float64{gap.span.From, gap.span.To} {
		left := gap.line.TangentAt(d).Left()
		at := gap.line.PointAt(d)
		g.line(look.stroke(PenFine), p.view.points(at.Add(left.Scale(gap.low)), at.Add(left.Scale(gap.high)))...)
	}
}

// drawLeaves draws how a door opens. A door that does not say how is drawn as one
// that swings.
func (p *plan) drawLeaves(g *Group, r *model.Record, gap gap, look look) {
	operation, leaves := "swing", 1.0
	if t := category.TypeOf(p.s, r); t != nil {
		if o := t.String("operation"); o != "" {
			operation = o
		}
		leaves = t.NumberOr("leaves", 1)
	}
	face, side := gap.high, 1.0
	if r.String("swing") == "right" {
		face, side = gap.low, -1
	}
	hinge := -1.0
	if r.String("hinge") == "end" {
		hinge = 1
	}
	fine := look.stroke(PenFine)
	if operation != "swing" && operation != "double-acting" {
		p.takeBeside(gap, face, side, operation)
	}
	switch operation {
	case "sliding":
		inset := side * 40
		g.line(look.stroke(PenEdge), p.view.points(gap.at(-gap.half, face+inset), gap.at(gap.half, face+inset))...)
		g.line(fine, p.view.points(gap.at(hinge*gap.half, face+2*inset), gap.at(hinge*3*gap.half, face+2*inset))...)
	case "folding":
		quarter := gap.half / 2
		g.line(look.stroke(PenEdge), p.view.points(gap.at(hinge*gap.half, face), gap.at(hinge*(gap.half-quarter/2), face+side*2*quarter),
			gap.at(hinge*(gap.half-quarter), face), gap.at(hinge*(gap.half-1.5*quarter), face+side*2*quarter))...)
	case "overhead":
		g.line(look.dashed(), p.view.points(gap.at(-gap.half, face), gap.at(-gap.half, face+side*2*gap.half), gap.at(gap.half, face+side*2*gap.half), gap.at(gap.half, face))...)
	case "revolving":
		middle := (gap.high + gap.low) / 2
		g.area(fine, geom.Ring{Points: p.view.points(circle(gap.at(0, middle), gap.half)...)})
		for _, d := range []float64{0.7071, -0.7071} {
			g.line(look.stroke(PenEdge), p.view.points(gap.at(-d*gap.half, middle-0.7071*gap.half), gap.at(d*gap.half, middle+0.7071*gap.half))...)
		}
	default:
		hinges := []float64{hinge}
		if leaves == 2 {
			hinges = []float64{-1, 1}
		}
		for _, h := range hinges {
			p.drawSwing(g, gap, look, h, face, side, float64(len(hinges)))
			if operation == "double-acting" {
				p.drawSwing(g, gap, look, h, gap.high+gap.low-face, -side, float64(len(hinges)))
			}
		}
	}
}

// takeBeside keeps labels off what a door that does not swing has beside the wall.
func (p *plan) takeBeside(gap gap, face, side float64, operation string) {
	depth := map[string]float64{"sliding": 120, "folding": gap.half, "overhead": 2 * gap.half, "revolving": gap.half}[operation]
	for _, y := range [][2]float64{{face, face + side*depth}, {gap.high + gap.low - face, gap.high + gap.low - face - side*depth}} {
		p.take(p.view.points(gap.at(-gap.half, y[0]), gap.at(gap.half, y[0]), gap.at(gap.half, y[1]), gap.at(-gap.half, y[1])))
		if operation != "revolving" {
			return
		}
	}
}

// drawSwing draws one leaf, open at a right angle, and the arc of its edge.
func (p *plan) drawSwing(g *Group, gap gap, look look, hinge, face, side, leaves float64) {
	width := 2 * gap.half / leaves
	pivot, tip, shut := gap.at(hinge*gap.half, face), gap.at(hinge*gap.half, face+side*width), gap.at(hinge*(gap.half-width), face)
	leaf := gap.at(hinge*(gap.half-40), face+side*width)
	ring := geom.Ring{Points: p.view.points(pivot, tip, leaf, gap.at(hinge*(gap.half-40), face))}
	style := look.filled(PenFine)
	if p.view.mm(40) < 0.4 {
		g.line(look.stroke(PenEdge), p.view.points(pivot, tip)...)
	} else {
		g.area(style, ring)
	}
	steps := p.arcSteps(width, 90)
	arc := make([]geom.Point, 0, steps+1)
	for i := range steps + 1 {
		turn := geom.Direction(90 * float64(i) / float64(steps))
		arc = append(arc, pivot.Add(tip.Sub(pivot).Scale(turn.X)).Add(shut.Sub(pivot).Scale(turn.Y)))
	}
	g.line(look.stroke(PenFine), p.view.points(arc...)...)
	p.take(p.view.points(pivot, tip, arc[len(arc)/2], shut))
}

// arcSteps answers into how many stretches an arc is cut on paper.
func (d *drawing) arcSteps(radius, sweep float64) int {
	r := max(d.view.mm(radius), paperTolerance)
	step := 2 * math.Acos(1-paperTolerance/r) * 180 / math.Pi
	return min(max(int(math.Ceil(sweep/step)), 4), 90)
}

// circle answers the points of a circle.
func circle(center geom.Point, radius float64) []geom.Point {
	const steps = 48
	out := make([]geom.Point, steps)
	for i := range out {
		out[i] = center.Add(geom.Direction(360 * float64(i) / steps).Scale(radius))
	}
	return out
}
