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
	relining
	by geom.Point
	dz float64

	whole []*model.Record // move as they are, with all they host
	lines []*model.Record // of which one end moves
	slide []*model.Record // move along their host
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
		m.bends[r.ID()] = bend{before: run.line, after: geom.Translate(m.by).Curve(run.line)}
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
		if err := m.joined(); err != nil {
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
	m.bends[r.ID()] = bend{before: before, after: after}
	return m.rehang(r.ID(), bend{before: before, after: after})
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
