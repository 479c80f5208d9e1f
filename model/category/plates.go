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
	thickness, thick := Thickness(s, r)
	if !thick {
		thickness = ceilingThickness
	}
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

// roofBox answers the box of a roof with its overhang, from the underside of its eaves up
// to its highest point.
func roofBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	region, ok := Outline(r)
	if !ok {
		return geom.Box{}, false
	}
	thickness, _ := Thickness(s, r)
	z := Elevation(s, r) + r.NumberOr("offset", 0)
	c := canopy{region: region, planes: []incline{slopeOf(r, region.Outer, z)}}
	if !c.roof(r, z) {
		return region.Bounds().WithZ(z-thickness, z), true
	}
	if len(c.planes) == 1 {
		c.facets = []facet{{c.region, c.planes[0]}}
	}
	box := geom.EmptyBox()
	for _, f := range c.facets {
		for _, p := range f.region.Outer.Points {
			box = box.Include(p.At(f.plane.height(p))).Include(p.At(f.plane.lowered(thickness).Height(p)))
		}
	}
	return box, true
}
