package ops

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// roomRelation is a room and what the record is to it, or, of a room, what bounds it.
type roomRelation struct {
	related
	As string `json:"as" jsonschema:"bounds, opens to, stands in; of a room: bounded by, opening"`
}

// roomsOf answers the rooms that a record has to do with. Only rooms with an outline
// can be told; the notes say how many others there are nearby.
func roomsOf(s *model.Snapshot, r *model.Record) (rooms []roomRelation, notes []string) {
	if r.Category() == "room" {
		return boundsOfRoom(s, r)
	}
	box, ok := category.Space(s).Get(r.ID())
	if !ok {
		return nil, nil
	}
	seeds := 0
	for id := range inStorey(s, box) {
		room := s.Record(id)
		if room == nil || room.Category() != "room" {
			continue
		}
		outline, ok := category.Outline(room)
		if !ok {
			seeds++
			continue
		}
		if as := roleIn(s, r, outline); as != "" {
			rooms = append(rooms, roomRelation{relatedTo(s, id), as})
		}
	}
	if seeds > 0 {
		notes = []string{fmt.Sprintf("%d rooms here have a seed and no outline; what bounds them is not derived", seeds)}
	}
	return sortedRooms(rooms), notes
}

func sortedRooms(rooms []roomRelation) []roomRelation {
	slices.SortFunc(rooms, func(a, b roomRelation) int { return cmp.Compare(a.ID, b.ID) })
	return rooms
}

// boundsOfRoom answers what lies on a room's outline.
func boundsOfRoom(s *model.Snapshot, room *model.Record) ([]roomRelation, []string) {
	outline, ok := category.Outline(room)
	box, placed := category.Space(s).Get(room.ID())
	if !ok || !placed {
		return nil, []string{"the room has no outline; what bounds its seed is not derived"}
	}
	var found []roomRelation
	for id := range inStorey(s, box) {
		r := s.Record(id)
		if r == nil {
			continue
		}
		switch roleIn(s, r, outline) {
		case "bounds":
			found = append(found, roomRelation{relatedTo(s, id), "bounded by"})
		case "opens to":
			found = append(found, roomRelation{relatedTo(s, id), "opening"})
		}
	}
	return sortedRooms(found), nil
}

// inStorey answers the records that meet a box, without those that it only stands on
// or that only stand on it: a room is bounded by the walls of its own storey.
func inStorey(s *model.Snapshot, box geom.Box) iter.Seq[string] {
	return func(yield func(string) bool) {
		space := category.Space(s)
		for id := range space.Search(box.Grow(geom.JoinTolerance)) {
			other, _ := space.Get(id)
			if !standsOn(box, other) && !standsOn(other, box) && !yield(id) {
				return
			}
		}
	}
}

// standsOn tells whether one box begins where another ends, which begins below it.
func standsOn(upper, lower geom.Box) bool {
	return lower.Max.Z <= upper.Min.Z+geom.JoinTolerance && lower.Min.Z < upper.Min.Z-geom.JoinTolerance
}

// roleIn tells what a record is to a room: a wall, curtain wall or separator on its
// outline bounds it, what such a wall hosts there opens to it, furniture, equipment
// and columns inside stand in it. It is empty where it is none of them.
func roleIn(s *model.Snapshot, r *model.Record, outline geom.Region) string {
	switch r.Category() {
	case "wall", "curtain-wall", "separator":
		line, ok := category.Baseline(r)
		left, right := category.Faces(s, r)
		if ok && along(outline, line, max(math.Abs(left), math.Abs(right))) {
			return "bounds"
		}
	case "door", "window", "opening":
		host := s.Record(r.String("hostId"))
		span, ok := category.Opening(s, r)
		if !ok || host == nil {
			return ""
		}
		line, _ := category.Baseline(host)
		left, right := category.Faces(s, host)
		if along(outline, line.Part(span.From, span.To), max(math.Abs(left), math.Abs(right))) {
			return "opens to"
		}
	case "furniture", "equipment", "column":
		at, ok := r.Point("at")
		if ok && outline.Locate(geom.Point{X: at[0], Y: at[1]}, geom.JoinTolerance) != geom.Outside {
			return "stands in"
		}
	}
	return ""
}

// along tells whether a line runs along an edge of an outline, no further from it
// than a distance.
func along(outline geom.Region, line geom.Curve, distance float64) bool {
	distance += geom.JoinTolerance
	middle := line.PointAt(line.Length() / 2)
	for _, ring := range append([]geom.Ring{outline.Outer}, outline.Holes...) {
		for _, edge := range ring.Edges() {
			half := edge.PointAt(edge.Length() / 2)
			if beside(line, half, distance) || beside(edge, middle, distance) {
				return true
			}
		}
	}
	return false
}

// beside tells whether a point lies beside a line, not beyond its ends.
func beside(line geom.Curve, p geom.Point, distance float64) bool {
	on := line.Project(p)
	return on.Distance <= distance && on.Along > geom.JoinTolerance && on.Along < line.Length()-geom.JoinTolerance
}
