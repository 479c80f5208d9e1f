package category

import (
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Footprint answers what a wall or curtain wall covers in plan once it is joined
// with the walls that it meets at any height: one region, more where another wall
// cuts it in two, none where it has no thickness or no length. The footprints of all
// walls that stand at one height share no area and leave no gap at their joins; where
// layers of one run into another, as [Layers] says, they belong to the one. It
// follows from the wall, its type and level, and from the same of the walls whose
// boxes touch its own or those of these.
//
// Arcs are kept. Where walls are in each other's way other than by a join, the weaker one
// gives way, and the last piece of an arc before the other may be a chord within
// [geom.ChordTolerance].
func Footprint(s *model.Snapshot, r *model.Record) []geom.Region {
	return cached(s, r, ofFootprint, footprintOf)
}

func footprintOf(s *model.Snapshot, r *model.Record) []geom.Region {
	w, ok := stripOf(s, r)
	if !ok {
		return nil
	}
	regions, _ := ground{s: s}.footprint(w)
	return regions
}

// FootprintAt answers the footprint of a wall or curtain wall at a height in mm above
// the model's zero: joined only with walls that stand there too, so that an end whose
// neighbour is lower is blunt above it. It is none where the wall itself does not
// stand there.
func FootprintAt(s *model.Snapshot, r *model.Record, z float64) []geom.Region {
	for _, b := range bandsOf(s, r) {
		if z >= b.from && z < b.to {
			return b.regions
		}
	}
	return nil
}

const (
	// usualThickness in mm is that of walls whose mitres are looked for beyond the
	// boxes of the walls themselves.
	usualThickness = 400

	// sliver in mm is the width below which two footprints only touch.
	sliver = geom.JoinTolerance / 100
)

// footprint answers the joined footprint of a wall, and the walls that it was compared
// with.
func (g ground) footprint(w strip) ([]geom.Region, []strip) {
	if embeddedIn(g.s, w.r) {
		ring, _ := w.line.Band(w.left, w.right)
		return []geom.Region{{Outer: ring}}, nil
	}
	line := g.outline(w)
	own := notched(line.ring, g.notches(w))
	reach := line.ring.Bounds()
	others := g.around(w, reach.Grow(mitreLimit*max(w.left-w.right, usualThickness)/2))
	var stronger []geom.Region // in one go: an overlay of an overlay's answer may lose a piece to its rounding
	for _, o := range others {
		if w.outranks(o) || !o.mayReach(reach) {
			continue
		}
		var into []geom.Region // what this one takes of the other by joining it
		for _, c := range line.cuts {
			if slices.Contains(c.With, o.r.ID()) {
				into = append(into, c.notches...)
			}
		}
		theirs := notched(g.outline(o).ring, into)
		if slices.ContainsFunc(own, func(part geom.Region) bool { return overlapsAny(part, theirs) }) {
			stronger = append(stronger, theirs...)
		}
	}
	if len(stronger) > 0 {
		arcs := arcsOf(append(slices.Clone(own), stronger...))
		own = geom.Rounded(withoutHairs(geom.Difference(own, stronger)), arcs)
	}
	return own, others
}

// withoutHairs answers regions without pieces that are no wider than what only touches,
// and without holes that are no wider than what chords leave of an arc.
func withoutHairs(regions []geom.Region) []geom.Region {
	narrow := func(r geom.Ring, width float64) bool { return 2*math.Abs(r.Area()) <= width*r.Perimeter() }
	out := slices.DeleteFunc(regions, func(g geom.Region) bool { return narrow(g.Outer, sliver) })
	for i, g := range out {
		out[i].Holes = slices.DeleteFunc(g.Holes, func(h geom.Ring) bool { return narrow(h, geom.ChordTolerance) })
	}
	return out
}

func overlapsAny(part geom.Region, others []geom.Region) bool {
	return slices.ContainsFunc(others, func(o geom.Region) bool { return geom.Overlaps(part, o, sliver) })
}

// notches answers what walls that end on a wall with layers take of it.
func (g ground) notches(w strip) []geom.Region {
	if len(w.lanes) < 2 {
		return nil
	}
	var out []geom.Region
	for _, o := range g.neighbours(w) {
		for e := range 2 {
			if w.line.Project(o.end(e)).Distance > max(w.left, -w.right)+geom.JoinTolerance {
				continue
			}
			if c := g.outline(o).cuts[e]; slices.Contains(c.With, w.r.ID()) {
				out = append(out, c.notches...)
			}
		}
	}
	return out
}

// notched answers an outline without notches in its edges.
func notched(ring geom.Ring, notches []geom.Region) []geom.Region {
	whole := []geom.Region{{Outer: ring}}
	if len(notches) == 0 {
		return whole
	}
	cut, ok := ring, len(ring.Sagittas) == 0
	for _, n := range notches {
		ok = ok && len(n.Outer.Points) == 4 && len(n.Outer.Sagittas) == 0
		if ok {
			cut, ok = spliced(cut, n.Outer.Points)
		}
	}
	if _, clash := cut.Clash(); !ok || clash {
		return geom.Difference(whole, notches)
	}
	return []geom.Region{{Outer: cut}}
}

// spliced answers an outline of straight edges with a notch, of whose four points the
// first and the last lie well within one edge. It is false where no edge is that.
func spliced(ring geom.Ring, notch []geom.Point) (geom.Ring, bool) {
	for i, e := range ring.Edges() {
		a, d := e.Project(notch[0]), e.Project(notch[3])
		least, most := min(a.Along, d.Along), max(a.Along, d.Along)
		if max(a.Distance, d.Distance) > geom.Epsilon || least < geom.JoinTolerance || most > e.Length()-geom.JoinTolerance {
			continue
		}
		in := slices.Clone(notch)
		if a.Along > d.Along {
			slices.Reverse(in)
		}
		return geom.Ring{Points: slices.Insert(slices.Clone(ring.Points), i+1, in...)}, true
	}
	return ring, false
}

// mayReach tells whether the farthest mitre of a wall could reach into a box.
func (w strip) mayReach(box geom.Box) bool {
	ring, _ := w.line.Band(w.left, w.right)
	return ring.Bounds().Grow(mitreLimit * (w.left - w.right) / 2).Intersects(box)
}

// joined answers a wall's outline between its cut ends, counter-clockwise from the
// right of its start. Where the cuts would turn it over it is taken with blunt ends.
func (w strip) joined(from, to cut) geom.Ring {
	from, to = w.untangle(0, from), w.untangle(1, to)
	var path outlinePath
	rightFace, leftFace := w.arm(0).face(false), w.arm(0).face(true)
	path.face(rightFace, from.right(), to.left())
	path.across(to.path) // seen from the end, its left is the wall's right
	path.face(leftFace.Reverse(), to.right(), from.left())
	path.across(from.path)
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
	}{{c.left(), true}, {c.right(), false}} {
		if face := a.face(side.left); !face.IsArc() && side.at.Sub(face.Start).Dot(a.toward) > face.Length() {
			return a.blunt(c.Kind)
		}
	}
	return c
}
