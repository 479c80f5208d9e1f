package category

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// stretch is a piece of a wall between two nodes, seen in one direction. Its twin
// is the same piece in the other: halves 2i and 2i+1 are twins.
type stretch struct {
	wall     int
	curve    geom.Curve
	from, to int // nodes
}

// plan is the walls of a level as a planar map.
type plan struct {
	walls  []wallLine
	nodes  []geom.Point
	same   sets // nodes that are one, because both lie in one place of a wall
	parts  sets // nodes that walls connect
	halves []stretch
	next   []int // half -> the half after it round its face
}

// sets holds which numbers belong together: each points at another of its set, the
// one that stands for it at itself.
type sets []int

func (s sets) root(n int) int {
	for s[n] != n {
		s[n] = s[s[n]]
		n = s[n]
	}
	return n
}

func (s sets) unite(a, b int) { s[s.root(a)] = s.root(b) }

func newPlan(walls []wallLine) *plan {
	p := &plan{walls: walls}
	joints := p.joinEnds()
	p.uniteNodes(joints)
	p.cutWalls(joints)
	p.linkFaces()
	return p
}

// nodeFinder finds nodes by their place, in cells as wide as the joint tolerance.
type nodeFinder struct {
	p     *plan
	cells map[[2]int64][]int
}

// node answers the node within the joint tolerance of a point, a new one where
// there is none.
func (f *nodeFinder) node(at geom.Point) int {
	x, y := int64(math.Floor(at.X/geom.JoinTolerance)), int64(math.Floor(at.Y/geom.JoinTolerance))
	for dx := int64(-1); dx <= 1; dx++ {
		for dy := int64(-1); dy <= 1; dy++ {
			for _, n := range f.cells[[2]int64{x + dx, y + dy}] {
				if f.p.nodes[n].Near(at, geom.JoinTolerance) {
					return n
				}
			}
		}
	}
	n := len(f.p.nodes)
	f.p.nodes = append(f.p.nodes, at)
	f.p.same, f.p.parts = append(f.p.same, n), append(f.p.parts, n)
	f.cells[[2]int64{x, y}] = append(f.cells[[2]int64{x, y}], n)
	return n
}

// joint is a node on a wall, at a distance in mm from its start.
type joint struct {
	along float64
	node  int
}

// joinEnds makes the nodes and answers the joints of each wall: its ends, where
// others end on it, and where others cross it.
func (p *plan) joinEnds() [][]joint {
	finder := &nodeFinder{p: p, cells: map[[2]int64][]int{}}
	joints := make([][]joint, len(p.walls))
	for i, w := range p.walls {
		joints[i] = []joint{{0, finder.node(w.curve.Start)}, {w.curve.Length(), finder.node(w.curve.End)}}
	}
	near := geom.NewIndex(func(yield func(string, geom.Box) bool) {
		for _, w := range p.walls {
			if !yield(w.id, w.curve.Bounds().Grow(w.reach)) {
				return
			}
		}
	})
	for i, w := range p.walls {
		for id := range near.Search(w.curve.Bounds().Grow(w.reach)) {
			j, _ := slices.BinarySearchFunc(p.walls, id, func(w wallLine, id string) int { return cmp.Compare(w.id, id) })
			if i < j {
				p.meet(finder, joints, i, j)
			}
		}
	}
	return joints
}

// meet adds the joints of two walls: where ends of one lie on the other and, unless
// that is all that two straight walls can do, where they cross.
func (p *plan) meet(finder *nodeFinder, joints [][]joint, i, j int) {
	a, b := p.walls[i], p.walls[j]
	onB := p.endsOn(b, joints[i][0].node, joints[i][1].node)
	onA := p.endsOn(a, joints[j][0].node, joints[j][1].node)
	joints[i], joints[j] = append(joints[i], onA...), append(joints[j], onB...)
	if len(onA)+len(onB) > 0 && !a.curve.IsArc() && !b.curve.IsArc() {
		return
	}
	m := a.curve.Meet(b.curve, geom.JoinTolerance)
	if m.Kind != geom.Cross {
		return
	}
	for _, at := range m.Points {
		n := finder.node(at)
		joints[i] = append(joints[i], joint{a.curve.Project(at).Along, n})
		joints[j] = append(joints[j], joint{b.curve.Project(at).Along, n})
	}
}

// endsOn answers the joints of those nodes that lie on a wall or in its thickness.
func (p *plan) endsOn(w wallLine, nodes ...int) []joint {
	var on []joint
	for _, n := range nodes {
		if at := w.curve.Project(p.nodes[n]); at.Distance <= w.reach {
			on = append(on, joint{at.Along, n})
		}
	}
	return on
}

// uniteNodes makes one node of those that lie in one place along a wall: ends that
// meet it from both sides, or an end in the thickness of its own end.
func (p *plan) uniteNodes(joints [][]joint) {
	for i := range joints {
		slices.SortFunc(joints[i], func(a, b joint) int {
			return cmp.Or(cmp.Compare(a.along, b.along), cmp.Compare(a.node, b.node))
		})
		for k := 1; k < len(joints[i]); k++ {
			if a, b := joints[i][k-1], joints[i][k]; b.along-a.along <= geom.JoinTolerance {
				p.same.unite(a.node, b.node)
			}
		}
	}
}

// cutWalls makes the stretches of every wall between its joints, in both directions.
func (p *plan) cutWalls(joints [][]joint) {
	for i, w := range p.walls {
		last := joints[i][0]
		for _, j := range joints[i][1:] {
			from, to := p.same.root(last.node), p.same.root(j.node)
			if from == to {
				continue
			}
			part := w.curve.Part(last.along, j.along)
			p.halves = append(p.halves,
				stretch{wall: i, curve: part, from: from, to: to},
				stretch{wall: i, curve: part.Reverse(), from: to, to: from})
			p.parts.unite(from, to)
			last = j
		}
	}
}

// linkFaces finds for each half the one after it round the face on its left: at its
// end, the next one clockwise from the way back.
func (p *plan) linkFaces() {
	leaving := make([][]int, len(p.nodes))
	for h, s := range p.halves {
		leaving[s.from] = append(leaving[s.from], h)
	}
	order := p.turn()
	p.next = make([]int, len(p.halves))
	for _, around := range leaving {
		slices.SortFunc(around, order)
		for k, h := range around {
			p.next[h^1] = around[(k+len(around)-1)%len(around)]
		}
	}
}

// turn answers the order of halves about the node that they leave,
// counter-clockwise. Of two that leave in one direction the one to the right comes
// first, or the one that bends more to the right. Two on one line are put side by
// side in an order that is the same seen from either end.
func (p *plan) turn() func(a, b int) int {
	const perDegree = 1e6
	type heading struct{ angle, shift, bend float64 }
	headings := make([]heading, len(p.halves))
	for h, s := range p.halves {
		direction := s.curve.TangentAt(0)
		headings[h] = heading{
			angle: math.Mod(math.Round(direction.Angle()*perDegree), 360*perDegree),
			shift: math.Round(direction.Cross(s.curve.Start.Sub(p.nodes[s.from])) / geom.JoinTolerance),
			bend:  -s.curve.Sweep() / s.curve.Length(), // positive to the right
		}
	}
	return func(a, b int) int {
		x, y := headings[a], headings[b]
		beside := cmp.Compare(p.halves[a].wall, p.halves[b].wall)
		if p.halves[a].from > p.halves[a].to {
			beside = -beside
		}
		return cmp.Or(cmp.Compare(x.angle, y.angle), cmp.Compare(x.shift, y.shift), cmp.Compare(y.bend, x.bend), beside)
	}
}
