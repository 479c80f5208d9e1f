package picture

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// visibility tells which parts of lines are hidden by solids: triangles that face
// who looks, found by a raster of cells over the paper's plane.
type visibility struct {
	faces []face // those of one solid in a row
	first []int  // per solid, the index of its first face
	raster
	stamp []int32 // per face, the last line that looked at it
	turn  int32
	looks int // how many faces were looked at
	asked int // how many were when ctx was last asked
}

// face is a triangle on the paper's plane, counter-clockwise, with its depth there:
// depth = slope·point + base.
type face struct {
	corner [3]geom.Point
	slope  geom.Point
	base   float64
	low    geom.Point
	high   geom.Point
	near   float64 // its least depth
	slack  float64 // how far beyond its sides it still hides, as a vector product
	solid  int32
}

// depthSlack is how much nearer in mm a face must be to hide something.
const depthSlack = 0.5

func (f *face) depthAt(p geom.Point) float64 { return f.slope.Dot(p) + f.base }

// newVisibility takes the faces of the solids behind the plane.
func newVisibility(solids []solid) *visibility {
	v := &visibility{}
	frame := geom.EmptyBox()
	for i := range solids {
		v.first = append(v.first, len(v.faces))
		m := solids[i].mesh
		for _, t := range m.Triangles {
			rest := behind([3]geom.Point3{m.Points[t[0]], m.Points[t[1]], m.Points[t[2]]})
			for k := 2; k < len(rest); k++ {
				v.add([3]geom.Point3{rest[0], rest[k-1], rest[k]}, int32(i))
			}
		}
	}
	for i := range v.faces {
		f := &v.faces[i]
		frame = frame.Include(f.low.At(0)).Include(f.high.At(0))
	}
	v.stamp = make([]int32, len(v.faces))
	v.raster = newRaster(v.faces, frame)
	return v
}

// facesOf answers the faces of a solid.
func (v *visibility) facesOf(solid int) []face {
	end := len(v.faces)
	if solid+1 < len(v.first) {
		end = v.first[solid+1]
	}
	return v.faces[v.first[solid]:end]
}

// mostLooks is how often faces may be held against a line or a point for one picture: ten
// times what a building of 40,000 records takes.
const mostLooks = 300_000_000

// check answers ctx's error, or a *model.Problem when finding what is hidden takes too much.
func (v *visibility) check(ctx context.Context) error {
	if v.looks > mostLooks {
		return &model.Problem{Code: model.OverBudget, Message: fmt.Sprintf("So much lies behind one another that finding what is hidden takes over %d million comparisons", mostLooks/1_000_000), Hint: "Send a depth, heights, or a filter that leaves out what has many small parts"}
	}
	if v.looks-v.asked < 100_000 {
		return nil
	}
	v.asked = v.looks
	return ctx.Err()
}

// add takes a triangle in where it faces who looks and is not seen edge-on.
func (v *visibility) add(p [3]geom.Point3, solid int32) {
	a, b, c := flatten(p[0]), flatten(p[1]), flatten(p[2])
	area := b.Sub(a).Cross(c.Sub(a))
	if !(area > 1e-3) {
		return
	}
	f := face{corner: [3]geom.Point{a, b, c}, solid: solid, near: min(p[0].Z, p[1].Z, p[2].Z)}
	f.low = geom.Point{X: min(a.X, b.X, c.X), Y: min(a.Y, b.Y, c.Y)}
	f.high = geom.Point{X: max(a.X, b.X, c.X), Y: max(a.Y, b.Y, c.Y)}
	f.slack = 1e-6 * f.high.Dist(f.low)
	ab, ac := b.Sub(a), c.Sub(a)
	zb, zc := p[1].Z-p[0].Z, p[2].Z-p[0].Z
	f.slope = geom.Point{X: (zb*ac.Y - zc*ab.Y) / area, Y: (zc*ab.X - zb*ac.X) / area}
	f.base = p[0].Z - f.slope.Dot(a)
	v.faces = append(v.faces, f)
}

func flatten(p geom.Point3) geom.Point { return geom.Point{X: p.X, Y: p.Y} }

// stretch is a part of a line, by shares of its length.
type stretch struct{ from, to float64 }

// of answers the parts of a straight line in the section's space that are not
// hidden, in their order.
func (v *visibility) of(a, b geom.Point3) []stretch {
	if len(v.faces) == 0 {
		return []stretch{{0, 1}}
	}
	v.turn++
	var hidden cover
	p, q := flatten(a), flatten(b)
	far := max(a.Z, b.Z)
	least, most := geom.Point{X: min(p.X, q.X), Y: min(p.Y, q.Y)}, geom.Point{X: max(p.X, q.X), Y: max(p.Y, q.Y)}
	low, high := v.row(min(p.Y, q.Y)), v.row(max(p.Y, q.Y))
	for y := low; y <= high; y++ {
		from, to := v.across(p, q, y)
		for x := from; x <= to; x++ {
			for _, i := range v.cells[y*v.nx+x] {
				v.looks++
				f := &v.faces[i]
				if f.near >= far-depthSlack {
					break
				}
				if v.stamp[i] == v.turn {
					continue
				}
				v.stamp[i] = v.turn
				if f.high.X < least.X || f.low.X > most.X || f.high.Y < least.Y || f.low.Y > most.Y {
					continue
				}
				s, ok := f.hides(a, b)
				if !ok {
					continue
				}
				if hidden = hidden.with(s); hidden.whole() {
					return nil
				}
			}
		}
	}
	return hidden.rest()
}

// hides answers the part of a line that the face lies before.
func (f *face) hides(a, b geom.Point3) (stretch, bool) {
	p, d := flatten(a), flatten(b).Sub(flatten(a))
	from, to := 0.0, 1.0
	limit := func(at, slope float64) bool { // at + t*slope >= 0
		switch {
		case slope > 0:
			from = max(from, -at/slope)
		case slope < 0:
			to = min(to, -at/slope)
		case at < 0:
			return false
		}
		return from <= to
	}
	for i, c := range f.corner {
		side := f.corner[(i+1)%3].Sub(c)
		if !limit(side.Cross(p.Sub(c))+f.slack, side.Cross(d)) {
			return stretch{}, false
		}
	}
	before := func(z float64, q geom.Point) float64 { return z - f.depthAt(q) }
	start, end := before(a.Z, p), before(b.Z, p.Add(d))
	if !limit(start-depthSlack, end-start) || to-from < 1e-9 {
		return stretch{}, false
	}
	return stretch{from, to}, true
}

// cover is what is hidden of a line, or of a side: stretches that do not touch, in their order.
type cover []stretch

// hair is the share of a line that is too short to be seen.
const hair = 1e-9

// with answers the cover with a stretch more. It may change the one that it is of.
func (c cover) with(s stretch) cover {
	from, _ := slices.BinarySearchFunc(c, s.from-hair, func(h stretch, at float64) int { return cmp.Compare(h.to, at) })
	to := from
	for to < len(c) && c[to].from <= s.to+hair {
		s.from, s.to = min(s.from, c[to].from), max(s.to, c[to].to)
		to++
	}
	return slices.Replace(c, from, to, s)
}

// whole tells whether nothing of the line is left.
func (c cover) whole() bool { return len(c) == 1 && c[0].from <= hair && c[0].to >= 1-hair }

// rest answers what is left of the line.
func (c cover) rest() []stretch { return c.gaps(stretch{0, 1}) }

// gaps answers what of a stretch is not covered.
func (c cover) gaps(s stretch) []stretch {
	var out []stretch
	at := s.from
	first, _ := slices.BinarySearchFunc(c, s.from, func(h stretch, at float64) int { return cmp.Compare(h.to, at) })
	for _, h := range c[first:] {
		if h.from >= s.to {
			break
		}
		if h.from > at+hair {
			out = append(out, stretch{at, h.from})
		}
		at = max(at, h.to)
	}
	if at < s.to-hair {
		out = append(out, stretch{at, s.to})
	}
	return out
}

// nearest answers the face that is seen at a point, nil where there is none, and
// its depth.
func (v *visibility) nearest(p geom.Point) (*face, float64) {
	var best *face
	depth := math.Inf(1)
	if len(v.faces) == 0 || !v.frame.ContainsPoint(p.At(0)) {
		return nil, depth
	}
	for _, i := range v.cells[v.row(p.Y)*v.nx+v.column(p.X)] {
		v.looks++
		f := &v.faces[i]
		if f.near >= depth {
			break
		}
		if d := f.depthAt(p); d < depth && f.holds(p) {
			best, depth = f, d
		}
	}
	return best, depth
}

func (f *face) holds(p geom.Point) bool {
	for i, c := range f.corner {
		if f.corner[(i+1)%3].Sub(c).Cross(p.Sub(c)) < 0 {
			return false
		}
	}
	return true
}
