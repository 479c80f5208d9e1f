package category

import (
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Sizes in mm of a curtain wall's bars as seen from the front, and of its panes.
const (
	barWidth  = 50
	paneDepth = 30
)

// curtainWallBodies answers the mullions and transoms of a curtain wall as one body
// and its panes as another, both without what stands in it.
func curtainWallBodies(s *model.Snapshot, r *model.Record) []Body {
	line, ok := Baseline(r)
	left, right := Faces(s, r)
	base, top := extent(s, r)
	if !ok || top-base <= 2*barWidth || line.Length() <= 2*barWidth {
		return nil
	}
	g := grille{line: line, openings: openingsOf(s, r)}
	g.mullions = bars(0, line.Length(), r.Get("mullionSpacing"), r.NumberOr("mullionOffset", 0))
	g.transoms = bars(0, top-base, r.Get("transomSpacing"), r.NumberOr("transomOffset", 0))
	for i := range g.transoms {
		g.transoms[i] = [2]float64{g.transoms[i][0] + base, g.transoms[i][1] + base}
	}
	middle := (left + right) / 2
	return append(single(s, r, "frame", g.mesh(left, right, true)),
		single(s, r, "panel", g.mesh(middle+paneDepth/2, middle-paneDepth/2, false))...)
}

// bars answers where bars begin and end between two distances: one along each of
// these, and one about each place of a spacing.
func bars(from, to float64, spacing any, offset float64) [][2]float64 {
	const most = 500
	out := [][2]float64{{from, from + barWidth}, {to - barWidth, to}}
	var at []float64
	switch v := spacing.(type) {
	case float64:
		for k := 0; v > 2*barWidth && k < most && offset+float64(k)*v < to; k++ {
			at = append(at, offset+float64(k)*v)
		}
	case []any:
		for _, item := range v {
			if f, ok := item.(float64); ok && len(at) < most {
				at = append(at, f)
			}
		}
	}
	for _, d := range at {
		if d > from+2*barWidth && d < to-2*barWidth {
			out = append(out, [2]float64{d - barWidth/2, d + barWidth/2})
		}
	}
	return out
}

// grille is the grid of a curtain wall: where mullions begin and end along its line,
// transoms in height, and what interrupts them.
type grille struct {
	line     geom.Curve
	mullions [][2]float64
	transoms [][2]float64
	openings []Span
}

// mesh answers the bars of the grid, or what is between them, between two offsets to
// the left of the line.
func (g grille) mesh(left, right float64, isBar bool) geom.Mesh {
	ring, ok := g.line.Band(left, right)
	if !ok {
		return geom.Mesh{}
	}
	cells := []geom.Region{{Outer: ring}}
	cut := func(d float64) {
		cells = geom.Slice(cells, g.line.PointAt(d), g.line.TangentAt(d), []float64{0})
	}
	var heights []float64
	for _, m := range g.mullions {
		cut(m[0])
		cut(m[1])
	}
	for _, t := range g.transoms {
		heights = append(heights, t[0], t[1])
	}
	for _, o := range g.openings {
		cut(o.From)
		cut(o.To)
		heights = append(heights, o.Sill, o.Head)
	}
	base, top := g.transoms[0][0], g.transoms[1][1]
	heights = slices.DeleteFunc(heights, func(z float64) bool { return z < base || z > top })
	slices.Sort(heights)
	heights = slices.Compact(heights)
	along := make([]float64, len(cells))
	for i, c := range cells {
		at, _ := c.InnerPoint()
		along[i] = g.line.Project(at).Along
	}
	return geom.Strata{Cells: cells, Heights: heights, Solid: func(cell, layer int) bool {
		d, z := along[cell], (heights[layer]+heights[layer+1])/2
		open := slices.ContainsFunc(g.openings, func(o Span) bool { return d > o.From && d < o.To && z > o.Sill && z < o.Head })
		return !open && (inBar(g.mullions, d) || inBar(g.transoms, z)) == isBar
	}}.Mesh()
}

func inBar(list [][2]float64, at float64) bool {
	return slices.ContainsFunc(list, func(b [2]float64) bool { return at > b[0] && at < b[1] })
}
