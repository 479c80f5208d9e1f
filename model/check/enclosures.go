package check

import (
	"fmt"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

var roomEnclosed = &Rule{Name: "room.enclosed", Severity: model.Warning, record: lookRoomEnclosed, on: []string{"room"},
	Doc: "Walls, columns and separators close an area around the seed of a room that has no outline, so that it has a boundary and an area."}

func lookRoomEnclosed(o *owner) {
	leak, leaks := category.LeakOf(o.s, o.record)
	if !leaks {
		return
	}
	id := idText(o.id())
	switch {
	case leak.Inside != "":
		o.found("/seed", "the seed of %s lies in %s; move it into the room", id, idText(leak.Inside))
	case leak.Gap > 0:
		o.found("/seed", "the area around the seed of %s is open for %s at %s, between %s; close it with a wall or a separator",
			id, mm(leak.Gap), place(leak.At), idList(slices.Compact(slices.Clone(leak.Between))))
	default:
		o.found("/seed", "nothing closes an area around the seed of %s at the height of its floor; draw what bounds it, move its seed, or give it an outline", id)
	}
}

var roomOverlap = &Rule{Name: "room.overlap", Severity: model.Warning, record: lookRoomOverlap, on: []string{"room"},
	Doc: "No two rooms that stand in one phase have their seeds in one area, one its seed in the outline of the other, or outlines that overlap.",
	Limits: []Limit{{Name: "overlap", Default: 50, Unit: "mm",
		Doc: "How wide the outlines of two rooms may overlap."}}}

func lookRoomOverlap(o *owner) {
	for _, other := range o.roomsIn(o.record) {
		if other.ID() > o.id() && slices.ContainsFunc(o.roomsIn(other), func(r *model.Record) bool { return r.ID() == o.id() }) {
			continue // told of the other
		}
		o.report(issue{pointer: placeMember(o.record), with: []string{other.ID()},
			message: fmt.Sprintf("%s and %s lie in one area; part them with a wall or a separator, or move or delete one of them", idText(o.id()), idText(other.ID()))})
	}
}

// roomsIn answers the other rooms that lie in the area of a room, by their ids.
func (o *owner) roomsIn(room *model.Record) []*model.Record {
	var others []*model.Record
	if outline, ok := soundOutline(room); ok {
		box, _ := category.Space(o.s).Get(room.ID())
		for _, f := range touching(o.s, room) {
			if other := f.Record(); other != nil && f.Category() == "room" && o.takesOf(other, outline, box) {
				others = append(others, other)
			}
		}
	} else if area, closed := category.Boundary(o.s, room); closed && !room.Has("outline") {
		for _, id := range area.Rooms {
			if other := o.s.Record(id); other != nil && id != room.ID() {
				others = append(others, other)
			}
		}
	}
	return slices.DeleteFunc(others, func(other *model.Record) bool { return !together(o.s, room, other) })
}

// takesOf tells whether a room at the height of a box lies in an outline or overlaps it.
func (o *owner) takesOf(room *model.Record, outline geom.Region, box geom.Box) bool {
	const floor = 300 // mm: less is one floor
	base := category.Base(o.s, room)
	theirs, _ := category.Space(o.s).Get(room.ID())
	if min(theirs.Max.Z, box.Max.Z)-max(theirs.Min.Z, box.Min.Z) <= floor && (base-box.Min.Z > floor || box.Min.Z-base > floor) {
		return false
	}
	if over, ok := soundOutline(room); ok {
		return geom.Overlaps(outline, over, o.limit("overlap"))
	}
	seed, ok := room.Point("seed")
	return ok && outline.Locate(geom.Point{X: seed[0], Y: seed[1]}, geom.JoinTolerance) == geom.Inside
}

func placeMember(room *model.Record) string {
	if room.Has("outline") {
		return "/outline"
	}
	return "/seed"
}

var roomNoDoor = &Rule{Name: "room.no-door", Severity: model.Info, record: lookRoomNoDoor, on: []string{"room"},
	Doc: "A room between walls is reached by a door, by an opening down to its floor, or past a separator.",
	Limits: []Limit{{Name: "sill", Default: 300, Unit: "mm",
		Doc: "How high above the floor an opening may begin that one goes through."}}}

func lookRoomNoDoor(o *owner) {
	own, ok := category.Boundary(o.s, o.record)
	if !ok || !sound(own.Region.Outer) || len(own.Walls) == 0 || len(own.Doors)+len(own.Separators) > 0 || !category.Stands(o.s, o.record) || passage(o, own) {
		return
	}
	o.found(placeMember(o.record), "no door leads into %s; place one in one of its walls (%s), or a separator where it is open", idText(o.id()), idList(own.Walls))
}

// passage tells whether one goes through an opening without a door into an area.
func passage(o *owner, area category.Enclosure) bool {
	floor := category.Base(o.s, o.record)
	for _, wall := range area.Walls {
		for _, id := range category.Hosted(o.s, wall) {
			hole := o.s.Record(id)
			if hole == nil || hole.Category() != "opening" || hole.Has("depth") || !category.Stands(o.s, hole) {
				continue
			}
			span, ok := category.Opening(o.s, hole)
			from, to := category.DoorRooms(o.s, hole)
			into := slices.Contains(area.Rooms, from) || slices.Contains(area.Rooms, to)
			if ok && into && span.Sill <= floor+o.limit("sill") && span.Head > floor+o.limit("sill")+geom.JoinTolerance {
				return true
			}
		}
	}
	return false
}
