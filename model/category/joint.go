package category

import (
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// cut is how an end of a wall is shaped: the points where its faces end, right and
// left as seen from the end, and what lies between them, from right to left.
type cut struct {
	Join
	right, left geom.Point
	via         []geom.Point // between them: where several walls meet, or an import's own
	along       *geom.Curve  // the curved face that it ends on
}

// joint answers how an end of a wall is cut.
func (w strip) joint(e int, near []strip) cut {
	a := w.arm(e)
	if c, ok := a.imported(); ok {
		return c
	}
	if a.join == "none" {
		return a.blunt(JoinFree)
	}
	arms := w.star(e, near)
	if len(arms) == 1 {
		if o, ok := w.host(e, near); ok {
			return a.against(o.arm(0), JoinTee)
		}
		return a.blunt(JoinFree)
	}
	k := slices.IndexFunc(arms, func(o arm) bool { return o.same(a) })
	c := meetIn(arms, k)
	for i, o := range arms {
		if i != k && !slices.Contains(c.With, o.r.ID()) {
			c.With = append(c.With, o.r.ID())
		}
	}
	return c
}

func (a arm) same(o arm) bool { return a.at == o.at && a.r.ID() == o.r.ID() }

// blunt cuts a wall across at its end.
func (a arm) blunt(kind JoinKind) cut {
	return cut{Join: Join{Kind: kind}, right: a.face(false).Start, left: a.face(true).Start}
}

// imported answers the cut that the record itself gives, from left to right of the
// wall's direction.
func (a arm) imported() (cut, bool) {
	o, _ := a.r.Object("ends").Get([]string{"start", "end"}[a.at]).(model.Object)
	list, ok := model.PointList(o.Get("cut"))
	if !ok || len(list) < 2 {
		return cut{}, false
	}
	points := pointsOf(list)
	if a.at == 0 { // seen from the start, left is left
		slices.Reverse(points)
	}
	last := len(points) - 1
	return cut{Join: Join{Kind: JoinFree}, right: points[0], left: points[last], via: points[1:last]}, true
}

// meetIn cuts the arm k of several that share their end. Two that go on in one line
// run through, and so does the stronger of two that cannot be mitred; the others end
// on their faces. All else is mitred.
func meetIn(arms []arm, k int) cut {
	a := arms[k]
	if i, j, ok := straightPair(arms); ok && len(arms) > 2 {
		if k == i || k == j {
			return a.blunt(JoinThrough)
		}
		return a.against(facing(a, arms[i], arms[j]), JoinButt)
	}
	n := len(arms)
	if n == 2 {
		o := arms[1-k]
		if c, ok := a.mitre(o); ok {
			return c
		}
		return a.butt(o)
	}
	next, last := arms[(k+1)%n], arms[(k+n-1)%n]
	c := a.blunt(JoinMitre)
	c.via = []geom.Point{a.hubOf(arms)}
	if at, ok := a.corner(next, true); ok {
		c.left = at
	}
	if at, ok := a.corner(last, false); ok {
		c.right = at
	}
	return c
}

// hubOf answers the one point that the ends of all arms share.
func (a arm) hubOf(arms []arm) geom.Point {
	first := slices.MinFunc(arms, func(x, y arm) int {
		if x.r.ID() < y.r.ID() {
			return -1
		}
		return 1
	})
	return first.away.Start
}

// straightPair answers the two arms that run on in one line, the strongest pair of
// several.
func straightPair(arms []arm) (i, j int, ok bool) {
	const perp = 1e-4 // the sine of what still counts as straight
	for m := range arms {
		for n := m + 1; n < len(arms); n++ {
			u, v := arms[m].toward, arms[n].toward
			if u.Dot(v) > 0 || math.Abs(u.Cross(v)) > perp {
				continue
			}
			if !ok || pairRank(arms[m], arms[n]) > pairRank(arms[i], arms[j]) {
				i, j, ok = m, n, true
			}
		}
	}
	return i, j, ok
}

func pairRank(a, b arm) float64 {
	const perPriority, perRank = 1e9, 1e6
	return float64(max(a.priority, b.priority))*perPriority + float64(min(a.rank, b.rank))*perRank + min(a.hi-a.lo, b.hi-b.lo)
}

// facing answers, of two arms in one line, the one whose face an arm reaches first
// on its way to them: the one that stands out further on its side.
func facing(a, x, y arm) arm {
	reach := func(o arm) float64 {
		if o.toward.Cross(a.toward) > 0 {
			return o.hi
		}
		return -o.lo
	}
	if reach(x) >= reach(y) {
		return x
	}
	return y
}

// mitre cuts two walls that share an end along the line between their corners. It
// is false where a corner lies too far out, and where an end asks for a butt.
func (a arm) mitre(o arm) (cut, bool) {
	if a.join == "butt" || o.join == "butt" || a.priority != o.priority {
		return cut{}, false
	}
	c := a.blunt(JoinMitre)
	if straight(a, o) {
		return c, true
	}
	var ok, ok2 bool
	c.left, ok = a.corner(o, true)
	c.right, ok2 = a.corner(o, false)
	clear := ok && ok2 && a.clears(c.right, c.left) && o.clears(c.left, c.right)
	if !clear && a.toward.Dot(o.toward) < 0 && (a.away.IsArc() || o.away.IsArc()) {
		return a.blunt(JoinMitre), true // nearly in one line: their faces run along each other and hardly meet
	}
	return c, clear
}

// clears tells whether the faces of an arm up to its corners stay on their own side
// of the line between these; those of an arc may bend across it.
func (a arm) clears(right, left geom.Point) bool {
	if !a.away.IsArc() {
		return true
	}
	across := geom.Line(right, left)
	if across.Project(a.away.Start).Distance > (a.hi-a.lo)/2 {
		return false
	}
	for _, side := range []struct {
		face geom.Curve
		from geom.Point
	}{{a.face(false), right}, {a.face(true), left}} {
		middle := side.face.PointAt(side.face.Length() / 2)
		part := geom.Curve{Start: side.from, End: middle}
		part.Sagitta = between(side.face, side.from, middle)
		if m := part.Meet(across, geom.Epsilon); m.Kind == geom.Cross || len(m.Points) > 1 {
			return false
		}
	}
	return true
}

func straight(a, o arm) bool {
	_, _, ok := straightPair([]arm{a, o})
	return ok
}

// corner answers where a face of an arm meets the opposite face of another that
// shares its end: the left with its right, or the right with its left.
func (a arm) corner(o arm, left bool) (geom.Point, bool) {
	f, g := a.face(left), o.face(!left)
	at, ok := nearest(f.Crossings(g), a.away.Start)
	limit := mitreLimit * max(a.hi-a.lo, o.hi-o.lo) / 2
	return at, ok && at.Dist(a.away.Start) <= limit
}

func nearest(points []geom.Point, to geom.Point) (geom.Point, bool) {
	if len(points) == 0 {
		return geom.Point{}, false
	}
	return slices.MinFunc(points, func(p, q geom.Point) int {
		if p.Dist(to) < q.Dist(to) {
			return -1
		}
		return 1
	}), true
}

// butt cuts two walls that share an end, of which one runs through to the far face
// of the other, which ends on the face of the one.
func (a arm) butt(o arm) cut {
	if o.through(a) {
		return a.against(o, JoinButt)
	}
	c := a.blunt(JoinThrough)
	far := o.face(o.toward.Cross(a.toward) < 0) // on the other side of this one
	left, ok := nearest(a.face(true).Crossings(far), a.away.Start)
	right, ok2 := nearest(a.face(false).Crossings(far), a.away.Start)
	limit := mitreLimit * max(a.hi-a.lo, o.hi-o.lo) / 2
	if ok && ok2 && left.Dist(a.away.Start) <= limit && right.Dist(a.away.Start) <= limit {
		c.left, c.right = left, right
	}
	return c
}

// through tells which of two walls that share an end runs through: the higher
// priority, the one that does not ask for a butt, the stronger.
func (a arm) through(o arm) bool {
	switch {
	case a.priority != o.priority:
		return a.priority > o.priority
	case (a.join == "butt") != (o.join == "butt"):
		return o.join == "butt"
	}
	return a.outranks(o.strip)
}

// against ends a wall on the face of another that is turned to it.
func (a arm) against(o arm, kind JoinKind) cut {
	c := a.blunt(kind)
	c.With = []string{o.r.ID()}
	middle := a.away.PointAt(min(a.away.Length()/2, a.away.Length()))
	face := o.face(o.away.Project(middle).Side > (o.hi+o.lo)/2)
	left, ok := nearest(a.face(true).Crossings(face), a.face(true).Start)
	right, ok2 := nearest(a.face(false).Crossings(face), a.face(false).Start)
	reach := a.away.Length() + (o.hi - o.lo)
	if !ok || !ok2 || left.Dist(a.away.Start) > reach || right.Dist(a.away.Start) > reach {
		return c
	}
	c.left, c.right = left, right
	if face.IsArc() {
		part := face.Part(face.Project(right).Along, face.Project(left).Along)
		c.along = &part
	}
	return c
}
