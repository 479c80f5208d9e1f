package picture

import (
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// clip cuts the shapes of a group to a rectangle of the paper. A filled shape
// keeps its outline where that is inside, and gets none along the cut.
func (g *Group) clip(frame geom.Box) {
	var out []Shape
	for _, shape := range g.Shapes {
		if inside(shape, frame) {
			out = append(out, shape)
			continue
		}
		if shape.Style.Fill.A != 0 {
			fill := Shape{Style: Style{Fill: shape.Style.Fill}}
			for _, l := range shape.Lines {
				if points := clipArea(l.Points, frame); len(points) > 2 {
					fill.Lines = append(fill.Lines, Line{Points: points, Closed: true})
				}
			}
			if len(fill.Lines) > 0 {
				out = append(out, fill)
			}
		}
		if shape.Style.Stroke.A != 0 {
			stroke := Shape{Style: shape.Style}
			stroke.Style.Fill.A = 0
			for _, l := range shape.Lines {
				stroke.Lines = append(stroke.Lines, clipLine(l, frame)...)
			}
			if len(stroke.Lines) > 0 {
				out = append(out, stroke)
			}
		}
	}
	g.Shapes = out
	g.Texts = slices.DeleteFunc(g.Texts, func(t Text) bool { return !frame.ContainsPoint(t.At.At(0)) })
}

func inside(shape Shape, frame geom.Box) bool {
	for _, l := range shape.Lines {
		for _, p := range l.Points {
			if !frame.ContainsPoint(p.At(0)) {
				return false
			}
		}
	}
	return true
}

// clipLine answers the stretches of a line that lie in the rectangle.
func clipLine(l Line, frame geom.Box) []Line {
	points := l.Points
	if l.Closed && len(points) > 0 {
		points = append(points[:len(points):len(points)], points[0])
	}
	var out []Line
	var run []geom.Point
	flush := func() {
		if len(run) > 1 {
			out = append(out, Line{Points: run})
		}
		run = nil
	}
	for i := 1; i < len(points); i++ {
		a, b, ok := clipStretch(points[i-1], points[i], frame)
		if !ok {
			flush()
			continue
		}
		if len(run) == 0 {
			run = append(run, a)
		}
		run = append(run, b)
		if b != points[i] {
			flush()
		}
	}
	flush()
	return out
}

// clipStretch answers the part of a straight stretch that lies in the rectangle.
func clipStretch(a, b geom.Point, frame geom.Box) (geom.Point, geom.Point, bool) {
	from, to := 0.0, 1.0
	d := b.Sub(a)
	cut := func(delta, low, high, at float64) bool {
		if delta == 0 {
			return at >= low && at <= high
		}
		t, u := (low-at)/delta, (high-at)/delta
		from, to = max(from, min(t, u)), min(to, max(t, u))
		return from < to
	}
	if !cut(d.X, frame.Min.X, frame.Max.X, a.X) || !cut(d.Y, frame.Min.Y, frame.Max.Y, a.Y) {
		return a, b, false
	}
	start, end := a, b
	if from > 0 {
		start = a.Lerp(b, from)
	}
	if to < 1 {
		end = a.Lerp(b, to)
	}
	return start, end, true
}

// clipArea answers a polygon cut to the rectangle, side by side (Sutherland and
// Hodgman, 1974).
func clipArea(points []geom.Point, frame geom.Box) []geom.Point {
	points = clipHalf(points, geom.Point{X: 1}, frame.Min.X)
	points = clipHalf(points, geom.Point{X: -1}, -frame.Max.X)
	points = clipHalf(points, geom.Point{Y: 1}, frame.Min.Y)
	return clipHalf(points, geom.Point{Y: -1}, -frame.Max.Y)
}

// clipHalf answers the part of a polygon where p·normal is at least limit.
func clipHalf(points []geom.Point, normal geom.Point, limit float64) []geom.Point {
	var out []geom.Point
	for i, p := range points {
		q := points[(i+1)%len(points)]
		here, next := p.Dot(normal)-limit, q.Dot(normal)-limit
		if here >= 0 {
			out = append(out, p)
		}
		if (here >= 0) != (next >= 0) {
			out = append(out, p.Lerp(q, here/(here-next)))
		}
	}
	return out
}
