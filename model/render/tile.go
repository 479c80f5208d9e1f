package render

import (
	"math"

	"github.com/openeik/ekgit/model/geom"
)

const (
	perPixel = 3  // samples a pixel is wide and high
	tileSize = 64 // pixels a tile is wide and high
)

// none is the face that no sample shows.
const none = int32(-1)

// buffer is what of one layer is seen, by sample.
type buffer struct {
	depth []float32
	face  []int32
	ink   []uint8 // how much of an edge covers the sample, of 255
	used  bool
}

// tile is a square of the picture with a rim of samples that only its edges need.
type tile struct {
	p             *painter
	left, top     int // the first sample, rim included
	width, height int // in samples, rim included
	buffers       [layers]buffer
}

// clear makes a tile ready for the square whose first pixel is x, y.
func (t *tile) clear(x, y, wide, high int) {
	rim := t.p.rim
	t.left, t.top = x*perPixel-rim, y*perPixel-rim
	t.width, t.height = wide*perPixel+2*rim, high*perPixel+2*rim
	n := t.width * t.height
	for i := range t.buffers {
		b := &t.buffers[i]
		b.used = false
		if cap(b.depth) < n {
			b.depth, b.face, b.ink = make([]float32, n), make([]int32, n), make([]uint8, n)
		}
		b.depth, b.face, b.ink = b.depth[:n], b.face[:n], b.ink[:n]
	}
}

// ready empties the buffer of a layer when its first face comes.
func (t *tile) ready(l layer) *buffer {
	b := &t.buffers[l]
	if !b.used {
		b.used = true
		for i := range b.depth {
			b.depth[i] = math.MaxFloat32
			b.face[i] = none
		}
		clear(b.ink)
	}
	return b
}

// fill puts a face where it is nearer than what is there. Where two lie in one plane
// the first stays, so that they do not flicker through each other.
func (t *tile) fill(index int32) {
	f := &t.p.faces[index]
	b := t.ready(f.layer)
	f.rows(t.top, t.top+t.height, t.left, t.left+t.width, func(y, from, to int, depth float64) {
		at := (y-t.top)*t.width - t.left
		depths, faces := b.depth[at+from:at+to], b.face[at+from:at+to]
		bias := t.p.bias(depth)
		for i := range depths {
			d := float32(depth + float64(i)*f.gx)
			if d >= depths[i] || d+bias >= depths[i] && t.p.faces[faces[i]].normal.Dot(f.normal) > 0.999 {
				continue
			}
			depths[i], faces[i] = d, index
		}
	})
}

// bias is the step in depth below which two faces lie in one plane: a fifth of a mm.
func (p *painter) bias(depth float64) float32 {
	const mm = 0.2
	if p.camera.perspective {
		return float32(mm * depth * depth)
	}
	return mm
}

// point answers where in space the middle of a sample of a face lies, from the tile's
// first sample.
func (t *tile) point(x, y int, depth float32) geom.Point3 {
	return t.p.camera.point((float64(t.left+x)+0.5)/perPixel, (float64(t.top+y)+0.5)/perPixel, float64(depth))
}
