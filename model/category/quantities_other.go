package category

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// meshVolume answers the volume of an element's bodies in mm³, and whether it has any.
func meshVolume(s *model.Snapshot, r *model.Record) (float64, bool) {
	bodies := Bodies(s, r)
	sum := 0.0
	for _, b := range bodies {
		sum += b.Mesh.Volume()
	}
	return sum, len(bodies) > 0
}

func stairQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	w, _ := StairParts(s, r)
	length := 0.0
	for _, f := range w.Flights {
		length += pathLength(f.Path)
	}
	volume, ok := meshVolume(s, r)
	return "Qto_StairBaseQuantities", model.Object{
		quantity("Length", mm(length, length > 0)),
		quantity("GrossVolume", m3(volume, ok)),
		quantity("NetVolume", m3(volume, ok)),
	}
}

func railingQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	return "Qto_RailingBaseQuantities", model.Object{quantity("Length", railingLength(s, r))}
}

func rampQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	width, ok2 := r.Number("width")
	volume, ok3 := meshVolume(s, r)
	l, ok := rampLineOf(s, r)
	length := 0.0
	if ok {
		length = l.slopedLength()
	}
	return "Qto_RampFlightBaseQuantities", model.Object{
		quantity("Length", mm(length, ok)),
		quantity("Width", mm(width, ok2)),
		quantity("GrossArea", m2(length*width, ok && ok2)),
		quantity("NetArea", m2(length*width, ok && ok2)),
		quantity("GrossVolume", m3(volume, ok3)),
		quantity("NetVolume", m3(volume, ok3)),
	}
}

// curtainWallQuantities answers those of a curtain wall; the net side is without what
// stands in it.
func curtainWallQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	line, ok := Baseline(r)
	thickness, thick := Thickness(s, r)
	gross, ok2 := sideArea(s, r)
	net, ok3 := netSideArea(s, r)
	return "Qto_CurtainWallQuantities", model.Object{
		quantity("Length", mm(line.Length(), ok)),
		quantity("Height", heightOf(s, r)),
		quantity("Width", mm(thickness, thick)),
		quantity("GrossSideArea", m2(gross, ok2)),
		quantity("NetSideArea", m2(net, ok3)),
	}
}

func footingQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	box, ok := foundationBox(s, r)
	volume, ok2 := meshVolume(s, r)
	return "Qto_FootingBaseQuantities", model.Object{
		quantity("Height", mm(box.Size().Z, ok)),
		quantity("GrossVolume", m3(volume, ok2)),
		quantity("NetVolume", m3(volume, ok2)),
	}
}

// openingQuantities answers those of an opening: in a wall through its thickness or
// as deep as it says, in a plate through its thickness.
func openingQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	const set = "Qto_OpeningElementBaseQuantities"
	host := s.Record(r.String("hostId"))
	if host == nil {
		return set, nil
	}
	depth, ok := Thickness(s, host)
	if d, own := r.Number("depth"); own {
		depth, ok = d, true
	}
	width, height, sized := Size(s, r)
	area := width * height
	if region, outlined := Outline(r); outlined {
		area = region.Area()
		return set, model.Object{
			quantity("Depth", mm(depth, ok)),
			quantity("Area", m2(area, true)),
			quantity("Volume", m3(area*depth, ok)),
		}
	}
	return set, model.Object{
		quantity("Width", mm(width, sized)),
		quantity("Height", mm(height, sized)),
		quantity("Depth", mm(depth, ok)),
		quantity("Area", m2(area, sized)),
		quantity("Volume", m3(area*depth, sized && ok)),
	}
}

// roomQuantities answers those of a room with an outline, which is taken to run along
// the finished faces. Net figures are less the columns and shafts in it.
func roomQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	const set = "Qto_SpaceBaseQuantities"
	region, ok := Outline(r)
	if !ok {
		return set, nil
	}
	base, top := extent(s, r)
	gross := region.Area()
	net := gross - inTheWay(s, r, region)
	height := top - base
	return set, model.Object{
		quantity("Height", mm(height, height > 0)),
		quantity("GrossPerimeter", mm(region.Outer.Perimeter(), true)),
		quantity("GrossFloorArea", m2(gross, true)),
		quantity("NetFloorArea", m2(net, true)),
		quantity("GrossVolume", m3(gross*height, height > 0)),
		quantity("NetVolume", m3(net*height, height > 0)),
	}
}

// inTheWay answers the area in mm² that columns and shafts at its floor take of a
// room; where they overlap, it counts once.
func inTheWay(s *model.Snapshot, r *model.Record, region geom.Region) float64 {
	box, ok := Bounds(s, r)
	if !ok {
		return 0
	}
	var obstacles []geom.Region
	for o := range elementsIn(s, box, "column", "shaft") {
		if Stands(s, r) && !Stands(s, o) {
			continue
		}
		from, to := extent(s, o)
		if from > box.Min.Z+geom.JoinTolerance || to <= box.Min.Z+geom.JoinTolerance {
			continue
		}
		switch o.Category() {
		case "column":
			if in, _, _, ok := structureOf(s, o); ok {
				obstacles = append(obstacles, in...)
			}
		case "shaft":
			if in, ok := Outline(o); ok {
				obstacles = append(obstacles, in)
			}
		}
	}
	if len(obstacles) == 1 { // arcs are followed exactly where nothing can overlap
		return geom.IntersectionArea(region, obstacles[0])
	}
	sum := 0.0
	for _, o := range geom.Union(obstacles) {
		sum += geom.IntersectionArea(region, o)
	}
	return sum
}
