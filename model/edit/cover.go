package edit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
)

// coverArgs say what a new slab, ceiling or roof covers.
type coverArgs struct {
	Over    []string     `json:"over" also:"walls,rooms,room,above,elements" doc:"Walls that enclose it, or rooms, by id or name; a level for all walls on it."`
	Filter  *find.Filter `json:"filter" join:"|" also:"where" brief:"Instead of over: the walls or rooms that a filter picks, as in read."`
	Outline []args.Point `json:"outline" join:"|" also:"points,boundary,polygon" doc:"Instead of over: its outline, [x, y] in mm."`
	Line    string       `json:"line" enum:"outside,axis,inside" also:"face,to,edge" doc:"Over walls: whether it reaches to their outer faces, their axes or their inner faces."`
}

// cover is the area of what is to be placed.
type cover struct {
	tx     *Tx
	s      *model.Snapshot
	path   string          // of the argument that says it
	over   []*model.Record // the walls or the rooms
	plates []plate
}

// covered answers the area that the arguments say; line is which line of walls is
// meant where they do not say it.
func (tx *Tx) covered(ctx context.Context, a coverArgs, line string) (*cover, error) {
	c := &cover{tx: tx, s: tx.Snapshot(), path: "/over"}
	given := 0
	for _, there := range []bool{len(a.Over) > 0, a.Filter != nil, a.Outline != nil} {
		if there {
			given++
		}
	}
	if given != 1 {
		return nil, tx.Invalid("/over", fmt.Sprintf("%s takes one of over, filter and outline; %d are given", tx.command.Name, given), nil)
	}
	if a.Line != "" {
		line = a.Line
	}
	if a.Outline != nil {
		outer, err := tx.drawn("/outline", a.Outline)
		c.path, c.plates = "/outline", []plate{{outer: outer}}
		return c, err
	}
	if err := c.find(ctx, a); err != nil {
		return nil, err
	}
	if c.over[0].Category() == "room" {
		if a.Line != "" {
			return nil, tx.Invalid("/line", "line says which faces of walls are meant; over rooms the area within their faces is covered", a.Line)
		}
		return c, c.rooms()
	}
	return c, c.walls(line)
}

// find finds what is to be covered: walls or rooms, not both.
func (c *cover) find(ctx context.Context, a coverArgs) error {
	var found []*model.Record
	if a.Filter != nil {
		targets, err := c.tx.Targets(ctx, Target{Filter: a.Filter}, "wall", "curtain-wall", "room")
		if err != nil {
			return err
		}
		found = targets
	}
	for _, text := range a.Over {
		r, err := c.tx.One(text, find.Want{Categories: []string{"wall", "curtain-wall", "room", "level"}, Role: "over"})
		if err != nil {
			return err
		}
		if r.Category() == "level" {
			found = append(found, c.wallsOn(r.ID())...)
			continue
		}
		found = append(found, r)
	}
	seen := map[string]bool{}
	for _, r := range found {
		if !seen[r.ID()] {
			seen[r.ID()] = true
			c.over = append(c.over, r)
		}
	}
	if len(c.over) == 0 {
		return c.tx.Invalid("/over", fmt.Sprintf("no walls stand on %s", strings.Join(a.Over, ", ")), nil)
	}
	for _, r := range c.over {
		if (r.Category() == "room") != (c.over[0].Category() == "room") {
			return c.tx.Invalid("/over", fmt.Sprintf("%s and %s: give walls or rooms, not both", titled(c.over[0]), titled(r)), nil)
		}
	}
	return nil
}

func (c *cover) wallsOn(level string) []*model.Record {
	var walls []*model.Record
	for _, name := range []string{"wall", "curtain-wall"} {
		for f := range c.s.InCategory(name) {
			if r := f.Record(); r != nil && r.String("levelId") == level && !r.Has("hostId") && category.Stands(c.s, r) {
				walls = append(walls, r)
			}
		}
	}
	return walls
}

// rooms covers each room within its faces.
func (c *cover) rooms() error {
	for _, r := range c.over {
		e, ok := category.Boundary(c.s, r)
		if !ok {
			return c.tx.Invalid("/over", fmt.Sprintf("nothing encloses %s; close its walls or give it an outline", titled(r)), r.ID())
		}
		p := plate{outer: contourOf(e.Region.Outer)}
		for _, hole := range e.Region.Holes {
			p.holes = append(p.holes, contourOf(hole.Flatten(geom.ChordTolerance)))
		}
		c.plates = append(c.plates, p.tidied())
	}
	return nil
}

// tidied answers the plate with rounded coordinates.
func (p plate) tidied() plate {
	for _, c := range append([]contour{p.outer}, p.holes...) {
		for i := range c.points {
			c.points[i] = tidyPoint(c.points[i])
		}
	}
	return p
}

// walls covers what walls enclose, up to one of their lines.
func (c *cover) walls(line string) error {
	var footprints []geom.Region
	var sources []source
	for _, w := range c.over {
		for _, g := range category.Footprint(c.s, w) {
			footprints = append(footprints, g)
			for _, ring := range append([]geom.Ring{g.Outer}, g.Holes...) {
				for _, e := range ring.Edges() {
					sources = append(sources, source{curve: e, wall: w.ID()})
				}
			}
		}
	}
	for _, g := range geom.Union(footprints) {
		for _, inner := range g.Holes {
			if line == "inside" && -inner.Area() >= leastEnclosed {
				c.plates = append(c.plates, plate{outer: trace(inner, sources).contour(nil).wound(true)})
			}
		}
		if line == "inside" || (geom.Region{Outer: g.Outer}).Area()-g.Area() < leastEnclosed {
			continue
		}
		t := trace(g.Outer, sources)
		if line == "axis" {
			t = c.onAxes(t)
		}
		if outer := t.contour(nil); len(outer.points) > 2 {
			c.plates = append(c.plates, plate{outer: outer})
		}
	}
	if len(c.plates) > 0 {
		return nil
	}
	names := make([]string, len(c.over))
	for i, w := range c.over {
		names[i] = w.ID()
	}
	return c.tx.Invalid("/over", fmt.Sprintf("%s enclose nothing; close their corners, or give an outline", shorten(strings.Join(names, ", "), 120)), nil)
}

// leastEnclosed is the area in mm² that walls have to enclose to count as closed.
const leastEnclosed = 10_000

// base answers the level that a plate belongs to where none is named: that of all it
// covers.
func (c *cover) base() (string, error) {
	var levels []string
	for _, r := range c.over {
		if level := r.String("levelId"); !slices.Contains(levels, level) {
			levels = append(levels, level)
		}
	}
	if len(levels) == 1 && levels[0] != "" {
		return levels[0], nil
	}
	if all := category.Levels(c.s).All(); len(levels) == 0 && len(all) == 1 {
		c.tx.assume(fmt.Sprintf("level: %s, the only level", all[0].ID))
		return all[0].ID, nil
	}
	message := fmt.Sprintf("%s needs a level", c.tx.command.Name)
	if len(levels) > 1 {
		message = fmt.Sprintf("they stand on %s; say which level the new one belongs to", strings.Join(levels, ", "))
	}
	return "", c.tx.Invalid("/level", message, nil)
}
