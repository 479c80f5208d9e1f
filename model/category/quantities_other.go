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

func footingQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	box, ok := foundationBox(s, r)
	volume, ok2 := meshVolume(s, r)
	length, width, rectangle := footingSize(s, r)
	return "Qto_FootingBaseQuantities", model.Object{
		quantity("Length", mm(length, rectangle)),
		quantity("Width", mm(width, rectangle)),
		quantity("Height", mm(box.Size().Z, ok)),
		quantity("CrossSectionArea", m2(width*box.Size().Z, ok && rectangle)),
		quantity("GrossVolume", m3(volume, ok2)),
		quantity("NetVolume", m3(volume, ok2)),
		quantity("GrossWeight", weight(s, r, volume, ok2)),
		quantity("NetWeight", weight(s, r, volume, ok2)),
	}
}

// footingSize answers length and width of a footing under a wall or column or of a
// pad; a raft has none.
func footingSize(s *model.Snapshot, r *model.Record) (length, width float64, ok bool) {
	if size, pad := r.Point("size"); pad {
		return max(size[0], size[1]), min(size[0], size[1]), true
	}
	width, ok = r.Number("width")
	host := s.Record(r.String("hostId"))
	if !ok || host == nil {
		return 0, 0, false
	}
	if axis, along := Axis(s, host); along && IsWall(host) {
		return axis.Length(), width, true
	}
	return width, width, host.Category() == "column"
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
