// Package planar cuts the plane along curves and tells the faces between them, with
// what lies on their edges and what covers them.
//
// It knows nothing of walls and rooms: who draws a curve is a number to it. Lengths
// are millimetres. Arcs stay arcs, and nothing is rounded but that points nearer to
// each other or to a curve than [Weld] are one. All functions are pure.
package planar

import "github.com/openeik/ekgit/model/geom"

// Weld in mm is how near points are one point, and a point is on a curve. It is far
// above the error of computed coordinates and far below what is built.
const Weld = 1e-4

// Line is a curve that cuts the plane. Owner is the caller's number for what it
// belongs to; where Fills is set, that lies on its left.
type Line struct {
	Curve geom.Curve
	Owner int
	Fills bool
}

// Outline answers the lines of a region, which fills it.
func Outline(g geom.Region, owner int) []Line {
	var lines []Line
	add := func(r geom.Ring, ccw bool) {
		if r.IsCCW() != ccw {
			r = r.Reverse()
		}
		for _, e := range r.Edges() {
			lines = append(lines, Line{e, owner, true})
		}
	}
	add(g.Outer, true)
	for _, h := range g.Holes {
		add(h, false)
	}
	return lines
}

// Border is a piece of the edge of a face, which lies on its left.
type Border struct {
	Curve  geom.Curve
	Owners []int // of the lines that run there, ascending
}

// Face is an area that no line crosses.
type Face struct {
	Region  geom.Region // its outer ring counter-clockwise, holes clockwise
	Borders []Border    // of the outer ring in order, then of the holes
	Fills   []int       // owners that fill it on its edges, ascending
}

// Faces answers the bounded faces between lines, in an order that depends on the
// lines alone. Lines that have one face on both sides, such as one that ends in the
// middle of nowhere, bound nothing and are left out. An owner that covers a face
// without a line on its edge is not told. Lines that are not finite are ignored.
func Faces(lines []Line) []Face {
	g := newGraph(lines)
	g.link()
	if g.dropBridges() {
		g.link()
	}
	return g.faces()
}
