package category

import (
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// outlinePath is an outline, or a part of one, that is drawn edge by edge.
type outlinePath struct {
	points   []geom.Point
	sagittas map[int]float64 // of the edge that begins at a point
}

// to draws on to a point, from which the next edge has a sagitta.
func (p *outlinePath) to(at geom.Point, sagitta float64) {
	p.points = append(p.points, at)
	p.bend(sagitta)
}

// bend sets the sagitta of the edge that begins at the last point.
func (p *outlinePath) bend(sagitta float64) {
	if sagitta == 0 {
		return
	}
	if p.sagittas == nil {
		p.sagittas = map[int]float64{}
	}
	p.sagittas[len(p.points)-1] = sagitta
}

// face draws along a face from one point on it towards another, in its direction.
func (p *outlinePath) face(c geom.Curve, from, to geom.Point) {
	if !c.IsArc() {
		p.to(from, 0)
		return
	}
	p.to(from, between(c, from, to))
}

// along draws along a curve from one point on it to another, in either direction.
func (p *outlinePath) along(c geom.Curve, from, to geom.Point) {
	if n := len(p.points); n == 0 || !p.points[n-1].Near(from, geom.Epsilon) {
		p.to(from, 0)
	}
	p.bend(stretchOf(c, from, to))
	p.to(to, 0)
}

// stretchOf answers the sagitta of the stretch of a curve between two of its points.
func stretchOf(c geom.Curve, from, to geom.Point) float64 {
	if !c.IsArc() {
		return 0
	}
	return c.Part(c.Project(from).Along, c.Project(to).Along).Sagitta
}

// across draws back along another path, all but its first point.
func (p *outlinePath) across(o outlinePath) {
	for i := len(o.points) - 1; i > 0; i-- {
		p.to(o.points[i], -o.sagittas[i-1])
	}
}

// ring answers the outline, each point once.
func (p *outlinePath) ring() geom.Ring {
	out := outlinePath{}
	for i, at := range p.points {
		if next := p.points[(i+1)%len(p.points)]; !at.Near(next, geom.Epsilon) {
			out.to(at, p.sagittas[i])
		}
	}
	return geom.Ring{Points: slices.Clip(out.points), Sagittas: out.sagittas}
}

// between answers the sagitta of the stretch of an arc from one of its circle's
// points to another, in the arc's own direction.
func between(c geom.Curve, from, to geom.Point) float64 {
	arc, ok := c.Arc()
	if !ok {
		return 0
	}
	turn := to.Sub(arc.Center).Angle() - from.Sub(arc.Center).Angle()
	turn = math.Mod(turn, 360)
	switch {
	case arc.Sweep > 0 && turn < 0:
		turn += 360
	case arc.Sweep < 0 && turn > 0:
		turn -= 360
	}
	bulge := arc.Radius * (1 - math.Cos(turn/2*math.Pi/180))
	return math.Copysign(bulge, c.Sagitta)
}
