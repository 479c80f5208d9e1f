package render

import (
	"image"
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// clump is a run of triangles of one body, which are drawn, or known to be hidden,
// together.
type clump struct {
	body     int32
	from, to int32    // its triangles
	box      geom.Box // around them
}

// clumpSize is how many triangles a clump has at most.
const clumpSize = 64

// clumpsOf answers the clumps of bodies, in their order.
func clumpsOf(bodies []body) []clump {
	out := make([]clump, 0, len(bodies))
	for i := range bodies {
		mesh := &bodies[i].mesh
		for from := 0; from < len(mesh.Triangles); from += clumpSize {
			to := min(from+clumpSize, len(mesh.Triangles))
			out = append(out, clump{int32(i), int32(from), int32(to), boxOf(mesh, from, to)})
		}
	}
	return out
}

// boxOf answers the box around some of a mesh's triangles.
func boxOf(mesh *geom.Mesh, from, to int) geom.Box {
	if to-from == len(mesh.Triangles) {
		return mesh.Bounds()
	}
	box := geom.EmptyBox()
	for _, t := range mesh.Triangles[from:to] {
		for _, i := range t {
			box = box.Include(mesh.Points[i])
		}
	}
	return box
}

// placed is a clump where a camera sees it.
type placed struct {
	clump
	box  image.Rectangle // the samples that it may touch
	near float32         // no part of it is nearer, or in the plane of something nearer
}

// place answers where a clump lies. It is false for one that lies in the earth or
// behind the camera.
func (s *stage) place(c clump) (placed, bool) {
	if c.box.Max.Z < s.earth {
		return placed{}, false
	}
	low, high := geom.Point3{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)}, geom.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	behind := 0
	for i := range corners {
		p := corner(c.box, i)
		if s.camera.perspective && s.camera.away(p) < near {
			behind++
			continue
		}
		x, y, d := s.camera.project(p)
		low = geom.Point3{X: min(low.X, x), Y: min(low.Y, y), Z: min(low.Z, d)}
		high = geom.Point{X: max(high.X, x), Y: max(high.Y, y)}
	}
	out := placed{clump: c, box: image.Rect(-beyond, -beyond, beyond, beyond), near: -math.MaxFloat32}
	if behind == 0 {
		out.box = image.Rect(s.sample(low.X)-1, s.sample(low.Y)-1, s.sample(high.X)+2, s.sample(high.Y)+2)
		out.near = float32(low.Z) - s.camera.bias(low.Z)
	}
	return out, behind < corners
}

// corners is how many a box has.
const corners = 8

// corner answers one of the corners of a box.
func corner(box geom.Box, i int) geom.Point3 {
	p := box.Min
	if i&1 != 0 {
		p.X = box.Max.X
	}
	if i&2 != 0 {
		p.Y = box.Max.Y
	}
	if i&4 != 0 {
		p.Z = box.Max.Z
	}
	return p
}

// beyond is farther out than any sample of a picture.
const beyond = 1 << 30

// sample answers the sample in which a coordinate in pixels lies.
func (s *stage) sample(x float64) int {
	return int(math.Floor(max(-beyond, min(beyond, x*s.perPixel))))
}
