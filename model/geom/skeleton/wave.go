package skeleton

import (
	"container/heap"
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// wave is the outline on its way inwards: loops of corners between fronts. Places are
// seen from the outline's first point, and times are distances in mm that the fastest
// front has gone.
type wave struct {
	tol    float64
	origin geom.Point
	fronts []front
	nodes  []geom.Point // where corners begin and end
	events events
	budget int // of steps, which no outline uses up
}

// front is an edge that moves inwards, along its left normal.
type front struct {
	at     geom.Point
	along  geom.Point // unit vector
	speed  float64
	border []link // of its face, which lies to the left
}

// link leads from a node to another.
type link struct{ from, to int }

// corner is where the front before ends and the one after begins.
type corner struct {
	before, after int // fronts
	node          int // where it began
	at            geom.Point
	since         float64
	move          geom.Point // for each mm that the time goes on
	prev, next    *corner
	dead          bool
	born          int // the step that made it
	mark          int // the step that saw it last
}

func (c *corner) place(t float64) geom.Point { return c.at.Add(c.move.Scale(t - c.since)) }

// event is a front's end before c.next, or c's reaching the line of a front.
type event struct {
	at    float64
	c     *corner
	next  *corner // nil where c reaches a front
	front int
}

type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(i, j int) bool { return e[i].at < e[j].at }
func (e events) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)        { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := len(*e) - 1
	x := (*e)[last]
	*e = (*e)[:last]
	return x
}

func newWave(outline geom.Ring, speeds []float64, fastest, tol float64) *wave {
	n := outline.Len()
	w := &wave{tol: tol, origin: outline.Points[0], budget: 20*n + 100}
	var loop []item
	for i, e := range outline.Edges() {
		at := e.Start.Sub(w.origin)
		w.nodes = append(w.nodes, at)
		w.fronts = append(w.fronts, front{at: at, along: e.TangentAt(0), speed: speeds[i] / fastest, border: []link{{i, (i + 1) % n}}})
		loop = append(loop, item{node: i, front: i})
	}
	w.start(loop, 0)
	return w
}

// velocity returns how a corner between two fronts moves, false where they run into
// each other.
func (w *wave) velocity(before, after int) (geom.Point, bool) {
	const parallel = 1e-9
	a, b := &w.fronts[before], &w.fronts[after]
	turn := a.along.Cross(b.along)
	if math.Abs(turn) < parallel {
		return a.along.Left().Scale(a.speed), a.along.Dot(b.along) > 0
	}
	return b.along.Scale(a.speed).Sub(a.along.Scale(b.speed)).Scale(1 / turn), true
}

// parts tells whether two fronts run on one line at different speeds.
func (w *wave) parts(before, after int) bool {
	a, b := &w.fronts[before], &w.fronts[after]
	return math.Abs(a.along.Cross(b.along)) < 1e-9 && a.along.Dot(b.along) > 0 && math.Abs(a.speed-b.speed) > 1e-12
}

// watch adds the end of the front after a corner.
func (w *wave) watch(c *corner, t float64) {
	along := w.fronts[c.after].along
	length := c.next.place(t).Sub(c.place(t)).Dot(along)
	shrinks := c.move.Sub(c.next.move).Dot(along)
	if shrinks > 1e-12 {
		heap.Push(&w.events, event{at: t + max(0, length/shrinks), c: c, next: c.next})
	}
}

// aim adds when an inner corner reaches the line of a front, if it does.
func (w *wave) aim(c *corner, f int, t float64) {
	if f == c.before || f == c.after || w.fronts[c.before].along.Cross(w.fronts[c.after].along) > -1e-9 {
		return
	}
	e := &w.fronts[f]
	inward := e.along.Left()
	closing := e.speed - inward.Dot(c.move)
	gap := inward.Dot(c.place(t).Sub(e.at)) - e.speed*t
	if closing > 1e-12 && gap > -w.tol {
		heap.Push(&w.events, event{at: t + max(0, gap/closing), c: c, front: f})
	}
}

// run moves the fronts until all are gone.
func (w *wave) run() bool {
	left := 1 // loops
	for left > 0 {
		batch, t, ok := w.pop()
		w.budget--
		if !ok || w.budget < 0 {
			return false
		}
		for _, c := range batch {
			if c.dead || c.mark == w.budget {
				continue
			}
			more, ok := w.resolve(c, batch, t)
			if !ok {
				return false
			}
			left += more - 1
		}
	}
	return true
}

// pop returns the corners of the next events, which happen at one time.
func (w *wave) pop() (batch []*corner, t float64, ok bool) {
	for len(w.events) > 0 && (len(batch) == 0 || w.events[0].at <= t+w.tol) {
		e := heap.Pop(&w.events).(event)
		switch {
		case e.c.dead, e.next != nil && e.c.next != e.next, e.next == nil && !w.hits(e):
			continue
		case len(batch) == 0:
			t = e.at
		}
		batch = append(batch, e.c)
	}
	return batch, t, len(batch) > 0
}

// hits tells whether a corner meets a front, not only its line.
func (w *wave) hits(e event) bool {
	at, along := e.c.place(e.at), w.fronts[e.front].along
	for c := e.c.next; c.next != e.c; c = c.next {
		if c.after != e.front || c == e.c {
			continue
		}
		from, to := c.place(e.at), c.next.place(e.at)
		if at.Sub(from).Dot(along) >= -w.near() && to.Sub(at).Dot(along) >= -w.near() {
			return true
		}
	}
	return false
}

// near is how close in mm places are that count as one.
func (w *wave) near() float64 { return 8 * w.tol }
