package render

import (
	"context"
	"image"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// shadowSize is how many texels the sun's picture is wide and high.
const (
	shadowSize = 2048
	shadowTile = 256 // of which a tile
)

// shadows is what the sun sees: the nearest depth to it by texel.
type shadows struct {
	camera camera
	depth  []float32
	texel  float64 // mm
}

// castsShadow reports whether a body does: what is seen through does not.
func castsShadow(b *body) bool { return b.layer == opaque && !b.flat }

// newShadows answers the shadows that opaque bodies cast, nil where there are none. Of
// closed ones the sides that the sun does not reach are taken, so that no lit side casts
// a shadow on itself. Errors are ctx's.
func newShadows(ctx context.Context, d drawing, sun geom.Point3) (*shadows, error) {
	if !slices.ContainsFunc(d.bodies, func(b body) bool { return castsShadow(&b) }) {
		return nil, nil
	}
	var c camera
	c.look(sun.Scale(-1))
	c.center = geom.Point{X: shadowSize / 2, Y: shadowSize / 2}
	d.earth = math.Inf(-1)
	frame, nearest := c.frame(d, castsShadow)
	c.fit(frame, nearest, area{0, 0, shadowSize, shadowSize})
	s := &shadows{camera: c, depth: make([]float32, shadowSize*shadowSize), texel: 1 / c.scale}
	stage := &stage{
		camera: &c, bodies: d.bodies, earth: d.earth, backs: true,
		perPixel: 1, size: image.Pt(shadowSize, shadowSize), tile: shadowTile,
	}
	stage.set(d.clumps, castsShadow)
	return s, stage.eachTile(ctx, func() func(context.Context, int) {
		t := &caster{shadows: s, stage: stage, depth: make([]float32, shadowTile*shadowTile)}
		return t.cast
	})
}

// caster draws tiles of shadows.
type caster struct {
	*shadows
	stage   *stage
	window  image.Rectangle
	depth   []float32
	coarse  coarse
	faces   []face
	spans   []span
	samples int64 // that faces were held against since that was last told
}

// cast draws a tile.
func (t *caster) cast(ctx context.Context, tile int) {
	at := t.stage.corner(tile)
	t.window = image.Rectangle{at, at.Add(image.Pt(shadowTile, shadowTile))}
	for i := range t.depth {
		t.depth[i] = math.MaxFloat32
	}
	t.coarse.over(t.window, t.depth)
	for k, i := range t.stage.bins[tile] {
		if k%64 == 0 && ctx.Err() != nil || t.stage.spent() {
			return
		}
		c := &t.stage.clumps[i]
		if t.coarse.hides(c.box, c.near) {
			continue
		}
		t.faces = t.stage.faces(t.faces[:0], c, &t.coarse)
		for k := range t.faces {
			t.fill(&t.faces[k])
		}
		t.stage.drawn.Add(t.samples)
		t.samples = 0
		t.coarse.changed(c.box)
	}
	for y := range shadowTile {
		copy(t.shadows.depth[(at.Y+y)*shadowSize+at.X:], t.depth[y*shadowTile:(y+1)*shadowTile])
	}
}

func (t *caster) fill(f *face) {
	t.spans = f.rows(t.spans[:0], t.window)
	for _, span := range t.spans {
		t.samples += int64(span.to - span.from)
		at := int(span.y) * shadowTile
		depth, slope := span.depth, f.gx
		line := t.depth[at+int(span.from) : at+int(span.to)]
		for i := range line {
			if d := float32(depth + float64(i)*slope); d < line[i] {
				line[i] = d
			}
		}
	}
}

// lift answers how far from a face its points are looked up.
func (s *shadows) lift(normal geom.Point3) geom.Point3 {
	return s.camera.turn(normal.Scale(1.5 * s.texel)).Sub(geom.Point3{Z: 2 + 0.5*s.texel})
}

// light answers which share of the sun reaches a point that is given where the sun sees
// it, softened over a few texels.
func (s *shadows) light(p geom.Point3) float64 {
	x, y := p.X-1, p.Y-1
	if !(x >= 0 && y >= 0 && x < shadowSize-2 && y < shadowSize-2) {
		return 1
	}
	i, j := int(x), int(y)
	// Nine texels by the share of a square of two texels that each takes.
	fx, fy := x-float64(i), y-float64(j)
	d := float32(p.Z)
	sum := 0.0
	for row, high := range [3]float64{1 - fy, 1, fy} {
		at := (j+row)*shadowSize + i
		line := s.depth[at : at+3 : at+3]
		wide := 0.0
		if d <= line[0] {
			wide += 1 - fx
		}
		if d <= line[1] {
			wide++
		}
		if d <= line[2] {
			wide += fx
		}
		sum += wide * high
	}
	return sum / 4
}
