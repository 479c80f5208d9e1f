package skeleton

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// item is a place of a loop and the front that leaves it: a corner that goes on, or a
// node where corners end and begin.
type item struct {
	c     *corner // nil at a node
	node  int
	front int
}

func (w *wave) where(i item, t float64) geom.Point {
	if i.c != nil {
		return i.c.place(t)
	}
	return w.nodes[i.node]
}

// resolve divides the loop of a corner where it touches itself and returns how many
// loops go on.
func (w *wave) resolve(c *corner, batch []*corner, t float64) (loops int, ok bool) {
	var loop []*corner
	for at := c; at.mark != w.budget; at = at.next {
		at.mark = w.budget
		loop = append(loop, at)
	}
	first := len(w.nodes)
	for _, b := range batch {
		if b.mark == w.budget && !b.dead {
			w.nodeAt(b.place(t), first)
		}
	}
	for _, part := range cutAtNodes(w.itemsOf(loop, first, t)) {
		switch {
		case len(part) < 2:
		case w.flat(part, t):
			w.close(part, t)
		default:
			if !w.start(part, t) {
				return 0, false
			}
			loops++
		}
	}
	return loops, true
}

// nodeAt returns the node of a place among those from first on, a new one where there
// is none.
func (w *wave) nodeAt(at geom.Point, first int) int {
	for i := first; i < len(w.nodes); i++ {
		if w.nodes[i].Near(at, w.near()) {
			return i
		}
	}
	w.nodes = append(w.nodes, at)
	return len(w.nodes) - 1
}

// itemsOf returns the places of a loop: the corners that go on, and the nodes from
// first on which it passes. Corners at nodes end there.
func (w *wave) itemsOf(loop []*corner, first int, t float64) []item {
	var items []item
	put := func(i item) {
		if n := len(items); i.c == nil && n > 0 && items[n-1].c == nil && items[n-1].node == i.node {
			items[n-1].front = i.front
			return
		}
		items = append(items, i)
	}
	for _, c := range loop {
		at, to := c.place(t), c.next.place(t)
		own := -1
		for i := first; i < len(w.nodes) && own < 0; i++ {
			if w.nodes[i].Near(at, w.near()) {
				own = i
			}
		}
		if own < 0 {
			put(item{c: c, node: -1, front: c.after})
		} else {
			w.end(c, own)
			put(item{node: own, front: c.after})
		}
		for _, i := range w.nodesOn(geom.Line(at, to), first) {
			put(item{node: i, front: c.after})
		}
	}
	if n := len(items); n > 1 && items[0].c == nil && items[n-1].c == nil && items[0].node == items[n-1].node {
		items = items[:n-1]
	}
	return items
}

// nodesOn returns the nodes from first on that lie inside a stretch, in its order.
func (w *wave) nodesOn(line geom.Curve, first int) []int {
	var on []int
	along := line.TangentAt(0)
	far := func(i int) float64 { return w.nodes[i].Sub(line.Start).Dot(along) }
	for i := first; i < len(w.nodes); i++ {
		p := w.nodes[i]
		side := math.Abs(p.Sub(line.Start).Cross(along))
		if side <= w.near() && far(i) > 0 && far(i) < line.Length() && !p.Near(line.Start, w.near()) && !p.Near(line.End, w.near()) {
			on = append(on, i)
		}
	}
	slices.SortFunc(on, func(i, j int) int { return cmp.Compare(far(i), far(j)) })
	return on
}

// end ends a corner at a node.
func (w *wave) end(c *corner, node int) {
	c.dead = true
	if c.node == node {
		return
	}
	w.border(c.before, link{c.node, node})
	w.border(c.after, link{node, c.node})
}

func (w *wave) border(f int, l link) { w.fronts[f].border = append(w.fronts[f].border, l) }

// cutAtNodes divides a loop into such as pass each node once.
func cutAtNodes(items []item) [][]item {
	var parts [][]item
	var open []item
	for _, i := range items {
		if i.c == nil {
			k := slices.IndexFunc(open, func(o item) bool { return o.c == nil && o.node == i.node })
			if k >= 0 {
				parts = append(parts, slices.Clone(open[k:]))
				open = open[:k]
			}
		}
		open = append(open, i)
	}
	return append(parts, open)
}

// flat tells whether a loop encloses nothing.
func (w *wave) flat(loop []item, t float64) bool {
	if len(loop) < 3 {
		return true
	}
	ring := geom.Ring{}
	for _, i := range loop {
		ring.Points = append(ring.Points, w.where(i, t))
	}
	return math.Abs(ring.Area()) <= w.near()*ring.Perimeter()
}

// close ends a loop that has fallen flat: its fronts lie on each other.
func (w *wave) close(loop []item, t float64) {
	first := len(w.nodes)
	nodes := make([]int, len(loop))
	for k, i := range loop {
		nodes[k] = i.node
		if i.c == nil {
			continue
		}
		near := slices.IndexFunc(loop, func(o item) bool { return o.c == nil && w.nodes[o.node].Near(i.c.place(t), w.near()) })
		if near >= 0 {
			nodes[k] = loop[near].node
		} else {
			nodes[k] = w.nodeAt(i.c.place(t), first)
		}
		w.end(i.c, nodes[k])
	}
	for k, i := range loop {
		if from, to := nodes[k], nodes[(k+1)%len(nodes)]; from != to {
			w.border(i.front, link{to, from})
		}
	}
}

// start sends the corners of a loop on their way.
func (w *wave) start(loop []item, t float64) bool {
	var corners, fresh []*corner
	known := len(w.fronts)
	add := func(node, before, after int) bool {
		move, ok := w.velocity(before, after)
		c := &corner{before: before, after: after, node: node, at: w.nodes[node], since: t, move: move, mark: -1, born: w.budget}
		corners, fresh = append(corners, c), append(fresh, c)
		return ok
	}
	for k, i := range loop {
		before := loop[(k+len(loop)-1)%len(loop)].front
		switch {
		case i.c != nil:
			corners = append(corners, i.c)
		case before == i.front: // it only passes here
		case w.parts(before, i.front):
			step := w.step(before, i.front, i.node)
			if !add(i.node, before, step) || !add(i.node, step, i.front) {
				return false
			}
		case !add(i.node, before, i.front):
			return false
		}
	}
	if len(corners) < 3 {
		return false
	}
	w.link(corners, fresh, known, t)
	return true
}

// step adds a front that stays, between two that run on one line at different speeds.
func (w *wave) step(before, after, node int) int {
	along := w.fronts[before].along.Left()
	if w.fronts[before].speed > w.fronts[after].speed {
		along = along.Scale(-1)
	}
	w.fronts = append(w.fronts, front{at: w.nodes[node], along: along})
	return len(w.fronts) - 1
}

// link joins the corners of a loop and adds the events of those that are fresh, and of
// the others with fronts that were not known.
func (w *wave) link(corners, fresh []*corner, known int, t float64) {
	for i, c := range corners {
		c.next = corners[(i+1)%len(corners)]
		c.next.prev = c
	}
	for _, c := range fresh {
		w.watch(c, t)
		if c.prev.born != w.budget {
			w.watch(c.prev, t)
		}
	}
	for _, f := range w.frontsOf(corners) {
		for _, c := range fresh {
			w.aim(c, f, t)
		}
	}
	for f := known; f < len(w.fronts); f++ {
		for _, c := range corners {
			if c.born != w.budget {
				w.aim(c, f, t)
			}
		}
	}
}

// frontsOf returns the fronts between corners, each once.
func (w *wave) frontsOf(corners []*corner) []int {
	fronts := make([]int, len(corners))
	for i, c := range corners {
		fronts[i] = c.after
	}
	slices.Sort(fronts)
	return slices.Compact(fronts)
}
