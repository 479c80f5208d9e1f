package planar

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// graph is the lines cut at every point that they share. Halves 2i and 2i+1 are one
// edge seen in its two directions.
type graph struct {
	nodes  []geom.Point
	halves []half
	next   []int // half -> the one after it round the face on its left; -1 where it is dropped
}

// half is an edge seen in one direction.
type half struct {
	from, to int
	curve    geom.Curve
	owners   []int // of all lines that run here
	fills    []int // of those that fill the left
}

func newGraph(lines []Line) *graph {
	lines = slices.DeleteFunc(slices.Clone(lines), func(l Line) bool {
		c := l.Curve
		return !c.Start.IsFinite() || !c.End.IsFinite() || math.IsNaN(c.Sagitta) || math.IsInf(c.Sagitta, 0)
	})
	w := newWelder(lines)
	w.meet()
	g := &graph{}
	known := map[edgeKey][]int{}
	for i, l := range lines {
		for _, e := range w.pieces(i) {
			g.add(known, e, l)
		}
	}
	g.nodes = w.nodes
	for h := range g.halves {
		slices.Sort(g.halves[h].owners)
		g.halves[h].owners = slices.Compact(g.halves[h].owners)
		slices.Sort(g.halves[h].fills)
	}
	return g
}

// edgeKey is the nodes of an edge, the smaller first.
type edgeKey [2]int

// add adds a piece of a line, to an edge that runs the same way where there is one.
func (g *graph) add(known map[edgeKey][]int, e half, l Line) {
	key := edgeKey{min(e.from, e.to), max(e.from, e.to)}
	at := -1
	for _, h := range known[key] {
		sagitta := g.halves[h].curve.Sagitta
		if g.halves[h].from != e.from {
			sagitta = -sagitta
		}
		if math.Abs(sagitta-e.curve.Sagitta) <= 2*Weld {
			at = h
			break
		}
	}
	if at < 0 {
		at = len(g.halves)
		known[key] = append(known[key], at)
		back := half{from: e.to, to: e.from, curve: e.curve.Reverse()}
		g.halves = append(g.halves, e, back)
	}
	if g.halves[at].from != e.from || e.from == e.to && g.halves[at].curve.Sagitta*e.curve.Sagitta < 0 {
		at ^= 1
	}
	for _, h := range []int{at, at ^ 1} {
		g.halves[h].owners = append(g.halves[h].owners, l.Owner)
	}
	if l.Fills {
		g.halves[at].fills = append(g.halves[at].fills, l.Owner)
	}
}

// link finds for each half the one after it round the face on its left: at its end,
// the next one clockwise from the way back.
func (g *graph) link() {
	leaving := make([][]int, len(g.nodes))
	for h := range g.halves {
		if g.next == nil || g.next[h] >= 0 {
			leaving[g.halves[h].from] = append(leaving[g.halves[h].from], h)
		}
	}
	turn := g.turn()
	next := make([]int, len(g.halves))
	for h := range next {
		next[h] = -1
	}
	for _, around := range leaving {
		slices.SortFunc(around, turn)
		for k, h := range around {
			next[h^1] = around[(k+len(around)-1)%len(around)]
		}
	}
	g.next = next
}

// turn answers the order of halves about the node that they leave,
// counter-clockwise. Of two that leave in one direction the one that bends more to
// the right comes first.
func (g *graph) turn() func(a, b int) int {
	const perDegree = 1e5
	type heading struct{ angle, bend float64 }
	headings := make([]heading, len(g.halves))
	for h, e := range g.halves {
		angle := math.Mod(math.Round(e.curve.TangentAt(0).Angle()*perDegree), 360*perDegree)
		headings[h] = heading{angle, e.curve.Sweep() / e.curve.Length()}
	}
	return func(a, b int) int {
		x, y := headings[a], headings[b]
		return cmp.Or(cmp.Compare(x.angle, y.angle), cmp.Compare(x.bend, y.bend), cmp.Compare(a, b))
	}
}

// walks answers the walks round faces, each a list of halves with the face on the
// left.
func (g *graph) walks() [][]int {
	var all [][]int
	walked := make([]bool, len(g.halves))
	for h := range g.halves {
		if walked[h] || g.next[h] < 0 {
			continue
		}
		var walk []int
		for at := h; !walked[at]; at = g.next[at] {
			walked[at] = true
			walk = append(walk, at)
		}
		all = append(all, walk)
	}
	return all
}

// dropBridges takes the edges out that have one face on both sides, and tells
// whether there were any.
func (g *graph) dropBridges() bool {
	walkOf := make([]int, len(g.halves))
	for w, walk := range g.walks() {
		for _, h := range walk {
			walkOf[h] = w
		}
	}
	dropped := false
	for h := 0; h < len(g.halves); h += 2 {
		if walkOf[h] == walkOf[h+1] {
			g.next[h], g.next[h+1] = -1, -1
			dropped = true
		}
	}
	return dropped
}
