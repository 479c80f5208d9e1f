package category

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Stairway is a stair as it is laid out.
type Stairway struct {
	Flights []Flight
	Steps   []Step // from the bottom up; where steps lie side by side, they share edges
	Risers  int
	Riser   float64       // height of one, in mm
	Going   float64       // the smallest of its flights in mm, 0 where it has no tread
	Line    []geom.Point3 // the walking line from the first riser to the last, as high as the line over the nosings

	walkways []walkway // that its steps lie on: one, or one for each flight
	stops    []stop    // where flights begin and end, of all walkways together
}

// Flight is a run of treads. The last riser leads to what comes after it: a landing, a
// floor, or where there is none a flight whose foot is its last tread.
type Flight struct {
	Path   []geom.Point // centre line from its first riser to its last
	Width  float64      // in mm
	Risers int
	Going  float64 // depth of a tread along the path in mm, 0 where it has none
	Foot   float64 // height in mm of what its first riser stands on
}

// Step is a level part of a stair that one stands on.
type Step struct {
	Outline geom.Region
	Top     float64 // height in mm
	Flight  int     // which flight it is a tread of, -1 for a landing

	under float64 // the lowest height of its underside, in mm
}

// stop is a place on the way up, as a distance along its walkway.
type stop struct {
	walkway int
	d       float64
	height  float64 // of the line over the nosings, in mm
}

// most is how many risers of a stair are laid out.
const mostRisers = 1000

// StairParts answers a stair's flights, treads and landings. It is false where they
// cannot be laid out: where a height or the width is missing, its flights have more
// treads than their length has room for, or its path turns too often for its width. Such
// a stair has no body.
func StairParts(s *model.Snapshot, r *model.Record) (Stairway, bool) {
	base := Base(s, r)
	top, ok := Top(s, r)
	n, ok2 := risers(s, r)
	w := Stairway{Risers: n}
	if !ok || !ok2 || n < 1 || n > mostRisers || top <= base {
		return w, false
	}
	w.Riser = (top - base) / float64(n)
	if r.Has("flights") {
		ok = w.climbFlights(r, base)
	} else {
		ok = w.climbPath(r, base)
	}
	for _, f := range w.Flights {
		if f.Going > 0 && (w.Going == 0 || f.Going < w.Going) {
			w.Going = f.Going
		}
	}
	return w, ok && len(w.Steps) > 0
}

// Outline answers the plan of all steps together.
func (w Stairway) Outline() []geom.Region {
	parts := make([]geom.Region, len(w.Steps))
	for i, s := range w.Steps {
		parts[i] = s.Outline
	}
	return geom.Union(parts)
}

// climbPath lays out a stair along one path.
func (w *Stairway) climbPath(r *model.Record, base float64) bool {
	l, ok := newWalkway(path(r), r.NumberOr("width", 0))
	if !ok {
		return false
	}
	flights, treads, ok := layOut(l, w.Risers)
	if !ok {
		return false
	}
	w.walkways = []walkway{l}
	foot := base
	for i, f := range flights {
		if i > 0 {
			w.addLanding(geom.Region{Outer: l.part(flights[i-1].to, f.from)}, foot)
		}
		w.addFlight(0, f, treads[i], treads[i]+1, foot, i > 0)
		foot += float64(treads[i]+1) * w.Riser
	}
	w.Line = w.lineBeside(0, 0)
	return true
}

// climbFlights lays out the flights and landings that a stair names.
func (w *Stairway) climbFlights(r *model.Record, base float64) bool {
	var ns []int
	for _, o := range objects(r.Get("flights")) {
		l, ok := newWalkway(path(o), o.NumberOr("width", 0))
		n := o.NumberOr("risers", 0)
		if !ok || !(n >= 1 && n <= mostRisers) {
			return false
		}
		w.walkways, ns = append(w.walkways, l), append(ns, int(n))
	}
	landings := landingsOf(r, w.walkways)
	foot := base
	for i, l := range w.walkways {
		for _, g := range landings[i] {
			w.addLanding(g, foot)
		}
		treads := ns[i] - 1
		if i+1 < len(w.walkways) && len(landings[i+1]) == 0 && l.points[len(l.points)-1].Near(w.walkways[i+1].points[0], stairGap) {
			treads++
		}
		w.addFlight(i, span{0, l.length()}, treads, ns[i], foot, i > 0)
		foot += float64(ns[i]) * w.Riser
	}
	for _, g := range landings[len(w.walkways)] {
		w.addLanding(g, foot)
	}
	w.Line = w.lineBeside(0, 0)
	return true
}

// stairGap is how far apart in mm flights and landings that follow each other may be.
const stairGap = 10

// landingsOf answers the landings that a stair names, by the flight that they come
// before: the one after the flight that ends at their edge, else the one that begins
// there, else in their order.
func landingsOf(r *model.Record, walkways []walkway) [][]geom.Region {
	out := make([][]geom.Region, len(walkways)+1)
	for k, o := range objects(r.Get("landings")) {
		region, ok := Outline(o)
		if _, clash := region.Outer.Clash(); !ok || clash {
			continue
		}
		before := min(k+1, len(walkways))
		for i := len(walkways) - 1; i >= 0; i-- {
			if region.Locate(walkways[i].points[0], stairGap) != geom.Outside {
				before = i
			}
		}
		for i := len(walkways) - 1; i >= 0; i-- {
			if region.Locate(walkways[i].points[len(walkways[i].points)-1], stairGap) != geom.Outside {
				before = i + 1
			}
		}
		out[before] = append(out[before], region)
	}
	return out
}

func (w *Stairway) addLanding(g geom.Region, top float64) {
	w.Steps = append(w.Steps, Step{Outline: g, Top: top, Flight: -1, under: top - landingThickness})
}

// addFlight adds a flight over a part of a walkway, above a floor or a landing.
func (w *Stairway) addFlight(on int, part span, treads, risers int, foot float64, landed bool) {
	l := w.walkways[on]
	f := Flight{Path: l.path(part), Width: 2 * l.half, Risers: risers, Foot: foot}
	w.stops = append(w.stops, stop{on, part.from, foot + w.Riser}, stop{on, part.to, foot + float64(risers)*w.Riser})
	if treads > 0 {
		f.Going = (part.to - part.from) / float64(treads)
		floor := foot
		if landed {
			floor -= landingThickness
		}
		drop := f.waist(w.Riser)
		for k := range treads {
			w.Steps = append(w.Steps, Step{
				Outline: geom.Region{Outer: l.part(f.tread(part, treads, k), f.tread(part, treads, k+1))},
				Top:     foot + float64(k+1)*w.Riser, Flight: len(w.Flights),
				under: max(floor, foot-drop+float64(k)*w.Riser),
			})
		}
	}
	w.Flights = append(w.Flights, f)
}

// tread answers how far along its walkway the riser before a tread stands.
func (f Flight) tread(part span, treads, k int) float64 {
	if k == treads {
		return part.to
	}
	return part.from + float64(k)*f.Going
}

// waist answers how far upright the underside of a flight lies under the feet of its
// risers, in mm.
func (f Flight) waist(riser float64) float64 { return stairWaist * math.Hypot(1, riser/f.Going) }

// path answers the points of a walkway's path over a part of it.
func (l walkway) path(part span) []geom.Point {
	out := []geom.Point{l.place(part.from)}
	for i, d := range l.at {
		if d > part.from+geom.Epsilon && d < part.to-geom.Epsilon {
			out = append(out, l.points[i])
		}
	}
	return append(out, l.place(part.to))
}
