package picture

import (
	"slices"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// loose are categories whose things stand in a building and are no part of it: cut,
// they are outlined and not hatched.
var loose = map[string]bool{"furniture": true, "equipment": true, "door": true, "window": true, "railing": true, "pipe": true, "duct": true, "tray": true}

// drawCut draws what the plane cuts: filled or hatched, merged where things of one
// material meet, with a thick line around all.
func (c *section) drawCut() {
	merged, all, small := newMergedCuts(), newMergedCuts(), newMergedCuts()
	for i := range c.solids {
		b := &c.solids[i]
		if !c.cuts || !b.cut() {
			continue
		}
		rings := c.paperRings(b.rings)
		key := cutKey{material: b.material, look: c.look(b.record.ID())}
		if loose[b.record.Category()] {
			small.add(b.record, key, rings)
			continue
		}
		if b.record.Category() == "wall" && c.view.scale > layerScale {
			key.material = materialOf(c.s, b.record)
		}
		merged.add(b.record, key, rings)
		all.add(b.record, cutKey{look: key.look}, rings)
	}
	from := len(c.sheet.Groups)
	for _, key := range all.keys {
		if fill := c.fillOf(key.look); fill.A == 255 {
			c.group("", "cut").area(Style{Fill: fill}, union(all.rings[key])...)
		}
	}
	for _, piece := range merged.pieces {
		c.fillCut(piece.record, piece.rings)
	}
	for _, key := range merged.keys {
		rings := union(merged.rings[key])
		if c.view.scale <= pocheScale || key.look.tint {
			c.outlineLayer(key, rings)
		}
	}
	for _, piece := range small.pieces {
		g := c.group(piece.record.ID(), piece.record.Category())
		g.area(c.look(piece.record.ID()).filled(PenFine), piece.rings...)
	}
	for _, key := range all.keys {
		pen := PenCut
		if key.look.tint {
			pen = PenEdge
		}
		c.group("", "cut").area(key.look.stroke(pen), union(all.rings[key])...)
	}
	for _, g := range c.sheet.Groups[from:] {
		g.clip(c.view.frame)
	}
	c.dropEmpty()
}

// paperRings answers rings of the plane on the paper.
func (c *section) paperRings(rings []geom.Ring) []geom.Ring {
	out := make([]geom.Ring, len(rings))
	for i, r := range rings {
		out[i] = geom.Ring{Points: c.view.points(r.Points...)}
	}
	return out
}

// nested answers rings with each hole behind the outline that it lies in.
func nested(rings []geom.Ring) []geom.Ring {
	var outer, holes []geom.Ring
	for _, r := range rings {
		if r.IsCCW() {
			outer = append(outer, r)
		} else {
			holes = append(holes, r)
		}
	}
	if len(holes) == 0 {
		return outer
	}
	var out []geom.Ring
	for _, r := range outer {
		out = append(out, r)
		holes = slices.DeleteFunc(holes, func(h geom.Ring) bool {
			if r.Locate(h.Points[0], geom.Epsilon) == geom.Outside {
				return false
			}
			out = append(out, h)
			return true
		})
	}
	return out
}

// drawRooms writes the names of the rooms that the plane cuts.
func (c *section) drawRooms() {
	if !c.cuts {
		return
	}
	for f := range c.s.InCategory("room") {
		r := f.Record()
		if r == nil || c.opt.Show != nil && !c.opt.Show(r.ID()) || !category.StandsIn(c.s, r, c.opt.Phase) {
			continue
		}
		region, ok := roomRegion(c.s, r)
		top, known := category.Top(c.s, r)
		if !ok || !known {
			continue
		}
		base := category.Base(c.s, r)
		from, to, ok := c.longest(region)
		if !ok {
			continue
		}
		at := c.view.point(geom.Point{X: (from + to) / 2, Y: (base + top) / 2})
		all := c.view.box(geom.BoxOf(geom.Point3{X: from, Y: base}, geom.Point3{X: to, Y: top}))
		if c.view.frame.ContainsPoint(at.At(0)) && !c.labelRoom(r, c.reachable(at)) && !c.labelRoom(r, c.spread(all, at)) {
			c.unlabelled = append(c.unlabelled, labelOf(r))
		}
	}
}

// longest answers the longest stretch of the section's line inside a region.
func (c *section) longest(region geom.Region) (from, to float64, ok bool) {
	var rings []geom.Ring
	for _, r := range append([]geom.Ring{region.Outer}, region.Holes...) {
		flat := r.Flatten(geom.ChordTolerance)
		points := make([]geom.Point, len(flat.Points))
		for i, p := range flat.Points {
			q := p.Sub(c.from)
			points[i] = geom.Point{X: q.Dot(c.along), Y: q.Dot(c.along.Left())}
		}
		rings = append(rings, geom.Ring{Points: points})
	}
	xs := crossings(rings, geom.Epsilon)
	for i := 0; i+1 < len(xs); i += 2 {
		a, b := max(xs[i], 0), min(xs[i+1], c.length)
		if b-a > to-from {
			from, to, ok = a, b, true
		}
	}
	return from, to, ok
}
