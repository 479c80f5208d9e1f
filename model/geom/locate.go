package geom

import "math"

// Position is where a point lies as seen from an outline.
type Position int

// The positions.
const (
	Outside Position = iota
	OnEdge
	Inside
)

// String returns the position in words.
func (p Position) String() string {
	switch p {
	case OnEdge:
		return "on the edge"
	case Inside:
		return "inside"
	}
	return "outside"
}

// Locate tells where p lies: on the edge within tol mm of one, else inside by
// the even-odd rule, with arcs followed exactly.
func (r Ring) Locate(p Point, tol float64) Position {
	inside := false
	straight := len(r.Sagittas) == 0
	for i, a := range r.Points {
		if straight && beside(a, r.Points[(i+1)%len(r.Points)], p.Y, tol) {
			continue // as nearly all edges of a long outline
		}
		e := r.Edge(i)
		if e.within(p, tol) {
			return OnEdge
		}
		if e.crossesRay(p) {
			inside = !inside
		}
	}
	if inside {
		return Inside
	}
	return Outside
}

// beside reports whether a line lies wholly more than tol above or below y.
func beside(a, b Point, y, tol float64) bool {
	return a.Y-tol > y && b.Y-tol > y || a.Y+tol < y && b.Y+tol < y
}

// within reports whether p is at most tol from the curve.
func (c Curve) within(p Point, tol float64) bool {
	if !c.IsArc() { // a point beyond the box of a line is the common case
		lo, hi := min(c.Start.X, c.End.X)-tol, max(c.Start.X, c.End.X)+tol
		if p.X < lo || p.X > hi || p.Y < min(c.Start.Y, c.End.Y)-tol || p.Y > max(c.Start.Y, c.End.Y)+tol {
			return false
		}
	}
	return c.Project(p).Distance <= tol
}

// crossesRay reports whether the ray from p to the east crosses the curve an odd
// number of times. Each piece that only rises or only falls counts its lower end
// and not its upper one, so that a vertex is counted once.
func (c Curve) crossesRay(p Point) bool {
	if !c.IsArc() {
		a, b := c.Start, c.End
		if (a.Y > p.Y) == (b.Y > p.Y) {
			return false
		}
		if a.Y > b.Y {
			a, b = b, a
		}
		return b.Sub(a).Cross(p.Sub(a)) > 0
	}
	odd := false
	center, r := c.center(), c.radius()
	v, f := p.Sub(c.Start), c.frame()
	x, y := v.Dot(f.along), f.along.Cross(v)
	inCircle := x*(x-f.chord)+y*(y-2*f.rise) < 0
	crossed := func(from, to Point, east bool) {
		if (from.Y > p.Y) == (to.Y > p.Y) {
			return
		}
		if east && (p.X < center.X || inCircle) || !east && p.X < center.X && !inCircle {
			odd = !odd
		}
	}
	// Cut the arc at its highest and lowest point.
	from, sweep := c.Start.Sub(center).Angle(), c.Sweep()
	step := math.Copysign(180, sweep)
	at, next := c.Start, 90+180*math.Floor((from-90)/180)
	for next*step <= from*step {
		next += step
	}
	for ; (next-from)*step < sweep*step; next += step {
		top := Point{center.X, center.Y + math.Copysign(r, math.Sin(next*math.Pi/180))}
		crossed(at, top, eastOf(next-step/2))
		at = top
	}
	crossed(at, c.End, eastOf(next-step/2))
	return odd
}

// eastOf reports whether an angle in degrees points east rather than west.
func eastOf(deg float64) bool { return math.Cos(deg*math.Pi/180) > 0 }
