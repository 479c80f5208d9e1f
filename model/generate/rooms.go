package generate

import "fmt"

// room makes a room by a seed, its door and what stands in it.
func (s *storey) room(r *room, index int) {
	s.put("room", fmt.Sprintf("room-%s-%02d", s.code, index+1), map[string]any{
		"name": useNames[r.use], "number": r.number, "use": string(r.use), "levelId": s.level,
		"seed": point(r.middle()+300, r.y(3700)), "groupIds": []any{"fire-" + s.code},
	})
	if r.use != lobby { // it is open to the corridor
		at := r.from + 900
		if s.chance.IntN(2) == 0 {
			at = r.to - 900
		}
		s.door(r, at)
	}
	f := fitting{s, r, index, 0}
	switch r.use {
	case office:
		f.office()
	case meeting:
		f.table(r.middle(), 3400, 3)
	case kitchen:
		f.table(r.middle()+2000, 3400, 2)
		f.put("sofa", r.from+2200, 1400, 0)
	case lobby:
		f.put("sofa", r.from+1700, 3000, 90)
		f.put("sofa", r.to-1700, 3000, 90)
	case store:
		f.put("shelf", r.from+350, 2000, 90)
		f.put("shelf", r.to-350, 2000, 90)
	case toilet:
		f.toilets()
	}
}

// corridor makes the room between the corridor walls.
func (s *storey) corridor() {
	s.put("room", "room-"+s.code+"-00", map[string]any{
		"name": "Corridor", "number": s.code + ".00", "use": "circulation", "levelId": s.level,
		"seed": point(length/2, (corridorS+corridorN)/2), "groupIds": []any{"fire-" + s.code},
	})
}

// fitting furnishes a room: things are placed by their x and their distance from
// the facade's axis.
type fitting struct {
	*storey
	r     *room
	room  int
	count int
}

func (f *fitting) put(kind string, x, v, rotation float64) {
	f.count++
	category, typeID := "furniture", "furniture-type-"+kind
	if kind == "toilet" || kind == "basin" {
		category, typeID = "equipment", "equipment-type-"+kind
	}
	members := map[string]any{"typeId": typeID, "levelId": f.level, "at": point(x, f.r.y(v))}
	if rotation != 0 {
		members["rotation"] = rotation
	}
	f.storey.put(category, fmt.Sprintf("%s-%s-%02d-%02d", kind, f.code, f.room+1, f.count), members)
}

// office places desks with their chairs along the facade, leaving some places empty, and a cabinet at a wall.
func (f *fitting) office() {
	for x := f.r.from + 1000; x < f.r.to; x += module {
		if f.chance.IntN(3) > 0 {
			f.put("desk", x, 1500, 0)
			f.put("chair", x, 2300, 0)
		}
	}
	if f.chance.IntN(2) == 0 {
		f.put("cabinet", f.r.to-350, 5000, 90)
	}
}

// table places a table with a number of chairs on each of its long sides.
func (f *fitting) table(x, v float64, chairs int) {
	f.put("table", x, v, 0)
	for i := range chairs {
		at := x + (float64(i)-float64(chairs-1)/2)*750
		f.put("chair", at, v-850, 0)
		f.put("chair", at, v+850, 0)
	}
}

func (f *fitting) toilets() {
	for i := range 3 {
		f.put("toilet", f.r.from+700+float64(i)*1000, 1100, 0)
	}
	f.put("basin", f.r.to-350, 4200, 90)
	f.put("basin", f.r.to-350, 5000, 90)
}
