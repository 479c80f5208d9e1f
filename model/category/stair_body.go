package category

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Thicknesses in mm of stairs: the waist under a flight, square to its pitch, and a
// landing.
const (
	stairWaist       = 150
	landingThickness = 200
)

// stairBodies answers the flights of a stair, with treads above and below them a slope,
// or steps where their treads turn, and its landings.
func stairBodies(s *model.Snapshot, r *model.Record) []Body {
	w, ok := StairParts(s, r)
	if !ok {
		return nil
	}
	blocks := make([][]geom.Block, len(w.Flights))
	var out []Body
	for _, step := range w.Steps {
		if step.Flight < 0 {
			out = append(out, single(s, r, "landing", geom.Extrude(step.Outline, step.under, step.Top))...)
			continue
		}
		blocks[step.Flight] = append(blocks[step.Flight], w.treadBlocks(step)...)
	}
	for i := range blocks {
		for _, m := range solids(blocks[i]) {
			out = append(out, single(s, r, "flight", m)...)
		}
	}
	return out
}

// treadBlocks answers what is under a tread: in a straight flight down to the slope at
// the depth of its waist, and level where that would reach below its floor.
func (w Stairway) treadBlocks(t Step) []geom.Block {
	f := w.Flights[t.Flight]
	top := geom.LevelPlane(t.Top)
	if len(f.Path) > 2 {
		return []geom.Block{{Region: t.Outline, Low: geom.LevelPlane(t.under), High: top}}
	}
	start, along := f.Path[0], f.Path[1].Sub(f.Path[0]).Unit()
	slope := geom.Plane{At: start, Z: f.Foot - f.waist(w.Riser), Rise: along.Scale(w.Riser / f.Going)}
	floor := w.floorOf(t.Flight)
	var out []geom.Block
	cells := geom.Slice([]geom.Region{t.Outline}, start, along, []float64{(floor - slope.Z) * f.Going / w.Riser})
	for _, c := range cells {
		low := slope
		if slope.Height(c.Outer.Centroid()) < floor {
			low = geom.LevelPlane(floor)
		}
		out = append(out, geom.Block{Region: c, Low: low, High: top})
	}
	return out
}

// floorOf answers the height in mm below which a flight does not reach.
func (w Stairway) floorOf(flight int) float64 {
	if flight == 0 {
		return w.Flights[0].Foot
	}
	return w.Flights[flight].Foot - landingThickness
}

// lineBeside answers the walking line for a side of 0, else the line along the left (1)
// or right (-1) edges, an inset in mm inside them, as high as the line over the nosings.
func (w Stairway) lineBeside(side, inset float64) []geom.Point3 {
	var out []geom.Point3
	for i, l := range w.walkways {
		left := side * (l.half - inset)
		var at []float64
		var stops []stop
		for _, s := range w.stops {
			if s.walkway == i {
				at, stops = append(at, s.d), append(stops, s)
			}
		}
		line := l.line(left, at, func(d float64) float64 { return heightAt(stops, d) })
		if n := len(out); n > 1 && len(line) > 1 {
			out = append(out, roundTheTurn(out[n-2], out[n-1], line[0], line[1], left, l.half)...)
		}
		out = append(out, line...)
	}
	return out
}

// heightAt answers the height between the stops of a walkway; on a landing it is that of
// the landing.
func heightAt(stops []stop, d float64) float64 {
	for i := 0; i+1 < len(stops); i += 2 {
		from, to := stops[i], stops[i+1]
		if d < from.d-geom.Epsilon {
			return stops[max(0, i-1)].height
		}
		if d <= to.d+geom.Epsilon {
			return from.height + (to.height-from.height)*(d-from.d)/(to.d-from.d)
		}
	}
	return stops[len(stops)-1].height
}

// roundTheTurn answers the corners between the line beside a flight, which ends with the
// points a and b, and the one beside the next, which begins with c and d: where both
// meet, or for flights back to back beyond the ends of both, so far that the line in the
// middle of the flights would go on for half their width.
func roundTheTurn(a, b, c, d geom.Point3, left, half float64) []geom.Point3 {
	ahead, on := b.Plan().Sub(a.Plan()).Unit(), d.Plan().Sub(c.Plan()).Unit()
	gap := c.Plan().Sub(b.Plan())
	switch turn := ahead.Cross(on); {
	case gap.Len() <= stairGap:
		return nil
	case math.Abs(turn) > 1e-3:
		far, near := gap.Cross(on)/turn, gap.Cross(ahead)/turn
		if far < 0 || near > 0 {
			return nil
		}
		return []geom.Point3{b.Plan().Add(ahead.Scale(far)).At(b.Z)}
	case ahead.Dot(on) > 0:
		return nil
	}
	beyond := max(0, gap.Dot(ahead)) + half - math.Copysign(left, left*ahead.Cross(gap))
	return []geom.Point3{
		b.Plan().Add(ahead.Scale(beyond)).At(b.Z),
		c.Plan().Add(ahead.Scale(beyond - gap.Dot(ahead))).At(b.Z),
	}
}
