package render

import (
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// face is a triangle as it lies in the picture, in samples.
type face struct {
	x, y, d [3]float64
	gx, gy  float64 // how its depth changes a sample to the right, and down
	normal  geom.Point3
	body    int32
	layer   layer
}

// facesOf answers the triangles of a drawing that face the camera and are not in the
// earth, in the bodies' order. Samples is how many samples a pixel is wide.
func facesOf(c *camera, d drawing, samples float64) []face {
	n := 0
	for _, b := range d.bodies {
		n += len(b.mesh.Triangles)
	}
	out := make([]face, 0, n/2+16)
	for i := range d.bodies {
		out = appendFaces(out, c, d, int32(i), samples)
	}
	return out
}

func appendFaces(out []face, c *camera, d drawing, index int32, samples float64) []face {
	b := &d.bodies[index]
	for _, t := range b.mesh.Triangles {
		p := [3]geom.Point3{b.mesh.Points[t[0]], b.mesh.Points[t[1]], b.mesh.Points[t[2]]}
		normal := p[1].Sub(p[0]).Cross(p[2].Sub(p[0]))
		length := normal.Len()
		if !(length > 0) {
			continue
		}
		sight := c.forward
		if c.perspective {
			sight = p[0].Sub(c.eye)
		}
		if normal.Dot(sight) >= 0 {
			if !b.twoSided {
				continue
			}
			normal = normal.Scale(-1)
		}
		f := face{normal: normal.Scale(1 / length), body: index, layer: b.layer}
		out = c.visible(out, f, p, d.earth, samples)
	}
	return out
}

// visible appends what of a triangle lies above the ground and before the camera: none
// or up to three triangles.
func (c *camera) visible(out []face, f face, p [3]geom.Point3, earth, samples float64) []face {
	above := func(q geom.Point3) float64 { return q.Z - earth }
	before := func(q geom.Point3) float64 { return c.away(q) - near }
	dry := min(above(p[0]), above(p[1]), above(p[2])) >= 0
	ahead := !c.perspective || min(before(p[0]), before(p[1]), before(p[2])) >= 0
	if dry && ahead {
		return c.placed(out, f, p, samples)
	}
	ring := p[:]
	if !dry {
		ring = clip(ring, above)
	}
	if !ahead {
		ring = clip(ring, before)
	}
	for i := 1; i+1 < len(ring); i++ {
		out = c.placed(out, f, [3]geom.Point3{ring[0], ring[i], ring[i+1]}, samples)
	}
	return out
}

// clip answers what of a convex ring lies where height is not negative.
func clip(ring []geom.Point3, height func(geom.Point3) float64) []geom.Point3 {
	var out []geom.Point3
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		ha, hb := height(a), height(b)
		if ha >= 0 {
			out = append(out, a)
		}
		if ha*hb < 0 {
			out = append(out, a.Lerp(b, ha/(ha-hb)))
		}
	}
	return out
}

// placed appends a triangle where it lies in the picture.
func (c *camera) placed(out []face, f face, p [3]geom.Point3, samples float64) []face {
	for i, q := range p {
		f.x[i], f.y[i], f.d[i] = c.project(q)
		f.x[i] *= samples
		f.y[i] *= samples
	}
	if f.level() {
		out = append(out, f)
	}
	return out
}

// level works out how the depth changes. It is false for a face seen from its edge, and
// for one that lies beyond all measure.
func (f *face) level() bool {
	ax, ay, ad := f.x[1]-f.x[0], f.y[1]-f.y[0], f.d[1]-f.d[0]
	bx, by, bd := f.x[2]-f.x[0], f.y[2]-f.y[0], f.d[2]-f.d[0]
	area := ax*by - ay*bx
	if size := math.Abs(area); !(size > 1e-9 && size < 1e30) {
		return false
	}
	f.gx, f.gy = (ad*by-bd*ay)/area, (bd*ax-ad*bx)/area
	return true
}

// at answers the depth of the plane of a face at a sample.
func (f *face) at(x, y float64) float64 { return f.d[0] + (x-f.x[0])*f.gx + (y-f.y[0])*f.gy }

// rows calls span for every row of samples that a face covers between two rows, with
// the samples from and to (not included) and the depth at the first. A sample is
// covered where its middle is, or within slack of it: faces whose edges lie along each
// other but end in different corners must leave no sample between them.
func (f *face) rows(top, bottom, left, right int, span func(y, from, to int, depth float64)) {
	low, mid, high := f.sorted()
	long, upper, lower := f.edge(low, high), f.edge(low, mid), f.edge(mid, high)
	first := max(top, int(math.Ceil(max(f.y[low], float64(top)-1)-0.5-slack)))
	last := min(bottom, int(math.Ceil(min(f.y[high], float64(bottom)+1)-0.5+slack)))
	for y := first; y < last; y++ {
		middle := float64(y) + 0.5
		other := &lower
		if middle < f.y[mid] {
			other = &upper
		}
		a, b := long.at(middle), other.at(middle)
		if a > b {
			a, b = b, a
		}
		from, to := left, right
		if a > float64(left) {
			from = int(math.Ceil(a - 0.5 - slack))
		}
		if b < float64(right) {
			to = int(math.Ceil(b - 0.5 + slack))
		}
		if from < to {
			span(y, from, to, f.at(float64(from)+0.5, middle))
		}
	}
}

// slack is in samples, far above the error of a coordinate and far below a sample.
const slack = 1e-7

// sorted answers the corners from the uppermost to the lowermost.
func (f *face) sorted() (low, mid, high int) {
	low, mid, high = 0, 1, 2
	if f.y[mid] < f.y[low] {
		low, mid = mid, low
	}
	if f.y[high] < f.y[mid] {
		mid, high = high, mid
		if f.y[mid] < f.y[low] {
			low, mid = mid, low
		}
	}
	return low, mid, high
}

// edge is the line between two corners, the upper one first.
type edge struct{ x, y, dx, share float64 }

func (f *face) edge(upper, lower int) edge {
	e := edge{x: f.x[upper], y: f.y[upper], dx: f.x[lower] - f.x[upper]}
	if height := f.y[lower] - f.y[upper]; height > 0 {
		e.share = 1 / height
	}
	return e
}

// at answers where an edge meets the middle of a row, or ends before it.
func (e *edge) at(y float64) float64 {
	part := (y - e.y) * e.share
	switch { // not min and max, which cost as much as all the rest of a short row
	case part < 0:
		part = 0
	case part > 1:
		part = 1
	}
	return e.x + part*e.dx
}
