package edit

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// sideways moves walls to parallels of their lines, by id and distance to the left.
// Their ends slide along the walls that they are joined to, and those at whose corners
// they stand grow or shrink along their own lines. Walls that run on in the same line
// stay where they are.
func (l *relining) sideways(by map[string]float64) error {
	l.straight = true
	l.apart = func(leader, other *run) bool { return inLine(leader.line, other.line) }
	moved := map[string]geom.Curve{}
	for id, distance := range by {
		r, ok := runOf(l.s, l.s.Record(id))
		if !ok {
			continue
		}
		if moved[id], ok = r.line.Offset(distance); !ok {
			return l.tx.Invalid("/by", fmt.Sprintf("%s is an arc, of which nothing would be left", titled(l.s.Record(id))), nil)
		}
	}
	ids := slices.Sorted(maps.Keys(moved))
	for _, id := range ids {
		r, _ := runOf(l.s, l.s.Record(id))
		b := bend{before: r.line, after: moved[id], across: true}
		for _, e := range [...]wallEnd{atStart, atEnd} {
			b.after = e.put(b.after, tidyPoint(l.endBeside(r, e, moved)))
		}
		if b.after.Sagitta = tidy(b.after.Sagitta); math.Abs(by[id]) <= geom.Epsilon {
			b.after.Sagitta = b.before.Sagitta
		}
		if err := l.reline(id, b); err != nil {
			return err
		}
	}
	return l.joined()
}

// endBeside answers where the end of a wall goes that moves sideways: along the first
// wall that it is joined to at a good angle, else square to its line. With one that
// moves sideways too it keeps its corner at any angle.
func (l *relining) endBeside(r *run, e wallEnd, moved map[string]geom.Curve) geom.Point {
	line, end := moved[r.id], e.point(r.line)
	for _, other := range l.around(r.id) {
		if other.id == r.id || !other.shares(r) || !other.holds(end) || r.line.IsArc() || other.line.IsArc() {
			continue
		}
		beside, also := moved[other.id]
		if !also {
			beside = other.line
		}
		target, ok := beside.Offset(other.line.Project(end).Side)
		if !ok || !also && !meetWell(r.line, other.line) {
			continue
		}
		if at := crossing(line, target); also && at.Dist(end) <= farthest || !also {
			return at
		}
	}
	return e.point(line)
}

// farthest is how far a corner may go, in mm, where two walls that hardly turn there
// go sideways by different distances.
const farthest = 2000

// inLine tells whether two straight lines run in one direction or the opposite one.
func inLine(a, b geom.Curve) bool {
	const sine = 0.02 // a degree
	return !a.IsArc() && !b.IsArc() && math.Abs(a.TangentAt(0).Cross(b.TangentAt(0))) < sine
}
