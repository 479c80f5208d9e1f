package geom

import (
	"cmp"
	"math"
	"slices"
)

// nodeTolerance in mm is how near places in plan are that count as one where cells
// meet. It is above what cutting and rounding move a point.
const nodeTolerance = 1e-5

// Noded returns regions that lie side by side with the same points where they meet:
// points within 1e-5 mm are one, and each edge has the points of the others that lie on
// it. Arcs are followed within ChordTolerance; outer rings run counter-clockwise, holes
// clockwise. A region without area is left empty, so that places in the list stay.
func Noded(regions []Region) []Region {
	snap := newSnapper()
	out := make([]Region, len(regions))
	for i, g := range regions {
		out[i].Outer = snap.ring(g.Outer, true)
		for _, h := range g.Holes {
			if r := snap.ring(h, false); len(r.Points) > 2 {
				out[i].Holes = append(out[i].Holes, r)
			}
		}
	}
	points := slices.Clone(snap.points)
	slices.SortFunc(points, func(p, q Point) int { return cmp.Or(cmp.Compare(p.X, q.X), cmp.Compare(p.Y, q.Y)) })
	for i := range out {
		out[i].Outer.Points = split(out[i].Outer, points)
		for k, h := range out[i].Holes {
			out[i].Holes[k].Points = split(h, points)
		}
	}
	return out
}

// snapper brings points that are nearly one to one place.
type snapper struct {
	points []Point
	at     map[[2]int64][]Point // by squares of nodeTolerance
}

func newSnapper() *snapper { return &snapper{at: map[[2]int64][]Point{}} }

func (s *snapper) point(p Point) Point {
	p = p.Round()
	x, y := int64(math.Floor(p.X/nodeTolerance)), int64(math.Floor(p.Y/nodeTolerance))
	for dx := int64(-1); dx <= 1; dx++ {
		for dy := int64(-1); dy <= 1; dy++ {
			for _, q := range s.at[[2]int64{x + dx, y + dy}] {
				if p.Near(q, nodeTolerance) {
					return q
				}
			}
		}
	}
	s.at[[2]int64{x, y}] = append(s.at[[2]int64{x, y}], p)
	s.points = append(s.points, p)
	return p
}

// ring returns a ring of the wanted winding with its points in place, each once in a
// row; without points where it has no area.
func (s *snapper) ring(r Ring, ccw bool) Ring {
	var out Ring
	for _, p := range r.Flatten(ChordTolerance).Points {
		if p = s.point(p); len(out.Points) == 0 || p != out.Points[len(out.Points)-1] {
			out.Points = append(out.Points, p)
		}
	}
	if n := len(out.Points); n > 1 && out.Points[0] == out.Points[n-1] {
		out.Points = out.Points[:n-1]
	}
	if len(out.Points) < 3 || abs(out.Area()) <= Epsilon {
		return Ring{}
	}
	return Ring{Points: wound(out.Points, ccw)}
}

// split returns the points of a ring with those of a list, sorted by x, that lie on its
// edges.
func split(r Ring, points []Point) []Point {
	var out []Point
	for _, e := range r.Edges() {
		out = append(out, e.Start)
		length, along := e.Chord(), e.TangentAt(0)
		from, to := min(e.Start.X, e.End.X)-nodeTolerance, max(e.Start.X, e.End.X)+nodeTolerance
		first, _ := slices.BinarySearchFunc(points, from, func(p Point, x float64) int { return cmp.Compare(p.X, x) })
		known := len(out)
		for _, p := range points[first:] {
			if p.X > to {
				break
			}
			d := p.Sub(e.Start)
			if t := d.Dot(along); p != e.Start && p != e.End && t > 0 && t < length && abs(d.Cross(along)) <= nodeTolerance {
				out = append(out, p)
			}
		}
		slices.SortFunc(out[known:], func(p, q Point) int {
			return cmp.Compare(p.Sub(e.Start).Dot(along), q.Sub(e.Start).Dot(along))
		})
	}
	return out
}
