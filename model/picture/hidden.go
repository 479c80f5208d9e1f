package picture

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// visibility tells which parts of lines are hidden by solids: triangles that face
// who looks, found by a raster of cells over the paper's plane.
type visibility struct {
	faces  []face
	cells  [][]int32 // indices into faces, the nearest first
	frame  geom.Box
	size   float64 // of a cell in mm
	nx, ny int
	stamp  []int32 // per face, the last line that looked at it
	turn   int32
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
	v := &visibility{frame: geom.EmptyBox()}
	for i := range solids {
		m := solids[i].mesh
		for _, t := range m.Triangles {
			rest := behind([3]geom.Point3{m.Points[t[0]], m.Points[t[1]], m.Points[t[2]]})
			for k := 2; k < len(rest); k++ {
				v.add([3]geom.Point3{rest[0], rest[k-1], rest[k]}, int32(i))
			}
		}
	}
	if len(v.faces) == 0 {
		return v
	}
	v.raster()
	return v
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
	v.frame = v.frame.Include(a.At(0)).Include(b.At(0)).Include(c.At(0))
}

func flatten(p geom.Point3) geom.Point { return geom.Point{X: p.X, Y: p.Y} }

// raster puts the faces into cells.
func (v *visibility) raster() {
	size := v.frame.Size()
	most := math.Sqrt(float64(len(v.faces)))
	v.size = max(size.X, size.Y, 1) / min(max(most, 8), 400)
	v.nx, v.ny = int(size.X/v.size)+1, int(size.Y/v.size)+1
	v.cells = make([][]int32, v.nx*v.ny)
	v.stamp = make([]int32, len(v.faces))
	order := make([]int32, len(v.faces))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(v.faces[a].near, v.faces[b].near) })
	for _, i := range order {
		c := v.faces[i].corner
		lowX, highX := v.column(min(c[0].X, c[1].X, c[2].X)), v.column(max(c[0].X, c[1].X, c[2].X))
		lowY, highY := v.row(min(c[0].Y, c[1].Y, c[2].Y)), v.row(max(c[0].Y, c[1].Y, c[2].Y))
		for y := lowY; y <= highY; y++ {
			for x := lowX; x <= highX; x++ {
				v.cells[y*v.nx+x] = append(v.cells[y*v.nx+x], i)
			}
		}
	}
}

func (v *visibility) column(x float64) int {
	return min(max(int((x-v.frame.Min.X)/v.size), 0), v.nx-1)
}

func (v *visibility) row(y float64) int {
	return min(max(int((y-v.frame.Min.Y)/v.size), 0), v.ny-1)
}

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

// across answers the columns of cells that a line passes in a row.
func (v *visibility) across(p, q geom.Point, row int) (from, to int) {
	low, high := v.frame.Min.Y+float64(row)*v.size, v.frame.Min.Y+float64(row+1)*v.size
	x0, x1 := p.X, q.X
	if dy := q.Y - p.Y; math.Abs(dy) > v.size*1e-6 {
		at := func(y float64) float64 { return p.X + (q.X-p.X)*min(max((y-p.Y)/dy, 0), 1) }
		x0, x1 = at(low), at(high)
	}
	slack := v.size * 1e-3
	return v.column(min(x0, x1) - slack), v.column(max(x0, x1) + slack)
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

// cover is what is hidden of a line: stretches that do not touch, in their order.
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
func (c cover) rest() []stretch {
	var out []stretch
	at := 0.0
	for _, h := range c {
		if h.from > at+hair {
			out = append(out, stretch{at, h.from})
		}
		at = max(at, h.to)
	}
	if at < 1-hair {
		out = append(out, stretch{at, 1})
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
