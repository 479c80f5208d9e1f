package geom

import "math"

// Gap returns the shortest distance between two curves, and where on each it is
// found.
func (c Curve) Gap(o Curve) (dist float64, onC, onO Point) {
	dist = math.Inf(1)
	try := func(p, q Point) {
		if d := p.Dist(q); d < dist {
			dist, onC, onO = d, p, q
		}
	}
	for _, p := range []Point{c.Start, c.End} {
		try(p, o.Project(p).Point)
	}
	for _, p := range []Point{o.Start, o.End} {
		try(c.Project(p).Point, p)
	}
	if contact := c.Meet(o, Epsilon); contact.Kind != Apart {
		p := c.Project(contact.Points[0]).Point
		try(p, o.Project(p).Point)
	}
	// Between their ends, curves are closest on a common normal, which runs
	// through the centre of each arc.
	for _, p := range c.normalPoints(o) {
		try(p, o.Project(p).Point)
	}
	for _, p := range o.normalPoints(c) {
		try(c.Project(p).Point, p)
	}
	return dist, onC, onO
}

// normalPoints returns the points of an arc whose normal is one of o as well.
func (c Curve) normalPoints(o Curve) []Point {
	if !c.IsArc() {
		return nil
	}
	center := c.center()
	normal := o.End.Sub(o.Start).Unit().Left()
	if o.IsArc() {
		normal = o.center().Sub(center).Unit()
	}
	reach := normal.Scale(c.radius())
	return []Point{c.Project(center.Add(reach)).Point, c.Project(center.Sub(reach)).Point}
}
