package render

import (
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// solidAngle answers how much of what is seen from the origin a triangle takes, in
// steradians, positive where it shows its back.
func solidAngle(a, b, c geom.Point3) float64 {
	la, lb, lc := a.Len(), b.Len(), c.Len()
	under := la*lb*lc + a.Dot(b)*lc + b.Dot(c)*la + c.Dot(a)*lb
	return 2 * math.Atan2(a.Dot(b.Cross(c)), under)
}

// shaded is the colour of a face in a pixel, kept while its samples are gone through.
type shaded struct {
	face  int32
	color light
}

// pixel adds up the samples of a pixel.
type pixel struct {
	color [layers]light // weighted with what each covers
	cover [layers]float64
	ink   [layers]light
	inked [layers]float64
	known [layers]shaded
}

// resolve makes pixels of the samples of a tile.
func (t *tile) resolve(left, top, wide, high int) {
	seen := int64(0)
	for y := range high {
		for x := range wide {
			c, any := t.pixel(x, y, left+x, top+y)
			if any {
				seen++
			}
			r, g, b := c.encoded()
			at := t.p.picture.PixOffset(left+x, top+y)
			copy(t.p.picture.Pix[at:at+4], []uint8{r, g, b, 255})
		}
	}
	t.p.seen.Add(seen)
}

// pixel answers the colour of a pixel of the tile, and whether it shows a body.
func (t *tile) pixel(x, y, px, py int) (light, bool) {
	rim := t.p.rim
	first := (y*perPixel+rim)*t.width + x*perPixel + rim
	if f, ok := t.uniform(first); ok {
		if f == none {
			return t.p.backdrop.at(float64(px)+0.5, float64(py)+0.5), false
		}
		middle := first + t.width + 1
		face := &t.p.faces[f]
		return t.shade(face, &t.p.bodies[face.body], middle, t.buffers[opaque].depth[middle]), true
	}
	var sum pixel
	any := false
	for l := range layers {
		b := &t.buffers[l]
		if !b.used {
			continue
		}
		sum.known[l].face = none
		for row := range perPixel {
			for i := first + row*t.width; i < first+row*t.width+perPixel; i++ {
				if t.sample(&sum, l, i) {
					any = true
				}
			}
		}
	}
	const samples = perPixel * perPixel
	out := light{}
	if open := samples - sum.cover[opaque]; open > 0.5 {
		out = t.p.backdrop.at(float64(px)+0.5, float64(py)+0.5).times(open / samples)
	}
	for l := range layers {
		if l != opaque {
			out = out.times(1 - sum.cover[l]/samples)
		}
		out = out.plus(sum.color[l].times(1.0 / samples))
		if sum.inked[l] > 0 {
			out = out.times(1 - sum.inked[l]/samples).plus(sum.ink[l].times(1.0 / samples))
		}
	}
	return out, any
}

// uniform answers the opaque face that fills a pixel, without edges or anything before
// it, and whether there is one or nothing at all.
func (t *tile) uniform(first int) (int32, bool) {
	for l := veil; l < layers; l++ {
		if f, even := t.even(l, first); !even || f != none {
			return none, false
		}
	}
	return t.even(opaque, first)
}

// even answers what all samples of a pixel show of a layer, and whether all show the
// same and no edge.
func (t *tile) even(l layer, first int) (int32, bool) {
	b := &t.buffers[l]
	if !b.used {
		return none, true
	}
	f := b.face[first]
	for row := range perPixel {
		at := first + row*t.width
		faces, inks := b.face[at:at+perPixel], b.ink[at:at+perPixel]
		for i := range faces {
			if faces[i] != f || inks[i] != 0 {
				return none, false
			}
		}
	}
	return f, true
}

// sample adds a sample of a layer. It reports whether the sample shows a body.
func (t *tile) sample(sum *pixel, l layer, i int) bool {
	b := &t.buffers[l]
	index := b.face[i]
	if l != opaque && t.hidden(b, i) {
		return false
	}
	if index == none {
		if b.ink[i] > 0 && l == opaque {
			sum.addInk(l, ink.A, b.ink[i], linear(ink))
		}
		return false
	}
	f := &t.p.faces[index]
	body := &t.p.bodies[f.body]
	if sum.known[l].face != index {
		sum.known[l] = shaded{index, t.shade(f, body, i, b.depth[i])}
	}
	share := float64(body.color.A) / 255
	sum.color[l] = sum.color[l].plus(sum.known[l].color.times(share))
	sum.cover[l] += share
	if b.ink[i] > 0 && !(body.dashed && t.gap(i)) {
		sum.addInk(l, body.ink.A, b.ink[i], linear(body.ink))
	}
	return true
}

func (p *pixel) addInk(l layer, alpha, strength uint8, c light) {
	share := float64(alpha) * float64(strength) / (255 * 255)
	p.ink[l] = p.ink[l].plus(c.times(share))
	p.inked[l] += share
}

// hidden reports whether a sample of another layer lies behind an opaque one.
func (t *tile) hidden(b *buffer, i int) bool {
	front := &t.buffers[opaque]
	if !front.used || front.face[i] == none {
		return false
	}
	return b.face[i] == none || front.depth[i] < b.depth[i]
}

// gap reports whether a sample lies in the gap of a dashed edge.
func (t *tile) gap(i int) bool {
	const dash = 8 * perPixel
	x, y := t.left+i%t.width, t.top+i/t.width
	return ((x+y)%dash+dash)%dash > dash*5/8
}

// shade answers the colour of a face at a sample.
func (t *tile) shade(f *face, b *body, i int, depth float32) light {
	c := linear(b.color)
	x, y := i%t.width, i/t.width
	if b.hatch != noHatch && hatched(b.hatch, (t.left+x)/perPixel, (t.top+y)/perPixel, t.p.pen) {
		c = c.mix(light{}, 0.75)
	}
	if b.flat {
		return c
	}
	return c.by(t.p.lamp.on(t.point(x, y, depth), f.normal))
}

// hatched reports whether a line of a hatch runs through a pixel.
func hatched(h hatch, x, y, pen int) bool {
	step := 9 * pen
	rising := ((x+y)%step + step) % step
	falling := ((x-y)%step + step) % step
	switch h {
	case risingHatch:
		return rising < pen
	case fallingHatch:
		return falling < pen
	}
	return rising < pen || falling < pen
}
