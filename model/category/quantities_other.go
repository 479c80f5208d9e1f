package category

import "github.com/openeik/ekgit/model"

// meshVolume answers the volume of an element's bodies in mm³, and whether it has any.
func meshVolume(s *model.Snapshot, r *model.Record) (float64, bool) {
	bodies := Bodies(s, r)
	sum := 0.0
	for _, b := range bodies {
		sum += b.Mesh.Volume()
	}
	return sum, len(bodies) > 0
}

// stairQuantities answers those of a stair with its landings, as of one flight.
func stairQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	w, _ := StairParts(s, r)
	length := 0.0
	for _, f := range w.Flights {
		length += pathLength(f.Path)
	}
	volume, ok := meshVolume(s, r)
	return "Qto_StairFlightBaseQuantities", model.Object{
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
