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

// foundationBodies answers a raft, a pad or a footing.
func foundationBodies(s *model.Snapshot, r *model.Record) []Body {
	plan, top, ok := footing(s, r)
	depth := r.NumberOr("depth", 0)
	if _, clash := plan.Outer.Clash(); !ok || clash || !(depth > 0) {
		return nil
	}
	return single(s, r, "body", geom.Extrude(plan, top-depth, top))
}

// footing answers the plan of a foundation and the height of its top in mm: a raft by
// its outline, a pad by its size, a strip along the middle of a wall, or a square under
// a column, turned as that is.
func footing(s *model.Snapshot, r *model.Record) (plan geom.Region, top float64, ok bool) {
	top = Elevation(s, r)
	if region, ok := Outline(r); ok {
		return region, top, true
	}
	if at, ok := r.Point("at"); ok {
		size, _ := r.Point("size")
		return geom.Region{Outer: geom.Rect(pointOf(at), size[0], size[1], 0)}, top, true
	}
	host := s.Record(r.String("hostId"))
	if host == nil {
		return plan, top, false
	}
	top = Base(s, host)
	width := r.NumberOr("width", 0)
	if axis, ok := Axis(s, host); ok && IsWall(host) {
		ring, ok := axis.Band(width/2, -width/2)
		if !ok {
			ring = geom.Ring{Points: []geom.Point{axis.Start, axis.End}}
		}
		return geom.Region{Outer: ring}, top, true
	}
	at, ok := host.Point("at")
	return geom.Region{Outer: geom.Rect(pointOf(at), width, width, host.NumberOr("rotation", 0))}, top, ok
}
