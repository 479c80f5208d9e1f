package category

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// tiling is the plan of a wall in convex tiles, which are cut until each is wholly
// inside or outside whatever the wall's body is made of.
type tiling struct {
	line    geom.Curve
	offsets []float64 // the lines along it that part the tiles, falling
	tiles   [][]geom.Point
	spare   [][]geom.Point // where the next cut puts its pieces
	box     geom.Box
	cuts    [][3]float64 // normal and distance of the lines that cut it
}

// onLane in mm is how far a point may lie off a line along the wall to count as on it.
const onLane = 1e-3

// newTiling lays tiles between neighbouring offsets to the left of a line, so far along
// it and to its sides that they hold all points. Along an arc they are as short as its
// chords.
func newTiling(line geom.Curve, offsets []float64, points []geom.Point) *tiling {
	offsets = slices.Clone(offsets)
	slices.SortFunc(offsets, func(a, b float64) int { return cmp.Compare(b, a) })
	t := &tiling{line: line, box: geom.EmptyBox()}
	t.offsets = slices.CompactFunc(offsets, func(a, b float64) bool { return math.Abs(a-b) <= onLane })
	from, to := 0.0, line.Length()
	left, right := t.offsets[0], t.offsets[len(t.offsets)-1]
	for _, p := range points {
		along, side := alongAndSide(line, p)
		from, to = min(from, along), max(to, along)
		left, right = max(left, side), min(right, side)
	}
	if left > t.offsets[0]+onLane {
		t.offsets = slices.Insert(t.offsets, 0, left)
	}
	if right < t.offsets[len(t.offsets)-1]-onLane {
		t.offsets = append(t.offsets, right)
	}
	const margin = geom.JoinTolerance
	t.lay(from-margin, to+margin)
	return t
}

// lay makes the tiles between two distances along the line.
func (t *tiling) lay(from, to float64) {
	steps := 1
	if arc, ok := t.line.Arc(); ok {
		room := (2*math.Pi*arc.Radius - t.line.Length()) / 3
		from, to = max(from, -room), min(to, t.line.Length()+room)
		widest := arc.Radius + max(t.offsets[0], -t.offsets[len(t.offsets)-1])
		chord, _ := t.line.Part(from, to).Offset(math.Copysign(widest-arc.Radius, t.line.Sagitta))
		steps = len(chord.Flatten(geom.ChordTolerance)) - 1
	}
	whole := t.line.Part(from, to)
	var last []geom.Point
	for _, d := range t.offsets {
		side, ok := whole.Offset(d)
		if !ok {
			break
		}
		row := make([]geom.Point, steps+1)
		for i := range row {
			row[i] = side.PointAt(side.Length() * float64(i) / float64(steps))
			t.box = t.box.Include(row[i].At(0))
		}
		for i := 0; last != nil && i < steps; i++ {
			t.tiles = append(t.tiles, []geom.Point{row[i], row[i+1], last[i+1], last[i]})
		}
		last = row
	}
}

// cut cuts the tiles along a line through a point.
func (t *tiling) cut(at, along geom.Point) {
	const same = 1e-9
	across := along.Left()
	corners := t.box.Ring().Points
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range corners {
		d := p.Sub(at).Dot(across)
		lo, hi = min(lo, d), max(hi, d)
	}
	if !(lo < 0 && hi > 0) {
		return
	}
	key := [3]float64{across.X, across.Y, at.Sub(corners[0]).Dot(across)}
	if slices.ContainsFunc(t.cuts, func(k [3]float64) bool {
		sign := math.Copysign(1, k[0]*key[0]+k[1]*key[1])
		return math.Abs(k[0]-sign*key[0]) < same && math.Abs(k[1]-sign*key[1]) < same && math.Abs(k[2]-sign*key[2]) < onLane/10
	}) {
		return
	}
	t.cuts = append(t.cuts, key)
	t.tiles, t.spare = geom.CutTiles(t.spare[:0], t.tiles, at, along), t.tiles
}

// cutAt cuts the tiles across the wall at a distance along its line.
func (t *tiling) cutAt(along float64) { t.cut(t.line.PointAt(along), t.line.TangentAt(along).Left()) }

// cutEdges cuts the tiles along the edges of regions, but for those that run along the
// wall where tiles part already.
func (t *tiling) cutEdges(regions []geom.Region) {
	tol := onLane
	if t.line.IsArc() {
		tol = 2 * geom.ChordTolerance
	}
	for _, g := range regions {
		for _, ring := range append([]geom.Ring{g.Outer}, g.Holes...) {
			for _, e := range ring.Flatten(geom.ChordTolerance).Edges() {
				a, b := t.line.Project(e.Start).Side, t.line.Project(e.End).Side
				if !slices.ContainsFunc(t.offsets, func(d float64) bool { return math.Abs(a-d) <= tol && math.Abs(b-d) <= tol }) {
					t.cut(e.Start, e.TangentAt(0))
				}
			}
		}
	}
}

// alongAndSide answers where a point lies along a line, before its start or beyond its
// end too, and how far to its left.
func alongAndSide(line geom.Curve, at geom.Point) (along, side float64) {
	p := line.Project(at)
	switch {
	case p.Along <= 0:
		return min(0, at.Sub(line.Start).Dot(line.TangentAt(0))), p.Side
	case p.Along >= line.Length():
		return line.Length() + max(0, at.Sub(line.End).Dot(line.TangentAt(line.Length()))), p.Side
	}
	return p.Along, p.Side
}

// cornersOf answers the corners of the outlines of regions.
func cornersOf(regions []geom.Region) []geom.Point {
	var out []geom.Point
	for _, g := range regions {
		out = append(out, g.Outer.Points...)
	}
	return out
}
