package category

import (
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// sharedBy answers the volume in mm³ that a body of any form shares with upright ones,
// which may share some with each other. It is the sum of what tetrahedra from one point
// to the body's triangles share with them, those that are turned over taken away.
func sharedBy(body geom.Mesh, others []block3) float64 {
	box := body.Bounds()
	sum := 0.0
	for _, o := range apart3(others) {
		if o.to <= box.Min.Z || o.from >= box.Max.Z {
			continue
		}
		for _, g := range o.regions {
			for _, tile := range tilesOf(g) {
				if plan := geom.BoxOf(tile[0].At(0), tile[1].At(0), tile[2].At(0)); !plan.Intersects(box.WithZ(0, 0)) {
					continue
				}
				within := []halfSpace{{geom.Point3{Z: 1}, o.to}, {geom.Point3{Z: -1}, -o.from}}
				for i, p := range tile {
					out := tile[(i+1)%3].Sub(p).Unit().Left().Scale(-1)
					within = append(within, halfSpace{out.At(0), out.Dot(p)})
				}
				sum += volumeWithin(body, within)
			}
		}
	}
	return sum
}

// tilesOf answers a region as triangles, counter-clockwise.
func tilesOf(g geom.Region) [][3]geom.Point {
	const top = 1
	mesh := geom.Extrude(g, 0, top)
	var out [][3]geom.Point
	for _, t := range mesh.Triangles {
		a, b, c := mesh.Points[t[0]], mesh.Points[t[1]], mesh.Points[t[2]]
		if a.Z == top && b.Z == top && c.Z == top {
			out = append(out, [3]geom.Point{a.Plan(), b.Plan(), c.Plan()})
		}
	}
	return out
}

// volumeWithin answers the volume of a body that lies in all of some half spaces.
func volumeWithin(body geom.Mesh, all []halfSpace) float64 {
	sum := 0.0
	for _, t := range body.Triangles {
		whole := tetrahedron{body.Points[0], body.Points[t[0]], body.Points[t[1]], body.Points[t[2]]}
		parts := []tetrahedron{whole}
		for _, h := range all {
			var next []tetrahedron
			for _, p := range parts {
				next = append(next, p.within(h)...)
			}
			parts = next
		}
		left := 0.0
		for _, p := range parts {
			left += math.Abs(p.volume())
		}
		sum += math.Copysign(left, whole.volume())
	}
	return sum
}

// halfSpace is the points that lie no further along a unit vector than told.
type halfSpace struct {
	along geom.Point3
	upTo  float64
}

func (h halfSpace) over(p geom.Point3) float64 { return p.Dot(h.along) - h.upTo }

type tetrahedron [4]geom.Point3

// volume answers the volume, negative where the last three points run clockwise as seen
// from outside.
func (t tetrahedron) volume() float64 {
	return t[1].Sub(t[0]).Dot(t[2].Sub(t[0]).Cross(t[3].Sub(t[0]))) / 6
}

// within answers what of a tetrahedron lies in a half space, as tetrahedra.
func (t tetrahedron) within(h halfSpace) []tetrahedron {
	var in, out []geom.Point3
	for _, p := range t {
		if h.over(p) <= 0 {
			in = append(in, p)
		} else {
			out = append(out, p)
		}
	}
	cut := func(a, b geom.Point3) geom.Point3 { return a.Lerp(b, h.over(a)/(h.over(a)-h.over(b))) }
	switch len(in) {
	case 0:
		return nil
	case 1:
		return []tetrahedron{{in[0], cut(in[0], out[0]), cut(in[0], out[1]), cut(in[0], out[2])}}
	case 2:
		return wedge([3]geom.Point3{in[0], cut(in[0], out[0]), cut(in[0], out[1])}, [3]geom.Point3{in[1], cut(in[1], out[0]), cut(in[1], out[1])})
	case 3:
		return wedge([3]geom.Point3(in), [3]geom.Point3{cut(in[0], out[0]), cut(in[1], out[0]), cut(in[2], out[0])})
	}
	return []tetrahedron{t}
}

// wedge answers what is between two triangles whose corners belong together.
func wedge(a, b [3]geom.Point3) []tetrahedron {
	return []tetrahedron{{a[0], a[1], a[2], b[0]}, {a[1], a[2], b[0], b[1]}, {a[2], b[0], b[1], b[2]}}
}
