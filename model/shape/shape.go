package shape

import (
	"image/color"
	"sync"

	"github.com/openeik/ekgit/model/geom"
)

// Shape is a body as triangles. It is immutable, except that what is derived of it is
// kept when it is first asked for.
type Shape struct {
	parts []Part

	base  *Shape // the shape as it lies in its file, where this one is placed
	frame Frame

	outline func() []geom.Region
	edges   func() []Edge
}

// Part is what of a shape is of one material.
type Part struct {
	Mesh   geom.Mesh
	Name   string      // of the material; empty where it has none
	Color  color.NRGBA // alpha below 255 where it is seen through
	Plain  bool        // whether the file says no colour, and Color is only a default
	Closed bool        // whether the mesh bounds a body
}

// Edge is a line where two faces of a shape meet at an angle, or where one ends.
type Edge [2]geom.Point3

func newShape(parts []Part, base *Shape, frame Frame) *Shape {
	s := &Shape{parts: parts, base: base, frame: frame}
	s.outline = sync.OnceValue(s.findOutline)
	s.edges = sync.OnceValue(s.findEdges)
	return s
}

// Parts answers the parts of a shape. They must not be changed.
func (s *Shape) Parts() []Part { return s.parts }

// Bounds answers the box around a shape in mm.
func (s *Shape) Bounds() geom.Box {
	box := geom.EmptyBox()
	for _, p := range s.parts {
		box = box.Union(p.Mesh.Bounds())
	}
	return box
}

// Triangles answers how many triangles a shape has.
func (s *Shape) Triangles() int {
	n := 0
	for _, p := range s.parts {
		n += len(p.Mesh.Triangles)
	}
	return n
}

// Outline answers what a shape covers in plan. Of a shape with very many triangles it
// is the convex outline. It must not be changed.
func (s *Shape) Outline() []geom.Region { return s.outline() }

// Edges answers the edges of the faces that look up, as a plan shows them, in an order
// that depends on the shape alone. They must not be changed.
func (s *Shape) Edges() []Edge { return s.edges() }

// At answers the shape as it stands in a place.
func (s *Shape) At(f Frame) *Shape {
	parts := make([]Part, len(s.parts))
	for i, p := range s.parts {
		p.Mesh = f.mesh(p.Mesh)
		parts[i] = p
	}
	return newShape(parts, s, f)
}
