package edit

import (
	"errors"
	"fmt"
	"math"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

type stairTurn struct {
	To    string `json:"to" required:"true" enum:"left,right,half-left,half-right,straight" also:"direction,turn" doc:"Where it goes on after the landing, as seen going up."`
	After *int   `json:"after" min:"1" also:"risers" doc:"How many risers lead from the landing before to this one."`
}

// bearing is a direction in plan: an angle from x, or a word of the compass.
type bearing struct {
	angle  float64
	facing geom.Facing
}

// DecodeArg implements args.Value.
func (b *bearing) DecodeArg(v any) error {
	if s, ok := v.(string); ok {
		if f, ok := geom.ParseFacing(s); ok {
			*b = bearing{facing: f}
			return nil
		}
	}
	var a args.Angle
	if err := a.DecodeArg(v); err != nil {
		return errors.New("takes a direction: degrees from x, or a compass word such as north")
	}
	*b = bearing{angle: float64(a)}
	return nil
}

// ArgSchema implements args.Value.
func (*bearing) ArgSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Types: []string{"number", "string"}}
}

// degrees answers the angle from x, where north lies that far from y.
func (b *bearing) degrees(trueNorth float64) float64 {
	compass := []geom.Facing{geom.North, geom.NorthWest, geom.West, geom.SouthWest, geom.South, geom.SouthEast, geom.East, geom.NorthEast}
	for i, f := range compass {
		if f == b.facing {
			return 90 + trueNorth + 45*float64(i)
		}
	}
	return b.angle
}

// lay gives the stair its course: along a path, or as its start and turns have it.
func (p *stairPlan) lay(a placeStairArgs) error {
	switch {
	case (a.Path == nil) == (a.Start == nil):
		return p.tx.Invalid("/path", "place_stair takes a path, or start and direction", nil)
	case a.Path != nil && (a.Direction != nil || a.Turns != nil || a.Going != nil):
		return p.tx.Invalid("/path", "a path says direction, turns and going by itself; leave them out, or give start instead", nil)
	case a.Path != nil:
		if err := p.along(a); err != nil {
			return err
		}
		return p.check("/path")
	case a.Direction == nil:
		return p.tx.Invalid("/direction", "start needs a direction: degrees from x, or a compass word", nil)
	}
	if err := p.climb(a); err != nil {
		return err
	}
	if a.Going != nil {
		return p.check("/going")
	}
	return p.check("/start")
}

// along lays the stair on a path.
func (p *stairPlan) along(a placeStairArgs) error {
	points := make([]geom.Point, len(a.Path))
	for i, at := range a.Path {
		points[i] = geom.Point{X: at[0], Y: at[1]}.Round()
	}
	if len(points) < 2 {
		return p.tx.Invalid("/path", "a path takes 2 points or more", nil)
	}
	p.record = p.record.With("path", pointValues(points)).With("width", tidy(float64(a.Width))).With("risers", float64(p.risers))
	return nil
}

// check refuses a stair that cannot be laid out or whose treads are not as deep as the
// rules ask.
func (p *stairPlan) check(path string) error {
	w, ok := category.StairParts(p.s, p.record)
	if !ok {
		return p.tx.Invalid(path, fmt.Sprintf("%d risers and the landings at its turns do not fit there; make it longer, or for two flights side by side give start, direction and turns with half-left or half-right", p.risers), nil)
	}
	least := p.tx.limit("stair.going", "minimum", category.StairLeastGoing)
	if w.Going > 0 && w.Going < least-geom.Epsilon {
		return p.tx.Invalid(path, fmt.Sprintf("its treads would be %.4g mm deep; stair.going asks for %v or more, and %v would be good with risers of %.4g mm", w.Going, least, p.goodGoing(), w.Riser), nil)
	}
	if p.path = path; w.Going > deepGoing {
		p.tx.Note("The treads are %.4g mm deep, %v would be good: the path could be shorter.", w.Going, p.goodGoing())
	}
	return nil
}

// deepGoing in mm is a tread that takes a step and a half.
const deepGoing = 450

// goodGoing answers the going that is comfortable with the stair's risers, by the
// rule that two risers and a going are a step of 630 mm.
func (p *stairPlan) goodGoing() float64 {
	const step, shallow, deep = 630, 250, 300
	least := p.tx.limit("stair.going", "minimum", category.StairLeastGoing)
	return max(least, min(deep, max(shallow, 10*math.Round((step-2*p.riser())/10))))
}

// climb lays flights and landings from the start on.
func (p *stairPlan) climb(a placeStairArgs) error {
	going := p.goodGoing()
	if a.Going != nil {
		going = float64(*a.Going)
	}
	risers, err := p.share(a.Turns)
	if err != nil {
		return err
	}
	width := float64(a.Width)
	at := geom.Point{X: a.Start[0], Y: a.Start[1]}
	heading := geom.Direction(a.Direction.degrees(p.s.Manifest().TrueNorth()))
	var flights, landings []any
	for i, n := range risers {
		end := at.Add(heading.Scale(float64(n-1) * going))
		path := pointValues([]geom.Point{tidyPoint(at), tidyPoint(end)})
		if len(a.Turns) == 0 {
			p.record = p.record.With("path", path).With("width", tidy(width)).With("risers", float64(p.risers))
			return nil
		}
		flights = append(flights, model.Object{{Name: "path", Value: path}, {Name: "width", Value: tidy(width)}, {Name: "risers", Value: float64(n)}})
		if i == len(a.Turns) {
			break
		}
		var landing geom.Ring
		landing, at, heading = turnOff(end, heading, a.Turns[i].To, width, float64(a.Well))
		for k, c := range landing.Points {
			landing.Points[k] = tidyPoint(c)
		}
		landings = append(landings, model.Object{{Name: "outline", Value: pointValues(landing.Points)}})
	}
	p.record = p.record.With("flights", flights).With("landings", landings)
	return nil
}

// share answers the risers of each flight, the last riser of one leading onto its
// landing: as many as the turns say, the rest shared out.
func (p *stairPlan) share(turns []stairTurn) ([]int, error) {
	flights := make([]int, len(turns)+1)
	left, open := p.risers, len(flights)
	for i, t := range turns {
		if t.After != nil {
			flights[i] = *t.After
			left -= *t.After
			open--
		}
	}
	for i := range flights {
		if flights[i] > 0 {
			continue
		}
		flights[i] = left / open
		left -= flights[i]
		open--
	}
	for i, n := range flights {
		if n < 2 {
			return nil, p.tx.Invalid("/turns", fmt.Sprintf("flight %d would have %d of its %d risers; a flight has 2 or more", i+1, n, p.risers), nil)
		}
	}
	return flights, nil
}

// turnOff answers the landing at the end of a flight, and where and whither the next
// flight starts.
func turnOff(end, heading geom.Point, to string, width, well float64) (landing geom.Ring, start, next geom.Point) {
	left := heading.Left()
	if to == "right" || to == "half-right" {
		left = left.Scale(-1)
	}
	far := end.Add(heading.Scale(width))
	reach := width / 2
	switch to {
	case "straight":
		start, next = far, heading
	case "left", "right":
		start, next = end.Add(heading.Scale(width/2)).Add(left.Scale(width/2)), left
	default:
		reach = width*3/2 + well
		start, next = end.Add(left.Scale(width+well)), heading.Scale(-1)
	}
	landing.Points = []geom.Point{end.Add(left.Scale(-width / 2)), far.Add(left.Scale(-width / 2)), far.Add(left.Scale(reach)), end.Add(left.Scale(reach))}
	if !landing.IsCCW() {
		landing = landing.Reverse()
	}
	return landing, start, next
}
