package render

import (
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// camera maps space onto the picture: pixels, x to the right and y down, and a depth
// that runs evenly across a flat face and is smaller nearer to the eye.
type camera struct {
	eye, right, up, forward geom.Point3
	perspective             bool
	scale                   float64 // pixels a mm, or a unit of the perspective's plane at 1
	center                  geom.Point
}

// near is how far in mm before the eye a perspective begins.
const near = 20.0

// area is the part of the picture in which the scene is drawn, in pixels.
type area struct{ left, top, right, bottom float64 }

// newCamera answers the camera of a view that shows a drawing in an area.
func newCamera(opt Options, d drawing, room area) camera {
	c := camera{center: geom.Point{X: (room.left + room.right) / 2, Y: (room.top + room.bottom) / 2}}
	if opt.perspective() {
		c.eye, c.perspective = opt.Eye, true
		c.look(opt.Target.Sub(opt.Eye))
		c.scale = (room.right - room.left) / 2 / math.Tan(opt.FOV/2*math.Pi/180)
		return c
	}
	v := views[opt.View]
	side := geom.Direction(v.azimuth)
	rise, flat := math.Sincos(v.heights * math.Pi / 180)
	c.look(side.Scale(-flat).At(-rise))
	all, nearest := c.frame(d, everyBody)
	if d.zoom {
		change, _ := c.frame(d, func(b *body) bool { return b.matters })
		all = change.around(all)
	}
	c.fit(all, nearest, room)
	if v.heights == 0 && !opt.NoGround && !d.zoom {
		c.sink(d.ground, room)
	}
	return c
}

// sink moves an elevation half the way down to where it leaves no more earth below it
// than it needs.
func (c *camera) sink(ground float64, room area) {
	const earth = 0.13 // of the picture's height
	line := c.center.Y - (ground*c.up.Z-c.eye.Dot(c.up))*c.scale
	c.center.Y += max(0, room.bottom-earth*(room.bottom-room.top)-line) / 2
}

// look turns the camera to a direction; straight down, north is up.
func (c *camera) look(direction geom.Point3) {
	c.forward = direction.Scale(1 / direction.Len())
	c.right = c.forward.Cross(geom.Point3{Z: 1})
	if c.right.Len() < 1e-6 {
		c.right = geom.Point3{X: 1}
	}
	c.right = c.right.Scale(1 / c.right.Len())
	c.up = c.right.Cross(c.forward)
}

// margin is how much of the room stays free on each side.
const margin = 0.06

// frame answers what the points of some bodies take of the plane that a parallel
// projection looks at, in mm, and how near the nearest of them is. What lies in the earth
// is taken to lie on it.
func (c *camera) frame(d drawing, wanted func(*body) bool) (area, float64) {
	f := frame{area{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}, math.Inf(1)}
	for i := range d.clumps {
		k := &d.clumps[i]
		if b := &d.bodies[k.body]; wanted(b) && !f.holds(c, d, k.box) {
			for _, t := range b.mesh.Triangles[k.from:k.to] {
				for _, at := range t {
					f = f.with(c, d, b.mesh.Points[at])
				}
			}
		}
	}
	return f.area, f.nearest
}

// frame is what points take of the plane that a projection looks at.
type frame struct {
	area
	nearest float64
}

func (f frame) with(c *camera, d drawing, p geom.Point3) frame {
	p.Z = max(p.Z, d.earth)
	x, y := p.Dot(c.right), p.Dot(c.up)
	return frame{area{min(f.left, x), min(f.top, y), max(f.right, x), max(f.bottom, y)}, min(f.nearest, p.Dot(c.forward))}
}

// holds reports whether a box lies in the frame, and no point of it nearer.
func (f frame) holds(c *camera, d drawing, box geom.Box) bool {
	g := f
	for i := range corners {
		g = g.with(c, d, corner(box, i))
	}
	return g == f
}

// around answers an area with as much around it again, as far as a larger one goes.
func (a area) around(all area) area {
	wide, high := max(a.right-a.left, 1000)/2, max(a.bottom-a.top, 1000)/2
	return area{max(all.left, a.left-wide), max(all.top, a.top-high), min(all.right, a.right+wide), min(all.bottom, a.bottom+high)}
}

// fit scales and shifts a parallel projection so that a frame is in the room.
func (c *camera) fit(all area, nearest float64, room area) {
	wide, high := max(all.right-all.left, 1), max(all.bottom-all.top, 1)
	c.scale = (1 - 2*margin) * min((room.right-room.left)/wide, (room.bottom-room.top)/high)
	x, y := (all.left+all.right)/2, (all.top+all.bottom)/2
	c.eye = c.right.Scale(x).Add(c.up.Scale(y)).Add(c.forward.Scale(nearest - 1000))
}

// project answers the pixel and depth of a point. In a perspective it must lie beyond
// near.
func (c *camera) project(p geom.Point3) (x, y, depth float64) {
	v := p.Sub(c.eye)
	x, y, z := v.Dot(c.right), v.Dot(c.up), v.Dot(c.forward)
	if !c.perspective {
		return c.center.X + x*c.scale, c.center.Y - y*c.scale, z
	}
	return c.center.X + x/z*c.scale, c.center.Y - y/z*c.scale, -1 / z
}

// turn answers where a direction runs in the picture of a parallel projection, in pixels
// and depth.
func (c *camera) turn(v geom.Point3) geom.Point3 {
	return geom.Point3{X: v.Dot(c.right) * c.scale, Y: -v.Dot(c.up) * c.scale, Z: v.Dot(c.forward)}
}

// at answers where a point lies in the picture of a parallel projection.
func (c *camera) at(p geom.Point3) geom.Point3 {
	return c.turn(p.Sub(c.eye)).Add(c.center.At(0))
}

// away answers how far a point lies before the eye.
func (c *camera) away(p geom.Point3) float64 { return p.Sub(c.eye).Dot(c.forward) }

// edgeOn reports whether the ground is seen from its edge.
func (c *camera) edgeOn() bool { return math.Abs(c.forward.Z) < 1e-6 }

// ray answers where the line of sight through a pixel begins, and where it runs.
func (c *camera) ray(x, y float64) (from, direction geom.Point3) {
	across := c.right.Scale((x - c.center.X) / c.scale).Sub(c.up.Scale((y - c.center.Y) / c.scale))
	if c.perspective {
		return c.eye, c.forward.Add(across)
	}
	return c.eye.Add(across), c.forward
}

// point answers the point that is seen at a pixel in a depth.
func (c *camera) point(x, y, depth float64) geom.Point3 {
	from, direction := c.ray(x, y)
	if c.perspective {
		depth = -1 / depth
	}
	return from.Add(direction.Scale(depth))
}

// millimetres answers how many mm a step in depth is.
func (c *camera) millimetres(step, depth float64) float64 {
	if c.perspective {
		return step / (depth * depth)
	}
	return step
}

// bias is the step in depth below which two faces lie in one plane: a fifth of a mm.
func (c *camera) bias(depth float64) float32 {
	const mm = 0.2
	if c.perspective {
		return float32(mm * depth * depth)
	}
	return mm
}
