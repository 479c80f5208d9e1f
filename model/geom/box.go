package geom

import "math"

// Box is a closed axis-parallel box in space. Its zero value is the point at the
// origin; [EmptyBox] holds nothing. A plan extent is a Box with z from 0 to 0.
type Box struct{ Min, Max Point3 }

// EmptyBox returns the box that holds nothing and is neutral in unions.
func EmptyBox() Box {
	inf := math.Inf(1)
	return Box{Point3{inf, inf, inf}, Point3{-inf, -inf, -inf}}
}

// BoxOf returns the smallest box around the points.
func BoxOf(points ...Point3) Box {
	b := EmptyBox()
	for _, p := range points {
		b = b.Include(p)
	}
	return b
}

// planBox returns the smallest box around plan points, z from 0 to 0.
func planBox(points ...Point) Box {
	b := EmptyBox()
	for _, p := range points {
		b = b.Include(p.At(0))
	}
	return b
}

// IsEmpty reports whether the box holds no point; so does a box with a NaN.
func (b Box) IsEmpty() bool {
	return !(b.Min.X <= b.Max.X && b.Min.Y <= b.Max.Y && b.Min.Z <= b.Max.Z)
}

// Include returns the smallest box around b and p.
func (b Box) Include(p Point3) Box {
	return Box{
		Point3{min(b.Min.X, p.X), min(b.Min.Y, p.Y), min(b.Min.Z, p.Z)},
		Point3{max(b.Max.X, p.X), max(b.Max.Y, p.Y), max(b.Max.Z, p.Z)},
	}
}

// Union returns the smallest box around both.
func (b Box) Union(c Box) Box {
	switch {
	case c.IsEmpty():
		return b
	case b.IsEmpty():
		return c
	}
	return b.Include(c.Min).Include(c.Max)
}

// Intersect returns what both hold, which may be empty.
func (b Box) Intersect(c Box) Box {
	return Box{
		Point3{max(b.Min.X, c.Min.X), max(b.Min.Y, c.Min.Y), max(b.Min.Z, c.Min.Z)},
		Point3{min(b.Max.X, c.Max.X), min(b.Max.Y, c.Max.Y), min(b.Max.Z, c.Max.Z)},
	}
}

// Intersects reports whether the boxes share a point; touching is enough.
func (b Box) Intersects(c Box) bool {
	return !b.IsEmpty() && !c.IsEmpty() && b.meets(&c)
}

// meets is Intersects for two boxes known to be filled.
func (b *Box) meets(c *Box) bool {
	return b.Min.X <= c.Max.X && c.Min.X <= b.Max.X &&
		b.Min.Y <= c.Max.Y && c.Min.Y <= b.Max.Y &&
		b.Min.Z <= c.Max.Z && c.Min.Z <= b.Max.Z
}

// Contains reports whether c lies in b, borders included. Every box contains the
// empty one.
func (b Box) Contains(c Box) bool {
	return c.IsEmpty() || b.ContainsPoint(c.Min) && b.ContainsPoint(c.Max)
}

// ContainsPoint reports whether p lies in b, borders included.
func (b Box) ContainsPoint(p Point3) bool {
	return b.Min.X <= p.X && p.X <= b.Max.X &&
		b.Min.Y <= p.Y && p.Y <= b.Max.Y &&
		b.Min.Z <= p.Z && p.Z <= b.Max.Z
}

// Grow returns the box with every face moved out by d, or in where d is
// negative; the empty box stays empty.
func (b Box) Grow(d float64) Box {
	if b.IsEmpty() {
		return b
	}
	v := Point3{d, d, d}
	return Box{b.Min.Sub(v), b.Max.Add(v)}
}

// Shift returns the box moved by v.
func (b Box) Shift(v Point3) Box { return Box{b.Min.Add(v), b.Max.Add(v)} }

// WithZ returns the box with its z range replaced.
func (b Box) WithZ(lo, hi float64) Box {
	b.Min.Z, b.Max.Z = lo, hi
	return b
}

// Distance returns the shortest distance between the boxes, zero where they
// touch and infinite where one is empty.
func (b Box) Distance(c Box) float64 {
	if b.IsEmpty() || c.IsEmpty() {
		return math.Inf(1)
	}
	gap := func(lo, hi, lo2, hi2 float64) float64 { return max(0, lo2-hi, lo-hi2) }
	return Point3{
		gap(b.Min.X, b.Max.X, c.Min.X, c.Max.X),
		gap(b.Min.Y, b.Max.Y, c.Min.Y, c.Max.Y),
		gap(b.Min.Z, b.Max.Z, c.Min.Z, c.Max.Z),
	}.Len()
}

// Center returns the middle of the box.
func (b Box) Center() Point3 { return b.Min.Lerp(b.Max, 0.5) }

// Size returns the extent along each axis, zero for the empty box.
func (b Box) Size() Point3 {
	if b.IsEmpty() {
		return Point3{}
	}
	return b.Max.Sub(b.Min)
}

// Flat returns xmin, ymin, zmin, xmax, ymax, zmax.
func (b Box) Flat() [6]float64 {
	return [6]float64{b.Min.X, b.Min.Y, b.Min.Z, b.Max.X, b.Max.Y, b.Max.Z}
}

// Ring returns the plan rectangle of the box, counter-clockwise from its
// lower left corner.
func (b Box) Ring() Ring {
	return Ring{Points: []Point{
		{b.Min.X, b.Min.Y}, {b.Max.X, b.Min.Y}, {b.Max.X, b.Max.Y}, {b.Min.X, b.Max.Y},
	}}
}
