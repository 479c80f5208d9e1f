package render

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// stage is bodies before a camera whose picture is drawn in square tiles, each by
// itself: which clumps a tile may show, the nearest first, so that most of what is
// hidden is known to be before it is drawn. It does not change once it is made.
type stage struct {
	camera   *camera
	bodies   []body
	earth    float64     // what lies below is not drawn
	backs    bool        // of closed bodies the sides that look away are drawn
	perPixel float64     // samples a pixel is wide
	size     image.Point // of the picture in samples
	tile     int         // samples a tile is wide
	rim      int         // samples around a tile that are drawn with it

	columns int
	clumps  []placed
	bins    [][]int32    // the clumps of each tile
	drawn   atomic.Int64 // samples that faces were held against
}

// mostDrawn is how many samples faces may be held against for one picture, seconds of
// work; leastLayers is how often at least each sample of a picture may be. A tower of a hundred storeys
// that is seen through from above takes a quarter of it.
const (
	mostDrawn   = 4_000_000_000
	leastLayers = 30
)

// most answers how many samples faces may be held against.
func (s *stage) most() int64 { return int64(max(mostDrawn, leastLayers*s.size.X*s.size.Y)) }

// spent reports whether so much lies behind one another that a picture takes too long.
func (s *stage) spent() bool { return s.drawn.Load() > s.most() }

// set sorts clumps of the bodies into tiles: those of bodies that are wanted.
func (s *stage) set(clumps []clump, wanted func(*body) bool) {
	s.clumps = s.sorted(clumps, wanted)
	s.columns = (s.size.X + s.tile - 1) / s.tile
	rows := (s.size.Y + s.tile - 1) / s.tile
	s.bins = make([][]int32, s.columns*rows)
	for i := range s.clumps {
		box := s.clumps[i].box.Inset(-s.rim).Intersect(image.Rectangle{Max: s.size})
		if box.Empty() {
			continue
		}
		for row := box.Min.Y / s.tile; row <= (box.Max.Y-1)/s.tile; row++ {
			for col := box.Min.X / s.tile; col <= (box.Max.X-1)/s.tile; col++ {
				bin := &s.bins[row*s.columns+col]
				*bin = append(*bin, int32(i))
			}
		}
	}
}

// sorted answers the clumps that may be seen, the nearest first. Those of what is seen
// through come last, as they hide nothing.
func (s *stage) sorted(clumps []clump, wanted func(*body) bool) []placed {
	all := make([]placed, 0, len(clumps))
	order := make([]rank, 0, len(clumps))
	for _, c := range clumps {
		b := &s.bodies[c.body]
		if !wanted(b) {
			continue
		}
		if at, ok := s.place(c); ok {
			order = append(order, rank{b.layer != opaque, at.near, int32(len(all))})
			all = append(all, at)
		}
	}
	slices.SortFunc(order, rank.compare)
	out := make([]placed, len(order))
	for i, r := range order {
		out[i] = all[r.index]
	}
	return out
}

// rank is where in the order of drawing a clump comes.
type rank struct {
	later bool
	near  float32
	index int32
}

func (r rank) compare(o rank) int {
	switch {
	case r.later != o.later:
		if r.later {
			return 1
		}
		return -1
	case r.near != o.near:
		return cmp.Compare(r.near, o.near)
	}
	return cmp.Compare(r.index, o.index)
}

// corner answers the first sample of a tile, without its rim.
func (s *stage) corner(tile int) image.Point {
	return image.Pt(tile%s.columns*s.tile, tile/s.columns*s.tile)
}

// eachTile has tiles drawn on all processors. Worker makes what one of them draws with,
// which may leave off once its context is done.
func (s *stage) eachTile(ctx context.Context, worker func() func(ctx context.Context, tile int)) error {
	g, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		g.Go(func() error {
			draw := worker()
			for ctx.Err() == nil && !s.spent() {
				i := int(next.Add(1)) - 1
				if i >= len(s.bins) {
					return nil
				}
				draw(ctx, i)
			}
			return ctx.Err()
		})
	}
	if err := g.Wait(); err != nil || !s.spent() {
		return err
	}
	return &model.Problem{
		Code: model.OverBudget, Message: fmt.Sprintf("So much lies behind one another that drawing it takes over %d million comparisons", s.most()/1_000_000),
		Hint: "Narrow the filter, cut the building with level or line, or look at it from another side",
	}
}

// faces appends the triangles of a clump that are turned to the camera, unless they lie
// outside of what is known of a window, or are hidden there.
func (s *stage) faces(out []face, c *placed, known *coarse) []face {
	b := &s.bodies[c.body]
	dry := c.clump.box.Min.Z >= s.earth
	for _, t := range b.mesh.Triangles[c.from:c.to] {
		p := [3]geom.Point3{b.mesh.Points[t[0]], b.mesh.Points[t[1]], b.mesh.Points[t[2]]}
		normal := p[1].Sub(p[0]).Cross(p[2].Sub(p[0]))
		sight := s.camera.forward
		if s.camera.perspective {
			sight = p[0].Sub(s.camera.eye)
		}
		turned := normal.Dot(sight)
		if s.backs {
			turned = -turned
		}
		if turned >= 0 {
			if !b.twoSided {
				continue
			}
			normal = normal.Scale(-1)
		}
		from := len(out)
		if dry && !s.camera.perspective {
			out = s.lay(out, &p, known)
		} else {
			out = s.clipped(out, p, known)
		}
		for i := from; i < len(out); i++ {
			out[i].body, out[i].normal = c.body, normal.Scale(1/math.Sqrt(normal.Dot(normal)))
		}
	}
	return out
}

// clipped appends what of a triangle lies above the ground and before the camera: none
// or up to three triangles.
func (s *stage) clipped(out []face, p [3]geom.Point3, known *coarse) []face {
	ring := p[:]
	if min(p[0].Z, p[1].Z, p[2].Z) < s.earth {
		ring = clip(ring, func(q geom.Point3) float64 { return q.Z - s.earth })
	}
	if s.camera.perspective {
		ring = clip(ring, func(q geom.Point3) float64 { return s.camera.away(q) - near })
	}
	for i := 1; i+1 < len(ring); i++ {
		out = s.lay(out, &[3]geom.Point3{ring[0], ring[i], ring[i+1]}, known)
	}
	return out
}

// lay appends a triangle where it lies in the picture, if it may be seen.
func (s *stage) lay(out []face, p *[3]geom.Point3, known *coarse) []face {
	out = append(out, face{})
	f := &out[len(out)-1]
	for i := range p {
		x, y, d := s.camera.project(p[i])
		f.x[i], f.y[i], f.d[i] = x*s.perPixel, y*s.perPixel, d
	}
	nearest := min(f.d[0], f.d[1], f.d[2])
	if known.hides(f.box(), float32(nearest)-s.camera.bias(nearest)) || !f.level() {
		return out[:len(out)-1]
	}
	return out
}
