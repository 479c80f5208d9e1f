package planar

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// welder finds the nodes: where lines end, and where they meet.
type welder struct {
	lines []Line
	boxes []geom.Box
	nodes []geom.Point
	cells map[[2]int64][]int
	cuts  [][]cut // by line
}

// cut is a node on a line, at a distance in mm from its start.
type cut struct {
	along float64
	node  int
}

func newWelder(lines []Line) *welder {
	w := &welder{lines: lines, cells: map[[2]int64][]int{}}
	for _, l := range lines {
		w.boxes = append(w.boxes, l.Curve.Bounds().Grow(Weld))
		w.cuts = append(w.cuts, []cut{{0, w.node(l.Curve.Start)}, {l.Curve.Length(), w.node(l.Curve.End)}})
	}
	return w
}

// node answers the node at a point, a new one where there is none.
func (w *welder) node(at geom.Point) int {
	const cell = 4 * Weld
	x, y := int64(math.Floor(at.X/cell)), int64(math.Floor(at.Y/cell))
	for dx := int64(-1); dx <= 1; dx++ {
		for dy := int64(-1); dy <= 1; dy++ {
			for _, n := range w.cells[[2]int64{x + dx, y + dy}] {
				if w.nodes[n].Near(at, Weld) {
					return n
				}
			}
		}
	}
	w.nodes = append(w.nodes, at)
	n := len(w.nodes) - 1
	w.cells[[2]int64{x, y}] = append(w.cells[[2]int64{x, y}], n)
	return n
}

// meet cuts every two lines where they meet. Lines are looked at from west to east,
// each with those that it overlaps in x.
func (w *welder) meet() {
	order := make([]int, len(w.lines))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(w.boxes[a].Min.X, w.boxes[b].Min.X), cmp.Compare(a, b))
	})
	for k, i := range order {
		for _, j := range order[k+1:] {
			if w.boxes[j].Min.X > w.boxes[i].Max.X {
				break
			}
			if w.boxes[j].Min.Y <= w.boxes[i].Max.Y && w.boxes[j].Max.Y >= w.boxes[i].Min.Y {
				w.pair(i, j)
			}
		}
	}
}

// pair cuts two lines where an end of one lies on the other, and where they cross.
func (w *welder) pair(i, j int) {
	a, b := w.lines[i].Curve, w.lines[j].Curve
	touched := w.ends(i, j)
	touched = w.ends(j, i) || touched
	if touched && !a.IsArc() && !b.IsArc() {
		return // all that two straight lines can share
	}
	for _, at := range a.Crossings(b) {
		p, q := a.Project(at), b.Project(at)
		if p.Distance <= Weld && q.Distance <= Weld {
			n := w.node(at)
			w.cuts[i] = append(w.cuts[i], cut{p.Along, n})
			w.cuts[j] = append(w.cuts[j], cut{q.Along, n})
		}
	}
}

// ends cuts line i where an end of line j lies on it, and tells whether one does.
func (w *welder) ends(i, j int) bool {
	c := w.lines[i].Curve
	found := false
	for _, end := range w.cuts[j][:2] {
		at := w.nodes[end.node]
		if !w.boxes[i].Grow(Weld).ContainsPoint(at.At(0)) {
			continue
		}
		if p := c.Project(at); p.Distance <= Weld {
			w.cuts[i] = append(w.cuts[i], cut{p.Along, end.node})
			found = true
		}
	}
	return found
}

// pieces answers a line cut at its nodes. An arc that begins where it ends, a piece
// too short to have a direction, and nodes out of order are left out.
func (w *welder) pieces(i int) []half {
	cuts := slices.Clone(w.cuts[i])
	slices.SortStableFunc(cuts, func(a, b cut) int { return cmp.Compare(a.along, b.along) })
	c := w.lines[i].Curve
	var out []half
	last := cuts[0]
	for _, next := range cuts[1:] {
		if next.node == last.node {
			continue
		}
		piece := c.Part(last.along, next.along)
		piece.Start, piece.End = w.nodes[last.node], w.nodes[next.node]
		if math.Abs(piece.Sagitta) <= Weld/10 {
			piece.Sagitta = 0
		}
		out = append(out, half{from: last.node, to: next.node, curve: piece})
		last = next
	}
	return out
}
