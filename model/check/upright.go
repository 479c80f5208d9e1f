package check

import (
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// stretch is a part of an upright line, in mm above the model's zero.
type stretch struct{ from, to float64 }

// upright answers where an upright line through a point runs in the bodies of an
// element, from the lowest up; layers on each other are one stretch.
func upright(s *model.Snapshot, r *model.Record, at geom.Point) []stretch {
	// Off the edges of bodies, which lie on round numbers.
	at = at.Add(geom.Point{X: 0.0137, Y: 0.0071})
	var in []stretch
	for _, b := range category.Bodies(s, r) {
		heights := crossings(b.Mesh, at)
		slices.Sort(heights)
		for i := 0; i+1 < len(heights); i += 2 {
			in = append(in, stretch{heights[i], heights[i+1]})
		}
	}
	slices.SortFunc(in, func(a, b stretch) int {
		if a.from < b.from {
			return -1
		}
		return 1
	})
	var out []stretch
	for _, next := range in {
		if n := len(out); n > 0 && next.from <= out[n-1].to+geom.Epsilon {
			out[n-1].to = max(out[n-1].to, next.to)
		} else {
			out = append(out, next)
		}
	}
	return out
}

// crossings answers the heights at which the faces of a mesh lie over a point.
func crossings(m geom.Mesh, at geom.Point) []float64 {
	var heights []float64
	for _, t := range m.Triangles {
		a, b, c := m.Points[t[0]], m.Points[t[1]], m.Points[t[2]]
		u, v, w := side(b, c, at), side(c, a, at), side(a, b, at)
		if sum := u + v + w; (u > 0) == (v > 0) && (v > 0) == (w > 0) && sum != 0 {
			heights = append(heights, (u*a.Z+v*b.Z+w*c.Z)/sum)
		}
	}
	return heights
}

// side answers twice the area of the triangle in plan of two points and a third,
// positive where that lies to their left.
func side(a, b geom.Point3, at geom.Point) float64 {
	return (b.X-a.X)*(at.Y-a.Y) - (b.Y-a.Y)*(at.X-a.X)
}

// near answers the elements of some categories that stand in the model's last phase
// and whose boxes share a point with a box, but for one record itself, by their ids.
func near(s *model.Snapshot, r *model.Record, box geom.Box, categories ...string) []*model.Record {
	var found []*model.Record
	for id := range category.Space(s).Search(box) {
		f := s.Get(id)
		if f == nil || id == r.ID() || !slices.Contains(categories, f.Category()) {
			continue
		}
		if other := f.Record(); other != nil && category.Stands(s, other) {
			found = append(found, other)
		}
	}
	slices.SortFunc(found, func(a, b *model.Record) int {
		if a.ID() < b.ID() {
			return -1
		}
		return 1
	})
	return found
}
