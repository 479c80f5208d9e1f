package scene

import (
	"github.com/openeik/ekgit/model/geom"
)

// The colours of cut faces: what carries or encloses is darker than what it holds.
var (
	pocheHeavy = rgb(0x34373a, 255)
	pocheLight = rgb(0x73787c, 255)
)

var heavy = map[string]bool{
	"wall": true, "slab": true, "roof": true, "column": true, "beam": true, "brace": true,
	"foundation": true, "stair": true, "ramp": true, "ceiling": true,
}

// cut takes away what lies beyond a plane, and closes with cut faces what it opened.
func cut(solids []Solid, p Plane) []Solid {
	var out []Solid
	for _, b := range solids {
		low, high := p.reach(b.Mesh)
		switch {
		case high <= tolerance:
			out = append(out, b)
		case low < -tolerance:
			out = append(out, cutSolid(b, p)...)
		}
	}
	return out
}

// tolerance is how near in mm to a plane a point counts as on it.
const tolerance = 1e-3

// above answers how far a point lies beyond a plane, 0 where it is on it.
func (p Plane) above(q geom.Point3) float64 {
	d := q.Sub(p.Point).Dot(p.Normal)
	if d <= tolerance && d >= -tolerance {
		return 0
	}
	return d
}

func (p Plane) reach(m geom.Mesh) (low, high float64) {
	for i, q := range m.Points {
		d := q.Sub(p.Point).Dot(p.Normal)
		if i == 0 {
			low, high = d, d
		}
		low, high = min(low, d), max(high, d)
	}
	return low, high
}

// cutSolid answers what of a solid is left by a plane that runs through it, and its
// cut face.
func cutSolid(b Solid, p Plane) []Solid {
	rest := p.clip(b.Mesh)
	whole := b.Closed
	b.Mesh, b.Closed = rest, false
	out := []Solid{b}
	if !whole {
		return out
	}
	if face := p.face(rest); len(face.Triangles) > 0 {
		b.Mesh, b.Part, b.Color = face, PartCut, pocheLight
		if heavy[b.Record.Category()] {
			b.Color = pocheHeavy
		}
		out = append(out, b)
	}
	return out
}

// clipper cuts a mesh; each edge that crosses the plane is cut in one point.
type clipper struct {
	plane Plane
	from  geom.Mesh
	side  []float64 // of the points of from, by their distance beyond the plane
	out   geom.Mesh
	kept  []int // where a point of from lies in out, from 1
	cuts  map[[2]int]int
}

// clip answers the triangles of a mesh that are not beyond the plane.
func (p Plane) clip(m geom.Mesh) geom.Mesh {
	c := &clipper{plane: p, from: m, side: make([]float64, len(m.Points)), kept: make([]int, len(m.Points)), cuts: map[[2]int]int{}}
	for i, q := range m.Points {
		c.side[i] = p.above(q)
	}
	for _, t := range m.Triangles {
		c.triangle(t)
	}
	return c.out
}

func (c *clipper) triangle(t [3]int) {
	a, b, d := c.side[t[0]], c.side[t[1]], c.side[t[2]]
	if a >= 0 && b >= 0 && d >= 0 {
		flat := a == 0 && b == 0 && d == 0
		q := c.from.Points
		if !flat || q[t[1]].Sub(q[t[0]]).Cross(q[t[2]].Sub(q[t[0]])).Dot(c.plane.Normal) <= 0 {
			return
		}
	}
	var ring []int
	for k := range t {
		i, j := t[k], t[(k+1)%3]
		if c.side[i] <= 0 {
			ring = append(ring, c.keep(i))
		}
		if c.side[i]*c.side[j] < 0 {
			ring = append(ring, c.crossing(i, j))
		}
	}
	for k := 1; k+1 < len(ring); k++ {
		c.out.Triangles = append(c.out.Triangles, [3]int{ring[0], ring[k], ring[k+1]})
	}
}

func (c *clipper) keep(i int) int {
	if c.kept[i] == 0 {
		c.out.Points = append(c.out.Points, c.from.Points[i])
		c.kept[i] = len(c.out.Points)
	}
	return c.kept[i] - 1
}

func (c *clipper) crossing(i, j int) int {
	i, j = min(i, j), max(i, j)
	at, ok := c.cuts[[2]int{i, j}]
	if !ok {
		at = len(c.out.Points)
		c.cuts[[2]int{i, j}] = at
		a, b := c.side[i], c.side[j]
		c.out.Points = append(c.out.Points, c.from.Points[i].Lerp(c.from.Points[j], a/(a-b)))
	}
	return at
}
