package render

import (
	"image/color"
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// light is red, green and blue as shares of light, before it is encoded for a screen.
type light [3]float32

func (l light) times(k float64) light {
	f := float32(k)
	return light{l[0] * f, l[1] * f, l[2] * f}
}

func (l light) plus(m light) light { return light{l[0] + m[0], l[1] + m[1], l[2] + m[2]} }

func (l light) by(m light) light { return light{l[0] * m[0], l[1] * m[1], l[2] * m[2]} }

// mix answers l with a share of m over it.
func (l light) mix(m light, share float64) light { return l.times(1 - share).plus(m.times(share)) }

// linearOf holds the share of light of every sRGB value (IEC 61966-2-1).
var linearOf = func() (out [256]float32) {
	for i := range out {
		x := float64(i) / 255
		if x <= 0.04045 {
			out[i] = float32(x / 12.92)
		} else {
			out[i] = float32(math.Pow((x+0.055)/1.055, 2.4))
		}
	}
	return out
}()

// encodeSteps is how finely light is looked up to be encoded.
const encodeSteps = 4096

var encodeOf = func() (out [encodeSteps + 1]uint8) {
	for i := range out {
		x := float64(i) / encodeSteps
		if x <= 0.0031308 {
			x *= 12.92
		} else {
			x = 1.055*math.Pow(x, 1/2.4) - 0.055
		}
		out[i] = uint8(math.Round(255 * x))
	}
	return out
}()

func linear(c color.NRGBA) light { return light{linearOf[c.R], linearOf[c.G], linearOf[c.B]} }

func (l light) encoded() (r, g, b uint8) {
	at := func(x float32) uint8 {
		if !(x > 0) {
			return 0
		}
		return encodeOf[int(min(x, 1)*encodeSteps+0.5)]
	}
	return at(l[0]), at(l[1]), at(l[2])
}

// The light of a clear day in a model photograph: a sun, a sky that lights what looks
// up and the ground that lights what looks down.
var (
	sunLight    = light{0.64, 0.62, 0.59}
	skyLight    = light{0.50, 0.515, 0.535}
	groundLight = light{0.30, 0.295, 0.285}
)

// sun answers the direction to the sun: over the left shoulder of who looks, so that
// the two sides that an isometric shows are told apart, and from the upper left of a
// picture from above.
func sun(c *camera) geom.Point3 {
	const beside, height = 58, 47
	azimuth := c.forward.Scale(-1).Plan().Angle() - beside
	if math.Abs(c.forward.Z) > 0.99 {
		azimuth = 135
	}
	rise, flat := math.Sincos(height * math.Pi / 180)
	return geom.Direction(azimuth).Scale(flat).At(rise)
}

// lamp lights faces.
type lamp struct {
	sun     geom.Point3
	shadows *shadows // nil where there are none
}

// gaze takes what a camera sees to where the sun sees it: a pixel and its depth to a
// texel of the shadows and the depth there.
type gaze struct {
	perspective                  bool
	origin, right, down, forward geom.Point3
}

func newGaze(c, sun *camera) gaze {
	right, down := c.right.Scale(1/c.scale), c.up.Scale(-1/c.scale)
	corner := right.Scale(-c.center.X).Add(down.Scale(-c.center.Y))
	g := gaze{perspective: c.perspective, right: sun.turn(right), down: sun.turn(down)}
	if c.perspective {
		g.origin, g.forward = sun.at(c.eye), sun.turn(c.forward.Add(corner))
	} else {
		g.origin, g.forward = sun.at(c.eye.Add(corner)), sun.turn(c.forward)
	}
	return g
}

func (g *gaze) at(x, y, depth float64) geom.Point3 {
	if g.perspective {
		return g.origin.Add(g.forward.Add(g.right.Scale(x)).Add(g.down.Scale(y)).Scale(-1 / depth))
	}
	return g.origin.Add(g.right.Scale(x)).Add(g.down.Scale(y)).Add(g.forward.Scale(depth))
}

// reach answers the light that falls on a face where the sun does not reach it, and
// what the sun adds where it does.
func (l *lamp) reach(normal geom.Point3) (shade, shine light) {
	share := (normal.Z + 1) / 2
	return groundLight.mix(skyLight, share), sunLight.times(max(0, normal.Dot(l.sun)))
}

// lift answers how far from a face its points are looked up in the sun's picture, so
// that it throws no shadow on itself.
func (l *lamp) lift(normal geom.Point3) geom.Point3 {
	if l.shadows == nil {
		return geom.Point3{}
	}
	return l.shadows.lift(normal)
}

// share answers how much of the sun reaches a lifted point of the sun's picture.
func (l *lamp) share(p geom.Point3) float64 {
	if l.shadows == nil {
		return 1
	}
	return l.shadows.light(p)
}
