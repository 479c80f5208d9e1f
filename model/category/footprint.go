package category

import (
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Footprint answers what a wall or curtain wall covers in plan once it is joined
// with the walls that it meets: one region, more where another wall cuts it in two,
// none where it has no thickness or no length. The footprints of all walls that
// stand at one height share no area and leave no gap at their joins. It follows
// from the wall, its type and level, and from the same of the walls whose boxes
// touch its own or those of these.
//
// Arcs are kept unless walls are in each other's way other than by a join; then the
// weaker one gives way, and its arcs become chords within [geom.ChordTolerance].
func Footprint(s *model.Snapshot, r *model.Record) []geom.Region {
	return cached(s, r, ofFootprint, footprintOf)
}

func footprintOf(s *model.Snapshot, r *model.Record) []geom.Region {
	w, ok := stripOf(s, r)
	if !ok {
		return nil
	}
	if embeddedIn(s, r) {
		ring, _ := w.line.Band(w.left, w.right)
		return []geom.Region{{Outer: ring}}
	}
	own := []geom.Region{{Outer: w.joined(w.neighbours(s))}}
	reach := own[0].Bounds()
	for _, o := range w.around(s, reach.Grow(mitreLimit*max(w.left-w.right, usualThickness)/2)) {
		if w.outranks(o) || !o.mayReach(reach) {
			continue
		}
		theirs := []geom.Region{{Outer: o.joined(o.neighbours(s))}}
		if slices.ContainsFunc(own, func(part geom.Region) bool { return geom.Overlaps(part, theirs[0], sliver) }) {
			own = geom.Difference(own, theirs)
		}
	}
	return own
}

const (
	// usualThickness in mm is that of walls whose mitres are looked for beyond the
	// boxes of the walls themselves.
	usualThickness = 400

	// sliver in mm is the width below which two footprints only touch.
	sliver = geom.JoinTolerance / 100
)

// mayReach tells whether the farthest mitre of a wall could reach into a box.
func (w strip) mayReach(box geom.Box) bool {
	ring, _ := w.line.Band(w.left, w.right)
	return ring.Bounds().Grow(mitreLimit * (w.left - w.right) / 2).Intersects(box)
}

// joined answers a wall's outline between its cut ends, counter-clockwise from the
// right of its start. Where the cuts would turn it over it is taken with blunt ends.
func (w strip) joined(near []strip) geom.Ring {
	from, to := w.joint(0, near), w.joint(1, near)
	from, to = w.untangle(0, from), w.untangle(1, to)
	var path outlinePath
	rightFace, leftFace := w.arm(0).face(false), w.arm(0).face(true)
	path.face(rightFace, from.right, to.left)
	path.across(to) // seen from the end, its left is the wall's right
	path.face(leftFace.Reverse(), to.right, from.left)
	path.across(from)
	ring := path.ring()
	if _, clash := ring.Clash(); clash || !ring.IsCCW() {
		ring, _ = w.line.Band(w.left, w.right)
	}
	return ring
}

// untangle cuts an end blunt where its cut would reach beyond the other end.
func (w strip) untangle(e int, c cut) cut {
	a := w.arm(e)
	for _, side := range []struct {
		at   geom.Point
		left bool
	}{{c.left, true}, {c.right, false}} {
		if face := a.face(side.left); !face.IsArc() && side.at.Sub(face.Start).Dot(a.toward) > face.Length() {
			return cut{Join: c.Join, left: a.blunt(c.Kind).left, right: a.blunt(c.Kind).right}
		}
	}
	return c
}

// outlinePath is an outline that is drawn edge by edge.
type outlinePath struct {
	points   []geom.Point
	sagittas map[int]float64
}

func (p *outlinePath) to(from geom.Point, sagitta float64) {
	if sagitta != 0 {
		if p.sagittas == nil {
			p.sagittas = map[int]float64{}
		}
		p.sagittas[len(p.points)] = sagitta
	}
	p.points = append(p.points, from)
}

// face draws along a face from one point on it to another.
func (p *outlinePath) face(c geom.Curve, from, to geom.Point) {
	if !c.IsArc() {
		p.to(from, 0)
		return
	}
	p.to(from, between(c, from, to))
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

// across draws the cut of an end, from its left to its right.
func (p *outlinePath) across(c cut) {
	if c.along != nil {
		p.to(c.left, -c.along.Sagitta)
		return
	}
	p.to(c.left, 0)
	for i := range c.via {
		p.to(c.via[len(c.via)-1-i], 0)
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
