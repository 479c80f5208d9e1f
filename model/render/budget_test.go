package render

import (
	"context"
	"errors"
	"image"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// TestMuchBehindOneAnotherIsRefused holds that faces are counted by the samples that they
// are held against, and that a picture of too many ends in words.
func TestMuchBehindOneAnotherIsRefused(t *testing.T) {
	const sheets, wide = 20, 96
	d := drawing{bodies: make([]body, sheets)}
	for i := range d.bodies {
		d.bodies[i] = body{mesh: geom.Extrude(geom.Region{Outer: geom.Rect(geom.Point{}, 1000, 1000, 0)}, 0, 10)}
	}
	var c camera
	c.look(geom.Point3{Z: -1})
	c.center = geom.Point{X: wide / 2, Y: wide / 2}
	d.clumps, d.earth = clumpsOf(d.bodies), -1
	frame, nearest := c.frame(d, everyBody)
	c.fit(frame, nearest, area{0, 0, wide, wide})
	s := &stage{camera: &c, bodies: d.bodies, earth: d.earth, backs: true, perPixel: 1, size: image.Pt(wide, wide), tile: wide}
	s.set(d.clumps, everyBody)
	cast := &caster{shadows: &shadows{camera: c, depth: make([]float32, shadowSize*shadowSize)}, stage: s, depth: make([]float32, shadowTile*shadowTile)}
	if cast.cast(t.Context(), 0); s.drawn.Load() < sheets*wide*wide/2 {
		t.Errorf("%d sheets are held against %d samples", sheets, s.drawn.Load())
	}
	s.drawn.Store(s.most() + 1)
	var p *model.Problem
	err := s.eachTile(t.Context(), func() func(context.Context, int) {
		return func(context.Context, int) { t.Error("a tile is drawn") }
	})
	if !errors.As(err, &p) || p.Code != model.OverBudget || p.Hint == "" {
		t.Errorf("a picture that takes too much: %v", err)
	}
}
