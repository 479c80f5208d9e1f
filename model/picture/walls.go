package picture

import (
	"cmp"
	"math"
	"slices"

	"github.com/tdewolff/canvas"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// cutKey names what is merged where it meets: what is cut, of one material, in
// one look.
type cutKey struct {
	material string
	look     look
}

// mergedCuts are the regions of what is merged, in mm of paper, the keys in the
// order in which they came.
type mergedCuts struct {
	keys  []cutKey
	rings map[cutKey][]geom.Ring
}

func (m *mergedCuts) add(key cutKey, rings []geom.Ring) {
	if m.rings[key] == nil {
		m.keys = append(m.keys, key)
	}
	m.rings[key] = append(m.rings[key], rings...)
}

// drawCut draws walls, columns and curtain walls at the height of the cut. Each
// record's own region is filled in a group of its own; the outlines and hatches
// of one material are drawn over them, merged.
func (p *plan) drawCut() {
	merged := &mergedCuts{rings: map[cutKey][]geom.Ring{}}
	ends := p.wallEnds()
	for _, r := range p.seen.walls {
		p.fillCut(r, p.wallPieces(r, ends), merged)
	}
	for _, r := range p.seen.columns {
		if ring, ok := columnRing(p.s, r); ok {
			p.fillCut(r, []geom.Ring{p.view.ring(ring)}, merged)
		}
	}
	for _, key := range merged.keys {
		p.outlineCut(key, union(merged.rings[key]))
	}
	for _, r := range p.seen.glazing {
		p.drawGlazing(r)
	}
}

// fillCut fills a record's region, given in mm of paper.
func (p *plan) fillCut(r *model.Record, rings []geom.Ring, merged *mergedCuts) {
	if len(rings) == 0 {
		return
	}
	look := p.look(r.ID())
	fill := look.blank
	if p.view.scale > pocheScale || look.tint {
		fill = look.solid
	}
	g := p.group(r.ID(), r.Category())
	for _, ring := range rings {
		g.area(Style{Fill: fill}, ring)
		p.taken.put(ring.Points)
	}
	merged.add(cutKey{material: materialOf(p.s, r), look: look}, rings)
}

// outlineCut draws the outline and the hatch of what is cut of one material.
func (p *plan) outlineCut(key cutKey, rings []geom.Ring) {
	g := p.group("", "cut")
	pen := PenCut
	var h hatch
	switch {
	case key.look.tint:
		pen = PenEdge
		if key.look.pattern != nil {
			h = *key.look.pattern
		}
	case p.view.scale > pocheScale:
		pen = PenFine
	default:
		h = hatchOf(p.s, key.material)
	}
	if lines := h.lines(rings); len(lines) > 0 {
		g.Shapes = append(g.Shapes, Shape{Lines: lines, Style: Style{Stroke: key.look.ink, Pen: PenHair, Dash: h.dash}})
	}
	g.area(key.look.stroke(pen), rings...)
}

// union answers the outlines of what rings cover together.
func union(rings []geom.Ring) []geom.Ring {
	all := &canvas.Path{}
	for _, ring := range rings {
		if !ring.IsCCW() {
			ring = ring.Reverse()
		}
		all = all.Append(path(Shape{Lines: []Line{{Points: ring.Points, Closed: true}}}))
	}
	var out []geom.Ring
	for _, sub := range all.Settle(canvas.NonZero).Split() {
		var points []geom.Point
		for _, at := range sub.Coords() {
			q := geom.Point{X: at.X, Y: at.Y}
			if len(points) == 0 || !q.Near(points[len(points)-1], geom.Epsilon) {
				points = append(points, q)
			}
		}
		if n := len(points); n > 1 && points[0].Near(points[n-1], geom.Epsilon) {
			points = points[:n-1]
		}
		if len(points) > 2 {
			out = append(out, geom.Ring{Points: points})
		}
	}
	return out
}

// wallEnd is the end of a cut wall, for finding the others that meet it there.
type wallEnd struct {
	id   string
	half float64 // of the wall's thickness, in mm
}

func endKey(at geom.Point) [2]float64 {
	return [2]float64{math.Round(at.X), math.Round(at.Y)}
}

func (p *plan) wallEnds() map[[2]float64][]wallEnd {
	ends := map[[2]float64][]wallEnd{}
	for _, r := range p.seen.walls {
		if axis, ok := category.Axis(p.s, r); ok {
			left, right := category.Faces(p.s, r)
			end := wallEnd{id: r.ID(), half: (left - right) / 2}
			for _, at := range []geom.Point{axis.Start, axis.End} {
				ends[endKey(at)] = append(ends[endKey(at)], end)
			}
		}
	}
	return ends
}

// wallPieces answers what is cut of a wall, in mm of paper: its footprint, less
// its openings at that height. Where other walls end at its end, it runs on up to
// their far face.
func (p *plan) wallPieces(r *model.Record, ends map[[2]float64][]wallEnd) []geom.Ring {
	line, ok := category.Baseline(r)
	left, right := category.Faces(p.s, r)
	if !ok || !(left > right) {
		return nil
	}
	from, to := 0.0, line.Length()
	axis, _ := category.Axis(p.s, r)
	for _, other := range ends[endKey(axis.Start)] {
		if other.id != r.ID() && !line.IsArc() {
			from = min(from, -other.half)
		}
	}
	for _, other := range ends[endKey(axis.End)] {
		if other.id != r.ID() && !line.IsArc() {
			to = max(to, line.Length()+other.half)
		}
	}
	var out []geom.Ring
	for _, part := range p.solid(r, from, to) {
		if ring, ok := line.Part(part[0], part[1]).Band(left, right); ok {
			out = append(out, p.view.ring(ring))
		}
	}
	return out
}

// solid answers the stretches of a wall between from and to that no opening
// takes at the height of the cut.
func (p *plan) solid(r *model.Record, from, to float64) [][2]float64 {
	var gaps []category.Span
	for _, id := range category.Hosted(p.s, r.ID()) {
		hosted := p.s.Record(id)
		if hosted == nil || !category.StandsIn(p.s, hosted, p.opt.Phase) {
			continue
		}
		if span, ok := category.Opening(p.s, hosted); ok && span.Sill <= p.cut && span.Head > p.cut {
			gaps = append(gaps, span)
		}
	}
	slices.SortFunc(gaps, func(a, b category.Span) int { return cmp.Compare(a.From, b.From) })
	var out [][2]float64
	for _, gap := range gaps {
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
