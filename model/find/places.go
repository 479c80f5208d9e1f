package find

import (
	"fmt"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// places adds the criteria of where things stand. All of them go by the records'
// boxes, which are indexed in space.
func (c *compiler) places() error {
	for _, step := range []func() error{c.atLevels, c.bounds, c.near, c.room, c.facing} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// atLevels finds what belongs to a level or reaches into its height by more than a
// touch.
func (c *compiler) atLevels() error {
	if len(c.f.AtLevels) == 0 {
		return nil
	}
	ids, err := c.resolve("atLevels", c.f.AtLevels, "level")
	if err != nil {
		return err
	}
	found := map[string]bool{}
	levels := category.Levels(c.s)
	for _, id := range ids {
		c.via("/levelId")(id, found)
		level, _ := levels.Get(id)
		base, top := level.Elevation, math.Inf(1)
		if level.HasTop {
			top = max(base, level.Top)
		}
		storey := plan().WithZ(base+geom.JoinTolerance, top-geom.JoinTolerance)
		for other := range category.Space(c.s).Search(storey) {
			found[other] = true
		}
	}
	c.add(criterion{name: "atLevels", said: "at level " + listed(ids), ids: found, why: func(left *Matches) string {
		return "none reaches into it. They belong to " + tally(left, "levelId")
	}})
	return nil
}

// plan is a box over the whole plan, at height zero.
func plan() geom.Box {
	inf := math.Inf(1)
	return geom.Box{Min: geom.Point3{X: -inf, Y: -inf}, Max: geom.Point3{X: inf, Y: inf}}
}

// Box answers the box in mm; its heights are infinite where corners have two coordinates.
// Errors are *model.Problem: corners that are none, or lie the wrong way round.
func (b *Bounds) Box() (geom.Box, error) {
	low, err := corner("bounds.min", b.Min, math.Inf(-1))
	if err != nil {
		return geom.Box{}, err
	}
	high, err := corner("bounds.max", b.Max, math.Inf(1))
	if err != nil {
		return geom.Box{}, err
	}
	box := geom.Box{Min: low, Max: high}
	if box.IsEmpty() {
		return geom.Box{}, &model.Problem{Code: model.InvalidArgument, Message: "bounds.min lies beyond bounds.max",
			Hint: "Send the lower left corner as min and the upper right one as max, in mm"}
	}
	return box, nil
}

func (c *compiler) bounds() error {
	b := c.f.Bounds
	if b == nil {
		return nil
	}
	box, err := b.Box()
	if err != nil {
		return err
	}
	space := category.Space(c.s)
	found := map[string]bool{}
	for id := range space.Search(box) {
		own, _ := space.Get(id)
		if b.Mode != "inside" || box.Contains(own) {
			found[id] = true
		}
	}
	if slices.Contains(c.f.Categories, "room") {
		c.roomsIn(box, b.Mode == "inside", found)
	}
	c.add(criterion{name: "bounds", said: "in the box", ids: found, why: elsewhere})
	return nil
}

// roomsIn finds rooms by what bounds them: the index has those of a seed at their seed.
func (c *compiler) roomsIn(box geom.Box, inside bool, found map[string]bool) {
	for f := range c.s.InCategory("room") {
		r := f.Record()
		if r == nil {
			continue
		}
		at, ok := category.Bounds(c.s, r)
		if !ok || at.Min.Z > box.Max.Z || at.Max.Z < box.Min.Z {
			continue
		}
		own, _ := category.Extent(c.s, r)
		delete(found, f.ID())
		if inside && box.Contains(own) || !inside && box.Intersects(own) {
			found[f.ID()] = true
		}
	}
}

// corner reads two or three coordinates; absent is the height where there are two.
func corner(name string, at []args.Length, absent float64) (geom.Point3, error) {
	switch len(at) {
	case 2:
		return geom.Point3{X: float64(at[0]), Y: float64(at[1]), Z: absent}, nil
	case 3:
		return geom.Point3{X: float64(at[0]), Y: float64(at[1]), Z: float64(at[2])}, nil
	}
	return geom.Point3{}, &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("%s has %d coordinates", name, len(at)),
		Hint: "Send [x, y] or [x, y, z] in mm"}
}

func (c *compiler) near() error {
	n := c.f.Near
	if n == nil {
		return nil
	}
	at, err := corner("near.point", n.Point, 0)
	if err != nil {
		return err
	}
	inPlan := len(n.Point) == 2
	point := geom.BoxOf(at)
	reach := point.Grow(float64(n.Distance))
	if inPlan {
		reach = reach.WithZ(math.Inf(-1), math.Inf(1))
	}
	space := category.Space(c.s)
	found := map[string]bool{}
	for id := range space.Search(reach) {
		own, _ := space.Get(id)
		if inPlan {
			own = own.WithZ(0, 0)
		}
		if own.Distance(point) <= float64(n.Distance) {
			found[id] = true
		}
	}
	c.add(criterion{name: "near", said: "near the point", ids: found, why: elsewhere})
	return nil
}

// elsewhere says between which corners the records lie.
func elsewhere(left *Matches) string {
	space := category.Space(left.s)
	box := geom.EmptyBox()
	for f := range left.All() {
		if own, ok := space.Get(f.ID()); ok {
			box = box.Union(own)
		}
	}
	if box.IsEmpty() {
		return "none of them has a place"
	}
	return fmt.Sprintf("none is there. They lie between [%.0f, %.0f, %.0f] and [%.0f, %.0f, %.0f]",
		box.Min.X, box.Min.Y, box.Min.Z, box.Max.X, box.Max.Y, box.Max.Z)
}
