package render

import (
	"image"
	"image/color"
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

// samples is how many samples a pixel has.
const samples = perPixel * perPixel

// blend adds up what the samples of a pixel show of one layer.
type blend struct {
	color light   // weighted with what each covers
	cover float64 // samples
	ink   light
	inked float64
	shown bool // whether any sample shows a body
}

// part is what one face takes of a pixel.
type part struct {
	face    int32
	at      int32 // its first sample
	samples int32
	ink     int32 // on its samples, together
}

// resolve makes pixels of the samples of a tile.
func (t *tile) resolve(pixels image.Rectangle) {
	seen := int64(0)
	var last light // much of a picture is even
	var rgba [4]uint8
	rgba[3] = 255
	for y := pixels.Min.Y; y < pixels.Max.Y; y++ {
		line := t.p.picture.Pix[t.p.picture.PixOffset(pixels.Min.X, y):]
		for x := pixels.Min.X; x < pixels.Max.X; x++ {
			c, any := t.pixel(x, y)
			if any {
				seen++
			}
			if c != last {
				last = c
				rgba[0], rgba[1], rgba[2] = c.encoded()
			}
			copy(line, rgba[:])
			line = line[4:]
		}
	}
	t.p.seen.Add(seen)
}

// pixel answers the colour of a pixel, and whether it shows a body.
func (t *tile) pixel(x, y int) (light, bool) {
	first := (y*perPixel-t.window.Min.Y)*t.width + x*perPixel - t.window.Min.X
	if f, ok := t.uniform(first); ok {
		if f == none {
			return t.backdrop(x, y), false
		}
		return t.color(&t.faces[f], opaque, first+t.width+1), true
	}
	var out light
	any := false
	for l := range layers {
		var b blend
		if t.buffers[l].used {
			b = t.blend(l, first)
		}
		any = any || b.shown
		switch {
		case l != opaque:
			out = out.times(1 - b.cover/samples)
		case b.cover < samples:
			out = t.backdrop(x, y).times(1 - b.cover/samples)
		}
		out = out.plus(b.color.times(1.0 / samples))
		if b.inked > 0 {
			out = out.times(1 - b.inked/samples).plus(b.ink.times(1.0 / samples))
		}
	}
	return out, any
}

// uniform answers the opaque face that fills a pixel, without edges or anything before
// it, and whether there is one or nothing at all.
func (t *tile) uniform(first int) (int32, bool) {
	for l := opaque + 1; l < layers; l++ {
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

// blend answers what the samples of a pixel show of a layer, from its first sample.
func (t *tile) blend(l layer, first int) blend {
	var all [samples]part
	var out blend
	for _, p := range all[:t.parts(&all, l, first)] {
		if p.face == none {
			if l == opaque {
				out.draw(ink, p.ink)
			}
			continue
		}
		f := &t.faces[p.face]
		body := &t.p.stage.bodies[f.body]
		share := float64(p.samples) * float64(body.color.A) / 255
		out.shown = true
		out.cover += share
		out.color = out.color.plus(t.color(f, l, int(p.at)).times(share))
		out.draw(body.ink, p.ink)
	}
	return out
}

// parts finds the faces of a layer in a pixel and answers how many there are.
func (t *tile) parts(all *[samples]part, l layer, first int) int {
	b := &t.buffers[l]
	n := 0
	for row := range perPixel {
		for i := first + row*t.width; i < first+row*t.width+perPixel; i++ {
			if l != opaque && t.hidden(b, i) {
				continue
			}
			face, k := b.face[i], n-1
			for k >= 0 && all[k].face != face {
				k--
			}
			if k < 0 {
				k, n = n, n+1
				all[k] = part{face: face, at: int32(i)}
			}
			all[k].samples++
			if b.ink[i] > 0 && !(face != none && t.p.stage.bodies[t.faces[face].body].dashed && t.gap(i)) {
				all[k].ink += int32(b.ink[i])
			}
		}
	}
	return n
}

// draw adds ink of a colour.
func (b *blend) draw(c color.NRGBA, strength int32) {
	if strength > 0 {
		share := float64(c.A) * float64(strength) / (255 * 255)
		b.ink = b.ink.plus(linear(c).times(share))
		b.inked += share
	}
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
	x, y := t.window.Min.X+i%t.width, t.window.Min.Y+i/t.width
	return ((x+y)%dash+dash)%dash > dash*5/8
}

// color answers the colour of a face at a sample of a layer.
func (t *tile) color(f *face, l layer, i int) light {
	x, y := i%t.width, i/t.width
	c := f.shade
	if f.shine != (light{}) {
		at := t.p.gaze.at((float64(t.window.Min.X+x)+0.5)/perPixel, (float64(t.window.Min.Y+y)+0.5)/perPixel, float64(t.buffers[l].depth[i]))
		c = c.plus(f.shine.times(t.p.lamp.share(at.Add(f.lift))))
	}
	if b := &t.p.stage.bodies[f.body]; b.hatch != noHatch && hatched(b.hatch, (t.window.Min.X+x)/perPixel, (t.window.Min.Y+y)/perPixel, t.p.pen) {
		return c.mix(light{}, 0.75)
	}
	return c
}

// backdrop answers what is seen behind everything in a pixel.
func (t *tile) backdrop(x, y int) light {
	return t.p.backdrop.at(float64(x)+0.5, float64(y)+0.5)
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
