package picture

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// cutKey names what is merged where it meets: what is cut, of one material, in
// one look.
type cutKey struct {
	material string
	look     look
	layered  bool // its hatches are those of its layers
}

// mergedCuts are the regions of what is cut, in mm of paper: of each record, and
// of what is merged, the keys in the order in which they came.
type mergedCuts struct {
	pieces []cutPiece
	keys   []cutKey
	rings  map[cutKey][]geom.Ring
}

type cutPiece struct {
	record *model.Record
	rings  []geom.Ring
}

func newMergedCuts() *mergedCuts { return &mergedCuts{rings: map[cutKey][]geom.Ring{}} }

func (m *mergedCuts) add(r *model.Record, key cutKey, rings []geom.Ring) {
	if len(rings) == 0 {
		return
	}
	if m.rings[key] == nil {
		m.keys = append(m.keys, key)
	}
	m.rings[key] = append(m.rings[key], rings...)
	m.pieces = append(m.pieces, cutPiece{record: r, rings: rings})
}

// drawCut draws walls, columns and curtain walls at the height of the cut. Each
// record's own region is filled in a group of its own; the outlines and hatches
// of one material are drawn over them, merged.
func (p *plan) drawCut() {
	merged, strips := newMergedCuts(), newMergedCuts()
	for _, r := range p.seen.walls {
		key := p.keyOf(r)
		if layers := p.layersOf(r); len(layers) > 1 {
			key.layered = true
			for _, l := range layers {
				strips.add(r, cutKey{material: l.Material, look: key.look}, p.wallPieces(r, l.Regions))
			}
		}
		merged.add(r, key, p.wallPieces(r, category.Footprint(p.s, r)))
	}
	for _, r := range p.seen.columns {
		for _, b := range p.bodiesOf(r) {
			merged.add(r, p.keyOf(r), p.slice(b.Mesh))
		}
	}
	for _, key := range merged.keys {
		merged.rings[key] = union(merged.rings[key])
		if fill := p.fillOf(key.look); fill.A == 255 {
			p.group("", "cut").area(Style{Fill: fill}, merged.rings[key]...) // no seams between neighbours
		}
	}
	for _, piece := range merged.pieces {
		p.fillCut(piece.record, piece.rings)
	}
	for _, key := range strips.keys {
		p.outlineLayer(key, union(strips.rings[key]))
	}
	for _, key := range merged.keys {
		p.outlineCut(key, merged.rings[key])
	}
	for _, r := range p.seen.glazing {
		p.drawGlazing(r)
	}
}

func (p *plan) keyOf(r *model.Record) cutKey {
	return cutKey{material: materialOf(p.s, r), look: p.look(r.ID())}
}

// fillOf answers the colour of what is cut.
func (d *drawing) fillOf(look look) color.NRGBA {
	if d.view.scale > pocheScale || look.tint {
		return look.solid
	}
	return look.blank
}

// fillCut fills a record's region, given in mm of paper.
func (d *drawing) fillCut(r *model.Record, rings []geom.Ring) {
	g := d.group(r.ID(), r.Category())
	g.area(Style{Fill: d.fillOf(d.look(r.ID()))}, rings...)
	for _, ring := range rings {
		d.takeRing(ring)
	}
}

// outlineCut draws the outline and the hatch of what is cut of one material.
func (d *drawing) outlineCut(key cutKey, rings []geom.Ring) {
	g := d.group("", "cut")
	pen := PenCut
	var h hatch
	switch {
	case key.look.tint:
		pen = PenEdge
		if key.look.pattern != nil {
			h = *key.look.pattern
		}
	case d.view.scale > pocheScale:
		pen = PenFine
	case !key.layered:
		h = hatchOf(d.s, key.material)
	}
	if lines := h.lines(rings); len(lines) > 0 {
		g.Shapes = append(g.Shapes, Shape{Lines: lines, Style: Style{Stroke: key.look.ink, Pen: PenHair, Dash: h.dash}})
	}
	g.area(key.look.stroke(pen), rings...)
}

// layerScale is the largest scale at which the layers of a wall are drawn.
const layerScale = 50

// layersOf answers the layers of a wall that are drawn, none where the scale is too
// small for them.
func (p *plan) layersOf(r *model.Record) []category.Layer {
	if p.view.scale > layerScale || p.look(r.ID()).tint {
		return nil
	}
	return category.Layers(p.s, r)
}

// outlineLayer draws the hatch of the layers of one material, and fine lines
// around them.
func (d *drawing) outlineLayer(key cutKey, rings []geom.Ring) {
	g := d.group("", "cut")
	h := hatchOf(d.s, key.material)
	if key.look.tint {
		h = hatch{}
		if key.look.pattern != nil {
			h = *key.look.pattern
		}
	}
	if lines := h.lines(rings); len(lines) > 0 {
		g.Shapes = append(g.Shapes, Shape{Lines: lines, Style: Style{Stroke: key.look.ink, Pen: PenHair, Dash: h.dash}})
	}
	g.area(key.look.stroke(PenFine), rings...)
}

// wallPieces answers what is cut of a wall's footprint, or of a part of it, in mm
// of paper: what its openings at that height leave.
func (p *plan) wallPieces(r *model.Record, footprint []geom.Region) []geom.Ring {
	line, ok := category.Baseline(r)
	if !ok {
		return nil
	}
	if p.hasNiche(r) {
		return p.rings(geom.Difference(footprint, p.gapBands(r, line)))
	}
	parts := p.solid(r, math.Inf(-1), math.Inf(1))
	if len(parts) == 1 && math.IsInf(parts[0][0], -1) && math.IsInf(parts[0][1], 1) {
		return p.rings(footprint)
	}
	simple := !line.IsArc() && !slices.ContainsFunc(footprint, func(g geom.Region) bool { return len(g.Holes) > 0 || len(g.Outer.Sagittas) > 0 })
	if !simple {
		return p.rings(geom.Difference(footprint, p.gapBands(r, line)))
	}
	var out []geom.Ring
	along := line.TangentAt(0)
	zero := line.Start.Dot(along)
	for _, part := range parts {
		for _, region := range footprint {
			points := region.Outer.Points
			if !math.IsInf(part[0], -1) {
				points = clipHalf(points, along, zero+part[0])
			}
			if !math.IsInf(part[1], 1) {
				points = clipHalf(points, along.Scale(-1), -zero-part[1])
			}
			if len(points) > 2 {
				out = append(out, turned(p.view.ring(geom.Ring{Points: points}), true))
			}
		}
	}
	return out
}

// rings answers the rings of regions in mm of paper, outer ones counter-clockwise
// and holes clockwise.
func (p *plan) rings(regions []geom.Region) []geom.Ring {
	var out []geom.Ring
	for _, g := range regions {
		out = append(out, turned(p.view.ring(g.Outer), true))
		for _, hole := range g.Holes {
			out = append(out, turned(p.view.ring(hole), false))
		}
	}
	return out
}

func turned(ring geom.Ring, ccw bool) geom.Ring {
	if ring.IsCCW() != ccw {
		return ring.Reverse()
	}
	return ring
}

// gapBands answers the regions that the openings and niches of a wall take at the
// height of the cut.
func (p *plan) gapBands(r *model.Record, line geom.Curve) []geom.Region {
	left, right := category.Faces(p.s, r)
	var out []geom.Region
	for _, hosted := range p.cutBy(r) {
		high, low := left+1, right-1
		if inner, outer, ok := nicheFaces(hosted.Record, left, right); ok {
			high, low = max(inner, outer), min(inner, outer)
		}
		if ring, ok := line.Part(hosted.From, hosted.To).Band(high, low); ok {
			out = append(out, geom.Region{Outer: ring})
		}
	}
	return out
}

// cutOpening is an opening that a plan cuts.
type cutOpening struct {
	*model.Record
	category.Span
}

// cutBy answers what is cut of what a wall hosts, in its order along it.
func (p *plan) cutBy(r *model.Record) []cutOpening {
	var out []cutOpening
	for _, id := range category.Hosted(p.s, r.ID()) {
		hosted := p.s.Record(id)
		if hosted == nil || !category.StandsIn(p.s, hosted, p.opt.Phase) {
			continue
		}
		if span, ok := category.Opening(p.s, hosted); ok && span.Sill <= p.cut && span.Head > p.cut {
			out = append(out, cutOpening{hosted, span})
		}
	}
	slices.SortFunc(out, func(a, b cutOpening) int { return cmp.Compare(a.From, b.From) })
	return out
}

// gaps answers the openings through a wall that are cut, in their order along it.
func (p *plan) gaps(r *model.Record) []category.Span {
	left, right := category.Faces(p.s, r)
	var gaps []category.Span
	for _, hosted := range p.cutBy(r) {
		if _, _, niche := nicheFaces(hosted.Record, left, right); !niche {
			gaps = append(gaps, hosted.Span)
		}
	}
	return gaps
}

// hasNiche tells whether a niche of a wall is cut.
func (p *plan) hasNiche(r *model.Record) bool {
	left, right := category.Faces(p.s, r)
	return slices.ContainsFunc(p.cutBy(r), func(o cutOpening) bool {
		_, _, niche := nicheFaces(o.Record, left, right)
		return niche
	})
}

// nicheFaces answers how far the back and the front of a niche lie to the left of its
// wall's baseline, false for an opening that goes through.
func nicheFaces(r *model.Record, left, right float64) (back, front float64, ok bool) {
	depth := r.NumberOr("depth", 0)
	if r.Category() != "opening" || depth <= 0 || depth >= left-right {
		return 0, 0, false
	}
	if r.String("side") == "right" {
		return right + depth, right - 1, true
	}
	return left - depth, left + 1, true
}

// solid answers the stretches of a wall between from and to that no opening
// takes at the height of the cut.
func (p *plan) solid(r *model.Record, from, to float64) [][2]float64 {
	var out [][2]float64
	for _, gap := range p.gaps(r) {
		if gap.From > from {
			out = append(out, [2]float64{from, min(gap.From, to)})
		}
		from = max(from, gap.To)
	}
	if from < to {
		out = append(out, [2]float64{from, to})
	}
	return out
}
