package category

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Extent answers what Bounds does, but of a room with a seed the box around what bounds
// it, which takes its whole floor to work out.
func Extent(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	box, ok := Bounds(s, r)
	if !ok || r.Category() != "room" || !r.Has("seed") {
		return box, ok
	}
	if e, enclosed := Boundary(s, r); enclosed {
		return e.Region.Bounds().WithZ(box.Min.Z, box.Max.Z), true
	}
	return box, true
}

// Bounds answers the box around an element in mm, z from the model's zero. Walls
// are taken with blunt ends, sloped roofs up to the highest that their pitch
// allows. A thing whose body is only a shape is the point where it stands. It is
// false for what stands nowhere, such as a level, a type or a material, and where
// members that the box needs are missing.
func Bounds(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	d := Find(r.Category())
	if d == nil {
		return geom.Box{}, false
	}
	if d.bounds != nil {
		if box, ok := d.bounds(s, r); ok && !box.IsEmpty() && finiteBox(box) {
			return box, true
		}
	}
	if d.Element() {
		return placementBox(s, r)
	}
	return geom.Box{}, false
}

func finiteBox(b geom.Box) bool { return b.Min.IsFinite() && b.Max.IsFinite() }

// placementBox answers the point at which an element's shape is placed.
func placementBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	at, ok := model.NewRecord(r.Object("placement")).Point3("at")
	if !ok {
		return geom.Box{}, false
	}
	return geom.BoxOf(geom.Point3{X: at[0], Y: at[1], Z: Elevation(s, r) + at[2]}), true
}

// gridBox answers the plan extent of a grid line, at height 0.
func gridBox(_ *model.Snapshot, r *model.Record) (geom.Box, bool) {
	c, ok := Baseline(r)
	return c.Bounds(), ok
}

// wallBox answers the box of a wall or curtain wall.
func wallBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	c, ok := Baseline(r)
	if !ok {
		return geom.Box{}, false
	}
	box, _ := bandBox(s, r, 0, c.Length())
	return box.WithZ(extent(s, r)), true
}

// separatorBox answers the box of a separator, a line as high as its storey.
func separatorBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	c, ok := Baseline(r)
	return c.Bounds().WithZ(extent(s, r)), ok
}

// openingBox answers the box of a door, window or opening: in a wall as thick as
// the wall, in a slab or roof as thick as that.
func openingBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	host := s.Record(r.String("hostId"))
	if host == nil {
		return geom.Box{}, false
	}
	if span, ok := Opening(s, r); ok {
		box, ok := bandBox(s, host, span.From, span.To)
		return box.WithZ(span.Sill, span.Head), ok
	}
	var plan geom.Box
	if region, ok := Outline(r); ok {
		plan = region.Bounds()
	} else if at, ok := r.Point("at"); ok {
		width, height, _ := Size(s, r)
		reach := max(width, height) / 2
		plan = geom.BoxOf(pointOf(at).At(0)).Grow(reach)
	} else {
		return geom.Box{}, false
	}
	switch host.Category() {
	case "slab", "ceiling", "roof": // none of which asks for its own host
		box, ok := Bounds(s, host)
		return plan.WithZ(box.Min.Z, box.Max.Z), ok
	}
	return geom.Box{}, false
}

// roomBox answers the box of a room: its outline, else its seed, as high as it is.
func roomBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	if region, ok := Outline(r); ok {
		return region.Bounds().WithZ(extent(s, r)), true
	}
	seed, ok := r.Point("seed")
	return geom.BoxOf(pointOf(seed).At(0)).WithZ(extent(s, r)), ok
}

// shaftBox answers the box of a shaft.
func shaftBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	region, ok := Outline(r)
	return region.Bounds().WithZ(extent(s, r)), ok
}

// placedBox answers the box of furniture or equipment: its type's size about its
// place, else the place itself.
func placedBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	at, ok := r.Point("at")
	if !ok {
		return geom.Box{}, false
	}
	base := Base(s, r)
	var size [3]float64
	if t := TypeOf(s, r); t != nil {
		size, _ = t.Point3("size")
	}
	ring := geom.Rect(pointOf(at), size[0], size[1], r.NumberOr("rotation", 0))
	return ring.Bounds().WithZ(base, base+size[2]), true
}

// foundationBox answers the box of a foundation, which reaches down from its level
// or from its host's base by its depth.
func foundationBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	plan, top, ok := footing(s, r)
	return plan.Bounds().WithZ(top-r.NumberOr("depth", 0), top), ok
}
