package picture

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// raster divides the paper's plane into square cells, each with the faces that hide
// something in it. A face that wholly covers a cell hides what lies behind it there, so that a
// cell does not list the faces behind.
type raster struct {
	frame  geom.Box
	size   float64 // of a cell in mm
	nx, ny int
	cells  [][]int32 // indices of faces, the nearest first
}

const (
	mostColumns = 400        // of a raster, and rows
	mostEntries = 64_000_000 // cells that all faces together may touch
)

// newRaster puts the faces, which lie in a frame, into cells.
func newRaster(faces []face, frame geom.Box) raster {
	r := raster{frame: frame}
	if len(faces) == 0 {
		return r
	}
	r.divide(min(max(math.Sqrt(float64(len(faces))), 8), mostColumns))
	for r.nx*r.ny > 1 && r.touched(faces) > mostEntries {
		r.divide(float64(max(r.nx, r.ny)) / 2)
	}
	r.cells = make([][]int32, r.nx*r.ny)
	order := make([]int32, len(faces))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(faces[a].near, faces[b].near) })
	wall := make([]float64, len(r.cells)) // how deep a cell can be seen into
	for i := range wall {
		wall[i] = math.Inf(1)
	}
	for _, i := range order {
		f := &faces[i]
		lowX, highX, lowY, highY := r.under(f)
		for y := lowY; y <= highY; y++ {
			for x := lowX; x <= highX; x++ {
				at := y*r.nx + x
				if f.near >= wall[at] {
					continue
				}
				r.cells[at] = append(r.cells[at], i)
				wall[at] = min(wall[at], r.depth(f, x, y))
			}
		}
	}
	return r
}

// divide makes the cells so small that the frame's longer side has about so many.
func (r *raster) divide(most float64) {
	size := r.frame.Size()
	r.size = max(size.X, size.Y, 1) / most
	r.nx, r.ny = int(size.X/r.size)+1, int(size.Y/r.size)+1
}

// touched counts the cells that faces touch.
func (r *raster) touched(faces []face) int {
	sum := 0
	for i := range faces {
		lowX, highX, lowY, highY := r.under(&faces[i])
		sum += (highX - lowX + 1) * (highY - lowY + 1)
	}
	return sum
}

// under answers the columns and rows of the cells that a face may touch.
func (r *raster) under(f *face) (lowX, highX, lowY, highY int) {
	return r.column(f.low.X), r.column(f.high.X), r.row(f.low.Y), r.row(f.high.Y)
}

// depth answers the greatest depth of a face in a cell, infinite where it does not cover
// the whole of it.
func (r *raster) depth(f *face, x, y int) float64 {
	low := geom.Point{X: r.frame.Min.X + float64(x)*r.size, Y: r.frame.Min.Y + float64(y)*r.size}
	high := low.Add(geom.Point{X: r.size, Y: r.size})
	if f.low.X > low.X || f.low.Y > low.Y || f.high.X < high.X || f.high.Y < high.Y {
		return math.Inf(1)
	}
	deep := math.Inf(-1)
	for _, p := range []geom.Point{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}} {
		if !f.holds(p) {
			return math.Inf(1)
		}
		deep = max(deep, f.depthAt(p))
	}
	return deep
}

func (r *raster) column(x float64) int {
	return min(max(int((x-r.frame.Min.X)/r.size), 0), r.nx-1)
}

func (r *raster) row(y float64) int {
	return min(max(int((y-r.frame.Min.Y)/r.size), 0), r.ny-1)
}

// across answers the columns of cells that a line passes in a row.
func (r *raster) across(p, q geom.Point, row int) (from, to int) {
	low, high := r.frame.Min.Y+float64(row)*r.size, r.frame.Min.Y+float64(row+1)*r.size
	x0, x1 := p.X, q.X
	if dy := q.Y - p.Y; math.Abs(dy) > r.size*1e-6 {
		at := func(y float64) float64 { return p.X + (q.X-p.X)*min(max((y-p.Y)/dy, 0), 1) }
		x0, x1 = at(low), at(high)
	}
	slack := r.size * 1e-3
	return r.column(min(x0, x1) - slack), r.column(max(x0, x1) + slack)
}
