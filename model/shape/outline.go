package shape

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// exactOutline is up to how many triangles that look up are laid together into the
// outline.
const exactOutline = 3000

// creaseCosine is that of the angle from which on two faces meet in an edge.
const creaseCosine = 0.86

func normal(m geom.Mesh, t [3]int) geom.Point3 {
	a, b, c := m.Points[t[0]], m.Points[t[1]], m.Points[t[2]]
	return b.Sub(a).Cross(c.Sub(a))
}

// findOutline lays the triangles that look up together, which of a closed body cover
// what all do; of others both sides are taken.
func (s *Shape) findOutline() []geom.Region {
	if s.base != nil && s.frame.isUpright() {
		return s.placedOutline()
	}
	var triangles []geom.Region
	var points []geom.Point
	for _, p := range s.parts {
		for _, t := range p.Mesh.Triangles {
			up := normal(p.Mesh, t).Z
			if p.Closed && up <= 0 || math.Abs(up) < geom.Epsilon {
				continue
			}
			ring := geom.Ring{Points: []geom.Point{p.Mesh.Points[t[0]].Plan(), p.Mesh.Points[t[1]].Plan(), p.Mesh.Points[t[2]].Plan()}}
			if up < 0 {
				ring = ring.Reverse()
			}
			triangles = append(triangles, geom.Region{Outer: ring})
			points = append(points, ring.Points...)
		}
	}
	if len(triangles) <= exactOutline {
		return together(triangles)
	}
	if hull := convex(points); len(hull) > 2 {
		return []geom.Region{{Outer: geom.Ring{Points: hull}}}
	}
	return nil
}

// together unites regions half by half, so that no union is of very many.
func together(regions []geom.Region) []geom.Region {
	if len(regions) <= 64 {
		return geom.Union(regions)
	}
	mid := len(regions) / 2
	return geom.Union(append(together(regions[:mid]), together(regions[mid:])...))
}

func (s *Shape) placedOutline() []geom.Region {
	base := s.base.Outline()
	out := make([]geom.Region, len(base))
	for i, g := range base {
		out[i].Outer = s.frame.ring(g.Outer)
		for _, h := range g.Holes {
			out[i].Holes = append(out[i].Holes, s.frame.ring(h))
		}
	}
	return out
}

// convex answers the convex outline of points, counter-clockwise (Andrew's chains).
func convex(points []geom.Point) []geom.Point {
	order := func(a, b geom.Point) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) }
	points = slices.Clone(points)
	slices.SortFunc(points, order)
	points = slices.Compact(points)
	var hull []geom.Point
	for range 2 {
		from := len(hull)
		for _, p := range points {
			for len(hull)-from >= 2 && hull[len(hull)-1].Sub(hull[len(hull)-2]).Cross(p.Sub(hull[len(hull)-1])) <= 0 {
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, p)
		}
		hull = hull[:len(hull)-1]
		slices.Reverse(points)
	}
	return hull
}

// findEdges answers the edges of the faces that look up.
func (s *Shape) findEdges() []Edge {
	if s.base != nil && s.frame.isUpright() {
		base := s.base.Edges()
		out := make([]Edge, len(base))
		for i, e := range base {
			out[i] = Edge{s.frame.Point(e[0]), s.frame.Point(e[1])}
		}
		return out
	}
	var out []Edge
	for _, p := range s.parts {
		out = append(out, creases(p.Mesh)...)
	}
	return out
}

// creases answers the edges of a mesh that belong to a face that looks up and to no
// other that runs on in nearly the same direction.
func creases(m geom.Mesh) []Edge {
	normals := make([]geom.Point3, len(m.Triangles))
	faces := map[[2]int][]int{}
	var order [][2]int
	for i, t := range m.Triangles {
		n := normal(m, t)
		if l := n.Len(); l > 0 {
			normals[i] = n.Scale(1 / l)
		}
		for k := range t {
			a, b := t[k], t[(k+1)%3]
			key := [2]int{min(a, b), max(a, b)}
			if faces[key] == nil {
				order = append(order, key)
			}
			faces[key] = append(faces[key], i)
		}
	}
	var out []Edge
	for _, key := range order {
		if isCrease(normals, faces[key]) {
			out = append(out, Edge{m.Points[key[0]], m.Points[key[1]]})
		}
	}
	return out
}

func isCrease(normals []geom.Point3, faces []int) bool {
	up := slices.ContainsFunc(faces, func(f int) bool { return normals[f].Z > geom.Epsilon })
	return up && (len(faces) != 2 || normals[faces[0]].Dot(normals[faces[1]]) < creaseCosine)
}
