package picture

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/tint"
)

func pointOf(p [2]float64) geom.Point { return geom.Point{X: p[0], Y: p[1]} }

// drawPlate draws the edges of a slab or of a roof below the cut, and crosses its
// openings. It covers what lies under it.
func (p *plan) drawPlate(r *model.Record) {
	if p.drawRoof(r) {
		return
	}
	region, ok := category.Outline(r)
	if !ok {
		return
	}
	look := p.look(r.ID())
	g := p.group(r.ID(), r.Category())
	outer := p.view.ring(region.Outer)
	style := look.filled(PenFine)
	if look.tint && p.scheme != nil {
		style.Fill = tint.Mix(look.solid, 0.2) // what stands on it matters more
	}
	g.area(style, append([]geom.Ring{outer}, p.holes(r, region)...)...)
	for _, hole := range region.Holes {
		p.drawVoid(g, hole, look)
	}
	for _, id := range category.Hosted(p.s, r.ID()) {
		if hosted := p.s.Record(id); hosted != nil && hosted.Category() == "opening" {
			if region, ok := category.Outline(hosted); ok {
				p.drawVoid(p.group(id, "opening"), region.Outer, look)
			}
		}
	}
}

// holes answers what is cut out of a plate, on the paper.
func (p *plan) holes(r *model.Record, region geom.Region) []geom.Ring {
	var out []geom.Ring
	for _, hole := range region.Holes {
		out = append(out, p.view.ring(hole))
	}
	for _, id := range category.Hosted(p.s, r.ID()) {
		if hosted := p.s.Record(id); hosted != nil && hosted.Category() == "opening" {
			if region, ok := category.Outline(hosted); ok {
				out = append(out, p.view.ring(region.Outer))
			}
		}
	}
	return out
}

// climbed tells whether a stair leads through a void, which then needs no cross.
func (p *plan) climbed(hole geom.Ring) bool {
	for _, r := range p.seen.ways {
		if r.Category() != "stair" {
			continue
		}
		if w, ok := p.stairway(r); ok {
			for _, step := range w.Steps {
				if !hole.Bounds().Intersects(step.Outline.Bounds()) {
					continue
				}
				if middle, ok := step.Outline.InnerPoint(); ok && hole.Locate(middle, geom.Epsilon) == geom.Inside {
					return true
				}
			}
		}
	}
	return false
}

// drawVoid draws the edge of a void and a cross from corner to corner.
func (p *plan) drawVoid(g *Group, hole geom.Ring, look look) {
	ring := p.view.ring(hole)
	g.area(look.stroke(PenFine), ring)
	if n := len(ring.Points); n >= 4 && !p.climbed(hole) {
		for i := range 2 {
			g.line(look.stroke(PenFine), ring.Points[i*n/4], ring.Points[i*n/4+n/2])
		}
	}
}

// drawShaft draws the edge of a shaft and a cross from corner to corner.
func (p *plan) drawShaft(r *model.Record) {
	if region, ok := category.Outline(r); ok {
		p.drawVoid(p.group(r.ID(), "shaft"), region.Outer, p.look(r.ID()))
	}
}

// drawCeiling draws, dashed, the edges of the voids in a slab above the cut.
func (p *plan) drawCeiling(r *model.Record) {
	region, ok := category.Outline(r)
	if !ok {
		return
	}
	for _, ring := range p.holes(r, region) {
		p.group(r.ID(), r.Category()).area(p.look(r.ID()).dashed(), ring)
	}
}

// drawOverhead draws the edges of a beam or roof above the cut, dashed.
func (p *plan) drawOverhead(r *model.Record) {
	style := p.look(r.ID()).dashed()
	if r.Category() == "beam" {
		a, ok := r.Point3("start")
		b, ok2 := r.Point3("end")
		width := beamWidth(p.s, r)
		if ring, fine := geom.Line(geom.Point{X: a[0], Y: a[1]}, geom.Point{X: b[0], Y: b[1]}).Band(width/2, -width/2); ok && ok2 && fine {
			p.group(r.ID(), "beam").area(style, p.view.ring(ring))
		}
		return
	}
	if r.Category() == "roof" {
		if lines := category.RoofLines(p.s, r); len(lines) > 0 {
			p.drawEaves(r, lines, style)
			return
		}
	}
	if region, ok := category.Outline(r); ok {
		p.group(r.ID(), r.Category()).area(style, p.view.ring(region.Outer))
	}
}

// drawLow draws a wall, curtain wall or column that ends below the cut: seen from
// above, unfilled.
func (p *plan) drawLow(r *model.Record) {
	style := p.look(r.ID()).filled(PenEdge)
	if r.Category() == "column" {
		g := p.group(r.ID(), "column")
		for _, b := range category.Bodies(p.s, r) {
			g.area(style, p.rings(fromAbove(b.Mesh))...)
		}
		return
	}
	if line, ok := category.Baseline(r); ok {
		left, right := category.Faces(p.s, r)
		if ring, ok := line.Band(left, right); ok {
			p.group(r.ID(), r.Category()).area(style, p.view.ring(ring))
		}
	}
}

// drawGlazing draws a cut curtain wall: its panes and its mullions.
func (p *plan) drawGlazing(r *model.Record) {
	look := p.look(r.ID())
	g := p.group(r.ID(), "curtain-wall")
	bodies := category.Bodies(p.s, r)
	for _, part := range []string{"panel", "frame"} {
		for _, b := range bodies {
			if b.Part != part {
				continue
			}
			pen := PenFine
			if part == "frame" {
				pen = PenEdge
			}
			rings := p.slice(b.Mesh)
			if len(rings) == 0 {
				continue
			}
			style := look.filled(pen)
			if look.tint {
				style.Fill = look.solid
			}
			g.area(style, rings...)
			for _, ring := range rings {
				p.takeRing(ring)
			}
		}
	}
}

// drawThing draws a piece of furniture or equipment: its shape seen from above, else
// the rectangle of its size with a symbol in it.
func (p *plan) drawThing(r *model.Record) {
	look := p.look(r.ID())
	if p.drawShape(r, look) {
		for _, region := range p.forms[r.ID()].Outline() {
			p.soft.put(p.view.box(region.Bounds()).Ring().Points)
		}
		return
	}
	at, ok := r.Point("at")
	t := category.TypeOf(p.s, r)
	if !ok || t == nil {
		return
	}
	size, ok := t.Point3("size")
	if !ok || size[0] <= 0 || size[1] <= 0 {
		return
	}
	turn := r.NumberOr("rotation", 0)
	ring := p.view.ring(geom.Rect(pointOf(at), size[0], size[1], turn))
	g := p.group(r.ID(), r.Category())
	g.area(look.filled(PenFine), ring)
	p.soft.put(ring.Points)
	const least = 3 // mm of paper: in a smaller box a symbol is a blot
	if p.view.mm(min(size[0], size[1])) < least {
		return
	}
	for _, line := range symbolOf(p.s, r, size[0], size[1]) {
		points := make([]geom.Point, len(line))
		for i, q := range line {
			local := geom.Point{X: min(max(q.X, -1), 1) * size[0] / 2, Y: min(max(q.Y, -1), 1) * size[1] / 2}
			points[i] = p.view.point(local.Rotate(turn).Add(pointOf(at)))
		}
		g.line(look.stroke(PenFine), points...)
	}
}

// drawSeparator draws where a room ends without a wall.
func (p *plan) drawSeparator(r *model.Record) {
	if line, ok := category.Baseline(r); ok {
		style := p.look(r.ID()).stroke(PenFine)
		style.Dash = Dotted
		p.group(r.ID(), "separator").line(style, p.view.curve(line)...)
	}
}

// beamWidth answers how wide a beam is, in mm, by its type's profile.
func beamWidth(s *model.Snapshot, r *model.Record) float64 {
	t := category.TypeOf(s, r)
	if t == nil {
		return 0
	}
	said := model.NewRecord(t.Object("profile"))
	return said.NumberOr("width", said.NumberOr("diameter", 0))
}
