package category

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// hatch is the opening of a window or door that lies in a roof: as wide across the fall
// and as high up the slope as its size, with upright sides. In a level roof its height
// is along y.
type hatch struct {
	at            geom.Point
	plane         incline
	width, height float64
}

// hatchIn answers the opening of what is placed in a canopy.
func (c canopy) hatchIn(s *model.Snapshot, r *model.Record) (hatch, bool) {
	at, ok := r.Point("at")
	width, height, sized := Size(s, r)
	facets := c.facetsAt(pointOf(at))
	if !ok || !sized || !(width > 0 && height > 0) || len(facets) == 0 {
		return hatch{}, false
	}
	return hatch{pointOf(at), facets[0].plane, width, height}, true
}

// hatchOf answers the opening of a window or door in its host, where that is a roof.
func hatchOf(s *model.Snapshot, r *model.Record) (hatch, bool) {
	host := s.Record(r.String("hostId"))
	if host == nil || host.Category() != "roof" {
		return hatch{}, false
	}
	c, ok := wholeCanopy(s, host)
	if !ok {
		return hatch{}, false
	}
	return c.hatchIn(s, r)
}

// plan answers the outline an inset within its edge, which is measured along the slope.
func (h hatch) plan(inset float64) geom.Region {
	rotation := 0.0
	if h.plane.rise.Len() > flatRise {
		rotation = h.plane.rise.Angle() - 90
	}
	return geom.Region{Outer: geom.Rect(h.at, h.width-2*inset, (h.height-2*inset)/h.plane.steep(), rotation)}
}

// layer answers a body between two depths below the roof's surface.
func (h hatch) layer(region geom.Region, from, to float64) geom.Mesh {
	return geom.Blocks([]geom.Block{{Region: region, Low: h.plane.lowered(to), High: h.plane.lowered(from)}})
}

// frame answers a frame of a width, an inset within the edge, between two depths.
func (h hatch) frame(inset, width, from, to float64) geom.Mesh {
	region := h.plan(inset)
	region.Holes = []geom.Ring{h.plan(inset + width).Outer.Reverse()}
	return h.layer(region, from, to)
}

// bodies answers the frame of a hatch, flush with the roof, and in it a leaf, or for a
// window a pane, which where it opens has a sash.
func (h hatch) bodies(s *model.Snapshot, r *model.Record) []Body {
	t := TypeOf(s, r)
	width := frameOf(t)
	if inner := 2 * (width + frameWidth); h.width <= inner || h.height <= inner {
		return nil
	}
	out := single(s, r, "frame", h.frame(0, width, 0, frameDepth))
	if r.Category() == "door" {
		return append(out, single(s, r, "leaf", h.layer(h.plan(width), 0, leafDepth))...)
	}
	if t == nil || t.String("operation") != "fixed" {
		out = append(out, single(s, r, "leaf", h.frame(width, frameWidth, 0, sashDepth))...)
		width += frameWidth
	}
	return append(out, single(s, r, "glass", h.layer(h.plan(width), (sashDepth-glassDepth)/2, (sashDepth+glassDepth)/2))...)
}
