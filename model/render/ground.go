package render

import (
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// The colours behind a building, as light.
var (
	paper       = light{1, 1, 1}
	horizon     = light{0.93, 0.935, 0.93}
	zenith      = light{0.72, 0.81, 0.89}
	groundColor = light{0.955, 0.955, 0.945} // where the sun falls on it, it is nearly the horizon's
	earth       = light{0.80, 0.79, 0.77}
	groundLine  = light{0.10, 0.10, 0.10}
)

// backdrop is what is seen where nothing stands: the ground that the building stands
// on and, in a perspective, the sky.
type backdrop struct {
	camera *camera
	lamp   *lamp
	ground bool
	level  float64 // height of the ground
	middle geom.Point
	reach  float64 // from the middle to where the ground has faded out
	line   float64 // width of the ground's line in an elevation, in pixels
}

func newBackdrop(c *camera, l *lamp, d drawing, opt Options) *backdrop {
	box := d.bounds()
	size := box.Size()
	const below = 5 // mm, so that a floor at the ground's height lies on it
	return &backdrop{
		camera: c, lamp: l, ground: !opt.NoGround, level: d.ground - below,
		middle: box.Center().Plan(), reach: 20 * math.Hypot(size.X, size.Y),
		line: max(1.5, float64(min(opt.Width, opt.Height))/320),
	}
}

// at answers what is seen behind everything at a pixel.
func (b *backdrop) at(x, y float64) light {
	if !b.ground {
		return paper
	}
	from, direction := b.camera.ray(x, y)
	if !b.camera.perspective && math.Abs(direction.Z) < 1e-6 {
		return b.profile((from.Z - b.level) * b.camera.scale)
	}
	along := (b.level - from.Z) / direction.Z
	if b.camera.perspective && !(along > 0) {
		rise := direction.Z / direction.Len()
		return dither(horizon.mix(zenith, min(1, max(0, rise)*1.6)), x, y)
	}
	p := from.Add(direction.Scale(along))
	lit := groundColor.by(b.lamp.on(p, geom.Point3{Z: 1}))
	if !b.camera.perspective {
		return lit
	}
	const nearby = 0.86 // darker than the horizon, so that this is seen
	return dither(lit.times(nearby).mix(horizon, min(1, p.Plan().Dist(b.middle)/b.reach)), x, y)
}

// profile answers what an elevation shows where the ground is seen from its edge, at a
// height above it in pixels.
func (b *backdrop) profile(above float64) light {
	lit := groundColor.by(skyLight.plus(sunLight.times(b.lamp.sun.Z)))
	switch {
	case above >= 0:
		return lit
	case above >= -b.line:
		return groundLine
	}
	return lit.by(earth)
}

// dither shifts light by less than what a screen can show, in a fixed pattern of four
// by four pixels, so that its slow changes show no bands.
func dither(l light, x, y float64) light {
	pattern := [4][4]float32{{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}
	shift := (pattern[int(y)&3][int(x)&3] - 7.5) / 16 * 0.008
	return l.plus(light{shift, shift, shift})
}
