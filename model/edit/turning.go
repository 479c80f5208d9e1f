package edit

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// turning carries elements, with all that they host, by a turn or a mirroring in plan.
type turning struct {
	relining
	t     geom.Transform
	whole []*model.Record // with what they host
}

// newTurning takes up the targets. Of those that a filter finds, what cannot be turned
// is left out with a note; one that is named has to be.
func newTurning(tx *Tx, targets []*model.Record, a Target, keep KeepShape) (*turning, error) {
	m := &turning{relining: newRelining(tx, keep)}
	left := map[string]error{}
	for _, r := range targets {
		if err := tx.turnable(r); err != nil {
			left[r.ID()] = err
		} else if !slides(r) && !embedded(r) && hasPlace(r) {
			m.ride(r)
		}
	}
	for _, r := range targets {
		if !m.rides[r.ID()] && left[r.ID()] == nil {
			left[r.ID()] = tx.Invalid("/id", fmt.Sprintf("%s stands where its host does; %s that%s", titled(r), tx.command.Name, hostHint(r)), r.ID())
		}
	}
	ids := slices.Sorted(maps.Keys(left))
	if len(ids) > 0 && (a.Filter == nil || len(ids) == len(targets)) {
		return nil, left[ids[0]]
	}
	if len(ids) > 0 {
		tx.Note("%d of %d records stand by their hosts or nowhere and are left: %s", len(ids), len(targets), shorten(strings.Join(ids, ", "), 200))
	}
	return m, nil
}

// turnable refuses what has no place in plan.
func (tx *Tx) turnable(r *model.Record) error {
	if d := category.Find(r.Category()); r.Category() == "grid" || d != nil && d.Element() {
		return nil
	}
	return tx.Invalid("/id", fmt.Sprintf("%s stands nowhere in plan; %s elements", titled(r), tx.command.Name), r.ID())
}

// ride adds a record and all that it hosts.
func (m *turning) ride(r *model.Record) {
	if m.rides[r.ID()] {
		return
	}
	m.rides[r.ID()] = true
	m.whole = append(m.whole, r)
	for _, h := range hosted(m.s, r.ID()) {
		m.ride(h)
	}
}

// turned answers those of the targets that turn.
func (m *turning) turned(targets []*model.Record) []*model.Record {
	return slices.DeleteFunc(slices.Clone(targets), func(r *model.Record) bool { return !m.rides[r.ID()] })
}

// center answers the middle of the elements: the mean of their own.
func (m *turning) center() geom.Point {
	var sum geom.Point
	n := 0.0
	for _, r := range m.whole {
		if p, ok := centerOf(r); ok && !m.rides[r.String("hostId")] {
			sum, n = sum.Add(p), n+1
		}
	}
	return sum.Scale(1 / max(n, 1))
}

// centerOf answers the middle of an element in plan, which turns with it: where it
// stands, of an outline its centroid, else the mean of the points that it names.
func centerOf(r *model.Record) (geom.Point, bool) {
	if at, ok := r.Point("at"); ok && !r.Has("end") {
		return geom.Point{X: at[0], Y: at[1]}, true
	}
	if region, ok := category.Outline(r); ok {
		return region.Outer.Centroid(), true
	}
	var sum geom.Point
	n := 0.0
	mapPlaces(r.Without("ends").Without("clips").Members(), func(p []any) []any {
		x, ok := coordinate(p, 0)
		y, ok2 := coordinate(p, 1)
		if ok && ok2 {
			sum, n = sum.Add(geom.Point{X: x, Y: y}), n+1
		}
		return p
	})
	return sum.Scale(1 / max(n, 1)), n > 0
}

// carryOut turns everything, and then what is joined to it.
func (m *turning) carryOut(follows bool) error {
	for _, r := range m.whole {
		next, drops := m.carried(r)
		put := m.tx.Put
		if drops {
			put = func(next *model.Record) error { return m.tx.PutShape(next, m.keep) }
		}
		if err := put(next); err != nil {
			return err
		}
		if was, ok := runOf(m.s, r); ok && category.IsWall(r) {
			now, _ := category.Baseline(next)
			m.bends[r.ID()] = bend{before: was.line, after: now}
		}
	}
	if !follows {
		return nil
	}
	m.stays = m.stillMeets()
	if err := m.joined(); err != nil {
		return err
	}
	return m.sound("/id")
}

// carried answers an element after the turn, and whether its imported shape, which
// cannot be mirrored, goes.
func (m *turning) carried(r *model.Record) (next *model.Record, drops bool) {
	next = carried(m.s, r, m.t)
	if r.Category() == "foundation" && r.Has("at") && !next.Has("at") {
		m.tx.Note("%s no longer runs along x and y: it has an outline now", r.ID())
	}
	if !m.t.Mirrors() {
		return next, false
	}
	if t := category.TypeOf(m.s, r); t != nil && t.Object("profile").Get("shape") == "l" && !evenAngle(t.Object("profile")) {
		m.tx.Note("%s is turned, not mirrored: no turn makes its profile the mirrored one", r.ID())
	}
	if !r.Has("shape") {
		if t := category.TypeOf(m.s, r); t != nil && t.Has("shape") {
			m.tx.Note("%s is turned, not mirrored: the shape of its type cannot be", r.ID())
		}
		return next, false
	}
	if len(category.Bodies(m.s, r.Without("shape").Without("placement"))) > 0 {
		return next.With("placement", r.Get("placement")), true
	}
	m.tx.Note("%s is turned, not mirrored: its imported shape cannot be", r.ID())
	return next, false
}

// evenAngle tells whether an angle profile has two equal legs.
func evenAngle(profile model.Object) bool {
	return model.Equal(profile.Get("width"), profile.Get("depth")) && model.Equal(profile.Get("webThickness"), profile.Get("flangeThickness"))
}

// stillMeets answers whether an end that was joined to something that turned meets
// something that did, as it met it before: then it stays where it is.
func (m *turning) stillMeets() func(other *run, e wallEnd) bool {
	ids := slices.Sorted(maps.Keys(m.bends))
	return func(other *run, e wallEnd) bool {
		p := e.point(other.line)
		beside := math.Inf(1) // the line of what it met
		for _, id := range ids {
			beside = min(beside, m.bends[id].before.Project(p).Distance)
		}
		return slices.ContainsFunc(ids, func(id string) bool {
			r, ok := runOf(m.s, m.s.Record(id))
			if !ok || !r.shares(other) {
				return false
			}
			now := m.bends[id].after
			if nearestEnd(m.bends[id].before, p).point(m.bends[id].before).Near(p, geom.JoinTolerance) { // a corner
				return nearestEnd(now, p).point(now).Near(p, geom.JoinTolerance)
			}
			return math.Abs(now.Project(p).Distance-beside) <= geom.JoinTolerance
		})
	}
}
