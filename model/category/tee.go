package category

import (
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// tread is a stretch of the end of a wall that stops on one parallel of another wall:
// between two offsets of its own, at one of the other.
type tread struct{ lo, hi, at float64 }

// against ends a wall on the face of another that is turned to it. Its layers run on
// behind the face as far as they meet layers that are less solid.
func (a arm) against(o arm, kind JoinKind) cut {
	blunt := a.blunt(kind)
	blunt.With = []string{o.r.ID()}
	middle := a.away.PointAt(min(a.away.Length()/2, a.away.Length()))
	left := o.away.Project(middle).Side > (o.hi+o.lo)/2
	face := o.lo
	if left {
		face = o.hi
	}
	c := cut{Join: blunt.Join}
	for _, t := range a.treads(o, left) {
		from, ok := a.stop(t.lo, o, t.at)
		to, ok2 := a.stop(t.hi, o, t.at)
		if !ok || !ok2 {
			return blunt
		}
		c.path.along(o.parallel(t.at), from, to)
		if t.at == face {
			continue
		}
		near, ok := a.stop(t.lo, o, face)
		far, ok2 := a.stop(t.hi, o, face)
		if !ok || !ok2 {
			return blunt
		}
		c.notches = append(c.notches, quad(near, from, to, far, o.parallel(t.at), o.parallel(face)))
	}
	return c
}

// quad answers the outline of four points, of which the second and third lie on one
// curve and the fourth and first on another.
func quad(a, b, c, d geom.Point, far, near geom.Curve) geom.Region {
	var path outlinePath
	path.to(a, 0)
	path.to(b, stretchOf(far, b, c))
	path.to(c, 0)
	path.to(d, stretchOf(near, d, a))
	return geom.Region{Outer: path.ring()}
}

// treads answers where the layers of a wall stop in another that they come to from its
// left or right, from right to left.
func (a arm) treads(o arm, left bool) []tread {
	theirs := o.fromRight()
	if left {
		slices.Reverse(theirs)
	}
	var out []tread
	for _, l := range a.fromRight() {
		t := tread{lo: l.lo, hi: l.hi, at: o.lo}
		if left {
			t.at = o.hi
		}
		for _, m := range theirs[:len(theirs)-1] {
			if m.priority >= l.priority {
				break
			}
			t.at = m.hi
			if left {
				t.at = m.lo
			}
		}
		if n := len(out); n > 0 && out[n-1].at == t.at {
			out[n-1].hi = t.hi
		} else {
			out = append(out, t)
		}
	}
	return out
}

// stop answers where a parallel of an arm meets one of the wall that it ends on. It is
// false where that lies beyond the other end.
func (a arm) stop(d float64, o arm, e float64) (geom.Point, bool) {
	line := a.parallel(d)
	at, ok := nearest(line.Crossings(o.parallel(e)), line.Start)
	return at, ok && at.Dist(a.away.Start) <= a.away.Length()+(o.hi-o.lo)
}
