package category

import (
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Thicknesses in mm of stairs: the waist under a flight, square to its pitch, and a
// landing.
const (
	stairWaist       = 150
	landingThickness = 200
)

// stairFlight is a straight flight: its treads lie on line, the last riser leads to
// what comes after it.
type stairFlight struct {
	line   geom.Curve
	width  float64
	risers int
	foot   float64 // height in mm
	floor  float64 // below which it does not reach
}

// stairLanding is a level part of a stair.
type stairLanding struct {
	outline geom.Region
	top     float64
}

// stairBodies answers the flights of a stair with treads above and a slope below, and
// its landings.
func stairBodies(s *model.Snapshot, r *model.Record) []Body {
	flights, landings, riser := stairParts(s, r)
	var out []Body
	for _, f := range flights {
		if f.risers > 1 {
			out = append(out, single(s, r, "flight", f.mesh(riser))...)
		}
	}
	for _, l := range landings {
		if _, clash := l.outline.Outer.Clash(); !clash {
			out = append(out, single(s, r, "landing", geom.Extrude(l.outline, l.top-landingThickness, l.top))...)
		}
	}
	return out
}

// stairParts answers the flights and landings of a stair from the bottom up, and the
// height of a riser in mm; none where they cannot be laid out.
func stairParts(s *model.Snapshot, r *model.Record) ([]stairFlight, []stairLanding, float64) {
	base := Base(s, r)
	top, ok := Top(s, r)
	n, ok2 := risers(s, r)
	const most = 1000 // of risers that are drawn
	if !ok || !ok2 || n < 1 || n > most || top <= base {
		return nil, nil, 0
	}
	riser := (top - base) / float64(n)
	flights := flightsOf(r)
	if len(flights) == 0 {
		flights = layOut(path(r), r.NumberOr("width", 0), n)
	}
	landings := landingsOf(r, flights)
	climbed := 0
	for i := range flights {
		f := &flights[i]
		f.foot = base + float64(climbed)*riser
		f.floor = f.foot
		if i > 0 {
			f.floor -= landingThickness
		}
		climbed += f.risers
		if i < len(landings) {
			landings[i].top = base + float64(climbed)*riser
		}
	}
	return flights, landings[:min(len(landings), len(flights))], riser
}

// flightsOf answers the flights that a stair names.
func flightsOf(r *model.Record) []stairFlight {
	var out []stairFlight
	for _, o := range objects(r.Get("flights")) {
		points, width, n := path(o), o.NumberOr("width", 0), int(o.NumberOr("risers", 0))
		if len(points) < 2 || width <= 0 || n < 1 {
			return nil
		}
		line := geom.Line(points[0], points[len(points)-1])
		if line.Length() <= geom.JoinTolerance {
			return nil
		}
		out = append(out, stairFlight{line: line, width: width, risers: n})
	}
	return out
}

// layOut answers the flights of a path, which leave room for a landing as long as
// wide at each turn, with treads as deep as can be alike.
func layOut(points []geom.Point, width float64, risers int) []stairFlight {
	var out []stairFlight
	run := 0.0
	last := len(points) - 2
	for i := 0; i <= last; i++ {
		line := geom.Line(points[i], points[i+1])
		from, to := 0.0, line.Length()
		if i > 0 {
			from += width / 2
		}
		if i < last {
			to -= width / 2
		}
		if to-from <= geom.JoinTolerance || width <= 0 {
			return nil
		}
		out = append(out, stairFlight{line: line.Part(from, to), width: width})
		run += to - from
	}
	treads := risers - len(out)
	if treads < 0 {
		return nil
	}
	gone, placed := 0.0, 0
	for i := range out {
		gone += out[i].line.Length()
		upTo := int(math.Round(float64(treads) * gone / run))
		out[i].risers = upTo - placed + 1
		placed = upTo
	}
	return out
}

// landingsOf answers the landings that a stair names, else those at its turns.
func landingsOf(r *model.Record, flights []stairFlight) []stairLanding {
	var out []stairLanding
	if r.Has("flights") {
		for _, o := range objects(r.Get("landings")) {
			if region, ok := Outline(o); ok {
				out = append(out, stairLanding{outline: region})
			}
		}
		return out
	}
	for i := 1; i < len(flights); i++ {
		f := flights[i-1]
		square := f.line.Part(f.line.Length(), f.line.Length()+f.width)
		if ring, ok := square.Band(f.width/2, -f.width/2); ok {
			out = append(out, stairLanding{outline: geom.Region{Outer: ring}})
		}
	}
	return out
}

// mesh answers a flight: treads above, below them a slope at the depth of the waist
// under the feet of the risers, level where it meets the floor.
func (f stairFlight) mesh(riser float64) geom.Mesh {
	ring, ok := f.line.Band(f.width/2, -f.width/2)
	if !ok {
		return geom.Mesh{}
	}
	treads := f.risers - 1
	going := f.line.Length() / float64(treads)
	drop := stairWaist * math.Hypot(1, riser/going)
	start, along := f.line.Start, f.line.TangentAt(0)
	cuts := []float64{(f.floor - f.foot + drop) * going / riser}
	heights := []float64{f.floor, f.foot}
	for k := 1; k <= treads; k++ {
		cuts = append(cuts, float64(k)*going)
		heights = append(heights, f.foot+float64(k)*riser)
	}
	cells := geom.Slice([]geom.Region{{Outer: ring}}, start, along, cuts)
	tread := make([]float64, len(cells))
	for i, c := range cells {
		tread[i] = f.foot + riser*math.Ceil(c.Outer.Centroid().Sub(start).Dot(along)/going)
	}
	heights = slices.Compact(heights)
	return geom.Strata{
		Cells: cells, Heights: heights,
		Solid:  func(cell, layer int) bool { return heights[layer] < tread[cell]-riser/2 },
		Bottom: func(at geom.Point) float64 { return max(f.floor, f.foot-drop+at.Sub(start).Dot(along)*riser/going) },
	}.Mesh()
}
