package picture

import (
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// taken remembers which places of the paper hold something that no label may
// cover: convex polygons, found by a raster of cells.
type taken struct {
	frame geom.Box // labels stay inside
	left  int      // the first column of cells that the frame meets, and the first row
	low   int
	wide  int // in cells
	cells [][]place
	any   bool // whether something is taken
}

// place is a convex polygon and the box around it.
type place struct {
	polygon []geom.Point
	box     geom.Box
	upright bool // the polygon is the box
}

func placeOf(polygon []geom.Point) place {
	lowX, highX := span(polygon, geom.Point{X: 1})
	lowY, highY := span(polygon, geom.Point{Y: 1})
	p := place{polygon: polygon, box: geom.Box{Min: geom.Point3{X: lowX, Y: lowY}, Max: geom.Point3{X: highX, Y: highY}}}
	p.upright = len(polygon) == 4
	for i, q := range polygon {
		next := polygon[(i+1)%len(polygon)]
		p.upright = p.upright && (q.X == next.X) != (q.Y == next.Y)
	}
	return p
}

// clear tells whether two places share nothing but edges.
func (p *place) clear(o *place) bool {
	return p.box.Max.X <= o.box.Min.X || o.box.Max.X <= p.box.Min.X || p.box.Max.Y <= o.box.Min.Y || o.box.Max.Y <= p.box.Min.Y ||
		!(p.upright && o.upright) && apart(p.polygon, o.polygon)
}

// cellSize is the size of a cell of the raster in mm.
const cellSize = 8

func newTaken(frame geom.Box) *taken {
	t := &taken{frame: frame, left: cellOf(frame.Min.X), low: cellOf(frame.Min.Y)}
	t.wide = max(0, cellOf(frame.Max.X)-t.left+1)
	t.cells = make([][]place, t.wide*max(0, cellOf(frame.Max.Y)-t.low+1))
	return t
}

// cellOf answers the column or row of cells that a distance lies in.
func cellOf(d float64) int { return int(math.Floor(d / cellSize)) }

// put takes a place.
func (t *taken) put(polygon []geom.Point) {
	p := placeOf(polygon)
	t.any = true
	t.each(p.box, func(cell *[]place) bool {
		*cell = append(*cell, p)
		return true
	})
}

// free tells whether a convex polygon lies on the paper and touches nothing that is taken.
func (t *taken) free(polygon []geom.Point) bool {
	for _, p := range polygon {
		if !t.frame.ContainsPoint(p.At(0)) {
			return false
		}
	}
	p := placeOf(polygon)
	return t.each(p.box, func(cell *[]place) bool {
		for i := range *cell {
			if !p.clear(&(*cell)[i]) {
				return false
			}
		}
		return true
	})
}

// claim takes a place if it is free.
func (t *taken) claim(polygon []geom.Point) bool {
	if !t.free(polygon) {
		return false
	}
	t.put(polygon)
	return true
}

// each visits the cells under a box until visit answers false. Cells off the paper
// hold nothing.
func (t *taken) each(box geom.Box, visit func(*[]place) bool) bool {
	fromX, toX := cellOf(max(box.Min.X, t.frame.Min.X)), cellOf(min(box.Max.X, t.frame.Max.X))
	fromY, toY := cellOf(max(box.Min.Y, t.frame.Min.Y)), cellOf(min(box.Max.Y, t.frame.Max.Y))
	for x := fromX; x <= toX; x++ {
		for y := fromY; y <= toY; y++ {
			if !visit(&t.cells[(y-t.low)*t.wide+x-t.left]) {
				return false
			}
		}
	}
	return true
}

// apart tells whether a line along an edge of one of two convex polygons parts
// them (the separating axis theorem).
func apart(a, b []geom.Point) bool {
	return parts(a, b) || parts(b, a)
}

func parts(a, b []geom.Point) bool {
	for i, p := range a {
		normal := a[(i+1)%len(a)].Sub(p).Left()
		if normal == (geom.Point{}) {
			continue
		}
		lowA, highA := span(a, normal)
		lowB, highB := span(b, normal)
		if highA <= lowB || highB <= lowA {
			return true
		}
	}
	return false
}

// span answers how far a polygon reaches along an axis.
func span(polygon []geom.Point, axis geom.Point) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, p := range polygon {
		d := p.Dot(axis)
		low, high = min(low, d), max(high, d)
	}
	return low, high
}

// textRoom is the place that a text needs, with some air around it.
func textRoom(t Text, air float64) []geom.Point {
	ring := t.Ring()
	along := geom.Direction(t.Angle).Scale(air)
	up := along.Left()
	p := ring.Points
	return []geom.Point{p[0].Sub(along).Sub(up), p[1].Add(along).Sub(up), p[2].Add(along).Add(up), p[3].Sub(along).Add(up)}
}

// block is lines of text under each other, centred on a point.
func block(center geom.Point, lines []Text) []Text {
	const gap = 0.7 // of the height of the next line
	height := 0.0
	for i, t := range lines {
		height += t.Height
		if i > 0 {
			height += gap * t.Height
		}
	}
	y := center.Y + height/2
	out := make([]Text, len(lines))
	for i, t := range lines {
		if i > 0 {
			y -= gap * t.Height
		}
		y -= t.Height
		t.At, t.Anchor, t.Angle = geom.Point{X: center.X, Y: y}, Middle, 0
		out[i] = t
	}
	return out
}

// blockRoom is the rectangle around a block.
func blockRoom(lines []Text, air float64) []geom.Point {
	box := geom.EmptyBox()
	for _, t := range lines {
		box = box.Union(t.Ring().Bounds())
	}
	return box.Grow(air).Ring().Points
}
