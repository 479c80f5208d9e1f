package geom

import "math"

// maxChords bounds the points of one flattened arc, whatever its radius.
const maxChords = 4096

// Reverse returns the curve run from End to Start.
func (c Curve) Reverse() Curve { return Curve{c.End, c.Start, -c.Sagitta} }

// Part returns the stretch between two distances. They may lie beyond the ends:
// the line or circle goes on. A stretch from a larger to a smaller distance runs
// backwards.
func (c Curve) Part(from, to float64) Curve {
	if from > to {
		return c.Part(to, from).Reverse()
	}
	length := c.Length()
	if from == 0 && to == length {
		return c
	}
	part := Line(c.PointAt(from), c.PointAt(to))
	if c.IsArc() {
		// radius·(1 - cos(turn/2)) with the radius written as arc over angle.
		quarter := c.sweep() * ((to - from) / length) / 4
		part.Sagitta = -(to - from) / 2 * math.Sin(quarter) * sinc(quarter)
	}
	return part
}

// Split cuts the curve in two at distance d, which is held within the curve.
func (c Curve) Split(d float64) (Curve, Curve) {
	length := c.Length()
	d = min(max(d, 0), length)
	return c.Part(0, d), c.Part(d, length)
}

// Offset returns the parallel curve at distance d to the left, or to the right
// where d is negative. It is false where an arc would shrink to nothing and for
// a curve without length.
func (c Curve) Offset(d float64) (Curve, bool) {
	if c.Chord() <= Epsilon {
		return c, false
	}
	out := Curve{
		Start:   c.Start.Add(c.TangentAt(0).Left().Scale(d)),
		End:     c.End.Add(c.TangentAt(c.Length()).Left().Scale(d)),
		Sagitta: c.Sagitta,
	}
	if c.IsArc() {
		r := c.radius()
		grown := r + math.Copysign(1, c.Sagitta)*d
		if grown <= Epsilon {
			return c, false
		}
		out.Sagitta *= grown / r
	}
	return out, true
}

// Band returns the outline between the offsets left and right of the curve, as
// taken by [Curve.Offset], counter-clockwise from the right of Start. It is false
// where one of them does not exist or they are the same.
func (c Curve) Band(left, right float64) (Ring, bool) {
	if left < right {
		left, right = right, left
	}
	l, lok := c.Offset(left)
	r, rok := c.Offset(right)
	if !lok || !rok || left-right <= Epsilon {
		return Ring{}, false
	}
	ring := Ring{Points: []Point{r.Start, r.End, l.End, l.Start}}
	if c.IsArc() {
		ring.Sagittas = map[int]float64{0: r.Sagitta, 2: -l.Sagitta}
	}
	return ring, true
}

// Bounds returns the plan extent of the curve, z from 0 to 0.
func (c Curve) Bounds() Box {
	box := planBox(c.Start, c.End)
	if !c.IsArc() {
		return box
	}
	// The radius to Start is the normal there, so the axis directions that the
	// arc passes are found without its centre.
	turn, length := c.Sweep(), c.Length()
	from := c.TangentAt(0).Left().Angle()
	if c.Sagitta < 0 {
		from += 180
	}
	for axis := 0.0; axis < 360; axis += 90 {
		passed := math.Mod(axis-from+720, 360)
		if turn < 0 {
			passed = math.Mod(from-axis+720, 360)
		}
		if share := passed / math.Abs(turn); share < 1 {
			box = box.Include(c.PointAt(share * length).At(0))
		}
	}
	return box
}

// Flatten returns points along the curve, both ends included, whose chords stray
// at most tol from it. The points of a reversed curve are the same, reversed.
func (c Curve) Flatten(tol float64) []Point {
	if !c.IsArc() {
		return []Point{c.Start, c.End}
	}
	n := c.chords(tol)
	length := c.Length()
	points := make([]Point, 0, n+1)
	points = append(points, c.Start)
	for i := 1; i < n; i++ {
		points = append(points, c.PointAt(length*float64(i)/float64(n)))
	}
	return append(points, c.End)
}

// chords returns how many equal chords keep the deviation of an arc under tol.
func (c Curve) chords(tol float64) int {
	// deviation = radius·(1 - cos(step/2)) = 2·radius·sin²(step/4)
	ratio := max(tol, Epsilon) / (2 * c.radius())
	step := 4 * math.Asin(math.Sqrt(min(ratio, 0.5)))
	n := math.Ceil(math.Abs(c.sweep())/step - Epsilon)
	if !(n > 1) {
		return 1
	}
	return int(min(n, maxChords))
}

// Crossings returns the points where the whole lines or circles of two curves cross,
// on the curves or beyond their ends: none, one or two.
func (c Curve) Crossings(o Curve) []Point {
	var out []Point
	for _, r := range roots(c, o) {
		if !r.tangent {
			out = append(out, r.at)
		}
	}
	return out
}
