package category

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// thingBodies answers the box of a piece of furniture or equipment.
func thingBodies(s *model.Snapshot, r *model.Record) []Body {
	at, ok := r.Point("at")
	t := TypeOf(s, r)
	if !ok || t == nil || t.Has("shape") {
		return nil
	}
	size, ok := t.Point3("size")
	if !ok || !(size[0] > 0 && size[1] > 0 && size[2] > 0) {
		return nil
	}
	plan := geom.Rect(pointOf(at), size[0], size[1], r.NumberOr("rotation", 0))
	base := Base(s, r)
	return single(s, r, "body", geom.Extrude(geom.Region{Outer: plan}, base, base+size[2]))
}

// runBodies answers a pipe, duct or tray along its axis.
func runBodies(s *model.Snapshot, r *model.Record) []Body {
	start, end, ok := axis3(s, r)
	if !ok || !(end.Dist(start) > geom.Epsilon) {
		return nil
	}
	var section geom.Region
	if d, round := r.Number("diameter"); round && d > 0 {
		section.Outer = circle(d)
	} else if size, sized := r.Point("size"); sized && size[0] > 0 && size[1] > 0 {
		section.Outer = geom.Rect(geom.Point{}, size[0], size[1], 0)
	} else {
		return nil
	}
	side, up := frame(end.Sub(start), 0)
	return single(s, r, "body", along(section, start, end, side, up))
}

// along answers a section drawn from start to end, its x to the right and its y up.
func along(section geom.Region, start, end, side, up geom.Point3) geom.Mesh {
	mesh := geom.Extrude(section, 0, 1)
	for i, p := range mesh.Points {
		mesh.Points[i] = start.Lerp(end, p.Z).Add(side.Scale(-p.X)).Add(up.Scale(p.Y))
	}
	if mesh.Volume() < 0 {
		return mesh.Reverse()
	}
	return mesh
}
