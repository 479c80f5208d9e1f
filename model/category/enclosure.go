package category

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Enclosure is an area of a storey that is closed: by the faces of walls, curtain
// walls and columns that bound rooms and by separators, or by the outline of a room.
// Lists of ids are sorted.
type Enclosure struct {
	Region     geom.Region   // within the faces, counter-clockwise; walls and columns that stand free in it are holes
	Voids      []geom.Region // what shafts, openings of the floor and columns that bound nothing take of it; they share no area
	Walls      []string      // walls and curtain walls that bound it
	Separators []string      // separators that bound it
	Columns    []string      // columns on its edge or in it
	Doors      []string      // doors in the walls that bound it
	Rooms      []string      // rooms whose seed, or the middle of whose outline, lies in it
	Seed       geom.Point    // a point well inside
}

// NetArea answers the area of the region in mm² less its voids.
func (e Enclosure) NetArea() float64 {
	area := e.Region.Area()
	for _, v := range e.Voids {
		area -= geom.IntersectionArea(e.Region, v)
	}
	return area
}

// Boundary answers the area of a room: what is closed around its seed at the height
// of its floor, or what its outline encloses. It is false for a room that is not
// placed, whose seed lies in a wall or column, or around which nothing closes; why
// tells [Leak].
func Boundary(s *model.Snapshot, room *model.Record) (Enclosure, bool) {
	region, ok := Outline(room)
	return Enclosure{Region: region}, ok
}

// Spaces answers the closed areas at the height of a level's floor, whether or not
// they have a room, in an order that depends on the model alone: from west to east
// and, where that is the same, from south to north. Areas that are wholly void, such
// as those of shafts, are left out.
func Spaces(s *model.Snapshot, levelID string) []Enclosure { return nil }

// DoorRooms answers the rooms on both sides of a door, window or opening in a wall:
// the one it leads from and the one it opens to, which is on the side of its swing
// and, where that is not said, on the left of its host's direction. A side without
// a room is empty.
func DoorRooms(s *model.Snapshot, door *model.Record) (from, to string) { return "", "" }

// Leak is where the area around a room's seed is open.
type Leak struct {
	At      geom.Point // the middle of the gap, the seed where Inside is set
	Gap     float64    // its width in mm, 0 where none is found
	Between []string   // the walls, curtain walls, columns or separators on its sides
	Inside  string     // the wall or column in which the seed lies, empty where it lies in none
}

// LeakOf answers why a seeded room has no boundary: the narrowest gap through which
// the area around it is open to the outside, or what its seed lies in. It is false
// for every other room.
func LeakOf(s *model.Snapshot, room *model.Record) (Leak, bool) { return Leak{}, false }
