package geom

import (
	"math"
	"slices"
)

// Two outlines are laid over each other by cutting the plane into vertical slabs
// at every vertex and every crossing. Within a slab no two edges cross, so it
// falls into trapezoids, each wholly inside or outside either outline. Nothing is
// stitched together again, so rounding can only move an area by a hair and never
// break a shape.

// maxCuts bounds the work on outlines that cross themselves without end; they
// get an approximate answer.
const maxCuts = 1 << 16

// side is an edge that is not vertical, from left to right, seen from the
// overlay's origin.
type side struct {
	a, b   Point
	second bool // it belongs to the second region
}

// at returns the height of the edge at x.
func (s *side) at(x float64) float64 {
	return s.a.Y + (s.b.Y-s.a.Y)*((x-s.a.X)/(s.b.X-s.a.X))
}

// steep returns how many times longer the edge is than its extent in x.
func (s *side) steep() float64 { return s.b.Sub(s.a).Len() / (s.b.X - s.a.X) }

// overlay is two regions cut into slabs.
type overlay struct {
	origin Point
	edges  []Curve // all edges of both regions, straight, from the origin
	sides  []side
	cuts   []float64
}

// cell is a trapezoid of an overlay between two edges.
type cell struct {
	inA, inB     bool
	left, right  float64
	lower, upper *side
}

func newOverlay(a, b Region, chord float64) *overlay {
	o := &overlay{origin: a.Bounds().Union(b.Bounds()).Center().Plan()}
	o.add(a, false, chord)
	o.add(b, true, chord)
	spans := make([]span, len(o.sides))
	for i, s := range o.sides {
		o.cuts = append(o.cuts, s.a.X, s.b.X)
		spans[i] = span{i, planBox(s.a, s.b)}
	}
	room := len(o.cuts) + maxCuts
	sweep(spans, func(i, j int) bool {
		s, t := &o.sides[i], &o.sides[j]
		for _, r := range lineRoots(Line(s.a, s.b), Line(t.a, t.b)) {
			if x := r.at.X; x > max(s.a.X, t.a.X) && x < min(s.b.X, t.b.X) {
				o.cuts = append(o.cuts, x)
			}
		}
		return len(o.cuts) < room
	})
	slices.Sort(o.cuts)
	o.cuts = slices.Compact(o.cuts)
	slices.SortStableFunc(o.sides, func(s, t side) int { return sign(s.a.X - t.a.X) })
	return o
}

func sign(x float64) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// add flattens the rings of a region into the overlay.
func (o *overlay) add(g Region, second bool, chord float64) {
	g.rings(func(r Ring) {
		for _, e := range r.Flatten(chord).Edges() {
			e.Start, e.End = e.Start.Sub(o.origin), e.End.Sub(o.origin)
			if !e.Start.IsFinite() || !e.End.IsFinite() {
				continue
			}
			o.edges = append(o.edges, e)
			switch {
			case e.Start.X < e.End.X:
				o.sides = append(o.sides, side{e.Start, e.End, second})
			case e.Start.X > e.End.X:
				o.sides = append(o.sides, side{e.End, e.Start, second})
			}
		}
	})
}

// cells calls visit for each trapezoid inside at least one region, from left to
// right and bottom to top, until it returns false.
func (o *overlay) cells(visit func(cell) bool) {
	var active []*side
	next := 0
	for i := 1; i < len(o.cuts); i++ {
		c := cell{left: o.cuts[i-1], right: o.cuts[i]}
		active = slices.DeleteFunc(active, func(s *side) bool { return s.b.X <= c.left })
		for ; next < len(o.sides) && o.sides[next].a.X <= c.left; next++ {
			active = append(active, &o.sides[next])
		}
		mid := (c.left + c.right) / 2
		slices.SortFunc(active, func(s, t *side) int { return sign(s.at(mid) - t.at(mid)) })
		for k, s := range active {
			if s.second {
				c.inB = !c.inB
			} else {
				c.inA = !c.inA
			}
			if k+1 == len(active) || !c.inA && !c.inB {
				continue
			}
			c.lower, c.upper = s, active[k+1]
			if !visit(c) {
				return
			}
		}
	}
}

// area returns the area of a cell: exact, since its edges are straight.
func (c cell) area() float64 {
	mid := (c.left + c.right) / 2
	return (c.upper.at(mid) - c.lower.at(mid)) * (c.right - c.left)
}

// middle returns the point of a cell that is equally far from its lower and
// upper edge, on the line halfway through it, and that distance.
func (c cell) middle() (Point, float64) {
	mid := (c.left + c.right) / 2
	lo, hi := c.lower.at(mid), c.upper.at(mid)
	below, above := c.lower.steep(), c.upper.steep()
	apart := (hi - lo) / (below + above)
	return Point{mid, lo + apart*below}, apart
}

// clearance returns the distance from p to the nearest edge, or something under
// enough once it is known not to reach it.
func (o *overlay) clearance(p Point, enough float64) float64 {
	best := math.Inf(1)
	for _, e := range o.edges {
		best = min(best, e.Project(p).Distance)
		if best < enough {
			break
		}
	}
	return best
}

// wide reports whether a circle of diameter tol around the middle of the cell
// crosses no edge.
func (o *overlay) wide(c cell, tol float64) bool {
	p, apart := c.middle()
	return apart > tol/2 && o.clearance(p, tol/2) > tol/2
}
