package generate

import "fmt"

// walls makes the exterior walls, the corridor's and the partitions of a storey.
func (s *storey) walls() {
	const x0, y0, x1, y1 = -facade, -facade, length + facade, depth + facade
	s.exterior("s", point(x0, y0), point(x1, y0))
	s.exterior("e", point(x1, y0), point(x1, y1))
	s.exterior("n", point(x1, y1), point(x0, y1))
	s.exterior("w", point(x0, y1), point(x0, y0))
	s.interior("wall-"+s.code+"-corridor-s", "wall-type-corridor-150", point(x0, corridorS), point(x1, corridorS))
	s.interior("wall-"+s.code+"-corridor-n", "wall-type-corridor-150", point(x0, corridorN), point(x1, corridorN))
	for i := range s.rooms {
		r := &s.rooms[i]
		if r.to == length {
			continue // the exterior wall closes the last room of a row
		}
		wall, from, to := "s", point(r.to, y0), point(r.to, corridorS)
		if r.row == north {
			wall, from, to = "n", point(r.to, corridorN), point(r.to, y1)
		}
		s.interior(fmt.Sprintf("wall-%s-%s-%d", s.code, wall, int(r.to)/1000), "wall-type-partition-100", from, to)
	}
}

// exterior makes an exterior wall. They run counter-clockwise, so that their
// outside is to the right; their top follows the levels.
func (s *storey) exterior(side string, from, to []any) {
	s.put("wall", "wall-"+s.code+"-"+side, map[string]any{
		"typeId": "wall-type-exterior-400", "levelId": s.level, "start": from, "end": to,
		"external": true, "loadBearing": true, "groupIds": []any{"fire-" + s.code},
		"properties": map[string]any{"Pset_WallCommon": map[string]any{
			"FireRating": "REI 90", "ThermalTransmittance": map[string]any{"value": 0.24, "unit": "W/(m2.K)"},
		}},
	})
}

// interior makes a wall that ends under the slab above.
func (s *storey) interior(id, typeID string, from, to []any) {
	s.put("wall", id, map[string]any{
		"typeId": typeID, "levelId": s.level, "start": from, "end": to, "height": s.height - slabThickness,
		"properties": map[string]any{"Pset_WallCommon": map[string]any{"FireRating": "EI 30", "LoadBearing": false}},
	})
}

// windows fills the modules of the long facades, leaving some blank, and gives
// the corridor a window at each end.
func (s *storey) windows() {
	const modules = int(length / module)
	typeIDs := []string{"window-type-1200x1500", "window-type-1500x1500", "window-type-1500x2100"}
	usual := typeIDs[s.chance.IntN(2)]
	count := 0
	put := func(host string, offset float64, typeID string) {
		count++
		sill := 900.0
		if typeID == typeIDs[2] {
			sill = 300
		}
		s.put("window", fmt.Sprintf("window-%s-%02d", s.code, count), map[string]any{
			"mark": fmt.Sprintf("W-%s.%02d", s.code, count), "typeId": typeID, "levelId": s.level,
			"hostId": "wall-" + s.code + "-" + host, "offset": offset, "sill": sill,
		})
	}
	for _, host := range []string{"s", "n"} { // one runs east, the other west: the offsets mirror
		for i := range modules {
			entrance := s.n == 0 && host == "s" && i >= modules/2-1 && i <= modules/2
			if entrance || s.chance.IntN(100) < 25 {
				continue
			}
			typeID := usual
			if s.chance.IntN(10) == 0 {
				typeID = typeIDs[2]
			}
			put(host, facade+(float64(i)+0.5)*module, typeID)
		}
	}
	put("e", facade+(corridorS+corridorN)/2, usual)
	put("w", facade+depth-(corridorS+corridorN)/2, usual)
}

// door puts a door into a corridor wall at x, opening into the room.
func (s *storey) door(r *room, x float64) {
	s.doors++
	typeID, host, swing := "door-type-900x2100", "wall-"+s.code+"-corridor-s", "right"
	if r.use == stair || r.use == meeting {
		typeID = "door-type-1000x2100"
	}
	if r.row == north {
		host, swing = "wall-"+s.code+"-corridor-n", "left"
	}
	hinge := []string{"start", "end"}[s.chance.IntN(2)]
	s.put("door", fmt.Sprintf("door-%s-%02d", s.code, s.doors), map[string]any{
		"mark": fmt.Sprintf("D-%s.%02d", s.code, s.doors), "typeId": typeID, "levelId": s.level,
		"hostId": host, "offset": x + facade, "hinge": hinge, "swing": swing,
	})
}

// entrance puts the main door into the southern facade and a wide opening between
// lobby and corridor.
func (s *storey) entrance() {
	if s.n > 0 {
		return
	}
	s.put("door", "door-entrance", map[string]any{
		"name": "Main entrance", "mark": "D-" + s.code + ".00", "typeId": "door-type-1800x2400", "levelId": s.level,
		"hostId": "wall-" + s.code + "-s", "offset": facade + length/2, "hinge": "start", "swing": "left",
	})
	s.put("opening", "opening-lobby", map[string]any{
		"name": "Passage to the corridor", "levelId": s.level, "hostId": "wall-" + s.code + "-corridor-s",
		"offset": facade + length/2, "width": 3000, "height": 2400,
	})
}
