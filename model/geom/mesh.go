package geom

// Mesh is a body in space as triangles: each holds the indices of three points,
// counter-clockwise as seen from outside. Points are in mm and each is there once.
type Mesh struct {
	Points    []Point3
	Triangles [][3]int
}

// corners returns the points of a triangle.
func (m Mesh) corners(t [3]int) (a, b, c Point3) {
	return m.Points[t[0]], m.Points[t[1]], m.Points[t[2]]
}

// Cross returns the vector product.
func (p Point3) Cross(q Point3) Point3 {
	return Point3{p.Y*q.Z - p.Z*q.Y, p.Z*q.X - p.X*q.Z, p.X*q.Y - p.Y*q.X}
}

// Volume returns the enclosed volume in mm³: the sum of the tetrahedra over the
// triangles as seen from the first point, by the divergence theorem. It is positive
// where the triangles face outwards.
func (m Mesh) Volume() float64 {
	sum := 0.0
	for _, t := range m.Triangles {
		a, b, c := m.corners(t)
		o := m.Points[0]
		sum += a.Sub(o).Dot(b.Sub(o).Cross(c.Sub(o)))
	}
	return sum / 6
}

// Area returns the area of all triangles in mm².
func (m Mesh) Area() float64 {
	sum := 0.0
	for _, t := range m.Triangles {
		a, b, c := m.corners(t)
		sum += b.Sub(a).Cross(c.Sub(a)).Len()
	}
	return sum / 2
}

// Bounds returns the box around the points.
func (m Mesh) Bounds() Box { return BoxOf(m.Points...) }

// Closed reports whether the triangles bound a body: every edge is run as often in
// one direction as in the other, which leaves no gap and no face turned over.
func (m Mesh) Closed() bool {
	runs := make(map[[2]int]int, 3*len(m.Triangles))
	for _, t := range m.Triangles {
		for i := range t {
			a, b := t[i], t[(i+1)%3]
			if a == b {
				return false
			}
			if a < b {
				runs[[2]int{a, b}]++
			} else {
				runs[[2]int{b, a}]--
			}
		}
	}
	for _, n := range runs {
		if n != 0 {
			return false
		}
	}
	return len(m.Triangles) > 0
}

// meshBuilder makes a mesh of faces, each point once by its place.
type meshBuilder struct {
	mesh Mesh
	at   numbered[Point3]
}

// newMeshBuilder returns a builder with room for a box, as most bodies are.
func newMeshBuilder() *meshBuilder {
	return &meshBuilder{mesh: Mesh{Points: make([]Point3, 0, 8), Triangles: make([][3]int, 0, 12)}}
}

// point returns the index of a point on the grid of Epsilon.
func (b *meshBuilder) point(p Point3) int {
	key := Point3{Round(p.X), Round(p.Y), Round(p.Z)}
	i, ok := b.at.find(key)
	if !ok {
		i = len(b.mesh.Points)
		b.at.set(key, i)
		b.mesh.Points = append(b.mesh.Points, p)
	}
	return i
}

// triangle adds a triangle unless two of its corners are one point.
func (b *meshBuilder) triangle(p, q, r Point3) {
	i, j, k := b.point(p), b.point(q), b.point(r)
	if i != j && j != k && k != i {
		b.mesh.Triangles = append(b.mesh.Triangles, [3]int{i, j, k})
	}
}

// Reverse returns the mesh with every triangle turned over.
func (m Mesh) Reverse() Mesh {
	out := Mesh{Points: m.Points, Triangles: make([][3]int, len(m.Triangles))}
	for i, t := range m.Triangles {
		out.Triangles[i] = [3]int{t[0], t[2], t[1]}
	}
	return out
}
