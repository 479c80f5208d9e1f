package edit

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

type placeRoomsArgs struct {
	Level   []string    `json:"level" required:"true" also:"levels,levelId,storey,floor" doc:"Level whose closed areas get rooms; a list for several."`
	At      *args.Point `json:"at" also:"point,seed,in" doc:"A point [x, y] in mm: only the area around it gets a room."`
	Number  string      `json:"number" also:"start,first" doc:"Number of the first, such as 1.01; the others count on. Absent: counted on from the level's rooms, else by storey: 0.01 on the ground floor."`
	Name    string      `json:"name" doc:"Name of each. Absent: Room."`
	Use     string      `json:"use" also:"function" doc:"What they are used for, in a word."`
	MinArea float64     `json:"minArea" default:"0.5" min:"0" doc:"Smallest area in m² that gets a room."`
	ID      string      `json:"id" also:"newId" doc:"Id of the room; id-1, id-2 … where there are several. Absent: made."`
}

func placeRooms() *Command {
	return define(Command{Name: "place_rooms", Geometric: true, Also: []string{"place_room", "add_rooms", "add_room", "create_rooms", "create_room", "number_rooms"},
		Summary: "Place a room in every closed area of a level that has none",
		Doc: `What closes an area are the faces of walls, curtain walls and columns that bound rooms, and separators. Each new room is
a seed in its area: when walls move it follows by itself. Areas are taken from west to east, then from south to
north; those that have a room, are smaller than minArea or are wholly a shaft get none.

Then give each its name and use with update.`},
		`{"command": "place_rooms", "level": "level-0", "id": "room"}`, runPlaceRooms)
}

func runPlaceRooms(_ context.Context, tx *Tx, a placeRoomsArgs) error {
	if err := tx.label("/name", a.Name); err != nil {
		return err
	}
	if err := tx.label("/use", a.Use); err != nil {
		return err
	}
	r := roomPlacing{tx: tx, args: a}
	for _, name := range a.Level {
		level, err := tx.Level("level", name)
		if err != nil {
			return err
		}
		if err := r.find(level); err != nil {
			return err
		}
	}
	if len(r.places) == 0 {
		r.noteNothing()
		return nil
	}
	return r.put()
}

// roomPlacing is rooms being placed.
type roomPlacing struct {
	tx     *Tx
	args   placeRoomsArgs
	places []roomPlace
	closed int // areas that are closed
	small  int // of which are too small
}

type roomPlace struct {
	level *model.Record
	seed  geom.Point
}

// find finds the areas of a level that have no room yet.
func (r *roomPlacing) find(level *model.Record) error {
	areas := category.Spaces(r.tx.Snapshot(), level.ID())
	r.closed += len(areas)
	if r.args.At != nil {
		at := geom.Point{X: r.args.At[0], Y: r.args.At[1]}
		i := slices.IndexFunc(areas, func(e category.Enclosure) bool { return e.Region.Locate(at, geom.JoinTolerance) == geom.Inside })
		switch {
		case i < 0:
			return r.tx.Invalid("/at", fmt.Sprintf("nothing closes an area around [%v, %v] on %s", at.X, at.Y, spoken(level)), model.PointValue(at.X, at.Y))
		case len(areas[i].Rooms) > 0:
			r.tx.Note("[%v, %v] lies in %s already.", at.X, at.Y, titled(r.tx.Record(areas[i].Rooms[0])))
			return nil
		}
		r.places = append(r.places, roomPlace{level, tidyPoint(areas[i].Seed)})
		return nil
	}
	for _, e := range areas {
		const mm2 = 1e6 // in a m²
		switch {
		case len(e.Rooms) > 0:
		case e.NetArea() < r.args.MinArea*mm2:
			r.small++
		default:
			r.places = append(r.places, roomPlace{level, tidyPoint(e.Seed)})
		}
	}
	return nil
}

// noteNothing tells why there is nothing to do.
func (r *roomPlacing) noteNothing() {
	switch {
	case r.args.At != nil:
	case r.closed == 0:
		r.tx.Note("No area is closed on %s: walls have to meet, or a separator closes the gap.", strings.Join(r.args.Level, ", "))
	case r.small > 0:
		r.tx.Note("Every closed area has a room, but for %d smaller than %v m².", r.small, r.args.MinArea)
	default:
		r.tx.Note("Every closed area has a room already.")
	}
}

// put writes the rooms.
func (r *roomPlacing) put() error {
	ids, err := r.tx.NewIDs("room", r.args.ID, len(r.places))
	if err != nil {
		return err
	}
	name := r.args.Name
	if name == "" {
		name = "Room"
	}
	var numbers *numbering
	var rooms []*model.Record
	for i, p := range r.places {
		if first := i == 0 || r.args.Number == "" && p.level.ID() != r.places[i-1].level.ID(); first {
			if numbers, err = r.tx.numbers("/number", "room", "number", r.first(p.level)); err != nil {
				return err
			}
		}
		number, err := numbers.take()
		if err != nil {
			return err
		}
		room := model.NewRecord(model.Object{{Name: "id", Value: ids[i]}, {Name: "category", Value: "room"}, {Name: "name", Value: name}, {Name: "number", Value: number},
			{Name: "levelId", Value: p.level.ID()}, {Name: "seed", Value: pointValue(p.seed)}}).With("use", nonEmpty(r.args.Use))
		if err := r.tx.Put(room); err != nil {
			return err
		}
		rooms = append(rooms, room)
	}
	if r.small > 0 {
		r.tx.Note("Closed areas smaller than %v m² got no room: %d.", r.args.MinArea, r.small)
	}
	r.tx.Say("Place", rooms, "on "+strings.Join(r.levels(), ", "))
	return nil
}

func (r *roomPlacing) levels() []string {
	var ids []string
	for _, p := range r.places {
		if !slices.Contains(ids, p.level.ID()) {
			ids = append(ids, p.level.ID())
		}
	}
	return ids
}

// first answers the first number that a level's new rooms may have: the one asked for,
// the highest of its rooms, or that of its storey.
func (r *roomPlacing) first(level *model.Record) string {
	if r.args.Number != "" {
		return r.args.Number
	}
	highest := ""
	for f := range r.tx.Snapshot().InCategory("room") {
		room := f.Record()
		if room == nil || room.String("levelId") != level.ID() {
			continue
		}
		number := room.String("number")
		if _, counts := successor(number); counts && (len(number) > len(highest) || len(number) == len(highest) && number > highest) {
			highest = number
		}
	}
	if highest != "" {
		return highest
	}
	return storeyNumber(category.Levels(r.tx.Snapshot()), level.ID()) + ".01"
}

// storeyNumber answers the number of a storey: 0 for the ground floor, which is the
// first that does not lie deep below the model's zero, 1 above it, -1 below it.
func storeyNumber(levels *category.LevelTable, id string) string {
	const deep = -1000 // mm
	own, _ := levels.Get(id)
	if whole, ok := levels.Get(own.PartOf); ok {
		own = whole
	}
	n := 0
	for _, l := range levels.All() {
		if l.Building != own.Building || l.PartOf != "" || l.Kind != "occupied" || l.ID == own.ID {
			continue
		}
		switch {
		case l.Elevation >= deep && l.Elevation < own.Elevation:
			n++
		case l.Elevation < deep && l.Elevation >= own.Elevation:
			n--
		}
	}
	if own.Elevation < deep {
		n--
	}
	return strconv.Itoa(n)
}
