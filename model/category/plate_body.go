package category

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// plateBodies answers the bodies of a slab, ceiling or roof: one a layer, from the top
// down.
func plateBodies(s *model.Snapshot, r *model.Record) []Body {
	c, ok := canopyOf(s, r)
	if !ok {
		return nil
	}
	layers := plateLayers(TypeOf(s, r), c.thickness)
	if len(layers) == 0 {
		return single(s, r, "body", c.meshOf(c.cells(), 0, c.thickness))
	}
	cells := c.cells()
	out := make([]Body, 0, len(layers))
	for i, l := range layers {
		part, material := "body", l.material
		if len(layers) > 1 {
			part = fmt.Sprintf("layer-%d", i)
		} else if material == "" {
			material = materialOf(s, r)
		}
		if l.function != "air" {
			out = append(out, Body{c.meshOf(cells, l.from, l.to), material, part})
		}
	}
	return out
}

// plateLayer is a layer of a plate, between two depths in mm below its top, square to
// it.
type plateLayer struct {
	wallLayer
	from, to float64
}

// plateLayers answers the layers of a type from the top down, those without thickness
// left out; the last reaches the underside.
func plateLayers(t *model.Record, thickness float64) []plateLayer {
	var out []plateLayer
	at := 0.0
	for _, l := range layersOf(t) {
		if l.thickness > 0 && at < thickness-geom.Epsilon {
			out = append(out, plateLayer{l, at, min(at+l.thickness, thickness)})
			at += l.thickness
		}
	}
	if n := len(out); n > 0 {
		out[n-1].to = thickness
	}
	return out
}

// cutOut takes out of the plate's outline what its holes, openings and shafts take of it.
func (c *canopy) cutOut(s *model.Snapshot, r *model.Record) {
	c.voids = c.voidsIn(s, r)
	apart := true // whether its own holes lie within the outline and apart from each other
	for i, h := range c.region.Holes {
		_, clash := h.Clash()
		apart = apart && !clash
		for _, p := range h.Points {
			apart = apart && c.region.Outer.Locate(p, geom.Epsilon) == geom.Inside
			for j, other := range c.region.Holes {
				apart = apart && (i == j || other.Locate(p, geom.Epsilon) == geom.Outside)
			}
		}
	}
	c.cut = len(c.voids)+len(c.region.Holes) > 0
	if apart && len(c.voids) == 0 {
		c.rest = []geom.Region{c.region}
		return
	}
	voids := slices.Clone(c.voids)
	for _, h := range c.region.Holes {
		voids = append(voids, geom.Region{Outer: h})
	}
	c.rest = geom.Difference([]geom.Region{{Outer: c.region.Outer}}, voids)
}

// voidsIn answers the outlines of the openings, roof windows and hatches that a plate hosts
// and of the shafts that pass it: those that begin at or below it and end above it where they are.
func (c canopy) voidsIn(s *model.Snapshot, r *model.Record) []geom.Region {
	var out []geom.Region
	add := func(v *model.Record, region geom.Region) {
		if !Stands(s, r) || Stands(s, v) {
			out = append(out, region)
		}
	}
	for _, id := range Hosted(s, r.ID()) {
		h := s.Record(id)
		if h == nil || !cuts(h) {
			continue
		}
		if region, ok := Outline(h); ok && h.Category() == "opening" {
			add(h, region)
		} else if hatch, ok := c.hatchIn(s, h); ok && r.Category() == "roof" {
			add(h, hatch.plan(0))
		}
	}
	box, ok := Bounds(s, r)
	if !ok {
		return out
	}
	shafts := slices.SortedFunc(elementsIn(s, box, "shaft"), func(a, b *model.Record) int { return cmp.Compare(a.ID(), b.ID()) })
	for _, v := range shafts {
		region, ok := Outline(v)
		base, top := extent(s, v)
		at, inside := region.InnerPoint()
		if ok && inside && base <= c.top(at)-geom.JoinTolerance && top > c.under(at)+geom.JoinTolerance {
			add(v, region)
		}
	}
	return out
}
