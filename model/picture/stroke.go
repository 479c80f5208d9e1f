package picture

import (
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// shape draws a shape: its fill, then its lines.
func (r *raster) shape(s Shape) {
	if s.Style.Fill.A != 0 {
		for _, l := range s.Lines {
			r.polygon(r.pixels(l.Points)...)
		}
		r.paint(s.Style.Fill, true)
	}
	if s.Style.Stroke.A == 0 || s.Style.Pen <= 0 {
		return
	}
	half := float64(s.Style.Pen) * r.perMM / 2
	for _, l := range s.Lines {
		for _, part := range dashed(l, s.Style.Dash.lengths()) {
			r.stroke(r.pixels(part.Points), part.Closed, half)
		}
	}
	r.paint(s.Style.Stroke, false)
}

func (r *raster) pixels(points []geom.Point) []geom.Point {
	out := make([]geom.Point, len(points))
	for i, p := range points {
		out[i] = r.pixel(p)
	}
	return out
}

// stroke adds the area of a line with round ends and corners, half as wide as it is, in
// pixels: a rectangle a stretch, and a wedge where the line turns.
func (r *raster) stroke(points []geom.Point, closed bool, half float64) {
	n := len(points)
	var first, last geom.Point // directions
	var end geom.Point
	for i := range n {
		a, b := points[i], points[(i+1)%n]
		if i == n-1 && !closed || a == b {
			continue
		}
		way := b.Sub(a).Unit()
		side := way.Left().Scale(half)
		r.polygon(a.Sub(side), b.Sub(side), b.Add(side), a.Add(side))
		if last == (geom.Point{}) {
			first = way
		} else {
			r.wedge(a, last, way, half)
		}
		last, end = way, b
	}
	switch {
	case n > 0 && last == (geom.Point{}):
		r.polygon(circle(points[0], half)...)
	case closed && n > 2:
		r.wedge(end, last, first, half)
	case n > 0:
		r.wedge(points[0], first.Scale(-1), first, half)
		r.wedge(end, last, last.Scale(-1), half)
	}
}

// wedge adds the sector outside a corner at which a line turns from one direction to
// another, half a disc where it turns back.
func (r *raster) wedge(at, from, to geom.Point, half float64) {
	turn := math.Atan2(from.Cross(to), from.Dot(to))
	if math.Abs(turn) < 1e-6 {
		return
	}
	const step = math.Pi / 8
	n := int(math.Ceil(math.Abs(turn) / step))
	out := from.Left().Scale(-math.Copysign(half, turn)) // away from where it turns to
	points := []geom.Point{at}
	for i := range n + 1 {
		points = append(points, at.Add(out.Rotate(turn*180/math.Pi*float64(i)/float64(n))))
	}
	if turn < 0 { // all areas of a stroke run one way round
		for i, k := 0, len(points)-1; i < k; i, k = i+1, k-1 {
			points[i], points[k] = points[k], points[i]
		}
	}
	r.polygon(points...)
}

// dashed answers the strokes of a line in a pattern of strokes and gaps in mm, the line
// itself where there is none.
func dashed(l Line, pattern []float64) []Line {
	if len(pattern) == 0 {
		return []Line{l}
	}
	points := l.Points
	if l.Closed && len(points) > 0 {
		points = append(points[:len(points):len(points)], points[0])
	}
	var out []Line
	var stroke []geom.Point
	k, left := 0, pattern[0]
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if k%2 == 0 && len(stroke) == 0 {
			stroke = append(stroke, a)
		}
		long := a.Dist(b)
		for long > left {
			a = a.Lerp(b, left/long)
			long -= left
			if k%2 == 0 {
				out, stroke = append(out, Line{Points: append(stroke, a)}), nil
			} else {
				stroke = []geom.Point{a}
			}
			k = (k + 1) % len(pattern)
			left = pattern[k]
		}
		if left -= long; k%2 == 0 {
			stroke = append(stroke, b)
		}
	}
	if len(stroke) > 1 {
		out = append(out, Line{Points: stroke})
	}
	return out
}
