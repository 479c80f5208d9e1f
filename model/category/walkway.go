package category

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// walkway is a strip of a width along straight stretches: what one walks on in a stair or
// on a ramp. Where it turns, its inner edges meet in one point, about which it fans out.
type walkway struct {
	points []geom.Point
	at     []float64 // how far along each point is, in mm
	turn   []float64 // by point, in degrees, positive to the left; 0 at the ends
	fan    []float64 // by point: how far before and after it the walkway fans out, in mm
	half   float64
}

// newWalkway answers the walkway along a path, false where the path has no length, folds back
// or turns twice within the width.
func newWalkway(path []geom.Point, width float64) (walkway, bool) {
	const (
		folded   = 179  // degrees
		straight = 0.01 // mm of fanning out that count as none
	)
	l := walkway{half: width / 2}
	for _, p := range path {
		n := len(l.points)
		if n > 0 && l.points[n-1].Near(p, geom.JoinTolerance) {
			continue
		}
		far := 0.0
		if n > 0 {
			far = l.at[n-1] + l.points[n-1].Dist(p)
		}
		l.points, l.at = append(l.points, p), append(l.at, far)
	}
	n := len(l.points)
	l.turn, l.fan = make([]float64, n), make([]float64, n)
	if n < 2 || !(width > geom.JoinTolerance) || !(l.length() < math.Inf(1)) {
		return l, false
	}
	for i := 1; i < n; i++ {
		if i < n-1 {
			a, b := l.along(i-1), l.along(i)
			l.turn[i] = math.Atan2(a.Cross(b), a.Dot(b)) * 180 / math.Pi
			if math.Abs(l.turn[i]) > folded {
				return l, false
			}
			l.fan[i] = l.half * tangent(math.Abs(l.turn[i])/2)
			if l.fan[i] < straight {
				l.turn[i], l.fan[i] = 0, 0
			}
		}
		if l.fan[i-1]+l.fan[i] > l.at[i]-l.at[i-1]+geom.Epsilon {
			return l, false
		}
	}
	return l, true
}

func (l walkway) length() float64 { return l.at[len(l.at)-1] }

// along answers the unit vector of a stretch.
func (l walkway) along(stretch int) geom.Point {
	return l.points[stretch+1].Sub(l.points[stretch]).Unit()
}

// stretch answers which stretch a distance lies on.
func (l walkway) stretch(d float64) int {
	i, _ := slices.BinarySearch(l.at, d)
	return min(max(i-1, 0), len(l.at)-2)
}

// place answers the point of the path at a distance.
func (l walkway) place(d float64) geom.Point {
	i := l.stretch(d)
	return l.points[i].Add(l.along(i).Scale(d - l.at[i]))
}

// inner answers the point about which the walkway fans out at a point of its path.
func (l walkway) inner(i int) geom.Point {
	side := math.Copysign(l.half, l.turn[i])
	return l.beside(i, side)
}

// beside answers the point at a distance to the left of all stretches that meet at a
// point of the path.
func (l walkway) beside(i int, left float64) geom.Point {
	if i == 0 {
		return l.points[0].Add(l.along(0).Left().Scale(left))
	}
	before := l.along(i - 1)
	shift := before.Left().Scale(left)
	if i < len(l.points)-1 {
		shift = shift.Sub(before.Scale(left * tangent(l.turn[i]/2)))
	}
	return l.points[i].Add(shift)
}

// across answers the ends of the line across the walkway at a distance: square to the
// path, or where it fans out through the point about which it does.
func (l walkway) across(d float64) (left, right geom.Point) {
	k := l.stretch(d)
	p := l.place(d)
	for _, i := range []int{k, k + 1} {
		if math.Abs(d-l.at[i]) >= l.fan[i] {
			continue
		}
		inner := l.inner(i)
		outer := p.Add(p.Sub(inner))
		if l.turn[i] > 0 {
			return inner, outer
		}
		return outer, inner
	}
	side := l.along(k).Left().Scale(l.half)
	return p.Add(side), p.Sub(side)
}

// part answers the outline of the walkway between two distances, counter-clockwise.
func (l walkway) part(from, to float64) geom.Ring {
	var left, right []geom.Point
	add := func(a, b geom.Point) {
		if len(left) == 0 || !left[len(left)-1].Near(a, geom.Epsilon) {
			left = append(left, a)
		}
		if len(right) == 0 || !right[len(right)-1].Near(b, geom.Epsilon) {
			right = append(right, b)
		}
	}
	add(l.across(from))
	for i, at := range l.at {
		if at > from && at < to && l.turn[i] != 0 {
			add(l.beside(i, l.half), l.beside(i, -l.half))
		}
	}
	add(l.across(to))
	slices.Reverse(left)
	ring := append(right, left...)
	if n := len(ring); n > 1 && ring[0].Near(ring[n-1], geom.Epsilon) {
		ring = ring[:n-1]
	}
	return geom.Ring{Points: ring}
}

// line answers the line at a distance to the left of the path, with points at its turns
// and at distances along the path, each with the height that it has there.
func (l walkway) line(left float64, at []float64, height func(d float64) float64) []geom.Point3 {
	type stop struct {
		d float64
		p geom.Point
	}
	var stops []stop
	for i, d := range l.at {
		stops = append(stops, stop{d, l.beside(i, left)})
	}
	for _, d := range at {
		k := l.stretch(d)
		reach := func(i int) float64 { return max(0, left*tangent(l.turn[i]/2)) }
		if d-l.at[k] > reach(k)+geom.Epsilon && l.at[k+1]-d > reach(k+1)+geom.Epsilon {
			stops = append(stops, stop{d, l.place(d).Add(l.along(k).Left().Scale(left))})
		}
	}
	slices.SortStableFunc(stops, func(a, b stop) int { return cmp.Compare(a.d, b.d) })
	var out []geom.Point3
	for _, s := range stops {
		if p := s.p.At(height(s.d)); len(out) == 0 || out[len(out)-1].Dist(p) > geom.JoinTolerance {
			out = append(out, p)
		}
	}
	return out
}
