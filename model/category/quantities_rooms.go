package category

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// roomQuantities answers those of a room within its boundary. Gross figures include
// what stands in it. Net ones are less columns, shafts and openings of the floor;
// of its edge and its walls, less what separators and openings take of them.
func roomQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	const set = "Qto_SpaceBaseQuantities"
	e, ok := Boundary(s, r)
	if !ok {
		return set, nil
	}
	base, top := extent(s, r)
	height := top - base
	gross, net := e.Region.Outer.Area(), e.NetArea()
	around := e.Region.Outer.Perimeter()
	solid := around - e.openEdge(s)
	width, area := e.passages(s, base, top)
	ceiling, under := e.ceiling(s, base, top)
	return set, model.Object{
		quantity("Height", mm(height, height > 0)),
		quantity("FinishCeilingHeight", mm(ceiling-base, under)),
		quantity("GrossPerimeter", mm(around, true)),
		quantity("NetPerimeter", mm(max(0, solid-width), true)),
		quantity("GrossFloorArea", m2(gross, true)),
		quantity("NetFloorArea", m2(net, true)),
		quantity("GrossWallArea", m2(solid*height, height > 0)),
		quantity("NetWallArea", m2(max(0, solid*height-area), height > 0)),
		quantity("GrossVolume", m3(gross*height, height > 0)),
		quantity("NetVolume", m3(net*height, height > 0)),
	}
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

// ceiling answers the height in mm of the lowest ceiling over the area between two
// heights.
func (e Enclosure) ceiling(s *model.Snapshot, base, top float64) (z float64, ok bool) {
	low := math.Inf(1)
	at := e.Seed.At(base)
	for r := range elementsIn(s, geom.BoxOf(at, e.Seed.At(max(base, top))), "ceiling") {
		region, outlined := Outline(r)
		box, ok := Bounds(s, r)
		if ok && outlined && Stands(s, r) && box.Min.Z > base && region.Locate(e.Seed, 0) == geom.Inside {
			low = min(low, box.Min.Z)
		}
	}
	return low, !math.IsInf(low, 1)
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
