package category

import (
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Body is one solid of an element: a closed mesh that faces outwards, in mm, z from
// the model's zero.
type Body struct {
	Mesh     geom.Mesh
	Material string // the id of a material, empty where none is said
	Part     string // what it is of the element: body, layer-0, frame, leaf, glass, tread, landing, panel …
}

// Bodies answers the solids of an element as it stands in the last phase, none where
// it has no body or lacks what the body needs, such as the height of a wall.
//
// What a body follows from beside the record itself, its type and its levels: of a
// wall, what Footprint follows from, what names it as its host, and what its
// topHostIds name; of a door or window, its host; of a slab, ceiling or roof, the
// shafts and the openings that cut it. An element whose body is a shape has none
// here.
func Bodies(s *model.Snapshot, r *model.Record) []Body {
	d := Find(r.Category())
	if d == nil || d.bodies == nil || r.Has("shape") {
		return nil
	}
	return cached(s, r, ofBodies, bodiesOf)
}

// bodiesOf leaves out what has no thickness, whose faces would lie on each other.
func bodiesOf(s *model.Snapshot, r *model.Record) []Body {
	return slices.DeleteFunc(Find(r.Category()).bodies(s, r), func(b Body) bool {
		nowhere := slices.ContainsFunc(b.Mesh.Points, func(p geom.Point3) bool { return !p.IsFinite() })
		return len(b.Mesh.Triangles) == 0 || nowhere || !(2*b.Mesh.Volume() > thin/2*b.Mesh.Area())
	})
}

// materialOf answers the material of an element, else of its type.
func materialOf(s *model.Snapshot, r *model.Record) string {
	if m := r.String("materialId"); m != "" {
		return m
	}
	if t := TypeOf(s, r); t != nil {
		return t.String("materialId")
	}
	return ""
}

// single answers one body of the element's own material.
func single(s *model.Snapshot, r *model.Record, part string, mesh geom.Mesh) []Body {
	return []Body{{Mesh: mesh, Material: materialOf(s, r), Part: part}}
}
