package find

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// bounding are the categories that make a room, so that they do not stand in it.
var bounding = []string{"room", "separator", "wall", "curtain-wall", "slab", "ceiling", "roof", "foundation", "shaft", "opening"}

// room finds what stands in a room, whose plan point lies within its boundary and whose
// box reaches into its height, and the doors and windows that open to it.
func (c *compiler) room() error {
	if c.f.Room == "" {
		return nil
	}
	ids, err := c.resolve("room", []string{c.f.Room}, "room")
	if err != nil {
		return err
	}
	room := c.s.Record(ids[0])
	boundary, ok := category.Boundary(c.s, room)
	if !ok {
		return openRoom(c.s, room)
	}
	outline := boundary.Region
	box := outline.Bounds()
	low := category.Base(c.s, room)
	high, ok := category.Top(c.s, room)
	if !ok {
		high = math.Inf(1)
	}
	space := category.Space(c.s)
	found := map[string]bool{}
	for id := range space.Search(box.WithZ(low, max(low, high-geom.JoinTolerance))) {
		f := c.s.Get(id)
		if f == nil || slices.Contains(bounding, f.Category()) {
			continue
		}
		in := outline
		if f.Category() == "column" { // of which the room is less
			in = geom.Region{Outer: outline.Outer}
		}
		if in.Locate(planPoint(space, f), geom.JoinTolerance) != geom.Outside {
			found[id] = true
		}
	}
	for _, id := range boundary.Openings {
		if f := c.s.Get(id); f != nil && f.Category() != "opening" {
			found[id] = true
		}
	}
	c.add(criterion{name: "room", said: "in " + ids[0], ids: found, why: func(*Matches) string {
		return fmt.Sprintf("none stands in it or opens to it; %d other things do", len(found))
	}})
	return nil
}

// openRoom is the problem of a room around which nothing closes, so that what stands
// in it is not known.
func openRoom(s *model.Snapshot, room *model.Record) error {
	why := "it is not placed"
	if l, ok := category.LeakOf(s, room); ok {
		switch {
		case l.Inside != "":
			why = "its seed lies in " + l.Inside
		case l.Gap > 0:
			why = fmt.Sprintf("it is open by %.0f mm between %s", l.Gap, strings.Join(l.Between, " and "))
		default:
			why = "nothing closes around its seed"
		}
	}
	p := &model.Problem{Code: model.Unsupported, Message: fmt.Sprintf("What stands in %s is not known: %s", room.ID(), why),
		Hint: "Close the gap or give it an outline; until then filter with bounds or near"}
	if try := nearSeed(room); try != nil {
		p.Hint, p.Details = "Close the gap or give it an outline; until then filter around its seed", map[string]any{"try": try}
	}
	return p
}

func nearSeed(room *model.Record) model.Object {
	at, ok := room.Point("seed")
	if !ok {
		return nil
	}
	near := model.Object{{Name: "point", Value: model.PointValue(at[:]...)}, {Name: "distance", Value: 3000.0}}
	filter := model.Object{{Name: "near", Value: near}}
	if level := room.String("levelId"); level != "" {
		filter = filter.With("levels", []any{level})
	}
	return model.Object{{Name: "filter", Value: filter}}
}

// planPoint answers where a thing stands: its own point, else the middle of its box.
func planPoint(space *category.SpaceIndex, f *model.File) geom.Point {
	if r := f.Record(); r != nil {
		if at, ok := r.Point("at"); ok {
			return geom.Point{X: at[0], Y: at[1]}
		}
	}
	box, _ := space.Get(f.ID())
	return box.Center().Plan()
}

func (c *compiler) facing() error {
	if c.f.Facing == "" {
		return nil
	}
	facing, ok := geom.ParseFacing(c.f.Facing)
	if !ok {
		return &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("%q is no direction to face", c.f.Facing),
			Hint: "Send north, north-east, east, south-east, south, south-west, west or north-west"}
	}
	c.add(criterion{
		name: "facing", said: "facing " + string(facing),
		match: func(f *model.File) bool {
			return looks(c.s, f, facing)
		},
		why: func(left *Matches) string {
			return fmt.Sprintf("none faces %s. They face %s", facing, tally(left, "derived.facing"))
		},
	})
	return nil
}

// looks tells whether the outside of a record faces a direction.
func looks(s *model.Snapshot, f *model.File, facing geom.Facing) bool {
	r := f.Record()
	return r != nil && (category.IsWall(r) || r.Has("hostId")) && category.Facing(s, r) == string(facing)
}
