package category

import (
	"fmt"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// wallBodies answers a wall's joined footprint from base to top without its openings,
// one body a layer.
func wallBodies(s *model.Snapshot, r *model.Record) []Body {
	cutter, ok := newWallCutter(s, r)
	if !ok {
		return nil
	}
	layers := Layers(s, r)
	if len(layers) == 1 {
		return single(s, r, "body", cutter.mesh(layers[0].Regions))
	}
	var out []Body
	for i, l := range layers {
		if l.Function != "air" {
			out = append(out, Body{cutter.mesh(l.Regions), l.Material, fmt.Sprintf("layer-%d", i)})
		}
	}
	return out
}

// wallCutter cuts the openings out of a wall.
type wallCutter struct {
	line      geom.Curve
	base, top float64
	openings  []Span
	tops      []canopy
}

func newWallCutter(s *model.Snapshot, r *model.Record) (wallCutter, bool) {
	line, ok := Baseline(r)
	base, top := extent(s, r)
	c := wallCutter{line: line, base: base, top: top, openings: openingsOf(s, r)}
	for _, id := range r.Strings("topHostIds") {
		if host := s.Record(id); host != nil {
			if over, ok := canopyOf(s, host); ok {
				c.tops = append(c.tops, over)
			}
		}
	}
	return c, ok && (top > base || len(c.tops) > 0)
}

// openingsOf answers the spans that go right through a wall, in no order.
func openingsOf(s *model.Snapshot, r *model.Record) []Span {
	var out []Span
	for _, id := range Hosted(s, r.ID()) {
		h := s.Record(id)
		if h == nil || !cuts(h) || h.Has("depth") || Stands(s, r) && !Stands(s, h) {
			continue
		}
		if span, ok := Opening(s, h); ok && span.area() > 0 {
			out = append(out, span)
		}
	}
	return out
}

// mesh answers what stands over regions of the wall's footprint.
func (c wallCutter) mesh(regions []geom.Region) geom.Mesh {
	cells, heights := regions, []float64{c.base, c.top}
	for _, o := range c.openings {
		for _, d := range []float64{o.From, o.To} {
			cells = geom.Slice(cells, c.line.PointAt(d), c.line.TangentAt(d), []float64{0})
		}
		heights = append(heights, max(o.Sill, c.base), max(o.Head, c.base))
	}
	cells = c.creased(cells)
	heights = append(heights, c.highest(cells))
	slices.Sort(heights)
	heights = slices.Compact(heights)
	body := geom.Strata{Cells: cells, Heights: heights}
	along := make([]float64, len(cells))
	for i, cell := range cells {
		at, _ := cell.InnerPoint()
		along[i] = c.along(at)
	}
	last := len(heights) - 1
	body.Solid = func(cell, layer int) bool {
		return layer < last && c.solid(along[cell], heights[layer], heights[layer+1])
	}
	if len(c.tops) > 0 {
		body.Top = c.under
	}
	return body.Mesh()
}

// creased cuts cells where the planes meet that the wall runs up to.
func (c wallCutter) creased(cells []geom.Region) []geom.Region {
	for _, t := range c.tops {
		cells = t.slice(cells)
	}
	return cells
}

// along answers where a point lies along the baseline, beyond its ends too.
func (c wallCutter) along(at geom.Point) float64 {
	p := c.line.Project(at)
	switch {
	case p.Along <= 0:
		return min(0, at.Sub(c.line.Start).Dot(c.line.TangentAt(0)))
	case p.Along >= c.line.Length():
		return c.line.Length() + max(0, at.Sub(c.line.End).Dot(c.line.TangentAt(c.line.Length())))
	}
	return p.Along
}

// solid tells whether no opening takes a place between two heights.
func (c wallCutter) solid(along, from, to float64) bool {
	middle := (from + to) / 2
	if middle > c.top && len(c.tops) == 0 {
		return false
	}
	for _, o := range c.openings {
		if along > o.From && along < o.To && middle > o.Sill && middle < o.Head {
			return false
		}
	}
	return true
}

// under answers how high the wall stands at a point.
func (c wallCutter) under(at geom.Point) float64 {
	z, found := math.Inf(1), false
	for _, t := range c.tops {
		if t.covers(at) {
			z, found = min(z, t.under(at)), true
		}
	}
	if !found {
		z = c.top
	}
	return max(z, c.base)
}

// highest answers the greatest height of the wall over cells.
func (c wallCutter) highest(cells []geom.Region) float64 {
	if len(c.tops) == 0 {
		return c.top
	}
	high := c.base
	for _, cell := range cells {
		for _, p := range cell.Outer.Points {
			high = max(high, c.under(p))
		}
	}
	return high
}
