package render

import (
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// shadowSize is how many texels the sun's picture is wide and high.
const shadowSize = 2048

// shadows is what the sun sees: the nearest depth to it by texel.
type shadows struct {
	camera camera
	depth  []float32
	texel  float64 // mm
}

// newShadows answers the shadows that opaque bodies cast. Of closed ones the sides that
// the sun does not reach are taken, so that no lit side casts a shadow on itself.
func newShadows(bodies []body, sun geom.Point3) *shadows {
	var casters []body
	for _, b := range bodies {
		if b.layer != opaque || b.flat {
			continue
		}
		casters = append(casters, b)
	}
	if len(casters) == 0 {
		return nil
	}
	var c camera
	c.look(sun.Scale(-1))
	c.center = geom.Point{X: shadowSize / 2, Y: shadowSize / 2}
	frame, nearest := c.frame(drawing{bodies: casters, earth: math.Inf(-1)}.points)
	c.fit(frame, nearest, area{0, 0, shadowSize, shadowSize})
	s := &shadows{camera: c, depth: make([]float32, shadowSize*shadowSize), texel: 1 / c.scale}
	for i := range s.depth {
		s.depth[i] = math.MaxFloat32
	}
	var faces []face
	for i := range casters {
		faces = s.casting(faces[:0], &casters[i])
		for k := range faces {
			s.cast(&faces[k])
		}
	}
	return s
}

// casting answers the faces of a body that cast its shadow.
func (s *shadows) casting(out []face, b *body) []face {
	for _, t := range b.mesh.Triangles {
		p := [3]geom.Point3{b.mesh.Points[t[0]], b.mesh.Points[t[1]], b.mesh.Points[t[2]]}
		normal := p[1].Sub(p[0]).Cross(p[2].Sub(p[0]))
		if !b.twoSided && normal.Dot(s.camera.forward) <= 0 {
			continue
		}
		out = s.camera.placed(out, face{}, p, 1)
	}
	return out
}

func (s *shadows) cast(f *face) {
	f.rows(0, shadowSize, 0, shadowSize, func(y, from, to int, depth float64) {
		line := s.depth[y*shadowSize+from : y*shadowSize+to]
		for i := range line {
			if d := float32(depth + float64(i)*f.gx); d < line[i] {
				line[i] = d
			}
		}
	})
}

// light answers which share of the sun reaches a point of a face, softened over a few
// texels.
func (s *shadows) light(p, normal geom.Point3) float64 {
	x, y, depth := s.camera.project(p.Add(normal.Scale(1.5 * s.texel)))
	depth -= 2 + 0.5*s.texel
	x, y = x-1, y-1
	i, j := int(math.Floor(x)), int(math.Floor(y))
	if i < 0 || j < 0 || i+2 >= shadowSize || j+2 >= shadowSize {
		return 1
	}
	// Nine texels by the share of a square of two texels that each takes.
	fx, fy := x-float64(i), y-float64(j)
	wx, wy := [3]float64{1 - fx, 1, fx}, [3]float64{1 - fy, 1, fy}
	d := float32(depth)
	sum := 0.0
	for row := range 3 {
		line := s.depth[(j+row)*shadowSize+i:]
		for col := range 3 {
			if d <= line[col] {
				sum += wx[col] * wy[row]
			}
		}
	}
	return sum / 4
}
