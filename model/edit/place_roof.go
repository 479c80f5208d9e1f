package edit

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

type placeRoofArgs struct {
	coverArgs
	Form      string       `json:"form" required:"true" enum:"flat,shed,gable,hip" also:"shape,kind" doc:"Its form."`
	Pitch     *args.Angle  `json:"pitch" min:"0" max:"89" also:"slope,angle" doc:"Angle of its planes to the horizontal, in degrees or as 1:12; of a flat roof its fall, such as 1.15."`
	Overhang  *args.Length `json:"overhang" min:"0" also:"eaves" doc:"How far it reaches beyond the outline, in mm. Absent: 0."`
	Direction *args.Angle  `json:"direction" also:"ridge,fall" doc:"Direction of the ridge of a gable, or of the fall of a shed or flat roof, in degrees from x. Absent: along the longest side, or out across it."`
	Level     string       `json:"level" also:"levelId,storey" doc:"Level that it belongs to. Absent: the one at the top of the walls, else the walls' own."`
	Offset    *args.Length `json:"offset" also:"elevation,z" doc:"Height of the top of its eaves line above the level, in mm. Absent: the top of the walls; along an outline 0."`
	makeArgs
}

func placeRoof() *Command {
	return define(Command{Name: "place_roof", Geometric: true, Also: []string{"add_roof", "create_roof", "draw_roof"},
		Summary: "Put a roof over walls, over rooms, or along an outline",
		Doc: `Its outline is the wall line, by default the outer faces of the walls; the eaves reach overhang beyond. Over walls the
top of its eaves line lies where the walls end (where they end at several heights, at the lowest, which the notes
say), on the level there or above the walls' own. Walls under a gable reach up to it once attach tells them to.

A sloped form takes a pitch. Pitch and overhang of single edges: update, set edges.`},
		`{"command": "place_roof", "over": ["wall-south", "wall-east", "wall-north", "wall-west"], "form": "gable", "pitch": 35, "overhang": 500, "thickness": 280, "id": "roof-main"}`, runPlaceRoof)
}

func runPlaceRoof(ctx context.Context, tx *Tx, a placeRoofArgs) error {
	c, err := tx.covered(ctx, a.coverArgs, "outside")
	if err != nil {
		return err
	}
	if a.Form != "flat" && (a.Pitch == nil || *a.Pitch == 0) {
		p := tx.invalid("/pitch", fmt.Sprintf("a %s roof takes a pitch in degrees", a.Form), nil)
		p.Details["try"] = tx.data.With("pitch", 30.0)
		return p
	}
	level, offset, err := c.eaves(a)
	if err != nil {
		return err
	}
	r, err := c.start(made{category: "roof"}, level, a.makeArgs)
	if err != nil {
		return err
	}
	r = r.With("offset", optional(offset)).With("form", a.Form)
	if a.Overhang != nil {
		r = r.With("overhang", optional(float64(*a.Overhang)))
	}
	for i := range c.plates {
		c.plates[i].holes = nil
	}
	roofs, err := c.lay(r, a.ID, func(r *model.Record, p plate) *model.Record { return c.pitched(r, p, a) })
	if err != nil {
		return err
	}
	tx.Say("Place", roofs, "on "+level)
	return nil
}

// pitched gives a roof its pitch and direction.
func (c *cover) pitched(r *model.Record, p plate, a placeRoofArgs) *model.Record {
	if a.Pitch == nil || *a.Pitch == 0 {
		return r
	}
	direction := longestSide(p.outer.ring(), a.Form)
	if a.Direction != nil {
		direction = tidy(float64(*a.Direction))
	} else if a.Form != "hip" {
		what := map[string]string{"gable": "ridge", "shed": "fall", "flat": "fall"}[a.Form]
		c.tx.assume(fmt.Sprintf("direction: %v°, the %s by the longest side", direction, what))
	}
	switch a.Form {
	case "flat":
		return r.With("slope", model.Object{{Name: "pitch", Value: tidy(float64(*a.Pitch))}, {Name: "direction", Value: direction}})
	case "hip":
		return r.With("pitch", tidy(float64(*a.Pitch)))
	}
	return r.With("pitch", tidy(float64(*a.Pitch))).With("direction", direction)
}

// longestSide answers the direction that the first longest side gives a roof: along
// it, below 180, for a ridge, and outwards across it for a fall.
func longestSide(ring geom.Ring, form string) float64 {
	longest := 0
	for i, e := range ring.Edges() {
		if e.Length() > ring.Edge(longest).Length()+geom.JoinTolerance {
			longest = i
		}
	}
	if form != "gable" {
		return tidy(ring.OutwardNormal(longest).Angle())
	}
	e := ring.Edge(longest)
	return tidy(math.Mod(e.End.Sub(e.Start).Angle(), 180))
}

// eaves answers the level of a roof, and how high above it its eaves line lies.
func (c *cover) eaves(a placeRoofArgs) (level string, offset float64, err error) {
	levels := category.Levels(c.s)
	top, known := c.top()
	if a.Level == "" && known && a.Offset == nil {
		own, _ := levels.Get(c.over[0].String("levelId"))
		for _, l := range levels.All() {
			if l.Building == own.Building && math.Abs(l.Elevation-top) <= geom.JoinTolerance {
				return l.ID, 0, nil
			}
		}
	}
	if level, err = c.levelOf(a.Level); err != nil {
		return "", 0, err
	}
	switch l, _ := levels.Get(level); {
	case a.Offset != nil:
		return level, float64(*a.Offset), nil
	case known:
		return level, top - l.Elevation, nil
	case len(c.over) > 0:
		return "", 0, c.tx.Invalid("/offset", fmt.Sprintf("%s has no top that a roof could lie on; say offset", titled(c.over[0])), nil)
	}
	return level, 0, nil
}

// top answers the lowest height in mm at which what is covered ends.
func (c *cover) top() (float64, bool) {
	var tops []float64
	for _, r := range c.over {
		if top, ok := category.Top(c.s, r); ok {
			tops = append(tops, top)
		}
	}
	if len(tops) == 0 {
		return 0, false
	}
	low, high := slices.Min(tops), slices.Max(tops)
	if high-low > geom.JoinTolerance {
		c.tx.Note("The walls end between %s and %s; the eaves line lies at the lowest.", c.tx.Length(low), c.tx.Length(high))
	}
	return low, true
}
