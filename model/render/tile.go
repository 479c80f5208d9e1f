package render

import (
	"context"
	"image"
	"math"
)

const (
	perPixel = 3  // samples a pixel is wide and high
	tileSize = 96 // pixels a tile is wide and high
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
	window        image.Rectangle // its samples, rim included
	width, height int             // of the window
	faces         []face          // what was drawn
	spans         []span          // of the face that is being drawn
	samples       int64           // that faces were held against since that was last told
	buffers       [layers]buffer
	coarse        coarse // of the opaque layer
}

// paint draws a tile and puts it into the picture.
func (t *tile) paint(ctx context.Context, number int) {
	s := t.p.stage
	t.clear(s.corner(number))
	for k, i := range s.bins[number] {
		if k%64 == 0 && ctx.Err() != nil || s.spent() {
			return
		}
		t.draw(&s.clumps[i])
	}
	if !t.p.opt.NoEdges {
		for l := range layers {
			t.edges(l)
		}
	}
	pixels := t.p.pixels(number)
	t.resolve(pixels)
	if t.p.hollows != nil {
		t.survey(pixels)
	}
}

// survey notes which planes are seen in the cells of a part of the picture.
func (t *tile) survey(pixels image.Rectangle) {
	for y := pixels.Min.Y; y < pixels.Max.Y; y += cell {
		for x := pixels.Min.X; x < pixels.Max.X; x += cell {
			p, body := t.plane(x, y)
			t.p.hollows.put(x/cell, y/cell, p, body)
		}
	}
}

// plane answers the plane that is seen in the middle of a pixel, and whether it is part
// of a body.
func (t *tile) plane(x, y int) (plane, bool) {
	if b := &t.buffers[opaque]; b.used {
		i := (y*perPixel+perPixel/2-t.window.Min.Y)*t.width + x*perPixel + perPixel/2 - t.window.Min.X
		if b.face[i] != none {
			f := &t.faces[b.face[i]]
			return plane{b.depth[i], float32(f.gx * perPixel * cell), float32(f.gy * perPixel * cell)}, true
		}
	}
	return t.p.backdrop.plane(float64(x)+0.5, float64(y)+0.5), false
}

// clear makes a tile ready for the square that begins with a sample.
func (t *tile) clear(corner image.Point) {
	s := t.p.stage
	t.window = image.Rectangle{corner, corner.Add(image.Pt(s.tile, s.tile))}.Intersect(image.Rectangle{Max: s.size}).Inset(-s.rim)
	t.width, t.height = t.window.Dx(), t.window.Dy()
	t.faces = t.faces[:0]
	for i := range t.buffers {
		t.buffers[i].used = false
	}
	t.coarse.over(t.window, nil)
}

// ready empties the buffer of a layer when its first face comes.
func (t *tile) ready(l layer) *buffer {
	b := &t.buffers[l]
	if b.used {
		return b
	}
	n := t.width * t.height
	if cap(b.depth) < n {
		b.depth, b.face, b.ink = make([]float32, n), make([]int32, n), make([]uint8, n)
	}
	b.used, b.depth, b.face, b.ink = true, b.depth[:n], b.face[:n], b.ink[:n]
	for i := range b.depth {
		b.depth[i] = math.MaxFloat32
	}
	for i := range b.face {
		b.face[i] = none
	}
	clear(b.ink)
	if l == opaque {
		t.coarse.depth = b.depth
	}
	return b
}

// draw draws a clump, unless what was drawn before hides it.
func (t *tile) draw(c *placed) {
	if t.coarse.hides(c.box, c.near) {
		return
	}
	b := &t.p.stage.bodies[c.body]
	first := len(t.faces)
	t.faces = t.p.stage.faces(t.faces, c, &t.coarse)
	for i := first; i < len(t.faces); i++ {
		t.light(&t.faces[i], b)
		if b.pane {
			t.fillPane(int32(i))
		} else {
			t.fill(int32(i), b.layer)
		}
	}
	t.p.stage.drawn.Add(t.samples)
	t.samples = 0
	if b.layer == opaque && first < len(t.faces) {
		t.coarse.changed(c.box)
	}
}

// light works out how a face of a body looks in light and shade.
func (t *tile) light(f *face, b *body) {
	f.shade = linear(b.color)
	if b.flat {
		return
	}
	shade, shine := t.p.lamp.reach(f.normal)
	f.shade, f.shine, f.lift = f.shade.by(shade), f.shade.by(shine), t.p.lamp.lift(f.normal)
}

// fill puts a face where it is nearer than what is there. Where two lie in one plane
// that of the first body stays, so that they do not flicker through each other.
func (t *tile) fill(index int32, l layer) {
	f := &t.faces[index]
	b := t.ready(l)
	t.spans = f.rows(t.spans[:0], t.window)
	for _, span := range t.spans {
		t.samples += int64(span.to - span.from)
		row := int(span.y) * t.width
		depths, faces := b.depth[row+int(span.from):row+int(span.to)], b.face[row+int(span.from):row+int(span.to)]
		depth, slope, bias := span.depth, f.gx, t.p.camera.bias(span.depth)
		for i := range depths {
			d := float32(depth + float64(i)*slope)
			step := d - depths[i]
			if step >= bias || step > -bias && !t.wins(f, faces[i], step) {
				continue
			}
			depths[i], faces[i] = d, index
		}
	}
}

// fillPane puts a face of glass where it is nearer than what is seen through there, or
// else where it is the nearest behind the nearest glass.
func (t *tile) fillPane(index int32) {
	f := &t.faces[index]
	front := t.ready(veil)
	t.spans = f.rows(t.spans[:0], t.window)
	for _, span := range t.spans {
		t.samples += int64(span.to - span.from)
		bias := t.p.camera.bias(span.depth)
		for i := range int(span.to - span.from) {
			at := int(span.y)*t.width + int(span.from) + i
			d := float32(span.depth + float64(i)*f.gx)
			other := front.face[at]
			switch step := d - front.depth[at]; {
			case step <= -bias:
				if other != none && t.isPane(other) {
					t.ready(second).put(at, front.depth[at], other)
				}
				front.put(at, d, index)
			case step < bias:
				if t.wins(f, other, step) {
					front.put(at, d, index)
				}
			case t.isPane(other):
				if back := t.ready(second); d < back.depth[at] {
					back.put(at, d, index)
				}
			}
		}
	}
}

func (b *buffer) put(i int, depth float32, face int32) { b.depth[i], b.face[i] = depth, face }

func (t *tile) isPane(face int32) bool { return t.p.stage.bodies[t.faces[face].body].pane }

// wins reports whether a face is to be seen rather than one in nearly the same depth.
func (t *tile) wins(f *face, other int32, step float32) bool {
	g := &t.faces[other]
	if f.normal.Dot(g.normal) > 0.999 {
		return f.body < g.body
	}
	return step < 0
}
