package render

import (
	"image"
	"iter"
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// occlusion darkens what less of the sky reaches: corners, and the ground along walls. It
// knows of the scene the planes that are seen in cells of the picture: of two that each
// lie before the other's, both lie in a hollow.
type occlusion struct {
	picture    *image.RGBA
	camera     *camera
	wide, high int       // in cells
	planes     []plane   // of the cells, in rows
	dark       []float32 // how much of the sky does not reach each
	busy       []bool    // by yard: whether a body is seen in it
	around     [farthest + 1][]neighbour
}

// plane is what is seen in a cell: how deep its first pixel lies, MaxFloat32 where it
// shows nothing, and how the depth changes from there a cell to the right and down.
type plane struct{ depth, gx, gy float32 }

// neighbour is a cell that may stand before the sky of another.
type neighbour struct {
	x, y     int     // from there
	dx, dy   float32 // the same
	distance float32 // in cells
}

const (
	cell        = 2   // pixels a cell is wide and high
	yard        = 16  // cells a yard is wide and high; a tile begins with one
	hollowReach = 900 // mm
	farthest    = yard
	darkest     = 0.8 // of the light that a hollow takes where all around is before its sky
)

func newOcclusion(m *image.RGBA, c *camera) *occlusion {
	size := m.Rect.Size()
	o := &occlusion{picture: m, camera: c, wide: (size.X + cell - 1) / cell, high: (size.Y + cell - 1) / cell}
	o.planes, o.dark = make([]plane, o.wide*o.high), make([]float32, o.wide*o.high)
	o.busy = make([]bool, o.yards()*((o.high+yard-1)/yard))
	for reach := range o.around {
		for ring, share := range []float64{0.25, 0.6, 1} {
			for k := range 8 {
				v := geom.Direction(45*float64(k) + 15*float64(ring)).Scale(share * float64(reach))
				if x, y := math.Round(v.X), math.Round(v.Y); x != 0 || y != 0 {
					o.around[reach] = append(o.around[reach], neighbour{int(x), int(y), float32(x), float32(y), float32(math.Hypot(x, y))})
				}
			}
		}
	}
	return o
}

// measure works out how dark the cells of a part of the picture are.
func (o *occlusion) measure(pixels image.Rectangle) {
	for c := range o.nearBodies(pixels) {
		o.dark[c.Y*o.wide+c.X] = o.hidden(c.X, c.Y)
	}
}

// darken darkens a part of the picture, once all of it is measured.
func (o *occlusion) darken(pixels image.Rectangle) {
	for c := range o.nearBodies(pixels) {
		if dark := o.smooth(c.X, c.Y); dark > 0 {
			at := c.Mul(cell)
			o.dim(image.Rectangle{at, at.Add(image.Pt(cell, cell))}.Intersect(pixels), uint32(256*(1-darkest*dark)))
		}
	}
}

// nearBodies goes through the cells of a part of the picture that begins with a yard,
// without yards that are far from all bodies.
func (o *occlusion) nearBodies(pixels image.Rectangle) iter.Seq[image.Point] {
	cells := image.Rect(pixels.Min.X/cell, pixels.Min.Y/cell, (pixels.Max.X+cell-1)/cell, (pixels.Max.Y+cell-1)/cell)
	return func(yield func(image.Point) bool) {
		for top := cells.Min.Y; top < cells.Max.Y; top += yard {
			for left := cells.Min.X; left < cells.Max.X; left += yard {
				if !o.isBusy(left/yard, top/yard) {
					continue
				}
				for y := top; y < min(top+yard, cells.Max.Y); y++ {
					for x := left; x < min(left+yard, cells.Max.X); x++ {
						if !yield(image.Pt(x, y)) {
							return
						}
					}
				}
			}
		}
	}
}

// isBusy reports whether a body is seen in a yard or one beside it.
func (o *occlusion) isBusy(x, y int) bool {
	wide := o.yards()
	for v := max(0, y-1); v <= y+1 && v*wide < len(o.busy); v++ {
		for u := max(0, x-1); u <= min(wide-1, x+1); u++ {
			if o.busy[v*wide+u] {
				return true
			}
		}
	}
	return false
}

// yards answers how many lie in a row.
func (o *occlusion) yards() int { return (o.wide + yard - 1) / yard }

// put notes what is seen in a cell, and whether it is part of a body.
func (o *occlusion) put(x, y int, p plane, body bool) {
	o.planes[y*o.wide+x] = p
	if body {
		o.busy[y/yard*o.yards()+x/yard] = true
	}
}

// smooth answers how dark a cell is in the mean of those around it in its plane.
func (o *occlusion) smooth(x, y int) float32 {
	const reach = 2
	here := &o.planes[y*o.wide+x]
	if here.depth == math.MaxFloat32 {
		return 0
	}
	_, step := o.measures(here.depth)
	sum, n := float32(0), float32(0)
	for v := max(0, y-reach); v <= min(o.high-1, y+reach); v++ {
		for u := max(0, x-reach); u <= min(o.wide-1, x+reach); u++ {
			apart := (o.planes[v*o.wide+u].depth - here.depth - float32(u-x)*here.gx - float32(v-y)*here.gy) * step
			if -even < apart && apart < even {
				sum += o.dark[v*o.wide+u]
				n++
			}
		}
	}
	return sum / max(1, n)
}

// even is how many mm a plane may be from what lies in it.
const even = 2

// measures answers how many mm a cell takes in a depth, and how many a step of depth is.
func (o *occlusion) measures(depth float32) (size, step float32) {
	size = float32(cell / o.camera.scale)
	if o.camera.perspective {
		return size / -depth, 1 / (depth * depth)
	}
	return size, 1
}

// dim leaves pixels a share of their colours, of 256.
func (o *occlusion) dim(pixels image.Rectangle, share uint32) {
	for y := pixels.Min.Y; y < pixels.Max.Y; y++ {
		line := o.picture.Pix[o.picture.PixOffset(pixels.Min.X, y):o.picture.PixOffset(pixels.Max.X, y)]
		for i := range line {
			if i&3 != 3 {
				line[i] = uint8(uint32(line[i]) * share >> 8)
			}
		}
	}
}

// hidden answers how much of the sky does not reach a cell, from 0 to 1.
func (o *occlusion) hidden(x, y int) float32 {
	here := o.planes[y*o.wide+x]
	if here.depth == math.MaxFloat32 {
		return 0
	}
	size, step := o.measures(here.depth)
	around := o.around[int(min(farthest, hollowReach/size))]
	sum := float32(0)
	for i := range around {
		n := &around[i]
		u, v := x+n.x, y+n.y
		if u < 0 || v < 0 || u >= o.wide || v >= o.high {
			continue
		}
		there := &o.planes[v*o.wide+u]
		before := (here.depth + n.dx*here.gx + n.dy*here.gy - there.depth) * step
		if before < even || there.depth-n.dx*there.gx-n.dy*there.gy < here.depth {
			continue
		}
		switch share := before / (n.distance * size); {
		case share <= 1:
			sum += share
		case share < 3: // else it is something far before it
			sum += (3 - share) / 2
		}
	}
	return sum / float32(max(1, len(around)))
}
