package category

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// underside is a plane part of the underside of a roof or slab.
type underside struct {
	outline geom.Region
	plane   geom.Plane
}

// undersides answers the parts of a canopy's underside; its holes count as closed.
func (c canopy) undersides() []underside {
	out := make([]underside, len(c.facets))
	for i, f := range c.facets {
		out[i] = underside{geom.Region{Outer: f.region.Outer}, f.plane.lowered(c.thickness)}
	}
	return out
}

// topsOf answers the undersides that a wall runs up to, those over its plan extent.
func topsOf(s *model.Snapshot, r *model.Record, plan geom.Box) []underside {
	var out []underside
	for _, id := range r.Strings("topHostIds") {
		host := s.Record(id)
		if host == nil {
			continue
		}
		c, ok := canopyOf(s, host)
		if !ok {
			continue
		}
		for _, u := range c.undersides() {
			if u.outline.Bounds().Intersects(plan) {
				u.outline = near(u.outline, plan)
				out = append(out, u)
			}
		}
	}
	return out
}

// near answers an outline without most of what is far from a box, so that one of many
// points costs no more than it must.
func near(g geom.Region, box geom.Box) geom.Region {
	const few, reach = 32, 1000
	if len(g.Outer.Points) <= few {
		return g
	}
	box = box.Grow(reach)
	for _, side := range []struct{ at, away geom.Point }{
		{box.Min.Plan(), geom.Point{X: -1}}, {box.Min.Plan(), geom.Point{Y: -1}},
		{box.Max.Plan(), geom.Point{X: 1}}, {box.Max.Plan(), geom.Point{Y: 1}},
	} {
		part := geom.Below([]geom.Region{g}, side.at, side.away)
		if len(part) == 0 {
			return geom.Region{}
		}
		g = part[0]
	}
	return g
}

// wallClip is a plane that cuts a wall's body: upright, or with what is above or below
// it cut away.
type wallClip struct {
	upright bool
	at      geom.Point // of an upright one
	normal  geom.Point // of an upright one, to the side that is cut away
	plane   geom.Plane
	below   bool
}

// clipsOf answers the planes that cut a wall's body. One without a direction cuts
// nothing.
func clipsOf(s *model.Snapshot, r *model.Record) []wallClip {
	const flat = 1e-9
	list, _ := r.Get("clips").([]any)
	var out []wallClip
	for _, item := range list {
		o, _ := item.(model.Object)
		at, ok := model.NewRecord(o).Point3("at")
		n, ok2 := model.NewRecord(o).Point3("normal")
		normal := geom.Point3{X: n[0], Y: n[1], Z: n[2]}
		size := normal.Len()
		if !ok || !ok2 || !(size > flat) || !normal.IsFinite() {
			continue
		}
		normal = normal.Scale(1 / size)
		c := wallClip{at: geom.Point{X: at[0], Y: at[1]}, below: normal.Z < 0}
		if abs := max(normal.Z, -normal.Z); abs < flat {
			c.upright, c.normal = true, normal.Plan().Unit()
		} else {
			c.plane = geom.Plane{At: c.at, Z: Elevation(s, r) + at[2], Rise: normal.Plan().Scale(-1 / normal.Z)}
		}
		out = append(out, c)
	}
	return out
}
