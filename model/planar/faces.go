package planar

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// loop is a closed walk that passes each node once.
type loop struct {
	halves []int
	area   float64 // in mm², negative where it is seen from outside
}

// faces makes a face of each loop that has an inside, and holes of the others.
func (g *graph) faces() []Face {
	var outers, inners []loop
	for _, walk := range g.walks() {
		for _, l := range g.split(walk) {
			switch {
			case l.area > 0:
				outers = append(outers, l)
			case l.area < 0:
				inners = append(inners, l)
			}
		}
	}
	out := make([]Face, len(outers))
	boxes := make([]geom.Box, len(outers))
	order := make([]int, len(outers))
	for i, l := range outers {
		out[i].Region.Outer = g.ring(l.halves)
		g.edge(&out[i], l)
		boxes[i], order[i] = out[i].Region.Outer.Bounds(), i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(outers[a].area, outers[b].area), cmp.Compare(a, b)) })
	for _, l := range inners {
		first := g.halves[l.halves[0]].curve
		at := first.PointAt(first.Length() / 2)
		for _, i := range order {
			if boxes[i].ContainsPoint(at.At(0)) && out[i].Region.Outer.Locate(at, Weld) == geom.Inside {
				out[i].Region.Holes = append(out[i].Region.Holes, g.ring(l.halves))
				g.edge(&out[i], l)
				break
			}
		}
	}
	for i := range out {
		slices.Sort(out[i].Fills)
		out[i].Fills = slices.Compact(out[i].Fills)
	}
	return out
}

// split cuts a walk into loops where it comes back to a node.
func (g *graph) split(walk []int) []loop {
	var out []loop
	at := map[int]int{} // node -> where the open walk leaves it
	var open []int
	for _, h := range walk {
		at[g.halves[h].from] = len(open)
		open = append(open, h)
		back, closes := at[g.halves[h].to]
		if !closes {
			continue
		}
		l := loop{halves: slices.Clone(open[back:])}
		l.area = g.rawRing(l.halves).Area()
		out = append(out, l)
		for _, h := range open[back:] {
			delete(at, g.halves[h].from)
		}
		open = open[:back]
	}
	return out
}

// edge adds the borders and fills of a loop to a face.
func (g *graph) edge(f *Face, l loop) {
	for _, h := range l.halves {
		e := g.halves[h]
		f.Borders = append(f.Borders, Border{e.curve, e.owners})
		f.Fills = append(f.Fills, e.fills...)
	}
}

func (g *graph) rawRing(halves []int) geom.Ring {
	curves := make([]geom.Curve, len(halves))
	for i, h := range halves {
		curves[i] = g.halves[h].curve
	}
	return ringOf(curves)
}

// ring answers the ring of halves, pieces of one line or arc put together again.
func (g *graph) ring(halves []int) geom.Ring {
	n := len(halves)
	first := 0 // a half that does not go on where the one before it ends
	for first < n && goesOn(g.halves[halves[(first+n-1)%n]].curve, g.halves[halves[first]].curve) {
		first++
	}
	var curves []geom.Curve
	for k := range n {
		c := g.halves[halves[(first+k)%n]].curve
		if last := len(curves) - 1; last >= 0 && len(curves) < n && goesOn(curves[last], c) {
			curves[last] = joined(curves[last], c)
			continue
		}
		curves = append(curves, c)
	}
	return ringOf(curves)
}

// goesOn tells whether a curve continues another one: the same line, or the same
// circle to less than a whole turn.
func goesOn(a, b geom.Curve) bool {
	const hair = 10 * geom.Epsilon
	if a.IsArc() != b.IsArc() {
		return false
	}
	if !a.IsArc() {
		whole := geom.Line(a.Start, b.End)
		return whole.Length() > a.Length() && whole.Project(a.End).Distance <= hair && a.End.Dist(b.End) < whole.Length()
	}
	if math.Abs(a.Sweep()+b.Sweep()) > 180 || a.Sagitta*b.Sagitta < 0 {
		return false
	}
	far := a.PointAt(a.Length() + b.Length())
	middle := a.PointAt(a.Length() + b.Length()/2)
	return far.Near(b.End, hair) && middle.Near(b.PointAt(b.Length()/2), hair)
}

func joined(a, b geom.Curve) geom.Curve {
	c := a.Part(0, a.Length()+b.Length())
	c.Start, c.End = a.Start, b.End
	return c
}

func ringOf(curves []geom.Curve) geom.Ring {
	ring := geom.Ring{Points: make([]geom.Point, len(curves))}
	for i, c := range curves {
		ring.Points[i] = c.Start
		if c.IsArc() {
			if ring.Sagittas == nil {
				ring.Sagittas = map[int]float64{}
			}
			ring.Sagittas[i] = c.Sagitta
		}
	}
	return ring
}
