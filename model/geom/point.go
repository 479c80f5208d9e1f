package geom

import "math"

// Point is a point or vector in plan, in mm.
type Point struct{ X, Y float64 }

// Direction returns the unit vector that points to an angle in degrees.
func Direction(deg float64) Point {
	sin, cos := sincos(deg)
	return Point{cos, sin}
}

// Add returns p + q.
func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// Sub returns p - q.
func (p Point) Sub(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Scale returns p times k.
func (p Point) Scale(k float64) Point { return Point{p.X * k, p.Y * k} }

// Dot returns the scalar product.
func (p Point) Dot(q Point) float64 { return p.X*q.X + p.Y*q.Y }

// Cross returns the z of the vector product: positive where q lies to the left
// of p.
func (p Point) Cross(q Point) float64 { return p.X*q.Y - p.Y*q.X }

// Len returns the length of the vector.
func (p Point) Len() float64 { return math.Hypot(p.X, p.Y) }

// Dist returns the distance between two points.
func (p Point) Dist(q Point) float64 { return p.Sub(q).Len() }

// Unit returns the vector of length 1 in the same direction, or zero where the
// length is zero.
func (p Point) Unit() Point {
	l := p.Len()
	if l == 0 {
		return Point{}
	}
	return Point{p.X / l, p.Y / l}
}

// Left returns the vector turned 90 degrees counter-clockwise.
func (p Point) Left() Point { return Point{-p.Y, p.X} }

// Rotate returns the vector turned about the origin.
func (p Point) Rotate(deg float64) Point {
	sin, cos := sincos(deg)
	return p.turn(sin, cos)
}

// turn rotates by an angle given by its sine and cosine.
func (p Point) turn(sin, cos float64) Point {
	return Point{p.X*cos - p.Y*sin, p.X*sin + p.Y*cos}
}

// Angle returns the direction of the vector in [0, 360).
func (p Point) Angle() float64 {
	return wrap(degrees(math.Atan2(p.Y, p.X)))
}

// Lerp returns the point at share t of the way from p to q.
func (p Point) Lerp(q Point, t float64) Point {
	return Point{p.X + (q.X-p.X)*t, p.Y + (q.Y-p.Y)*t}
}

// Near reports whether two points are at most tol apart.
func (p Point) Near(q Point, tol float64) bool { return p.Dist(q) <= tol }

// Round returns the point with both coordinates on the grid of [Round].
func (p Point) Round() Point { return Point{Round(p.X), Round(p.Y)} }

// At returns the point in space above p.
func (p Point) At(z float64) Point3 { return Point3{p.X, p.Y, z} }

// IsFinite reports whether neither coordinate is infinite or NaN.
func (p Point) IsFinite() bool { return finite(p.X) && finite(p.Y) }

// Point3 is a point or vector in space, in mm.
type Point3 struct{ X, Y, Z float64 }

// Add returns p + q.
func (p Point3) Add(q Point3) Point3 { return Point3{p.X + q.X, p.Y + q.Y, p.Z + q.Z} }

// Sub returns p - q.
func (p Point3) Sub(q Point3) Point3 { return Point3{p.X - q.X, p.Y - q.Y, p.Z - q.Z} }

// Scale returns p times k.
func (p Point3) Scale(k float64) Point3 { return Point3{p.X * k, p.Y * k, p.Z * k} }

// Dot returns the scalar product.
func (p Point3) Dot(q Point3) float64 { return p.X*q.X + p.Y*q.Y + p.Z*q.Z }

// Len returns the length of the vector.
func (p Point3) Len() float64 { return math.Hypot(math.Hypot(p.X, p.Y), p.Z) }

// Dist returns the distance between two points.
func (p Point3) Dist(q Point3) float64 { return p.Sub(q).Len() }

// Lerp returns the point at share t of the way from p to q.
func (p Point3) Lerp(q Point3, t float64) Point3 { return p.Add(q.Sub(p).Scale(t)) }

// Plan returns the point seen from above.
func (p Point3) Plan() Point { return Point{p.X, p.Y} }

// IsFinite reports whether no coordinate is infinite or NaN.
func (p Point3) IsFinite() bool { return finite(p.X) && finite(p.Y) && finite(p.Z) }

func finite(x float64) bool { return x-x == 0 }
