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

// movement is one move being planned on the model before it.
type movement struct {
	moveArgs
	tx *Tx
	s  *model.Snapshot
	by geom.Point
	dz float64

	whole []*model.Record // move as they are, with all they host
	lines []*model.Record // of which one end moves
	slide []*model.Record // move along their host
	rides map[string]bool // ids in whole
	bends map[string]bend // of moved runs, by id
	near  map[string][]*run
}

// sort decides how each target moves. Of those that a filter finds, what cannot move
// is left out with a note; one that is named has to move.
func (m *movement) sort(targets []*model.Record) error {
	left := map[string]error{}
	for _, r := range targets {
		if err := m.movable(r); err != nil {
			left[r.ID()] = err
		} else if m.End == "" && !slides(r) && hasPlace(r) {
			m.ride(r)
		}
	}
	for _, r := range targets {
		switch {
		case m.rides[r.ID()], left[r.ID()] != nil:
		case slides(r):
			m.slide = append(m.slide, r)
		case m.End != "":
			m.lines = append(m.lines, r)
		default:
			left[r.ID()] = m.tx.Invalid("/id", fmt.Sprintf("%s has no place of its own; move what it belongs to%s", titled(r), hostHint(r)), r.ID())
		}
	}
	return m.leave(left, len(targets))
}

// leave notes what stays behind, or refuses because of it.
func (m *movement) leave(left map[string]error, targets int) error {
	ids := slices.Sorted(maps.Keys(left))
	if len(ids) == 0 {
		return nil
	}
	if m.Filter == nil || len(ids) == targets {
		return left[ids[0]]
	}
	m.tx.Note("%d of %d records cannot be moved and stay: %s", len(ids), targets, shorten(strings.Join(ids, ", "), 200))
	return nil
}

func hostHint(r *model.Record) string {
	if host := r.String("hostId"); host != "" {
		return ", " + host
	}
	return ""
}

// movable refuses what has no place in plan, and lines asked of what is none.
func (m *movement) movable(r *model.Record) error {
	switch r.Category() {
	case "level":
		return m.tx.Invalid("/id", fmt.Sprintf("%s is a level; set_elevation moves it with all that stands on it", titled(r)), r.ID())
	case "building", "group", "material", "type":
		return m.tx.Invalid("/id", fmt.Sprintf("%s stands nowhere; move elements", titled(r)), r.ID())
	}
	if m.End != "" && (!r.Has("start") || !r.Has("end")) {
		return m.tx.Invalid("/end", fmt.Sprintf("%s has no start and end; leave end out", titled(r)), m.End)
	}
	return nil
}

// ride adds a record and all that it hosts to what moves as it is.
func (m *movement) ride(r *model.Record) {
	if m.rides[r.ID()] {
		return
	}
	m.rides[r.ID()] = true
	m.whole = append(m.whole, r)
	if run, ok := runOf(m.s, r); ok {
		m.bends[r.ID()] = bend{run.line, geom.Translate(m.by).Curve(run.line)}
	}
	for _, h := range hosted(m.s, r.ID()) {
		m.ride(h)
	}
}

func (m *movement) carryOut() error {
	for _, r := range m.whole {
		if err := m.moveWhole(r); err != nil {
			return err
		}
	}
	for _, r := range m.lines {
		if err := m.moveEnd(r); err != nil {
			return err
		}
	}
	if m.Joined {
		if err := m.moveJoined(); err != nil {
			return err
		}
	}
	for _, r := range m.slide {
		if err := m.moveAlong(r); err != nil {
			return err
		}
	}
	return nil
}

func (m *movement) moveWhole(r *model.Record) error {
	next := shift(r, m.by)
	if m.dz != 0 {
		raised, ok := lift(m.s.Schema(), next, m.dz)
		if !ok && hasPlace(r) && !m.rides[r.String("hostId")] {
			return m.tx.Invalid("/by", fmt.Sprintf("%s stands on its level or host and has no height of its own; leave dz out", titled(r)), model.PointValue(m.By[:]...))
		}
		next = raised
	}
	return m.tx.Put(next)
}

// moveEnd moves one end of a wall, beam or other line.
func (m *movement) moveEnd(r *model.Record) error {
	p, ok := r.Get(m.End).([]any)
	if !ok {
		return m.tx.Invalid("/end", fmt.Sprintf("the %s of %s is no point", m.End, titled(r)), m.End)
	}
	next := r.With(m.End, shiftPoint(p, m.by.At(m.dz)))
	if err := m.tx.PutShape(next, m.KeepShape); err != nil {
		return err
	}
	before, ok := category.Baseline(r)
	if !ok {
		return nil
	}
	after, _ := category.Baseline(next)
	m.bends[r.ID()] = bend{before, after}
	return m.rehang(r.ID(), bend{before, after})
}

// moveJoined moves the ends that follow, and rehangs what those walls host.
func (m *movement) moveJoined() error {
	followed := follow(m.bends, m.around)
	for _, id := range slices.Sorted(maps.Keys(followed)) {
		b := followed[id]
		r := m.tx.Record(id)
		for _, e := range [...]wallEnd{atStart, atEnd} {
			if to := e.point(b.after); to != e.point(b.before) {
				r = r.With(e.String(), pointValue(to))
			}
		}
		if err := m.tx.PutShape(r, m.KeepShape); err != nil {
			return err
		}
		if turn := b.turn(); turn >= noticedTurn {
			m.tx.Note("%s turns by %.3g°, because an end of it is joined to what moves; joined: false leaves it", id, turn)
		}
		if err := m.rehang(id, b); err != nil {
			return err
		}
	}
	return nil
}

// around answers the runs near one, the one itself included.
func (m *movement) around(id string) []*run {
	if _, known := m.near[id]; !known {
		if r, ok := runOf(m.s, m.s.Record(id)); ok {
			m.near[id] = runsNear(m.s, r.line, r.base, r.top, r.reach())
		}
	}
	return m.near[id]
}

// rehang keeps what a host of which an end moved carries where it stands.
func (m *movement) rehang(host string, b bend) error {
	_, rigid := b.rigid()
	for _, r := range hosted(m.s, host) {
		if m.rides[r.ID()] {
			continue
		}
		r = m.tx.Record(r.ID())
		next, put := shift(r, m.by), m.tx.Put
		if !rigid {
			next = rehung(r, b, m.KeepOffsets)
		}
		if !rigid && (b.turn() > 0 || m.KeepOffsets) { // it does not stand where its shape does
			put = func(next *model.Record) error { return m.tx.PutShape(next, m.KeepShape) }
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
	if r.Category() != "curtain-wall" || b.turn() == 0 {
		return r
	}
	for _, e := range [...]wallEnd{atStart, atEnd} {
		if p, ok := r.Point(e.String()); ok {
			to, _ := b.stay(b.before.Project(geom.Point{X: p[0], Y: p[1]}))
			r = r.With(e.String(), pointValue(tidyPoint(to)))
		}
	}
	return r
}

// moveAlong moves a door, window or opening along its host.
func (m *movement) moveAlong(r *model.Record) error {
	r = m.tx.Record(r.ID())
	host := m.tx.Record(r.String("hostId"))
	offset, _ := r.Number("offset")
	to, err := m.tx.slid(r, host, m.by)
	switch {
	case err != nil:
		return err
	case to == offset && m.dz == 0:
		return m.tx.square(r, host)
	}
	if along := to - offset; m.by.Dot(m.by)-along*along > geom.JoinTolerance {
		m.tx.Note("%s moves %s along its host and stays in it", r.ID(), m.tx.Length(math.Abs(tidy(along))))
	}
	next := r.With("offset", to)
	if m.dz != 0 {
		next, _ = lift(m.s.Schema(), next, m.dz)
	}
	if line, _ := category.Baseline(host); r.Has("placement") && !line.IsArc() {
		return m.tx.Put(shift(next, line.TangentAt(0).Scale(to-offset)))
	}
	return m.tx.PutShape(next, m.KeepShape)
}

// inWords says the movement in a subject: "by 500 mm north".
func (m *movement) inWords() string {
	flat := m.by.X == 0 || m.by.Y == 0
	switch {
	case m.by == (geom.Point{}) && m.dz > 0:
		return "up by " + m.tx.Length(m.dz)
	case m.by == (geom.Point{}):
		return "down by " + m.tx.Length(-m.dz)
	case flat && m.dz == 0:
		return fmt.Sprintf("by %s %s", m.tx.Length(m.by.Len()), compass(m.by))
	case m.dz == 0:
		return fmt.Sprintf("by [%v, %v]", m.by.X, m.by.Y)
	}
	return fmt.Sprintf("by [%v, %v, %v]", m.by.X, m.by.Y, m.dz)
}

// compass names the direction of a vector in the model's own axes.
func compass(v geom.Point) string { return string(geom.FacingOf(v, 0)) }
