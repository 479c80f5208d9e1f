package render

import (
	"context"
	"image"
	"image/png"
	"io"
	"runtime"
	"sync/atomic"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
	"golang.org/x/sync/errgroup"
)

// painter holds what all tiles of a picture need. Nothing of it changes while they are
// painted, except the picture, of which each tile has its own part.
type painter struct {
	opt      Options
	camera   *camera
	room     area
	bodies   []body
	faces    []face
	bins     [][]int32 // the faces of each tile, in their order
	columns  int
	lamp     *lamp
	backdrop *backdrop
	picture  *image.RGBA
	pen      int // width of a thin edge in samples, halved
	rim      int // samples around a tile that its edges need
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
	d.settle(opt)
	p := newPainter(d, opt)
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
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	return encoder.Encode(w, p.picture)
}

// unseen says that a view shows nothing.
func unseen(opt Options) error {
	hint := "Loosen the filter"
	if opt.perspective() {
		hint = "Move the eye back, point it at the building, or send a named view such as " + DefaultView
	}
	return &model.Problem{Code: model.NotFound, Message: "Nothing is to be seen in this view", Hint: hint}
}

func newPainter(d drawing, opt Options) *painter {
	p := &painter{opt: opt, bodies: d.bodies, room: layOut(d, opt)}
	c := newCamera(opt, d, p.room)
	p.camera = &c
	p.pen = max(1, min(opt.Width, opt.Height)/900)
	p.rim = p.pen + 2
	p.faces = facesOf(p.camera, d, perPixel)
	p.lamp = &lamp{sun: sun(p.camera)}
	if !opt.NoShadow && !d.noShadow {
		p.lamp.shadows = newShadows(d.bodies, p.lamp.sun)
	}
	p.backdrop = newBackdrop(p.camera, p.lamp, d, opt)
	p.picture = image.NewRGBA(image.Rect(0, 0, opt.Width, opt.Height))
	p.sort()
	return p
}

// sort puts each face into the bins of the tiles that it may touch.
func (p *painter) sort() {
	p.columns = (p.opt.Width + tileSize - 1) / tileSize
	rows := (p.opt.Height + tileSize - 1) / tileSize
	counts := make([]int32, p.columns*rows)
	p.eachBin(rows, func(bin int, _ int32) { counts[bin]++ })
	total := 0
	for _, n := range counts {
		total += int(n)
	}
	all := make([]int32, total)
	p.bins = make([][]int32, len(counts))
	for i, n := range counts {
		p.bins[i], all = all[:0:n], all[n:]
	}
	p.eachBin(rows, func(bin int, face int32) { p.bins[bin] = append(p.bins[bin], face) })
}

// eachBin goes through the faces in their order and the tiles that each may touch.
func (p *painter) eachBin(rows int, f func(bin int, face int32)) {
	const side = tileSize * perPixel
	rim := float64(p.rim)
	tileOf := func(x float64, n int) int { return int(max(0, min(float64(n-1), x/side))) }
	wide, high := float64(p.opt.Width*perPixel)+rim, float64(p.opt.Height*perPixel)+rim
	for i := range p.faces {
		q := &p.faces[i]
		left, right := min(q.x[0], q.x[1], q.x[2])-rim-1, max(q.x[0], q.x[1], q.x[2])+rim+1
		top, bottom := min(q.y[0], q.y[1], q.y[2])-rim-1, max(q.y[0], q.y[1], q.y[2])+rim+1
		if right < 0 || bottom < 0 || left > wide || top > high {
			continue
		}
		for row := tileOf(top, rows); row <= tileOf(bottom, rows); row++ {
			for col := tileOf(left, p.columns); col <= tileOf(right, p.columns); col++ {
				f(row*p.columns+col, int32(i))
			}
		}
	}
}

// paint paints all tiles, on all processors.
func (p *painter) paint(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		g.Go(func() error {
			t := &tile{p: p}
			for {
				i := int(next.Add(1)) - 1
				if i >= len(p.bins) {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				t.paint(i)
			}
		})
	}
	return g.Wait()
}

// paint paints the tile of a bin.
func (t *tile) paint(bin int) {
	p := t.p
	x, y := bin%p.columns*tileSize, bin/p.columns*tileSize
	wide, high := min(tileSize, p.opt.Width-x), min(tileSize, p.opt.Height-y)
	t.clear(x, y, wide, high)
	for _, f := range p.bins[bin] {
		t.fill(f)
	}
	if !p.opt.NoEdges {
		for l := range layers {
			t.edges(l)
		}
	}
	t.resolve(x, y, wide, high)
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
