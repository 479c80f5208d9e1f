package category

import (
	"slices"

	"github.com/openeik/ekgit/model"
)

// storey is what a level's floor is taken up by, in mm². Where all its rooms have a
// seed, or outlines along the faces, rooms, unassigned, walls, columns and voids
// together are gross.
type storey struct {
	gross      float64 // within the outer faces of all that bounds rooms
	rooms      float64 // net, of the rooms of the level
	unassigned float64 // net, of closed areas without a room
	walls      float64
	columns    float64
	voids      float64 // in closed areas
}

func storeyOf(s *model.Snapshot, level *model.Record) storey {
	var t storey
	f := floorOf(s, level)
	for _, c := range f.covered {
		switch {
		case !belongs(s, c.by, level):
			continue
		case c.column:
			t.columns += c.area
		default:
			t.walls += c.area
		}
		t.gross += c.area
	}
	for _, e := range f.areas {
		if !belongs(s, slices.Concat(e.Walls, e.Separators), level) {
			continue
		}
		t.gross += e.Region.Area()
		t.voids += areaOf(e.Voids)
		if len(e.Rooms) == 0 {
			t.unassigned += e.NetArea()
		}
	}
	t.rooms = roomsTotal(s, level)
	return t
}

// roomsTotal answers the net area of the rooms of a level in mm²; one that two seeds
// share counts once.
func roomsTotal(s *model.Snapshot, level *model.Record) float64 {
	sum := 0.0
	shared := map[string]bool{} // seeded rooms whose area is counted
	for _, id := range elementsOn(s, level.ID()) {
		r := s.Record(id)
		if r == nil || r.Category() != "room" || shared[id] || !Stands(s, r) {
			continue
		}
		e, ok := Boundary(s, r)
		if !ok {
			continue
		}
		sum += e.NetArea()
		if !r.Has("outline") {
			for _, other := range e.Rooms {
				shared[other] = true
			}
		}
	}
	return sum
}

// storeyField is one of the areas that a level's floor is taken up by.
func storeyField(name, doc string, of func(storey) float64) DerivedField {
	return DerivedField{name, "m²", doc, func(s *model.Snapshot, level *model.Record) any {
		t := storeyOf(s, level)
		if t.gross == 0 && t.rooms == 0 {
			return nil
		}
		return m2(of(t), true)
	}}
}

// storeyAreas are the areas of a level's floor, cut above kerbs.
func storeyAreas() []DerivedField {
	return []DerivedField{
		storeyField("roomArea", "Net area of its rooms together.", func(t storey) float64 { return t.rooms }),
		storeyField("grossArea", "Area within the outer faces of its walls; walls and columns that stand free are included.", func(t storey) float64 { return t.gross }),
		storeyField("wallFootprintArea", "Area that its walls and curtain walls take of the floor.", func(t storey) float64 { return t.walls }),
		storeyField("columnFootprintArea", "Area that its columns take of the floor.", func(t storey) float64 { return t.columns }),
		storeyField("voidArea", "Area that shafts, openings of the floor and columns that bound no room take of closed areas.", func(t storey) float64 { return t.voids }),
		storeyField("unassignedArea", "Net area of closed areas in which no room stands.", func(t storey) float64 { return t.unassigned }),
	}
}
