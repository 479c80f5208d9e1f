package edit

import (
	"context"
	"fmt"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
)

type placeStairArgs struct {
	From       string       `json:"from" required:"true" also:"level,levelId,fromLevel,base" doc:"Level that it starts on."`
	To         string       `json:"to" also:"topLevel,topLevelId,toLevel,top" doc:"Level that it leads up to. Absent: the next one."`
	Path       []args.Point `json:"path" also:"points,line" doc:"Centre line in plan from the bottom up, [x, y] in mm, with a landing where it turns."`
	Start      *args.Point  `json:"start" join:"|" also:"at,foot" doc:"Middle of its foot, [x, y] in mm; its length follows."`
	Direction  *bearing     `json:"direction" join:"+" also:"heading,towards" doc:"Where it climbs from its start: degrees from x, or a compass word."`
	Turns      []stairTurn  `json:"turns" also:"turn,landings" doc:"With start: its landings in order, [{to, after?}]. Absent: straight."`
	Width      args.Length  `json:"width" default:"1000" above:"0" doc:"Width in mm."`
	Well       args.Length  `json:"well" default:"100" min:"0" also:"gap,eye" doc:"Gap in mm between the flights of a half turn."`
	Risers     *int         `json:"risers" min:"2" also:"steps" doc:"How many risers it has. Absent: as many as keep them near 170 mm."`
	Going      *args.Length `json:"going" above:"0" also:"tread,run" doc:"Depth of a tread in mm, with start. Absent: 630 less two risers, 250 to 300."`
	BaseOffset args.Length  `json:"baseOffset" doc:"Height of its foot above its level, in mm."`
	TopOffset  args.Length  `json:"topOffset" doc:"Height of its end above its top level, in mm."`
	Opening    string       `json:"opening" enum:"auto,openings,shaft,none" default:"auto" also:"cut,holes" doc:"What it cuts into slabs and ceilings: an opening in each, one shaft, or nothing; auto: a shaft where it passes several storeys, else openings."`
	Headroom   *args.Length `json:"headroom" above:"0" also:"clearance" doc:"Clear height in mm over its treads that the openings leave. Absent: as stair.headroom asks, 2000."`
	Type       string       `json:"type" also:"typeId" doc:"Its type, by id or name."`
	Name       string       `json:"name" doc:"Its name."`
	ID         string       `json:"id" also:"newId" doc:"Id of the stair; its openings are id-opening, or id-opening-1 … Absent: made."`
}

func placeStair() *Command {
	return define(Command{Name: "place_stair", Geometric: true, Also: []string{"add_stair", "create_stair", "draw_stair", "place_stairs", "add_staircase"},
		Summary: "Place a stair from one level to another and open the slabs above it",
		Doc: `Say its path, or its start and direction (its length then follows from its goings) and the turns: left and right a
quarter, half-left and half-right back beside itself, straight a landing on the way; after says how many risers come
before the landing, else they are shared out. Risers and goings are worked out and held against the limits of
stair.riser and stair.going, which eik.json may set.

Slabs and ceilings that are there are opened where the stair or a person on it needs it; what is open already stays
so. A shaft cuts all that lies between. Place the slabs first. Railings: create railing with hostId.`},
		`{"command": "place_stair", "from": "level-0", "to": "level-0", "baseOffset": -510, "start": [3000, -730], "direction": "north", "width": 1500, "id": "stair-entrance"}`, runPlaceStair)
}

func runPlaceStair(_ context.Context, tx *Tx, a placeStairArgs) error {
	p, err := tx.newStair(a)
	if err != nil {
		return err
	}
	if err := p.lay(a); err != nil {
		return err
	}
	if err := tx.Put(p.record); err != nil {
		return err
	}
	tx.Say("Place", []*model.Record{p.record}, "up to "+p.record.String("topLevelId"))
	if a.Opening != "none" {
		if err := p.open(a); err != nil {
			return err
		}
	}
	return p.arrive()
}

// stairPlan is a stair being placed.
type stairPlan struct {
	tx        *Tx
	s         *model.Snapshot // before it
	record    *model.Record
	base, top float64 // heights in mm
	risers    int
	path      string // of the argument that lays it
}

func (p *stairPlan) riser() float64 { return (p.top - p.base) / float64(p.risers) }

// limit answers a limit of a rule, as the model sets it, else as it is by itself.
func (tx *Tx) limit(rule, name string, otherwise float64) float64 {
	if v, ok := tx.base.Manifest().Rules[rule][name].(float64); ok {
		return v
	}
	return otherwise
}

// newStair starts a stair between its levels, with its risers.
func (tx *Tx) newStair(a placeStairArgs) (*stairPlan, error) {
	from, err := tx.Level("from", a.From)
	if err != nil {
		return nil, err
	}
	var to string
	if a.To != "" {
		level, err := tx.Level("to", a.To)
		if err != nil {
			return nil, err
		}
		to = level.ID()
	} else if next, ok := category.Levels(tx.Snapshot()).Next(from.ID()); ok {
		to = next.ID
		tx.assume(fmt.Sprintf("to: %s, the next level", to))
	} else {
		return nil, tx.Invalid("/to", fmt.Sprintf("no level lies above %s; add_level first", spoken(from)), nil)
	}
	if err := tx.label("/name", a.Name); err != nil {
		return nil, err
	}
	id, err := tx.NewID("stair", a.ID)
	if err != nil {
		return nil, err
	}
	r := model.NewRecord(model.Object{{Name: "id", Value: id}, {Name: "category", Value: "stair"}, {Name: "levelId", Value: from.ID()}, {Name: "topLevelId", Value: to}}).
		With("name", nonEmpty(a.Name)).With("baseOffset", optional(float64(a.BaseOffset))).With("topOffset", optional(float64(a.TopOffset)))
	if a.Type != "" {
		t, err := tx.Type(a.Type, "stair")
		if err != nil {
			return nil, err
		}
		r = r.With("typeId", t.ID())
	}
	p := &stairPlan{tx: tx, s: tx.Snapshot(), record: r}
	p.base = category.Base(p.s, r)
	p.top, _ = category.Top(p.s, r)
	if p.top-p.base <= 0 {
		return nil, tx.Invalid("/to", fmt.Sprintf("a stair leads up: its end at %s is no higher than its foot at %s", tx.Length(p.top), tx.Length(p.base)), nil)
	}
	return p, p.count(a)
}

// count settles how many risers the stair has.
func (p *stairPlan) count(a placeStairArgs) error {
	const aim, most = 170, 500
	rise := p.top - p.base
	low := p.tx.limit("stair.riser", "minimum", category.StairLeastRiser)
	high := p.tx.limit("stair.riser", "maximum", category.StairMostRiser)
	fit := math.Round(rise / aim)
	fit = max(min(fit, math.Floor(rise/low)), math.Ceil(rise/high-1e-9), 1)
	if rise/fit < low-1e-9 || fit > most {
		return p.tx.Invalid("/from", fmt.Sprintf("a rise of %s takes no risers between %v and %v mm", p.tx.Length(tidy(rise)), low, high), nil)
	}
	p.risers = int(fit)
	if a.Risers == nil {
		return nil
	}
	p.risers = *a.Risers
	if riser := p.riser(); riser < low-1e-9 || riser > high+1e-9 {
		problem := p.tx.invalid("/risers", fmt.Sprintf("%d risers over %s are %.4g mm each; stair.riser asks for %v to %v, such as %v risers of %.4g mm",
			p.risers, p.tx.Length(tidy(rise)), riser, low, high, fit, rise/fit), float64(p.risers))
		problem.Details["try"] = p.tx.data.With("risers", fit)
		return problem
	}
	return nil
}
