package category

import (
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Enclosure is an area of a storey that is closed: by the faces of walls, curtain
// walls and columns that bound rooms and by separators, or by the outline of a room.
// Lists of ids are sorted. It is shared and must not be changed.
type Enclosure struct {
	Region     geom.Region   // within the faces, counter-clockwise; walls and columns that stand free in it are holes
	Voids      []geom.Region // what shafts, openings of the floor and columns that bound nothing take of it; they share no area
	Walls      []string      // walls and curtain walls that bound it
	Separators []string      // separators that bound it
	Columns    []string      // columns on its edge or in it
	Doors      []string      // doors that one goes through, in the walls that bound it
	Openings   []string      // doors, windows and openings of the storey in the walls that bound it
	Rooms      []string      // rooms whose seed, or the middle of whose outline, lies in it
	Seed       geom.Point    // a point well inside
}

// NetArea answers the area of the region in mm² less its voids.
func (e Enclosure) NetArea() float64 { return max(0, e.Region.Area()-areaOf(e.Voids)) }

// Boundary answers the area of a room: what is closed around its seed at the height
// of its floor, or what its outline encloses. It is false for a room that is not
// placed, whose seed lies in a wall or column, or around which nothing closes;
// [LeakOf] tells why. All rooms of a level share what is worked out for it.
func Boundary(s *model.Snapshot, room *model.Record) (Enclosure, bool) {
	b := cached(s, room, ofBoundary, func(s *model.Snapshot, room *model.Record) bounded {
		e, ok := boundaryOf(s, room)
		return bounded{e, ok}
	})
	return b.Enclosure, b.ok
}

// bounded is the boundary of a room, if it has one.
type bounded struct {
	Enclosure
	ok bool
}

func boundaryOf(s *model.Snapshot, room *model.Record) (Enclosure, bool) {
	if region, ok := Outline(room); ok {
		return floorOf(s, room).enclosed(s, room, region), true
	}
	seed, ok := room.Point("seed")
	if !ok {
		return Enclosure{}, false
	}
	f := floorOf(s, room)
	i := f.areaAt(pointOf(seed))
	if i < 0 {
		return Enclosure{}, false
	}
	return f.areas[i], true
}

// Spaces answers the closed areas at the height of a level's floor, whether or not
// they have a room, in an order that depends on the model alone: from west to east
// and, where that is the same, from south to north. Areas that are wholly void, such
// as those of shafts, and pockets under 0.1 m² are left out, and so are those that only
// walls and separators of other levels at that height close.
func Spaces(s *model.Snapshot, levelID string) []Enclosure {
	level := s.Record(levelID)
	if level == nil || level.Category() != "level" {
		return nil
	}
	const least = 0.1e6 // mm²: what is smaller is a pocket between walls
	var out []Enclosure
	for _, e := range floorOf(s, level).areas {
		if e.NetArea() > least && belongs(s, slices.Concat(e.Walls, e.Separators), level) {
			out = append(out, e)
		}
	}
	return out
}

// belongs tells whether what some elements close or cover on the floor of a level is
// of that level: none of them stands on another level at that height, or some of them
// on this one.
func belongs(s *model.Snapshot, by []string, level *model.Record) bool {
	z := level.NumberOr("elevation", 0)
	foreign := false
	for _, id := range by {
		own := s.Record(id).String("levelId")
		if own == level.ID() {
			return true
		}
		l, ok := Levels(s).Get(own)
		foreign = foreign || ok && l.Elevation > z-cutAbove && l.Elevation < z+cutAbove
	}
	return !foreign
}

// DoorRooms answers the rooms on both sides of a door, window or opening in a wall:
// the one it leads from and the one it opens to, which is on the side of its swing
// and, where that is not said, on the left of its host's direction. A side without
// a room is empty.
func DoorRooms(s *model.Snapshot, door *model.Record) (from, to string) {
	left, right, ok := besides(s, door)
	if !ok {
		return "", ""
	}
	f := floorOf(s, floorBearer(s, door))
	from, to = f.roomAt(right), f.roomAt(left)
	if door.String("swing") == "right" {
		from, to = to, from
	}
	return from, to
}

// RoomOf answers the room in which something stands, empty where it stands in none.
func RoomOf(s *model.Snapshot, r *model.Record) string {
	at, ok := r.Point("at")
	if !ok {
		return ""
	}
	return floorOf(s, r).roomAt(pointOf(at))
}

// RoomsBounded answers the rooms that a wall, curtain wall, separator or column
// bounds on the levels that it stands on or passes, sorted.
func RoomsBounded(s *model.Snapshot, r *model.Record) []string {
	box, ok := Bounds(s, r)
	found := map[string]bool{}
	for _, l := range Levels(s).All() {
		k := floorKey{z: l.Elevation, phase: standingPhase(s, r)}
		if !ok || !k.cuts(s, r) {
			continue
		}
		f := floorAt(s, k)
		for _, e := range f.areas {
			if e.boundedBy(r.ID()) {
				for _, id := range e.Rooms {
					found[id] = true
				}
			}
		}
		for _, o := range f.outlined {
			near := o.box.Grow(geom.JoinTolerance).WithZ(box.Min.Z, box.Max.Z)
			if near.Intersects(box) && f.enclosed(s, s.Record(o.id), o.region).boundedBy(r.ID()) {
				found[o.id] = true
			}
		}
	}
	return sortedIDs(found)
}

// boundedBy tells whether an element is among those that bound an area.
func (e Enclosure) boundedBy(id string) bool {
	return slices.Contains(e.Walls, id) || slices.Contains(e.Separators, id) || slices.Contains(e.Columns, id)
}

// floorBearer answers what tells on which floor something hosted is: itself, or its
// host where it has no level.
func floorBearer(s *model.Snapshot, hosted *model.Record) *model.Record {
	if hosted.Has("levelId") {
		return hosted
	}
	return s.Record(hosted.String("hostId"))
}
