package category

import (
	"fmt"
	"math"

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
	prisms := cutter.prisms()
	var out []Body
	for i, l := range cutter.lanes {
		part := "body"
		if len(cutter.lanes) > 1 {
			part = fmt.Sprintf("layer-%d", i)
		}
		if l.function != "air" {
			out = append(out, Body{geom.Prisms(prisms[i]), l.material, part})
		}
	}
	return out
}

// wallCutter is all that a wall's body is made of: its lanes and footprints, and what
// cuts it.
type wallCutter struct {
	line      geom.Curve
	lanes     []lane
	bands     []band
	base, top float64
	openings  []Span
	niches    []niche
	tops      []underside
	clips     []wallClip
	marks     []float64       // further heights at which it changes
	laid      *[][]geom.Prism // what prisms answers, once it was asked
}

func newWallCutter(s *model.Snapshot, r *model.Record) (wallCutter, bool) {
	line, ok := bodyLine(r)
	base, top := extent(s, r)
	bands := bandsOf(s, r)
	if !ok || len(bands) == 0 {
		return wallCutter{}, false
	}
	left, right := Faces(s, r)
	c := wallCutter{line: line, lanes: lanesOf(s, r, left, right), bands: bands, base: base, top: top}
	c.openings, c.niches = openingsOf(s, r), nichesOf(s, r)
	c.clips = clipsOf(s, r)
	box := geom.EmptyBox()
	for _, b := range bands {
		for _, g := range b.regions {
			box = box.Union(g.Bounds())
		}
	}
	c.tops = topsOf(s, r, box)
	c.laid = new([][]geom.Prism)
	return c, top > base || len(c.tops) > 0
}

// prisms answers what stands over the tiles of each lane. The answer must not be
// changed.
func (c wallCutter) prisms() [][]geom.Prism {
	if *c.laid != nil {
		return *c.laid
	}
	out := make([][]geom.Prism, len(c.lanes))
	t := c.tiling()
	for i, middle := range t.middles() {
		along, side := alongAndSide(c.line, middle)
		if spans := c.spans(middle, along, side); len(spans) > 0 {
			lane := c.laneAt(side)
			out[lane] = append(out[lane], geom.Prism{Base: t.tiles[i], Spans: spans})
		}
	}
	*c.laid = out
	return out
}

// laneAt answers the lane at an offset; the first and last go on without end.
func (c wallCutter) laneAt(side float64) int {
	for i, l := range c.lanes {
		if side > l.lo {
			return i
		}
	}
	return len(c.lanes) - 1
}

// tiling answers the wall's plan cut wherever its body changes.
func (c wallCutter) tiling() *tiling {
	offsets := []float64{c.lanes[0].hi}
	for _, l := range c.lanes {
		offsets = append(offsets, l.lo)
	}
	for _, n := range c.niches {
		offsets = append(offsets, n.lo, n.hi)
	}
	var corners []geom.Point
	for _, b := range c.bands {
		corners = append(corners, cornersOf(b.regions)...)
	}
	t := newTiling(c.line, offsets, corners)
	for _, b := range c.bands {
		t.cutEdges(b.regions)
	}
	for _, o := range c.spansCut() {
		t.cutAt(o.From)
		t.cutAt(o.To)
	}
	c.crease(t)
	return t
}

// spansCut answers the spans of openings and niches.
func (c wallCutter) spansCut() []Span {
	out := append([]Span(nil), c.openings...)
	for _, n := range c.niches {
		out = append(out, n.Span)
	}
	return out
}

// crease cuts a wall's plan where planes that bound it from above or below meet each
// other or a height at which the wall changes, and where they end.
func (c wallCutter) crease(t *tiling) {
	var planes []geom.Plane
	for _, u := range c.tops {
		planes = append(planes, u.plane)
		for _, e := range u.outline.Outer.Flatten(geom.ChordTolerance).Edges() {
			if e.Bounds().Grow(onLane).Intersects(t.box) {
				t.cut(e.Start, e.TangentAt(0))
			}
		}
	}
	for _, k := range c.clips {
		if k.upright {
			t.cut(k.at, k.normal.Left())
		} else {
			planes = append(planes, k.plane)
		}
	}
	if len(planes) == 0 {
		return
	}
	for _, z := range c.levels() {
		planes = append(planes, geom.LevelPlane(z))
	}
	for i, p := range planes {
		for _, q := range planes[i+1:] {
			if at, along, ok := p.Crossing(q); ok {
				t.cut(at, along)
			}
		}
	}
}

// levels answers the heights at which the wall changes.
func (c wallCutter) levels() []float64 {
	out := append([]float64{c.base, c.top}, c.marks...)
	for _, b := range c.bands {
		out = append(out, b.from)
	}
	for _, o := range c.spansCut() {
		out = append(out, o.Sill, o.Head)
	}
	return out
}

// volumes answers the volume in mm³ of each lane. The chords of arcs are set right by
// the share of the footprint's area that they leave out.
func (c wallCutter) volumes() []float64 {
	foot := c.bands[0].regions
	out := make([]float64, len(c.lanes))
	chords := 0.0
	for i, lane := range c.prisms() {
		for _, p := range lane {
			ring := geom.Ring{Points: p.Base}
			area, middle := ring.Area(), ring.Centroid()
			if holds(foot, middle) {
				chords += area
			}
			for _, s := range p.Spans {
				out[i] += area * (s.High.Height(middle) - s.Low.Height(middle))
			}
		}
	}
	if c.line.IsArc() && chords > 0 {
		for i := range out {
			out[i] *= areaOf(foot) / chords
		}
	}
	return out
}

// heights answers the least and the greatest height of the wall's top.
func (c wallCutter) heights() (low, high float64) {
	low, high = math.Inf(1), c.base
	for _, lane := range c.prisms() {
		for _, p := range lane {
			last := p.Spans[len(p.Spans)-1]
			for _, at := range p.Base {
				z := last.High.Height(at)
				low, high = min(low, z), max(high, z)
			}
		}
	}
	return low, high
}

// sideArea answers the area in mm² of one side of the wall, over its baseline.
func (c wallCutter) sideArea() float64 {
	const half = 0.5 // in mm of a wall a mm thick, whose volume is the area of its side
	hair, ok := c.line.Band(half, -half)
	if !ok {
		return 0
	}
	c.lanes = []lane{{lo: -half, hi: half}}
	c.niches, c.laid = nil, new([][]geom.Prism)
	c.bands = []band{{c.bands[0].from, c.bands[len(c.bands)-1].to, []geom.Region{{Outer: hair}}}}
	return total(c.volumes())
}

// whole answers the wall without its openings and niches.
func (c wallCutter) whole() wallCutter {
	if len(c.openings)+len(c.niches) > 0 {
		c.openings, c.niches, c.laid = nil, nil, new([][]geom.Prism)
	}
	return c
}

// endless in mm is how high a wall goes that ends below planes.
const endless = 1e12

// standing answers the spans in which a wall's footprint holds a point, without what
// cuts it.
func (c wallCutter) standing(at geom.Point) []geom.PrismSpan {
	var out []geom.PrismSpan
	upTo := math.Inf(-1)
	for i, b := range c.bands {
		if !holds(b.regions, at) {
			continue
		}
		to := min(b.to, c.top)
		if len(c.tops) > 0 {
			to = b.to
			if i == len(c.bands)-1 {
				to = endless
			}
		}
		if to <= b.from {
			continue
		}
		if b.from == upTo {
			out[len(out)-1].High = geom.LevelPlane(to)
		} else {
			out = append(out, geom.PrismSpan{Low: geom.LevelPlane(b.from), High: geom.LevelPlane(to)})
		}
		upTo = to
	}
	return out
}

func holds(regions []geom.Region, at geom.Point) bool {
	for _, g := range regions {
		if g.Locate(at, geom.Epsilon) != geom.Outside {
			return true
		}
	}
	return false
}
