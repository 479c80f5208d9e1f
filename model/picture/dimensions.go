package picture

import (
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// edge is a side of the drawing along which dimensions stand: its outward normal,
// and the direction in which they run.
type edge struct{ out, along geom.Point }

var (
	edgeBelow = edge{out: geom.Point{Y: -1}, along: geom.Point{X: 1}}
	edgeLeft  = edge{out: geom.Point{X: -1}, along: geom.Point{Y: 1}}
	edgeAbove = edge{out: geom.Point{Y: 1}, along: geom.Point{X: 1}}
	edgeRight = edge{out: geom.Point{X: 1}, along: geom.Point{Y: 1}}
)

// tagRoom is how much further off in mm the chains stand for the tags of windows.
const tagRoom = 3.0

// measure lays out the room that dimensions and bubbles take: three chains below
// and at the left, and one on the other sides where the walls have openings.
func (p *plan) measure() {
	p.pads = pads{}
	if !p.opt.NoDimensions {
		p.pads.left, p.pads.bottom = tagRoom+3*chainStep, tagRoom+3*chainStep
		for _, e := range []edge{edgeAbove, edgeRight} {
			if len(p.outline(e)) == 0 {
				continue
			}
			if e == edgeAbove {
				p.pads.top = tagRoom + chainStep + 2
			} else {
				p.pads.right = tagRoom + chainStep + 2
			}
		}
	}
	if len(p.grids()) > 0 {
		p.pads.left += 4 * bubble
		p.pads.bottom += 4 * bubble
	}
	if p.scheme != nil {
		p.pads.right += legendPad
	}
}

// drawDimensions draws the chains: the openings of the outer walls on every side,
// and below and at the left the axes, and all.
func (p *plan) drawDimensions(extent geom.Box) {
	look := plain
	if len(p.opt.Highlight) > 0 {
		look = faded
	}
	whole := p.body()
	body := whole.Intersect(extent)
	if body.IsEmpty() {
		return
	}
	for _, e := range []edge{edgeBelow, edgeLeft, edgeAbove, edgeRight} {
		low, high := body.Min.Plan().Dot(e.along), body.Max.Plan().Dot(e.along)
		ends := built(low, high, whole.Min.Plan().Dot(e.along), whole.Max.Plan().Dot(e.along))
		openings := p.outline(e)
		if len(openings) > 0 {
			openings = append(openings, ends...)
		}
		chains := [][]float64{openings}
		if e == edgeBelow || e == edgeLeft {
			chains = append(chains, p.axisMarks(e, low, high), ends)
		}
		off := tagRoom + margin/2 - 2
		for _, marks := range chains {
			if marks = p.tidy(marks, low, high); len(marks) > 1 {
				off += chainStep
				p.drawChain(e, marks, off, look)
			}
		}
	}
}

// built answers those of two ends of what is shown that are ends of the whole: nobody
// built the others.
func built(low, high, from, to float64) []float64 {
	const slack = 1 // mm
	var out []float64
	if from >= low-slack {
		out = append(out, low)
	}
	if to <= high+slack {
		out = append(out, high)
	}
	return out
}

// body answers the box of what the chains measure: walls, else columns, else roofs.
func (p *plan) body() geom.Box {
	for _, lists := range [][][]*model.Record{{p.seen.walls, p.seen.glazing}, {p.seen.columns}, {p.seen.plates}} {
		if box := p.around(lists...).WithZ(0, 0); !box.IsEmpty() {
			return box
		}
	}
	return geom.EmptyBox()
}

// outline answers where the openings and corners lie that a side sees of the outer walls;
// none where there are no openings and no more than two corners.
func (p *plan) outline(e edge) []float64 {
	facade := p.facade(e)
	marks := p.openings(e, facade)
	if len(marks) == 0 && len(facade) < 2 {
		return nil
	}
	for _, r := range facade {
		marks = append(marks, r.low, r.high)
	}
	return marks
}

// openings answers where the openings that a side sees of the outer walls begin and end.
func (p *plan) openings(e edge, facade []run) []float64 {
	var marks []float64
	for _, r := range slices.Concat(p.seen.hosted, p.seen.glazing) {
		host := p.s.Record(r.String("hostId"))
		if host == nil || host.Has("hostId") {
			continue // it stands by itself, or is a part of a front that is dimensioned
		}
		out, ok := category.Outside(p.s, host)
		if !ok || out.Dot(e.out) < 0.999 {
			continue
		}
		if gap, ok := p.gapOf(r); ok && gap.span.Head > p.cut && gap.span.Sill <= p.cut && sees(facade, gap.middle.Dot(e.along), p.faceOf(host, e)) {
			marks = append(marks, gap.at(-gap.half, 0).Dot(e.along), gap.at(gap.half, 0).Dot(e.along))
		}
	}
	return marks
}

// axisMarks answers where axes cross a side: those of the grid, else those of the
// walls.
func (p *plan) axisMarks(e edge, low, high float64) []float64 {
	across := func(records []*model.Record) []float64 {
		var marks []float64
		for _, r := range records {
			line, ok := category.Baseline(r)
			if category.IsWall(r) {
				line, ok = category.Axis(p.s, r)
			}
			if !ok || line.IsArc() || math.Abs(line.TangentAt(0).Dot(e.along)) > 1e-3 {
				continue
			}
			if at := line.Start.Dot(e.along); at >= low && at <= high {
				marks = append(marks, at)
			}
		}
		return marks
	}
	if marks := p.tidy(across(p.grids()), low, high); len(marks) > 1 {
		return marks
	}
	return across(slices.Concat(p.seen.walls, p.seen.glazing))
}

// tidy sorts marks and leaves out those outside and those too near to the one
// before to be told from it on paper.
func (d *drawing) tidy(marks []float64, low, high float64) []float64 {
	slices.Sort(marks)
	var out []float64
	for _, m := range marks {
		if m < low-1 || m > high+1 {
			continue
		}
		if len(out) == 0 || m-out[len(out)-1] > max(1, 0.6*d.view.scale) {
			out = append(out, m)
		}
	}
	return out
}

// drawChain draws one chain of dimensions, so many mm off the drawing.
func (d *drawing) drawChain(e edge, marks []float64, off float64, look look) {
	g := d.group("", "dimension")
	base := max(d.view.frame.Min.Plan().Dot(e.out), d.view.frame.Max.Plan().Dot(e.out))
	at := func(mark, out float64) geom.Point { // on the chain, out from it
		q := d.view.point(e.along.Scale(mark))
		return e.along.Scale(q.Dot(e.along)).Add(e.out.Scale(base + off + out))
	}
	style := look.stroke(PenFine)
	style.Dash = Solid
	last := len(marks) - 1
	g.line(style, at(marks[0], 0).Sub(e.along.Scale(1.5)), at(marks[last], 0).Add(e.along.Scale(1.5)))
	tick := e.along.Add(e.along.Left()).Scale(0.9)
	for _, m := range marks {
		g.line(style, at(m, -2.5), at(m, 1))
		g.line(Style{Stroke: look.ink, Pen: PenEdge}, at(m, 0).Sub(tick), at(m, 0).Add(tick))
	}
	for i := range last {
		d.drawDimension(g, e, at((marks[i]+marks[i+1])/2, 0), marks[i+1]-marks[i], look)
	}
}

// drawDimension writes a dimension over the middle of its stretch, or a row
// further up or down where it finds no room; where there is none it is left out.
func (d *drawing) drawDimension(g *Group, e edge, middle geom.Point, mm float64, look look) {
	t := Text{String: d.opt.length(mm), Height: MinTextHeight, Anchor: Middle, Color: look.ink}
	up := geom.Point{Y: 1}
	if e.along.Y != 0 {
		t.Angle, up = 90, geom.Point{X: -1}
	}
	rows := []float64{0.7, 0.7 + 2.5, -0.7 - MinTextHeight}
	if TextWidth(t.String, t.Height, false) > d.view.mm(mm)-1 {
		rows = rows[1:] // the ticks at its ends would run through it
	}
	for _, row := range rows {
		t.At = middle.Add(up.Scale(row))
		if d.taken.claim(textRoom(t, 0.25)) {
			g.area(Style{Fill: plain.blank}, geom.Ring{Points: textRoom(t, 0.1)}) // keeps axes from running through
			g.Texts = append(g.Texts, t)
			return
		}
	}
}
