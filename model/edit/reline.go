package edit

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// relining is a change of the lines of walls being carried out: what they host keeps
// its place in the world, and ends that are joined to them follow.
type relining struct {
	tx          *Tx
	s           *model.Snapshot // before it
	keep        KeepShape
	keepOffsets bool                             // hosted records keep their offset instead of their place
	stays       func(other *run, e wallEnd) bool // whether a joined end does not follow; nil: all do
	apart       func(leader, other *run) bool    // whether a neighbour follows in nothing; nil: none
	straight    bool                             // walls keep the way that they run
	rides       map[string]bool                  // ids of what moves as a whole, hosted records among them
	bends       map[string]bend                  // of the walls that change, by id
	near        map[string][]*run
}

func newRelining(tx *Tx, keep KeepShape) relining {
	return relining{tx: tx, s: tx.Snapshot(), keep: keep, rides: map[string]bool{}, bends: map[string]bend{}, near: map[string][]*run{}}
}

// reline gives a wall another line.
func (l *relining) reline(id string, b bend) error {
	r := l.tx.Record(id)
	if v, rigid := b.rigid(); rigid {
		if err := l.tx.Put(shift(r, tidyPoint(v))); err != nil {
			return err
		}
	} else if err := l.tx.PutShape(withLine(r, b), l.keep); err != nil {
		return err
	}
	l.bends[id] = b
	return l.rehang(id, b)
}

// withLine answers a wall on its line after a change. Where the end face of an
// imported body ran says nothing of an end that goes elsewhere.
func withLine(r *model.Record, b bend) *model.Record {
	for _, e := range [...]wallEnd{atStart, atEnd} {
		if to := e.point(b.after); to != e.point(b.before) {
			r = withEnd(r.With(e.String(), pointValue(to)), e, func(end model.Object) model.Object { return end.Without("cut") })
		}
	}
	if b.after.Sagitta != b.before.Sagitta {
		r = r.With("sagitta", optional(b.after.Sagitta))
	}
	return r
}

// withEnd answers a wall of which what it says about the join of an end is changed.
func withEnd(r *model.Record, e wallEnd, change func(end model.Object) model.Object) *model.Record {
	ends := r.Object("ends")
	was, _ := ends.Get(e.String()).(model.Object)
	if end := change(was); len(end) > 0 {
		return r.With("ends", ends.With(e.String(), end))
	}
	return withEnds(r, ends.Without(e.String()))
}

// joined moves the ends that follow, and rehangs what those walls host.
func (l *relining) joined() error {
	f := follower{moved: l.bends, around: l.around, stays: l.stays}
	followed := f.follow()
	for _, id := range slices.Sorted(maps.Keys(followed)) {
		b := followed[id]
		if err := l.tx.PutShape(withLine(l.tx.Record(id), b), l.keep); err != nil {
			return err
		}
		if turn := b.turn(); turn >= noticedTurn {
			l.tx.Note("%s turns by %.3g°, because an end of it is joined to what moves; joined: false leaves it", id, turn)
		}
		if err := l.rehang(id, b); err != nil {
			return err
		}
	}
	return nil
}

// around answers the runs near one that may follow it, the one itself included.
func (l *relining) around(id string) []*run {
	if _, known := l.near[id]; !known {
		if r, ok := runOf(l.s, l.s.Record(id)); ok {
			l.near[id] = slices.DeleteFunc(runsNear(l.s, r.line, r.base, r.top, r.reach()), func(o *run) bool {
				return l.apart != nil && o.id != id && l.apart(r, o)
			})
		}
	}
	return l.near[id]
}

// rehang keeps what a host of which an end moved carries where it stands.
func (l *relining) rehang(host string, b bend) error {
	v, rigid := b.rigid()
	for _, r := range hosted(l.s, host) {
		if l.rides[r.ID()] {
			continue
		}
		r = l.tx.Record(r.ID())
		next, put := shift(r, tidyPoint(v)), l.tx.Put
		if !rigid {
			next = rehung(r, b, l.keepOffsets)
		}
		if !rigid && (b.turn() > 0 || l.keepOffsets) { // it does not stand where its shape does
			put = func(next *model.Record) error { return l.tx.PutShape(next, l.keep) }
		}
		if err := put(next); err != nil {
			return err
		}
	}
	return nil
}

// rehung answers a hosted record after its host's line changed.
func rehung(r *model.Record, b bend, keepOffsets bool) *model.Record {
	if slides(r) {
		offset, _ := r.Number("offset")
		if to := tidy(b.along(offset)); !keepOffsets && to != offset {
			return r.With("offset", to)
		}
		return r
	}
	line, ok := category.Baseline(r)
	if r.Category() != "curtain-wall" || !ok {
		return r
	}
	now := line
	var along [2]float64
	for _, e := range [...]wallEnd{atStart, atEnd} {
		at := b.before.Project(e.point(line))
		along[e] = b.along(at.Along)
		if to, _ := b.stay(at); !to.Near(e.point(line), 2*geom.Epsilon) {
			now = e.put(now, tidyPoint(to))
		}
	}
	if now != line && line.IsArc() {
		now.Sagitta = tidy(b.after.Part(along[0], along[1]).Sagitta)
	}
	return withLine(r, bend{before: line, after: now})
}

// sound refuses a change after which a wall is no more than a point, runs the other
// way, or no longer holds a door, window or opening that it held before.
func (l *relining) sound(argument string) error {
	after := l.tx.Snapshot()
	for _, id := range l.tx.relined(l.s) {
		was, ok := runOf(l.s, l.s.Record(id))
		if !ok {
			continue
		}
		now, ok := runOf(after, after.Record(id))
		back := ok && l.straight && !was.line.IsArc() && was.line.TangentAt(0).Dot(now.line.TangentAt(0)) <= 0
		if !ok || back || now.line.Length() <= geom.JoinTolerance {
			return l.tx.Invalid(argument, fmt.Sprintf("nothing would be left of %s, which is %s long", titled(after.Record(id)), l.tx.Length(tidy(was.line.Length()))), nil)
		}
		for _, h := range hosted(after, id) {
			if err := l.stillFits(after, h, was, now, argument); err != nil {
				return err
			}
		}
	}
	return nil
}

// stillFits refuses that an opening reaches beyond the ends of its host and did not.
func (l *relining) stillFits(after *model.Snapshot, h *model.Record, was, now *run, argument string) error {
	to, ok := category.Opening(after, h)
	from, ok2 := category.Opening(l.s, l.s.Record(h.ID()))
	if !ok || !ok2 {
		return nil
	}
	beyond := func(at category.Span, r *run) float64 { return max(-at.From, at.To-r.line.Length()) }
	if out := beyond(to, now); out <= geom.Epsilon || out <= beyond(from, was)+geom.Epsilon {
		return nil
	}
	p := l.tx.invalid(argument, fmt.Sprintf("%s stands from %v to %v along %s, where that would no longer be: it would be %s long", titled(h),
		tidy(from.From), tidy(from.To), was.id, l.tx.Length(math.Round(now.line.Length()))), nil)
	delete(p.Details, "example")
	p.Hint = fmt.Sprintf("Move, rehost or delete %s first, in the same request", h.ID())
	return p
}

// relined answers the ids of the walls whose lines are others than in a model, sorted.
func (tx *Tx) relined(before *model.Snapshot) []string {
	var ids []string
	for _, id := range tx.order {
		old, now := before.Record(id), tx.Record(id)
		if old == nil || now == nil || !category.IsWall(old) {
			continue
		}
		was, _ := category.Baseline(old)
		if is, _ := category.Baseline(now); was != is {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}
