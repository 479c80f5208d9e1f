package render

import (
	"context"
	"image"
	"io"
	"sync/atomic"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// painter holds what all tiles of a picture need. Nothing of it changes while they are
// painted, except the picture, of which each tile has its own part.
type painter struct {
	opt      Options
	camera   *camera
	room     area
	stage    *stage
	lamp     *lamp
	gaze     gaze
	backdrop *backdrop
	hollows  *occlusion // nil where none are shown
	picture  *image.RGBA
	pen      int // width of a thin edge in samples, halved
	seen     atomic.Int64
}

// picture draws a drawing and writes it.
func picture(ctx context.Context, w io.Writer, d drawing, opt Options) error {
	opt, err := opt.filled()
	if err != nil {
		return err
	}
	if len(d.bodies) == 0 {
		return unseen(opt)
	}
	if err := outdoors(d, opt); err != nil {
		return err
	}
	d.clumps = clumpsOf(d.bodies)
	d.settle(opt)
	p, err := newPainter(ctx, d, opt)
	if err != nil {
		return err
	}
	if err := p.paint(ctx); err != nil {
		return err
	}
	if p.seen.Load() == 0 {
		return unseen(opt)
	}
	if opt.titled() {
		if err := p.caption(d); err != nil {
			return err
		}
	}
	return encode(w, p.picture)
}

// unseen says that a view shows nothing.
func unseen(opt Options) error {
	hint := "Loosen the filter"
	if opt.perspective() {
		hint = "Move the eye back, point it at the building, or send a named view such as " + DefaultView
	}
	return &model.Problem{Code: model.NotFound, Message: "Nothing is to be seen in this view", Hint: hint}
}

func newPainter(ctx context.Context, d drawing, opt Options) (p *painter, err error) {
	p = &painter{opt: opt, room: layOut(d, opt)}
	c := newCamera(opt, d, p.room)
	p.camera = &c
	p.pen = max(1, min(opt.Width, opt.Height)/900)
	p.stage = &stage{
		camera: p.camera, bodies: d.bodies, earth: d.earth,
		size: image.Pt(opt.Width, opt.Height).Mul(perPixel), perPixel: perPixel, tile: tileSize * perPixel, rim: p.pen + 2,
	}
	p.stage.set(d.clumps, everyBody)
	p.lamp = &lamp{sun: sun(p.camera)}
	if !opt.NoShadow && !d.noShadow {
		if p.lamp.shadows, err = newShadows(ctx, d, p.lamp.sun); err != nil {
			return nil, err
		}
	}
	if p.lamp.shadows != nil {
		p.gaze = newGaze(p.camera, &p.lamp.shadows.camera)
	}
	p.backdrop = newBackdrop(p, d)
	p.picture = image.NewRGBA(image.Rect(0, 0, opt.Width, opt.Height))
	if !opt.NoShadow && !d.noShadow {
		p.hollows = newOcclusion(p.picture, p.camera)
	}
	return p, nil
}

// paint paints all tiles.
func (p *painter) paint(ctx context.Context) error {
	err := p.stage.eachTile(ctx, func() func(context.Context, int) {
		t := &tile{p: p}
		return t.paint
	})
	if err != nil || p.hollows == nil {
		return err
	}
	for _, step := range []func(image.Rectangle){p.hollows.measure, p.hollows.darken} {
		if err := p.stage.eachTile(ctx, func() func(context.Context, int) {
			return func(_ context.Context, number int) { step(p.pixels(number)) }
		}); err != nil {
			return err
		}
	}
	return nil
}

// pixels answers the part of the picture that a tile is.
func (p *painter) pixels(number int) image.Rectangle {
	at := p.stage.corner(number).Div(perPixel)
	return image.Rectangle{at, at.Add(image.Pt(tileSize, tileSize))}.Intersect(p.picture.Rect)
}

// outdoors answers a *model.Problem where the eye lies in a body.
func outdoors(d drawing, opt Options) error {
	if !opt.perspective() {
		return nil
	}
	for _, b := range d.bodies {
		if !b.twoSided && b.layer == opaque && b.mesh.Bounds().ContainsPoint(opt.Eye) && holds(b.mesh, opt.Eye) {
			return invalid("The eye lies inside of a solid", "Move it to where a person could stand, or out of the building")
		}
	}
	return nil
}

// holds reports whether a closed mesh holds a point, by the angle that its triangles
// take of what is seen from there (van Oosterom and Strackee, 1983).
func holds(m geom.Mesh, eye geom.Point3) bool {
	sum := 0.0
	for _, t := range m.Triangles {
		sum += solidAngle(m.Points[t[0]].Sub(eye), m.Points[t[1]].Sub(eye), m.Points[t[2]].Sub(eye))
	}
	return sum > 6 // of 4π inside and 0 outside
}
