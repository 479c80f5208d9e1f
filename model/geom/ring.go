package geom

import (
	"iter"
	"math"
)

// Ring is a closed outline: edge i runs from point i to the next, the last edge
// back to the first point, which is not repeated. Sagittas bends edges, by edge
// index, as [Curve.Sagitta] does: positive bulges to the left of the edge, which
// is inwards in a counter-clockwise ring.
//
// A Ring shares its slices and maps with its copies; no function here writes to
// them.
type Ring struct {
	Points   []Point
	Sagittas map[int]float64
}

// Rect returns a rectangle around center, width along x and depth along y before
// it is turned by rotation degrees, counter-clockwise from its lower left corner.
func Rect(center Point, width, depth, rotation float64) Ring {
	w, d := width/2, depth/2
	ring := Ring{Points: []Point{{-w, -d}, {w, -d}, {w, d}, {-w, d}}}
	for i, p := range ring.Points {
		ring.Points[i] = center.Add(p.Rotate(rotation))
	}
	return ring
}

// Len returns the number of edges, which is the number of points.
func (r Ring) Len() int { return len(r.Points) }

// Edge returns edge i, for i from 0 to Len-1.
func (r Ring) Edge(i int) Curve {
	next := i + 1
	if next == len(r.Points) {
		next = 0
	}
	return Curve{r.Points[i], r.Points[next], r.Sagittas[i]}
}

// Edges returns the edges with their indices, in order.
func (r Ring) Edges() iter.Seq2[int, Curve] {
	return func(yield func(int, Curve) bool) {
		for i := range r.Points {
			if !yield(i, r.Edge(i)) {
				return
			}
		}
	}
}

// Perimeter returns the length of all edges in mm.
func (r Ring) Perimeter() float64 {
	sum := 0.0
	for _, e := range r.Edges() {
		sum += e.Length()
	}
	return sum
}

// Area returns the enclosed area in mm², positive for a counter-clockwise ring
// and negative for a clockwise one, with arcs followed.
func (r Ring) Area() float64 {
	area, _ := r.moments()
	return area
}

// Centroid returns the centre of gravity of the enclosed area, or the mean of
// the points where no area is enclosed.
func (r Ring) Centroid() Point {
	if len(r.Points) == 0 {
		return Point{}
	}
	area, moment := r.moments()
	if math.Abs(area) > Epsilon*Epsilon {
		return r.Points[0].Add(moment.Scale(1 / area))
	}
	var sum Point
	for _, p := range r.Points {
		sum = sum.Add(p.Sub(r.Points[0]))
	}
	return r.Points[0].Add(sum.Scale(1 / float64(len(r.Points))))
}

// moments returns the signed area and the area-weighted centroid as seen from
// the first point, which keeps digits far from the origin: the triangles of the
// shoelace formula, and a circular segment less for each arc that bulges left.
func (r Ring) moments() (area float64, moment Point) {
	for i, e := range r.Edges() {
		a, b := e.Start.Sub(r.Points[0]), e.End.Sub(r.Points[0])
		triangle := a.Cross(b) / 2
		area += triangle
		moment = moment.Add(a.Add(b).Scale(triangle / 3))
		if r.Sagittas[i] == 0 || !e.IsArc() {
			continue
		}
		size, height := e.segment()
		middle := a.Lerp(b, 0.5).Add(e.TangentAt(e.Length() / 2).Left().Scale(height))
		area -= size
		moment = moment.Sub(middle.Scale(size))
	}
	return area, moment
}

// segment returns the area between an arc and its chord, and how far to the left
// of the chord its centroid lies; both have the sign of the sagitta. The formulas
// are r²/2·(a - sin a) and 4r·sin³(a/2)/(3(a - sin a)) - r·cos(a/2), and for very
// flat arcs the first terms of their series.
func (c Curve) segment() (area, height float64) {
	chord, s := c.Chord(), c.Sagitta
	if math.Abs(2*s/chord) < 1e-4 {
		return s*chord*2/3 + s*s*s/(2*chord), s * 2 / 5
	}
	a, r := math.Abs(c.sweep()), c.radius()
	area = r * r / 2 * lessSine(a)
	height = chord*chord*chord/(12*area) - r*math.Cos(a/2)
	return math.Copysign(area, s), math.Copysign(height, s)
}

// lessSine returns a - sin a for a >= 0, by the series where the difference
// would cancel.
func lessSine(a float64) float64 {
	if a > 1 {
		return a - math.Sin(a)
	}
	a2 := a * a
	sum := 1.0
	for n := 15.0; n >= 5; n -= 2 { // terms a²/(n(n-1)) of the sine beyond a³/6
		sum = 1 - a2/(n*(n-1))*sum
	}
	return a * a2 / 6 * sum
}

// IsCCW reports whether the ring runs counter-clockwise.
func (r Ring) IsCCW() bool { return r.Area() > 0 }

// Reverse returns the ring run the other way. The first point stays first.
func (r Ring) Reverse() Ring {
	n := len(r.Points)
	out := Ring{Points: make([]Point, n)}
	for i := range r.Points {
		out.Points[(n-i)%n] = r.Points[i]
	}
	if r.Sagittas != nil {
		out.Sagittas = make(map[int]float64, len(r.Sagittas))
		for i, s := range r.Sagittas {
			out.Sagittas[n-1-i] = -s
		}
	}
	return out
}

// Bounds returns the plan extent, z from 0 to 0.
func (r Ring) Bounds() Box {
	box := EmptyBox()
	if len(r.Sagittas) == 0 {
		for _, p := range r.Points {
			box = box.Include(p.At(0))
		}
		return box
	}
	for _, e := range r.Edges() {
		box = box.Union(e.Bounds())
	}
	return box
}

// Flatten returns the ring with its arcs as chords that stray at most tol mm.
func (r Ring) Flatten(tol float64) Ring {
	if len(r.Sagittas) == 0 {
		return r
	}
	out := Ring{Points: make([]Point, 0, len(r.Points))}
	for _, e := range r.Edges() {
		points := e.Flatten(tol)
		out.Points = append(out.Points, points[:len(points)-1]...)
	}
	return out
}

// OutwardNormal returns the unit normal at the middle of edge i that points away
// from the enclosed area.
func (r Ring) OutwardNormal(i int) Point {
	e := r.Edge(i)
	left := e.TangentAt(e.Length() / 2).Left()
	if r.IsCCW() {
		return left.Scale(-1)
	}
	return left
}
