package find

import (
	"fmt"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// bounding are the categories that make a room, so that they do not stand in it.
var bounding = []string{"room", "separator", "wall", "curtain-wall", "slab", "ceiling", "roof", "foundation", "shaft", "opening"}

// room finds what stands in a room: whose plan point lies in its outline and whose
// box reaches into its height.
func (c *compiler) room() error {
	if c.f.Room == "" {
		return nil
	}
	ids, err := c.resolve("room", []string{c.f.Room}, "room")
	if err != nil {
		return err
	}
	room := c.s.Record(ids[0])
	outline, ok := category.Outline(room)
	if !ok {
		return &model.Problem{Code: model.Unsupported,
			Message: fmt.Sprintf("%s has no outline, and what bounds a seed is not derived, so what stands in it is not known", ids[0]),
			Hint:    "Filter with bounds or near around its seed instead",
			Details: map[string]any{"try": nearSeed(room)}}
	}
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
		if outline.Locate(planPoint(space, f), geom.JoinTolerance) != geom.Outside {
			found[id] = true
		}
	}
	c.add(criterion{name: "room", said: "in " + ids[0], ids: found, why: func(*Matches) string {
		return fmt.Sprintf("none stands in it; %d other things do", len(found))
	}})
	return nil
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
