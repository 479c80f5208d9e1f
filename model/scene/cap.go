package scene

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// face answers the face that closes a mesh which was closed before the plane cut it.
func (p Plane) face(m geom.Mesh) geom.Mesh {
	x, y := p.axes()
	var rings []geom.Ring
	for _, loop := range openLoops(m) {
		ring := geom.Ring{Points: make([]geom.Point, len(loop))}
		for i, at := range loop {
			q := m.Points[at].Sub(p.Point)
			ring.Points[i] = geom.Point{X: q.Dot(x), Y: q.Dot(y)}
		}
		rings = append(rings, ring)
	}
	var out geom.Mesh
	for _, g := range nest(rings) {
		top := lid(g)
		from := len(out.Points)
		for _, q := range top.Points {
			out.Points = append(out.Points, p.Point.Add(x.Scale(q.X)).Add(y.Scale(q.Y)))
		}
		for _, t := range top.Triangles {
			out.Triangles = append(out.Triangles, [3]int{t[0] + from, t[1] + from, t[2] + from})
		}
	}
	return out
}

// axes answers two unit vectors in the plane from which a turn to the left is seen
// counter-clockwise from beyond it.
func (p Plane) axes() (x, y geom.Point3) {
	up := geom.Point3{Z: 1}
	if math.Abs(p.Normal.Z) > 0.9 {
		up = geom.Point3{Y: 1}
	}
	x = up.Cross(p.Normal)
	x = x.Scale(1 / x.Len())
	return x, p.Normal.Cross(x)
}

// openLoops answers the loops of points along which a mesh has a face on one side
// only, as the missing faces run along them.
func openLoops(m geom.Mesh) [][]int {
	runs := make(map[[2]int]int, 3*len(m.Triangles))
	for _, t := range m.Triangles {
		for k := range t {
			runs[[2]int{t[k], t[(k+1)%3]}]++
		}
	}
	next := map[int][]int{}
	var starts []int
	for _, t := range m.Triangles {
		for k := range t {
			a, b := t[k], t[(k+1)%3]
			if runs[[2]int{a, b}] > runs[[2]int{b, a}] {
				runs[[2]int{a, b}]--
				next[b] = append(next[b], a)
				starts = append(starts, b)
			}
		}
	}
	var out [][]int
	for _, start := range starts {
		if loop := follow(next, start); len(loop) > 2 {
			out = append(out, loop)
		}
	}
	return out
}

// follow takes a loop from a point back to it out of the edges that are left; none
// where it does not come back.
func follow(next map[int][]int, start int) []int {
	var loop []int
	for at := start; len(next[at]) > 0; {
		to := next[at][0]
		next[at] = next[at][1:]
		loop = append(loop, at)
		if to == start {
			return loop
		}
		at = to
	}
	return nil
}

// nest makes regions of rings that do not cross: each hole goes to the smallest ring
// around it.
func nest(rings []geom.Ring) []geom.Region {
	slices.SortStableFunc(rings, func(a, b geom.Ring) int { return cmp.Compare(math.Abs(b.Area()), math.Abs(a.Area())) })
	var out []geom.Region
	for _, r := range rings {
		switch area := r.Area(); {
		case area > geom.Epsilon:
			out = append(out, geom.Region{Outer: r})
		case area < -geom.Epsilon:
			for i := len(out) - 1; i >= 0; i-- {
				if (geom.Region{Outer: out[i].Outer}).Locate(r.Points[0], geom.Epsilon) == geom.Inside {
					out[i].Holes = append(out[i].Holes, r)
					break
				}
			}
		}
	}
	return out
}

// lid answers the triangles that cover a region.
func lid(g geom.Region) geom.Mesh {
	prism := geom.Extrude(g, 0, 1)
	prism.Triangles = slices.DeleteFunc(prism.Triangles, func(t [3]int) bool {
		return prism.Points[t[0]].Z != 1 || prism.Points[t[1]].Z != 1 || prism.Points[t[2]].Z != 1
	})
	return prism
}
