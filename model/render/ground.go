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
	gaze   *gaze
	ground bool
	level  float64 // height of the ground
	middle geom.Point
	reach  float64 // from the middle to where the ground has faded out
	line   float64 // width of the ground's line in an elevation, in pixels

	depth, gx, gy float64     // of the ground at the picture's corner, and how it changes a pixel to the right and down
	shade, shine  light       // of the ground
	lightest      light       // of both
	lift          geom.Point3 // see lamp

	// Of a parallel projection: where the sun sees the ground of the picture's corner,
	// and how that changes a pixel to the right and down.
	corner, right, down geom.Point3
}

func newBackdrop(p *painter, d drawing) *backdrop {
	box := d.bounds()
	size := box.Size()
	const below = 5 // mm, so that a floor at the ground's height lies on it
	up := geom.Point3{Z: 1}
	shade, shine := p.lamp.reach(up)
	b := &backdrop{
		camera: p.camera, lamp: p.lamp, gaze: &p.gaze, ground: !p.opt.NoGround, level: d.ground - below,
		middle: box.Center().Plan(), reach: 20 * math.Hypot(size.X, size.Y),
		line:  max(1.5, float64(min(p.opt.Width, p.opt.Height))/320),
		shade: groundColor.by(shade), shine: groundColor.by(shine), lift: p.lamp.lift(up),
	}
	b.lightest = b.shade.plus(b.shine)
	b.depth = b.deep(0, 0)
	b.gx, b.gy = b.deep(1, 0)-b.depth, b.deep(0, 1)-b.depth
	b.corner = b.gaze.at(0, 0, b.depth).Add(b.lift)
	b.right, b.down = b.gaze.at(1, 0, b.gx).Sub(b.gaze.origin), b.gaze.at(0, 1, b.gy).Sub(b.gaze.origin)
	return b
}

// deep answers the depth of the ground at a pixel.
func (b *backdrop) deep(x, y float64) float64 {
	from, direction := b.camera.ray(x, y)
	if b.camera.perspective {
		return direction.Z / (from.Z - b.level)
	}
	return (b.level - from.Z) / direction.Z
}

// plane answers the plane of the ground at a pixel.
func (b *backdrop) plane(x, y float64) plane {
	depth := b.depth + x*b.gx + y*b.gy
	if !b.ground || b.camera.edgeOn() || b.camera.perspective && !(-1/depth > 0) {
		return plane{depth: math.MaxFloat32}
	}
	return plane{float32(depth), float32(b.gx * cell), float32(b.gy * cell)}
}

// at answers what is seen behind everything at a pixel.
func (b *backdrop) at(x, y float64) light {
	switch {
	case !b.ground:
		return paper
	case b.camera.perspective:
		return b.far(x, y)
	case b.camera.edgeOn():
		return b.profile(x, y)
	}
	return b.lit(b.corner.Add(b.right.Scale(x)).Add(b.down.Scale(y)))
}

// lit answers the light that the ground sends back where the sun sees it.
func (b *backdrop) lit(p geom.Point3) light {
	share := b.lamp.share(p)
	if share == 1 {
		return b.lightest
	}
	return b.shade.plus(b.shine.times(share))
}

// far answers what a perspective shows of the ground, which fades into the horizon, and
// of the sky.
func (b *backdrop) far(x, y float64) light {
	depth := b.depth + x*b.gx + y*b.gy
	if !(-1/depth > 0) {
		_, direction := b.camera.ray(x, y)
		rise := direction.Z / direction.Len()
		return dither(horizon.mix(zenith, min(1, max(0, rise)*1.6)), x, y)
	}
	p := b.camera.point(x, y, depth)
	const nearby = 0.86 // darker than the horizon, so that this is seen
	return dither(b.lit(b.gaze.at(x, y, depth).Add(b.lift)).times(nearby).mix(horizon, min(1, p.Plan().Dist(b.middle)/b.reach)), x, y)
}

// profile answers what an elevation shows, where the ground is seen from its edge.
func (b *backdrop) profile(x, y float64) light {
	from, _ := b.camera.ray(x, y)
	above := (from.Z - b.level) * b.camera.scale // in pixels
	switch {
	case above >= 0:
		return b.lightest
	case above >= -b.line:
		return groundLine
	}
	return b.lightest.by(earth)
}

// dither shifts light by less than what a screen can show, in a fixed pattern of four
// by four pixels, so that its slow changes show no bands.
func dither(l light, x, y float64) light {
	pattern := [4][4]float32{{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}
	shift := (pattern[int(y)&3][int(x)&3] - 7.5) / 16 * 0.008
	return l.plus(light{shift, shift, shift})
}
