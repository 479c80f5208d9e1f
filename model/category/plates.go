package category

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// slabBox answers the box of a slab, whose offset is that of its top.
func slabBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	region, ok := Outline(r)
	thickness, _ := Thickness(s, r)
	top := Elevation(s, r) + r.NumberOr("offset", 0)
	lo, hi := fall(r, region)
	return region.Bounds().WithZ(top-thickness+lo, top+hi), ok
}

// ceilingBox answers the box of a ceiling, whose offset is that of its underside.
func ceilingBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	region, ok := Outline(r)
	thickness, _ := Thickness(s, r)
	under := Elevation(s, r) + r.NumberOr("offset", 0)
	lo, hi := fall(r, region)
	return region.Bounds().WithZ(under+lo, under+thickness+hi), ok
}

// fall answers how far a sloped plate lies below and above the height that it has
// at its outline's first point, in mm: at most 0 and at least 0.
func fall(r *model.Record, region geom.Region) (lo, hi float64) {
	o := r.Object("slope")
	pitch, ok := o.Get("pitch").(float64)
	if !ok || len(region.Outer.Points) == 0 || pitch < 0 || pitch > 89 {
		return 0, 0
	}
	direction, _ := o.Get("direction").(float64)
	down := geom.Direction(direction).Scale(math.Tan(pitch * math.Pi / 180))
	first := region.Outer.Points[0]
	for _, p := range region.Outer.Flatten(geom.ChordTolerance).Points {
		z := -p.Sub(first).Dot(down)
		lo, hi = min(lo, z), max(hi, z)
	}
	return lo, hi
}

// roofBox answers the box of a roof with its overhang, from the underside of its
// eaves up to the highest that its form and pitch allow.
func roofBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	region, ok := Outline(r)
	if !ok {
		return geom.Box{}, false
	}
	overhang, pitch := roofExtremes(r)
	plan := region.Bounds().Grow(overhang)
	thickness, _ := Thickness(s, r)
	eaves := Elevation(s, r) + r.NumberOr("offset", 0)
	lo, hi := fall(r, region)
	if form := r.String("form"); form != "flat" && pitch > 0 {
		slanted := thickness / math.Cos(pitch*math.Pi/180)
		return plan.WithZ(eaves-slanted, eaves+roofRun(r, region, overhang)*math.Tan(pitch*math.Pi/180)), true
	}
	return plan.WithZ(eaves-thickness+lo, eaves+hi), true
}

// roofExtremes answers the largest overhang in mm and pitch in degrees that a roof
// has on any edge.
func roofExtremes(r *model.Record) (overhang, pitch float64) {
	overhang, pitch = r.NumberOr("overhang", 0), r.NumberOr("pitch", 0)
	for _, m := range r.Object("edges") {
		edge, _ := m.Value.(model.Object)
		if f, ok := edge.Get("overhang").(float64); ok {
			overhang = max(overhang, f)
		}
		if f, ok := edge.Get("pitch").(float64); ok {
			pitch = max(pitch, f)
		}
	}
	return max(overhang, 0), min(max(pitch, 0), 89)
}

// roofRun answers over what plan distance in mm a roof may rise at most: its whole
// depth along the fall for a shed, half its depth across the ridge for a gable,
// half its smaller side for a hip; its whole extent where edges differ.
func roofRun(r *model.Record, region geom.Region, overhang float64) float64 {
	size := region.Bounds().Size()
	direction, directed := r.Number("direction")
	switch form := r.String("form"); {
	case len(r.Object("edges")) > 0:
		return math.Hypot(size.X, size.Y) + 2*overhang
	case form == "hip":
		return min(size.X, size.Y)/2 + overhang
	case !directed && form == "gable":
		return max(size.X, size.Y)/2 + overhang
	case !directed:
		return max(size.X, size.Y) + 2*overhang
	case form == "gable":
		return depthAlong(region.Outer, geom.Direction(direction).Left())/2 + overhang
	default:
		return depthAlong(region.Outer, geom.Direction(direction)) + 2*overhang
	}
}

// depthAlong answers how far an outline extends along a unit vector, in mm.
func depthAlong(ring geom.Ring, along geom.Point) float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range ring.Flatten(geom.ChordTolerance).Points {
		d := p.Dot(along)
		lo, hi = min(lo, d), max(hi, d)
	}
	return max(0, hi-lo)
}
