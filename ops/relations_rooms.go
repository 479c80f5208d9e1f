package ops

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// roomRelation is a room and what the record is to it, or, of a room, what bounds it.
type roomRelation struct {
	related
	As string `json:"as" jsonschema:"bounds, opens to, stands in; of a room: bounded by, opening"`
}

// roomsOf answers the rooms that a record has to do with, of a room what bounds it.
func roomsOf(s *model.Snapshot, r *model.Record) (rooms []roomRelation, notes []string) {
	if r.Category() == "room" {
		return boundsOfRoom(s, r)
	}
	as, ids := roleInRooms(s, r)
	for _, id := range ids {
		rooms = append(rooms, roomRelation{relatedTo(s, id), as})
	}
	return rooms, nil
}

// roleInRooms tells what a record is to which rooms: a wall, separator or column
// bounds them, what a wall hosts opens to them, a thing stands in one.
func roleInRooms(s *model.Snapshot, r *model.Record) (as string, rooms []string) {
	switch r.Category() {
	case "door", "window", "opening":
		from, to := category.DoorRooms(s, r)
		rooms = []string{from, to}
		slices.Sort(rooms)
		rooms = slices.DeleteFunc(slices.Compact(rooms), func(id string) bool { return id == "" })
		return "opens to", rooms
	case "furniture", "equipment":
		if room := category.RoomOf(s, r); room != "" {
			rooms = []string{room}
		}
		return "stands in", rooms
	}
	return "bounds", category.RoomsBounded(s, r)
}

// boundsOfRoom answers what bounds a room and what opens to it. Where nothing closes
// around its seed the notes say why.
func boundsOfRoom(s *model.Snapshot, room *model.Record) ([]roomRelation, []string) {
	e, ok := category.Boundary(s, room)
	if !ok {
		return nil, []string{"the room has no boundary: " + whyOpen(s, room)}
	}
	var found []roomRelation
	add := func(as string, ids []string) {
		for _, id := range ids {
			found = append(found, roomRelation{relatedTo(s, id), as})
		}
	}
	add("bounded by", e.Walls)
	add("bounded by", e.Separators)
	add("bounded by", e.Columns)
	add("opening", e.Openings)
	slices.SortFunc(found, func(a, b roomRelation) int { return cmp.Compare(a.ID, b.ID) })
	if others := slices.DeleteFunc(slices.Clone(e.Rooms), func(id string) bool { return id == room.ID() }); len(others) > 0 {
		return found, []string{"it shares its area with " + strings.Join(others, ", ")}
	}
	return found, nil
}

// whyOpen tells why a room has no boundary.
func whyOpen(s *model.Snapshot, room *model.Record) string {
	l, ok := category.LeakOf(s, room)
	switch {
	case !ok:
		return "it is not placed"
	case l.Inside != "":
		return "its seed lies in " + l.Inside
	case l.Gap > 0:
		return fmt.Sprintf("%s are %.0f mm apart at %.0f, %.0f", strings.Join(l.Between, " and "), l.Gap, l.At.X, l.At.Y)
	}
	return "nothing closes around its seed"
}
