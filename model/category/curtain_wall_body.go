package category

import (
	"math"
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
	g, ok := newGrille(s, r)
	if !ok {
		return nil
	}
	var frame, panes []geom.Prism
	t := g.tiling()
	for _, m := range g.mullions {
		t.cutAt(m[0])
		t.cutAt(m[1])
	}
	for i, middle := range t.middles() {
		tile := t.tiles[i]
		along, side := alongAndSide(g.line, middle)
		bars, between := g.split(g.spans(middle, along, side), along, middle)
		if len(bars) > 0 {
			frame = append(frame, geom.Prism{Base: tile, Spans: bars})
		}
		if len(between) > 0 && g.laneAt(side) == 1 {
			panes = append(panes, geom.Prism{Base: tile, Spans: between})
		}
	}
	return append(single(s, r, "frame", geom.Prisms(frame)), single(s, r, "panel", geom.Prisms(panes))...)
}

// grille is the grid of a curtain wall: where mullions begin and end along its line,
// and transoms in height, from the lowest up. Its middle lane is that of the panes.
type grille struct {
	wallCutter
	mullions, transoms [][2]float64
}

func newGrille(s *model.Snapshot, r *model.Record) (grille, bool) {
	c, ok := newWallCutter(s, r)
	left, right := Faces(s, r)
	from, to := clearOf(s, r, c.line)
	if !ok || c.top-c.base <= 2*barWidth || to-from <= 2*barWidth {
		return grille{}, false
	}
	middle, half := (left+right)/2, min(paneDepth, left-right)/2
	c.lanes = []lane{{lo: middle + half, hi: left}, {lo: middle - half, hi: middle + half}, {lo: right, hi: middle - half}}
	g := grille{wallCutter: c}
	g.mullions = bars(from, to, 0, r.Get("mullionSpacing"), r.NumberOr("mullionOffset", 0))
	g.mullions[0][0], g.mullions[1][1] = math.Inf(-1), math.Inf(1)
	g.transoms = bars(c.base, c.top, c.base, r.Get("transomSpacing"), r.NumberOr("transomOffset", 0))
	slices.SortFunc(g.transoms, func(a, b [2]float64) int {
		if a[0] < b[0] {
			return -1
		}
		return 1
	})
	for _, t := range g.transoms {
		g.marks = append(g.marks, t[0], t[1])
	}
	return g, true
}

// clearOf answers between which distances along its line a curtain wall has its full
// thickness.
func clearOf(s *model.Snapshot, r *model.Record, line geom.Curve) (from, to float64) {
	from, to = 0, line.Length()
	w, ok := stripOf(s, r)
	if !ok || embeddedIn(s, r) {
		return from, to
	}
	g := ground{s: s}
	cuts := g.outline(w).cuts
	for _, p := range cuts[0].path.points {
		along, _ := alongAndSide(line, p)
		from = max(from, along)
	}
	for _, p := range cuts[1].path.points {
		along, _ := alongAndSide(line, p)
		to = min(to, along)
	}
	return from, to
}

// What spacings make mullions and transoms.
const (
	LeastBarSpacing = 2 * barWidth // in mm; one that is no more than it makes none
	MostBars        = 500          // of a spacing; it makes no more
)

// bars answers where bars begin and end between two distances: one along each of
// these, then one about each place of a spacing, which is measured from zero.
func bars(from, to, zero float64, spacing any, offset float64) [][2]float64 {
	out := [][2]float64{{from, from + barWidth}, {to - barWidth, to}}
	var at []float64
	switch v := spacing.(type) {
	case float64:
		for k := 0; v > LeastBarSpacing && k < MostBars && zero+offset+float64(k)*v < to; k++ {
			at = append(at, zero+offset+float64(k)*v)
		}
	case []any:
		for _, item := range v {
			if f, ok := item.(float64); ok && len(at) < MostBars {
				at = append(at, zero+f)
			}
		}
	}
	slices.Sort(at)
	last := from + barWidth
	for _, d := range at {
		if d-barWidth/2 > last+barWidth/2 && d < to-2*barWidth {
			out = append(out, [2]float64{d - barWidth/2, d + barWidth/2})
			last = d + barWidth/2
		}
	}
	return out
}

// split parts spans into what is of bars and what is between them.
func (g grille) split(spans []geom.PrismSpan, along float64, at geom.Point) (bars, between []geom.PrismSpan) {
	if slices.ContainsFunc(g.mullions, func(b [2]float64) bool { return along > b[0] && along < b[1] }) {
		return spans, nil
	}
	between = spans
	for _, t := range g.transoms {
		part := under(slices.Clone(spans), geom.LevelPlane(t[1]), at)
		bars = append(bars, over(part, geom.LevelPlane(t[0]), at)...)
		between = without(between, t[0], t[1], at)
	}
	return bars, between
}
