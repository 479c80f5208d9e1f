package category

import (
	"slices"

	"github.com/openeik/ekgit/model"
)

// roomDerived are the derived values of rooms.
func roomDerived() []DerivedField {
	return []DerivedField{
		{"netArea", "m²", "Area within the finish faces around its seed, or within its outline, less columns, shafts and openings of the floor.",
			fromBoundary(func(e Enclosure) any { return m2(e.NetArea(), true) })},
		{"grossArea", "m²", "Area within its outer edge, with the columns, walls, shafts and openings that stand in it.",
			fromBoundary(func(e Enclosure) any { return m2(e.Region.Outer.Area(), true) })},
		{"perimeter", "mm", "Length of its outer edge.",
			fromBoundary(func(e Enclosure) any { return mm(e.Region.Outer.Perimeter(), true) })},
		{"height", "mm", "Height from its floor to its top.", heightOf},
		{"clearHeight", "mm", "Least height from its finished floor to the ceilings, slabs and roofs over it.", clearHeight},
		{"netVolume", "m³", "Volume between its finished floor and the ceilings, slabs and roofs over it, less columns, shafts and openings of the floor.", roomNetVolume},
		{"walls", "", "Ids of the walls and curtain walls that bound it.", fromBoundary(func(e Enclosure) any { return idList(e.Walls) })},
		{"separators", "", "Ids of the separators that bound it.", fromBoundary(func(e Enclosure) any { return idList(e.Separators) })},
		{"columns", "", "Ids of the columns on its edge or in it.", fromBoundary(func(e Enclosure) any { return idList(e.Columns) })},
		{"doors", "", "Ids of the doors that lead to it.", fromBoundary(func(e Enclosure) any { return idList(e.Doors) })},
		{"openings", "", "How many doors, windows and openings are in the walls around it.", fromBoundary(func(e Enclosure) any { return count(len(e.Openings), true) })},
		{"opensTo", "", "Ids of the rooms that doors, openings down to the floor and separators lead to.",
			func(s *model.Snapshot, r *model.Record) any { return idList(opensTo(s, r)) }},
	}
}

// fromBoundary answers what a room's boundary gives, nil where it has none.
func fromBoundary(of func(Enclosure) any) func(*model.Snapshot, *model.Record) any {
	return func(s *model.Snapshot, r *model.Record) any {
		if e, ok := Boundary(s, r); ok {
			return of(e)
		}
		return nil
	}
}

// idList answers ids as a value, nil where there are none.
func idList(ids []string) any {
	if len(ids) == 0 {
		return nil
	}
	list := make([]any, len(ids))
	for i, id := range ids {
		list[i] = id
	}
	return list
}

func clearHeight(s *model.Snapshot, r *model.Record) any {
	e, ok := Boundary(s, r)
	if !ok {
		return nil
	}
	a := e.clear(s, r)
	low, _, _ := a.heights(nil)
	return mm(low, a.known())
}

func roomNetVolume(s *model.Snapshot, r *model.Record) any {
	e, ok := Boundary(s, r)
	if !ok {
		return nil
	}
	a := e.clear(s, r)
	return m3(a.volume(), a.known())
}

// opensTo answers the rooms that one comes to from a room, sorted.
func opensTo(s *model.Snapshot, room *model.Record) []string {
	e, ok := Boundary(s, room)
	if !ok {
		return nil
	}
	f := floorOf(s, room)
	found := map[string]bool{}
	for _, id := range e.Openings {
		r := s.Record(id)
		if r.Category() == "window" || !f.key.leadsThrough(s, r) {
			continue
		}
		left, right, _ := besides(s, r)
		switch a, b := f.roomAt(left), f.roomAt(right); room.ID() {
		case a:
			found[b] = true
		case b:
			found[a] = true
		}
	}
	for _, other := range f.areas {
		if slices.ContainsFunc(e.Separators, func(id string) bool { return slices.Contains(other.Separators, id) }) {
			for _, id := range other.Rooms {
				found[id] = true
			}
		}
	}
	delete(found, "")
	for _, id := range e.Rooms {
		delete(found, id)
	}
	return sortedIDs(found)
}

func sortedIDs(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for id := range set {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// doorDerived are the derived values of doors.
func doorDerived() []DerivedField {
	return append(hostedDerived(),
		DerivedField{"from", "", "Id of the room that it leads from.", func(s *model.Snapshot, r *model.Record) any {
			from, _ := DoorRooms(s, r)
			return text(from)
		}},
		DerivedField{"to", "", "Id of the room that it opens to: on the side of its swing, else on the left of its host's direction.", func(s *model.Snapshot, r *model.Record) any {
			_, to := DoorRooms(s, r)
			return text(to)
		}})
}

// windowDerived are the derived values of windows.
func windowDerived() []DerivedField {
	return append(hostedDerived(), DerivedField{"rooms", "", "Ids of the rooms beside it.", func(s *model.Snapshot, r *model.Record) any {
		a, b := DoorRooms(s, r)
		rooms := map[string]bool{a: true, b: true}
		delete(rooms, "")
		return idList(sortedIDs(rooms))
	}})
}

// roomField tells in which room something stands.
func roomField() DerivedField {
	return DerivedField{"room", "", "Id of the room in which it stands.",
		func(s *model.Snapshot, r *model.Record) any { return text(RoomOf(s, r)) }}
}
