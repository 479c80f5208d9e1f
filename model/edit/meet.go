package edit

import (
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// meet brings the free ends of drawn walls to the walls that they lie in or just
// before.
func (d *drawing) meet() {
	last := len(d.line.points) - 1
	for _, e := range []struct {
		end      wallEnd
		at, next int
	}{{atStart, 0, 1}, {atEnd, last, last - 1}} {
		from, tip := d.line.points[e.next], d.line.points[e.at]
		for _, other := range d.near(geom.Line(tip, tip), nearMiss) {
			to, ok := meetingPoint(from, tip, other)
			if !ok {
				continue
			}
			if moved := to.Dist(tip); moved > geom.JoinTolerance {
				d.tx.Note("the %s of the line was brought %s to %s", e.end, d.tx.Length(tidy(moved)), other.id)
			}
			d.line.points[e.at] = to
			break
		}
	}
}

// near answers the existing walls beside a line that stand at the drawn walls'
// height, the nearest baseline first.
func (d *drawing) near(line geom.Curve, distance float64) []*run {
	all := runsNear(d.s, line, d.run.base, d.run.top, distance)
	all = slices.DeleteFunc(all, func(r *run) bool { return !r.shares(&d.run) })
	slices.SortStableFunc(all, func(a, b *run) int {
		da, _, _ := a.line.Gap(line)
		db, _, _ := b.line.Gap(line)
		switch {
		case da < db:
			return -1
		case da > db:
			return 1
		}
		return 0
	})
	return all
}

// meetingPoint answers where a wall drawn from a point to its tip joins another: at
// that one's end where the tip is within reach of it, else where the drawn line,
// prolonged, meets its baseline. It is false where the tip lies neither in the other
// nor just before its face, or where nothing would be left of the drawn wall.
func meetingPoint(from, tip geom.Point, other *run) (geom.Point, bool) {
	wider := *other
	wider.left, wider.right = other.left+nearMiss, other.right-nearMiss
	for _, e := range [...]wallEnd{atStart, atEnd} {
		if end := e.point(other.line); end.Near(tip, nearMiss) {
			return end, leaves(from, tip, end)
		}
	}
	if !wider.holds(tip) {
		return tip, false
	}
	side := geom.Line(from, tip)
	prolonged := side.Part(0, side.Length()+2*(other.left-other.right)+2*nearMiss)
	best, found := tip, math.Inf(1)
	for _, p := range prolonged.Meet(other.line, geom.Epsilon).Points {
		if d := p.Dist(tip); d < found {
			best, found = p.Round(), d
		}
	}
	return best, found < math.Inf(1) && leaves(from, tip, best)
}

// leaves tells whether a wall from one point to another is still one, and runs the
// same way, when its tip is elsewhere.
func leaves(from, tip, to geom.Point) bool {
	return to.Sub(from).Dot(tip.Sub(from)) > 0 && to.Dist(from) > geom.JoinTolerance
}

// split splits the existing walls where the drawn ones end on them or cross them,
// and the drawn ones where they cross.
func (d *drawing) split() error {
	cuts := map[string][]float64{}
	var order []*run
	var points []geom.Point
	for _, side := range d.line.sides() {
		points = append(points, side.Start)
		var own []float64
		for _, other := range d.near(side, geom.JoinTolerance) {
			contact := side.Meet(other.line, geom.JoinTolerance)
			if contact.Kind != geom.Touch && contact.Kind != geom.Cross {
				continue
			}
			for _, p := range contact.Points {
				if at := other.line.Project(p).Along; inner(at, other.line.Length()) {
					if len(cuts[other.id]) == 0 {
						order = append(order, other)
					}
					cuts[other.id] = append(cuts[other.id], at)
				}
				if at := side.Project(p).Along; contact.Kind == geom.Cross && inner(at, side.Length()) {
					own = append(own, at)
				}
			}
		}
		slices.Sort(own)
		for _, at := range slices.CompactFunc(own, together) {
			points = append(points, side.PointAt(at).Round())
		}
	}
	if !d.line.closed {
		points = append(points, d.line.points[len(d.line.points)-1])
	}
	d.line.points = points
	return d.cut(order, cuts)
}

// cut splits walls, each from its far end on, so that distances stay true.
func (d *drawing) cut(walls []*run, cuts map[string][]float64) error {
	for _, w := range walls {
		places := cuts[w.id]
		slices.Sort(places)
		places = slices.CompactFunc(places, together)
		slices.Reverse(places)
		for _, at := range places {
			second, err := d.tx.split(d.tx.Record(w.id), at, "", KeepShape{})
			if err != nil {
				return err
			}
			d.tx.Note("%s was split at %v; the rest of it is %s", w.id, tidy(at), second.ID())
		}
	}
	return nil
}

func inner(at, length float64) bool {
	return at > geom.JoinTolerance && at < length-geom.JoinTolerance
}

func together(a, b float64) bool { return math.Abs(a-b) <= geom.JoinTolerance }
