package geom

import (
	"cmp"
	"math"
	"slices"
)

// triangulate cuts a region without arcs into triangles between its own points, each
// counter-clockwise: holes are tied to the outline by a line to and fro, and the ears
// of the one ring that is left are cut off. The triangles hold indices into points,
// where one place may be there twice.
func triangulate(g Region) (points []Point, triangles [][3]int) {
	ring := wound(g.Outer.Points, true)
	holes := make([][]Point, 0, len(g.Holes))
	for _, h := range g.Holes {
		if len(h.Points) > 2 {
			holes = append(holes, wound(h.Points, false))
		}
	}
	slices.SortStableFunc(holes, func(a, b []Point) int { return cmp.Compare(rightmost(b).X, rightmost(a).X) })
	for _, h := range holes {
		ring = tie(ring, h)
	}
	return ring, cutEars(ring)
}

// wound returns points as a ring of the wanted winding.
func wound(points []Point, ccw bool) []Point {
	r := Ring{Points: points}
	if r.IsCCW() != ccw {
		r = r.Reverse()
	}
	return r.Points
}

func rightmost(points []Point) Point {
	return slices.MaxFunc(points, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
}

// tie joins a hole to a ring where they touch, else by a line from its rightmost point to
// the nearest point of the ring on its right that it can see.
func tie(ring, hole []Point) []Point {
	for j, p := range ring {
		k := slices.Index(hole, p)
		if k >= 0 && inCone(ring, j, hole[(k+1)%len(hole)]) {
			return slices.Concat(ring[:j], hole[k:], hole[:k], ring[j:])
		}
	}
	k := slices.Index(hole, rightmost(hole))
	m := hole[k]
	j := visible(ring, m)
	out := make([]Point, 0, len(ring)+len(hole)+2)
	out = append(out, ring[:j+1]...)
	out = append(out, hole[k:]...)
	out = append(out, hole[:k+1]...)
	return append(out, ring[j:]...)
}

// visible returns the nearest point of a ring, on the right of m, to which a line from m
// crosses no edge and leaves the ring into what it encloses. On the right alone the hole
// itself is not in the way.
func visible(ring []Point, m Point) int {
	order := make([]int, len(ring))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ring[a].Dist(m), ring[b].Dist(m)) })
	for _, j := range order {
		if ring[j].X > m.X && inCone(ring, j, m) && !crossesAny(ring, j, m) {
			return j
		}
	}
	return order[0]
}

// inCone reports whether m lies in the inner angle of a ring at point j.
func inCone(ring []Point, j int, m Point) bool {
	n := len(ring)
	p, q, r := ring[(j+n-1)%n], ring[j], ring[(j+1)%n]
	left, right := turn(p, q, m) > 0, turn(q, r, m) > 0
	if turn(p, q, r) >= 0 {
		return left && right
	}
	return left || right
}

// turn is twice the area of a triangle, positive where it is counter-clockwise.
func turn(a, b, c Point) float64 { return b.Sub(a).Cross(c.Sub(a)) }

// crossesAny reports whether the line from point j of a ring to m crosses or touches
// an edge that does not begin or end in that place.
func crossesAny(ring []Point, j int, m Point) bool {
	q := ring[j]
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		if a == q || b == q {
			continue
		}
		if turn(a, b, q)*turn(a, b, m) <= 0 && turn(q, m, a)*turn(q, m, b) <= 0 {
			return true
		}
	}
	return false
}

// cutEars cuts the triangles off a ring until three points are left. Where rounding
// leaves no ear, the flattest corner is taken, so that it always ends.
func cutEars(ring []Point) [][3]int {
	e := newEars(ring)
	var out [][3]int
	k := 0
	for len(e.left) > 3 {
		n := len(e.left)
		k = e.next(k % n)
		a, b, c := e.left[(k+n-1)%n], e.left[k], e.left[(k+1)%n]
		out = append(out, [3]int{a, b, c})
		e.left = slices.Delete(e.left, k, k+1)
		e.gone[b] = true
	}
	if len(e.left) == 3 {
		out = append(out, [3]int{e.left[0], e.left[1], e.left[2]})
	}
	return out
}

// ears is a ring from which triangles are cut.
type ears struct {
	ring []Point
	left []int // the corners that are left, in order
	gone []bool
	east []int // all corners from west to east
}

func newEars(ring []Point) *ears {
	e := &ears{ring: ring, left: make([]int, len(ring)), gone: make([]bool, len(ring))}
	for i := range e.left {
		e.left[i] = i
	}
	e.east = slices.Clone(e.left)
	slices.SortFunc(e.east, func(i, j int) int { return cmp.Compare(ring[i].X, ring[j].X) })
	return e
}

// next returns the corner to cut off: of those that hold no other point the one with
// the widest smallest height, as flat triangles lead to more of their kind. In a long
// ring that would take too long, and the first one from a corner on is taken.
func (e *ears) next(from int) int {
	const long = 200
	n := len(e.left)
	best, width := -1, 0.0
	flat, least := 0, math.Inf(1)
	for i := range e.left {
		k := (from + i) % n
		a, b, c := e.ring[e.left[(k+n-1)%n]], e.ring[e.left[k]], e.ring[e.left[(k+1)%n]]
		t := turn(a, b, c)
		if math.Abs(t) < least {
			flat, least = k, math.Abs(t)
		}
		longest := max(a.Dist(b), b.Dist(c), c.Dist(a))
		if t <= Epsilon*longest || t/longest <= width {
			continue
		}
		if !e.hold(a, b, c) {
			best, width = k, t/longest
			if n > long {
				break
			}
		}
	}
	if best < 0 {
		return flat
	}
	return best
}

// hold reports whether a triangle holds a point of what is left of the ring, its border
// included, that lies in none of its corners.
func (e *ears) hold(a, b, c Point) bool {
	least, most := min(a.X, b.X, c.X), max(a.X, b.X, c.X)
	first, _ := slices.BinarySearchFunc(e.east, least, func(i int, x float64) int { return cmp.Compare(e.ring[i].X, x) })
	for _, i := range e.east[first:] {
		p := e.ring[i]
		if p.X > most {
			return false
		}
		if e.gone[i] || p == a || p == b || p == c {
			continue
		}
		if turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0 {
			return true
		}
	}
	return false
}
