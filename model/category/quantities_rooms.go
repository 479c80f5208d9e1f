package category

import (
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// roomQuantities answers those of a room within its boundary. Gross figures include
// what stands in it, the flooring, and what is above its ceilings. Net ones are less
// columns, shafts and openings of the floor, from the finished floor to the ceilings; of
// its edge and its walls, less what separators and openings take of them. Heights are
// said where they are the same all over.
func roomQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	const set = "Qto_SpaceBaseQuantities"
	e, ok := Boundary(s, r)
	if !ok {
		return set, nil
	}
	whole := airspaceOf(s, r, []geom.Region{{Outer: e.Region.Outer}}, false)
	clear := e.clear(s, r)
	around := e.Region.Outer.Perimeter()
	low, high, known := whole.heights(nil)
	under, over, hung := clear.heights(func(c airCell) bool { return c.ceiling })
	known = known && whole.known()
	base := Base(s, r)
	width, area := e.passages(s, base, base+high)
	walls := e.wallArea(s, whole)
	flooring, floored := clear.level()
	bearing, borne := whole.level()
	return set, model.Object{
		quantity("Height", mm(high, known && same(low, high))),
		quantity("FinishCeilingHeight", mm(under, hung && same(under, over))),
		quantity("FinishFloorHeight", mm(flooring-bearing, floored && borne)),
		quantity("GrossPerimeter", mm(around, true)),
		quantity("NetPerimeter", mm(max(0, around-e.openEdge(s)-width), true)),
		quantity("GrossFloorArea", m2(e.Region.Outer.Area(), true)),
		quantity("NetFloorArea", m2(e.NetArea(), true)),
		quantity("GrossWallArea", m2(walls, known)),
		quantity("NetWallArea", m2(max(0, walls-area), known)),
		quantity("NetCeilingArea", m2(clear.overhead())),
		quantity("GrossVolume", m3(whole.volume(), known)),
		quantity("NetVolume", m3(clear.volume(), clear.known())),
	}
}

// clear answers the airspace of a room from its finished floor to its ceilings, less its
// voids.
func (e Enclosure) clear(s *model.Snapshot, r *model.Record) airspace {
	regions := []geom.Region{e.Region}
	if len(e.Voids) > 0 {
		regions = geom.Difference(regions, e.Voids)
	}
	return airspaceOf(s, r, regions, true)
}

// same tells whether two heights are one.
func same(a, b float64) bool { return math.Abs(a-b) <= geom.JoinTolerance }

// wallArea answers the area in mm² of what bounds an area upright, without separators,
// as high as its airspace.
func (e Enclosure) wallArea(s *model.Snapshot, whole airspace) float64 {
	if low, high, ok := whole.heights(nil); ok && same(low, high) {
		return (e.Region.Outer.Perimeter() - e.openEdge(s)) * high
	}
	var open []geom.Curve
	for _, id := range e.Separators {
		if line, ok := Baseline(s.Record(id)); ok {
			open = append(open, line)
		}
	}
	sum := 0.0
	for _, c := range whole {
		for _, edge := range c.region.Outer.Flatten(geom.ChordTolerance).Edges() {
			at := edge.PointAt(edge.Length() / 2)
			on := func(line geom.Curve) bool { return line.Project(at).Distance <= geom.JoinTolerance }
			if e.Region.Outer.Locate(at, geom.ChordTolerance) == geom.OnEdge && !slices.ContainsFunc(open, on) {
				sum += edge.Length() * (c.over.Height(at) - c.floor.Height(at))
			}
		}
	}
	return sum
}

// openEdge answers how much of the outer edge only separators bound, in mm.
func (e Enclosure) openEdge(s *model.Snapshot) float64 {
	sum := 0.0
	for _, id := range e.Separators {
		line, ok := Baseline(s.Record(id))
		for _, edge := range e.Region.Outer.Edges() {
			if m := edge.Meet(line, geom.JoinTolerance); ok && m.Kind == geom.Overlap {
				sum += m.Length
			}
		}
	}
	return sum
}

// passages answers the width in mm of the openings around that reach the floor, and
// the area in mm² of all of them between two heights.
func (e Enclosure) passages(s *model.Snapshot, base, top float64) (width, area float64) {
	for _, id := range e.Openings {
		span, ok := Opening(s, s.Record(id))
		if !ok {
			continue
		}
		if span.Sill <= base+geom.JoinTolerance {
			width += span.To - span.From
		}
		area += (span.To - span.From) * max(0, min(span.Head, top)-max(span.Sill, base))
	}
	return width, area
}

// levelQuantities answers those of a storey: gross within the outer faces of its
// walls, net what closed areas leave to stand on.
func levelQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	const set = "Qto_BuildingStoreyBaseQuantities"
	l, ok := Levels(s).Get(r.ID())
	t := storeyOf(s, r)
	if !ok {
		return set, nil
	}
	return set, model.Object{
		quantity("GrossHeight", mm(l.Height(), l.HasTop)),
		quantity("GrossFloorArea", m2(t.gross, t.gross > 0)),
		quantity("NetFloorArea", m2(t.net(), t.gross > 0)),
		quantity("GrossVolume", m3(t.gross*l.Height(), t.gross > 0 && l.HasTop)),
		quantity("NetVolume", m3(t.net()*l.Height(), t.gross > 0 && l.HasTop)),
	}
}

// net answers what closed areas leave to stand on, in mm².
func (t storey) net() float64 { return t.gross - t.walls - t.columns - t.voids }

// buildingQuantities answers those of a building: the sums of its storeys, of volumes
// where the tops of all are known.
func buildingQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	low, high := math.Inf(1), math.Inf(-1)
	var gross, net, grossVolume, netVolume float64
	topped := true
	for _, l := range Levels(s).All() {
		level := s.Record(l.ID)
		if l.Building != r.ID() || level == nil {
			continue
		}
		low, high = min(low, l.Elevation), max(high, l.Elevation, l.Top)
		if l.PartOf == "" {
			t := storeyOf(s, level)
			gross, net = gross+t.gross, net+t.net()
			grossVolume, netVolume = grossVolume+t.gross*l.Height(), netVolume+t.net()*l.Height()
			topped = topped && (l.HasTop || t.gross == 0)
		}
	}
	return "Qto_BuildingBaseQuantities", model.Object{
		quantity("Height", mm(high-low, high > low)),
		quantity("GrossFloorArea", m2(gross, gross > 0)),
		quantity("NetFloorArea", m2(net, gross > 0)),
		quantity("GrossVolume", m3(grossVolume, gross > 0 && topped)),
		quantity("NetVolume", m3(netVolume, gross > 0 && topped)),
	}
}
