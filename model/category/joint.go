package category

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// cut is how an end of a wall is shaped: a path from its right face to its left, as
// seen from the end.
type cut struct {
	Join
	path    outlinePath
	notches []geom.Region // what it takes of the wall that it ends on, behind that one's face
}

func (c cut) right() geom.Point { return c.path.points[0] }
func (c cut) left() geom.Point  { return c.path.points[len(c.path.points)-1] }

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
	return a.among(arms)
}

// among cuts an arm that shares its end with others. Curtain walls end against walls,
// which join as if these were not there where there are other walls.
func (a arm) among(arms []arm) cut {
	walls := slices.DeleteFunc(slices.Clone(arms), func(o arm) bool { return o.curtain })
	var c cut
	switch {
	case a.curtain && len(walls) > 0 && len(arms) > 2:
		c = a.againstFirst(walls)
	case !a.curtain && len(walls) > 1:
		c = meetIn(walls, slices.IndexFunc(walls, a.same))
	default:
		c = meetIn(arms, slices.IndexFunc(arms, a.same))
	}
	for _, o := range arms {
		if !a.same(o) && !slices.Contains(c.With, o.r.ID()) {
			c.With = append(c.With, o.r.ID())
		}
	}
	return c
}

func (a arm) same(o arm) bool { return a.at == o.at && a.r.ID() == o.r.ID() }

// againstFirst ends an arm on the face that it reaches first of several.
func (a arm) againstFirst(arms []arm) cut {
	best, reach := a.blunt(JoinButt), math.Inf(-1)
	for _, o := range arms {
		c := a.against(o, JoinButt)
		if d := c.left().Add(c.right()).Scale(0.5).Sub(a.away.Start).Dot(a.toward); d > reach {
			best, reach = c, d
		}
	}
	return best
}

// blunt cuts a wall across at its end.
func (a arm) blunt(kind JoinKind) cut {
	return straightCut(kind, a.face(false).Start, a.face(true).Start)
}

func straightCut(kind JoinKind, points ...geom.Point) cut {
	return cut{Join: Join{Kind: kind}, path: outlinePath{points: points}}
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
	return straightCut(JoinFree, points...), true
}

// meetIn cuts the arm k of several that share their end. Two that go on in one line
// run through; the others end on their faces. All else is mitred.
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
		return a.corner(arms[1-k])
	}
	next, last := arms[(k+1)%n], arms[(k+n-1)%n]
	c := a.blunt(JoinMitre)
	left, right := c.left(), c.right()
	if at, ok := a.cross(a.hi, next, next.lo); ok {
		left = at
	}
	if at, ok := a.cross(a.lo, last, last.hi); ok {
		right = at
	}
	return straightCut(JoinMitre, right, a.hubOf(arms), left)
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

// facing answers, of two arms in one line, the one whose face an arm reaches last on
// its way to them, so that no gap is left at the other, which takes what it needs of
// the arm.
func facing(a, x, y arm) arm {
	reach := func(o arm) float64 {
		if o.toward.Cross(a.toward) > 0 {
			return o.hi
		}
		return -o.lo
	}
	if reach(x) <= reach(y) {
		return x
	}
	return y
}

// corner cuts one of two walls that share an end. Those that may be mitred part along
// the line between their corners, which follows the corners of their cores; of others
// the stronger runs through to the far side of the other's core. Where the corners
// lie too far out nothing of one goes round the other.
func (a arm) corner(o arm) cut {
	kind, wins := JoinMitre, cmp.Compare(a.coreRank(), o.coreRank())
	if a.join == "butt" || o.join == "butt" || a.priority != o.priority || a.curtain != o.curtain {
		kind, wins = JoinButt, -1
		if a.through(o) {
			kind, wins = JoinThrough, 1
		}
	}
	if straight(a, o) {
		return a.blunt(kind)
	}
	left, ok := a.cross(a.hi, o, o.lo)
	right, ok2 := a.cross(a.lo, o, o.hi)
	clear := ok && ok2 && a.clears(right, left) && o.clears(left, right)
	switch {
	case clear:
		return straightCut(kind, a.round(o, right, left, wins)...)
	case a.toward.Dot(o.toward) < 0 && (a.away.IsArc() || o.away.IsArc()):
		return a.blunt(kind) // nearly in one line: their faces run along each other and hardly meet
	}
	return a.butt(o)
}

func (a arm) coreRank() int {
	_, _, rank := coreOf(a.lanes)
	return rank
}

// core answers the offsets of the most solid lanes, as seen from the end.
func (a arm) core() (lo, hi float64) {
	lo, hi, _ = coreOf(a.lanes)
	if a.at == 1 {
		return -hi, -lo
	}
	return lo, hi
}

// round answers the path from the right corner of two walls to the left one: by the
// corners of their cores and, where one core wins, round that one.
func (a arm) round(o arm, right, left geom.Point, wins int) []geom.Point {
	lo, hi := a.core()
	low, high := o.core()
	if wins == 0 && lo == a.lo && hi == a.hi && low == o.lo && high == o.hi {
		return []geom.Point{right, left}
	}
	stops := [][2]float64{{a.lo, o.hi}, {lo, high}, {lo, low}, {hi, low}, {a.hi, o.lo}}
	if far := o.toward.Cross(a.toward) < 0; far == (wins > 0) { // o's far side, or for a loser its near one, is its left
		stops[2] = [2]float64{hi, high}
	}
	if wins == 0 {
		stops = slices.Delete(stops, 2, 3)
	}
	for len(stops) > 2 && stops[1][0] == a.lo {
		stops = stops[1:]
	}
	for n := len(stops); n > 2 && stops[n-2][0] == a.hi; n-- {
		stops = stops[:n-1]
	}
	points := make([]geom.Point, 0, len(stops))
	for _, at := range stops {
		p, ok := a.cross(at[0], o, at[1])
		if !ok {
			return []geom.Point{right, left}
		}
		points = append(points, p)
	}
	return withoutBends(points)
}

// withoutBends answers a path without the points that lie on the line between their
// neighbours.
func withoutBends(path []geom.Point) []geom.Point {
	out := path[:1]
	for i := 1; i+1 < len(path); i++ {
		if line := geom.Line(out[len(out)-1], path[i+1]); line.Project(path[i]).Distance > geom.Epsilon {
			out = append(out, path[i])
		}
	}
	return append(out, path[len(path)-1])
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

// cross answers where a parallel of an arm meets one of another that shares its end,
// unless that is too far from the end.
func (a arm) cross(d float64, o arm, e float64) (geom.Point, bool) {
	at, ok := nearest(a.parallel(d).Crossings(o.parallel(e)), a.away.Start)
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
	far := o.lo // on the other side of this one
	if o.toward.Cross(a.toward) < 0 {
		far = o.hi
	}
	left, ok := a.cross(a.hi, o, far)
	right, ok2 := a.cross(a.lo, o, far)
	if ok && ok2 {
		return straightCut(JoinThrough, right, left)
	}
	return a.blunt(JoinThrough)
}

// through tells which of two walls that share an end runs through: a wall before a
// curtain wall, the higher priority, the one that does not ask for a butt, the stronger.
func (a arm) through(o arm) bool {
	switch {
	case a.curtain != o.curtain:
		return o.curtain
	case a.priority != o.priority:
		return a.priority > o.priority
	case (a.join == "butt") != (o.join == "butt"):
		return o.join == "butt"
	}
	return a.outranks(o.strip)
}
