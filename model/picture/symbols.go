package picture

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

func pointOf(p [2]float64) geom.Point { return geom.Point{X: p[0], Y: p[1]} }

// drawPlate draws the edges of a slab or of a roof below the cut, and crosses its
// openings.
func (p *plan) drawPlate(r *model.Record) {
	region, ok := category.Outline(r)
	if !ok {
		return
	}
	look := p.look(r.ID())
	g := p.group(r.ID(), r.Category())
	outer := p.view.ring(region.Outer)
	g.area(look.stroke(PenFine), outer)
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

// drawVoid draws the edge of a void and a cross from corner to corner.
func (p *plan) drawVoid(g *Group, hole geom.Ring, look look) {
	ring := p.view.ring(hole)
	g.area(look.stroke(PenFine), ring)
	if n := len(ring.Points); n >= 4 {
		for i := range 2 {
			g.line(look.stroke(PenFine), ring.Points[i*n/4], ring.Points[i*n/4+n/2])
		}
	}
}

// drawOverhead draws the edges of a beam or roof above the cut, dashed.
func (p *plan) drawOverhead(r *model.Record) {
	style := p.look(r.ID()).dashed()
	if r.Category() == "beam" {
		a, ok := r.Point3("start")
		b, ok2 := r.Point3("end")
		width := profileOf(p.s, r).width
		if ring, fine := geom.Line(geom.Point{X: a[0], Y: a[1]}, geom.Point{X: b[0], Y: b[1]}).Band(width/2, -width/2); ok && ok2 && fine {
			p.group(r.ID(), "beam").area(style, p.view.ring(ring))
		}
		return
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
		if ring, ok := columnRing(p.s, r); ok {
			p.group(r.ID(), "column").area(style, p.view.ring(ring))
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

// drawGlazing draws a cut curtain wall: its faces, its panes and its mullions.
func (p *plan) drawGlazing(r *model.Record) {
	line, ok := category.Baseline(r)
	if !ok {
		return
	}
	look := p.look(r.ID())
	left, right := category.Faces(p.s, r)
	middle, half := (left+right)/2, min(left-right, 100)/2
	g := p.group(r.ID(), "curtain-wall")
	for _, part := range p.solid(r, 0, line.Length()) {
		curve := line.Part(part[0], part[1])
		if ring, ok := curve.Band(middle+half, middle-half); ok {
			paper := p.view.ring(ring)
			g.area(look.filled(PenEdge), paper)
			p.takeRing(paper)
		}
		if pane, ok := curve.Offset(middle); ok {
			g.line(look.stroke(PenFine), p.view.curve(pane)...)
		}
		spacing, ok := r.Number("mullionSpacing")
		if !ok || p.view.mm(spacing) < 2 || (part[1]-part[0])/spacing > maxHatch {
			continue
		}
		for d := math.Ceil(part[0]/spacing) * spacing; d <= part[1]; d += spacing {
			normal := line.TangentAt(d).Left()
			at := line.PointAt(d).Add(normal.Scale(middle))
			g.line(look.stroke(PenEdge), p.view.points(at.Add(normal.Scale(half)), at.Sub(normal.Scale(half)))...)
		}
	}
}

// drawThing draws a piece of furniture or equipment as the rectangle of its size.
func (p *plan) drawThing(r *model.Record) {
	at, ok := r.Point("at")
	t := category.TypeOf(p.s, r)
	if !ok || t == nil {
		return
	}
	size, ok := t.Point3("size")
	if !ok || size[0] <= 0 || size[1] <= 0 {
		return
	}
	look := p.look(r.ID())
	ring := p.view.ring(geom.Rect(pointOf(at), size[0], size[1], r.NumberOr("rotation", 0)))
	p.group(r.ID(), r.Category()).area(look.filled(PenFine), ring)
}

// drawSeparator draws where a room ends without a wall.
func (p *plan) drawSeparator(r *model.Record) {
	if line, ok := category.Baseline(r); ok {
		style := p.look(r.ID()).stroke(PenFine)
		style.Dash = Dotted
		p.group(r.ID(), "separator").line(style, p.view.curve(line)...)
	}
}

// profile is what a type says of a cross-section, in mm.
type profile struct {
	shape                     string
	width, depth, web, flange float64
}

func profileOf(s *model.Snapshot, r *model.Record) profile {
	t := category.TypeOf(s, r)
	if t == nil {
		return profile{}
	}
	said := model.NewRecord(t.Object("profile"))
	out := profile{
		shape: said.String("shape"),
		width: said.NumberOr("width", 0), depth: said.NumberOr("depth", 0),
		web: said.NumberOr("webThickness", 0), flange: said.NumberOr("flangeThickness", 0),
	}
	if d, ok := said.Number("diameter"); ok {
		out.width, out.depth = d, d
	}
	return out
}

// columnRing answers the section of a column where it stands, in mm of the model.
func columnRing(s *model.Snapshot, r *model.Record) (geom.Ring, bool) {
	at, ok := r.Point("at")
	p := profileOf(s, r)
	if !ok || p.width <= 0 || p.depth <= 0 {
		return geom.Ring{}, false
	}
	w, d := p.width/2, p.depth/2
	outline := []geom.Point{{X: -w, Y: -d}, {X: w, Y: -d}, {X: w, Y: d}, {X: -w, Y: d}}
	switch {
	case p.shape == "round" || p.shape == "round-hollow":
		outline = circle(geom.Point{}, w)
	case p.shape == "i" && p.web > 0 && p.flange > 0:
		v, f := p.web/2, d-p.flange
		outline = []geom.Point{{X: -w, Y: -d}, {X: w, Y: -d}, {X: w, Y: -f}, {X: v, Y: -f}, {X: v, Y: f}, {X: w, Y: f},
			{X: w, Y: d}, {X: -w, Y: d}, {X: -w, Y: f}, {X: -v, Y: f}, {X: -v, Y: -f}, {X: -w, Y: -f}}
	}
	for i, q := range outline {
		outline[i] = q.Rotate(r.NumberOr("rotation", 0)).Add(pointOf(at))
	}
	return geom.Ring{Points: outline}, true
}
