package category

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// railingHeight is the height in mm of a railing that does not say one.
const railingHeight = 1000

// stairBox answers the box of a stair: its flights and landings from base to top.
func stairBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	box := pathBox(r)
	for _, o := range objects(r.Get("flights")) {
		box = box.Union(pathBox(o))
	}
	for _, o := range objects(r.Get("landings")) {
		if region, ok := Outline(o); ok {
			box = box.Union(region.Bounds())
		}
	}
	base, top := extent(s, r)
	return box.WithZ(base, top), !box.IsEmpty()
}

// objects answers the objects of a list as records, so that they are read alike.
func objects(value any) []*model.Record {
	list, _ := value.([]any)
	records := make([]*model.Record, 0, len(list))
	for _, item := range list {
		if o, ok := item.(model.Object); ok {
			records = append(records, model.NewRecord(o))
		}
	}
	return records
}

// pathBox answers the plan extent of a path with its width.
func pathBox(r *model.Record) geom.Box {
	box := geom.EmptyBox()
	points := path(r)
	half := r.NumberOr("width", 0) / 2
	for i := 1; i < len(points); i++ {
		line := geom.Line(points[i-1], points[i])
		box = box.Union(line.Bounds())
		if ring, ok := line.Band(half, -half); ok {
			box = box.Union(ring.Bounds())
		}
	}
	return box
}

// path answers the points of a path in plan.
func path(r *model.Record) []geom.Point {
	list, _ := r.Points("path")
	return pointsOf(list)
}

// pathLength answers the length in mm of a path in plan.
func pathLength(points []geom.Point) float64 {
	sum := 0.0
	for i := 1; i < len(points); i++ {
		sum += points[i-1].Dist(points[i])
	}
	return sum
}

// rampBox answers the box of a ramp, from its level up by its rise.
func rampBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	box := pathBox(r)
	base := Elevation(s, r)
	up, _ := rampRise(s, r)
	return box.WithZ(min(base, base+up), max(base, base+up)), !box.IsEmpty()
}

// rampRise answers how far a ramp rises, in mm.
func rampRise(s *model.Snapshot, r *model.Record) (float64, bool) {
	if up, ok := r.Number("rise"); ok {
		return up, true
	}
	l, ok := Levels(s).Get(r.String("topLevelId"))
	return l.Elevation - Elevation(s, r), ok
}

// railingBox answers the box of a railing: along its path and over its host, where it has
// one.
func railingBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	height := r.NumberOr("height", railingHeight)
	base := Elevation(s, r)
	box := pathBox(r.Without("width")).WithZ(base, base)
	own := !box.IsEmpty()
	host := s.Record(r.String("hostId"))
	if host == nil {
		return box.WithZ(base, base+height), own
	}
	switch host.Category() {
	case "stair", "ramp", "slab", "ceiling", "wall", "curtain-wall", "roof": // none of which asks for its own host's box
	default:
		return box.WithZ(base, base+height), own
	}
	over, ok := Bounds(s, host)
	switch {
	case !ok:
		return box.WithZ(base, base+height), own
	case own:
		return box.WithZ(min(base, over.Min.Z), max(base, over.Max.Z)+height), true
	case host.Category() != "stair" && host.Category() != "ramp":
		const reach = railGap + railDepth
		over = over.Grow(reach).WithZ(over.Min.Z, over.Max.Z)
	}
	return over.WithZ(over.Min.Z, over.Max.Z+height), true
}
