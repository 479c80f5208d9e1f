package edit

import (
	"fmt"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// reached is a place on the whole line or circle of a wall: how far from its start
// along it, negative before it, and where.
type reached struct {
	along float64
	at    geom.Point
}

// goal is what ends of walls are brought to.
type goal struct {
	record *model.Record // nil for a point
	wall   *run          // where it is one
	line   geom.Curve
	point  geom.Point
}

// goal answers what an argument says that ends are brought to.
func (tx *Tx) goal(argument string, a aim) (goal, error) {
	if a.point != nil {
		return goal{point: *a.point}, nil
	}
	r, line, err := tx.lined(argument, a.text)
	if err != nil {
		return goal{}, err
	}
	g := goal{record: r, line: line}
	if category.IsWall(r) {
		g.wall, _ = runOf(tx.Snapshot(), r)
	}
	return g, nil
}

func (g goal) String() string {
	if g.record != nil {
		return titled(g.record)
	}
	return fmt.Sprintf("[%v, %v]", tidy(g.point.X), tidy(g.point.Y))
}

// crossings answers where the whole line or circle of a wall meets the goal's, or the
// foot of its point.
func (g goal) crossings(line geom.Curve) []reached {
	points := []geom.Point{g.point}
	if g.record != nil {
		points = line.Crossings(g.line)
	}
	var out []reached
	for _, p := range points {
		out = append(out, along(line, p)...)
	}
	return out
}

// along answers the distances from the start at which the whole line or circle of a
// curve comes closest to a point: one on a line, on a circle one to each side of the
// start.
func along(line geom.Curve, p geom.Point) []reached {
	arc, isArc := line.Arc()
	if !isArc {
		t := line.TangentAt(0)
		d := p.Sub(line.Start).Dot(t)
		return []reached{{d, line.Start.Add(t.Scale(d))}}
	}
	turn := p.Sub(arc.Center).Angle() - arc.From
	if arc.Sweep < 0 {
		turn = -turn
	}
	turn = math.Mod(math.Mod(turn, 360)+360, 360)
	round := 2 * math.Pi * arc.Radius
	d := turn / 360 * round
	at := arc.Center.Add(p.Sub(arc.Center).Unit().Scale(arc.Radius))
	return []reached{{d, at}, {d - round, at}}
}

// beyond answers the crossing that is closest beyond an end of a line, and how far it
// is from there; false where there is none.
func beyond(line geom.Curve, e wallEnd, crossings []reached) (best reached, by float64, ok bool) {
	by = math.Inf(1)
	for _, c := range crossings {
		d := -c.along
		if e == atEnd {
			d = c.along - line.Length()
		}
		if d >= -geom.JoinTolerance && d < by {
			best, by, ok = c, d, true
		}
	}
	return best, by, ok
}

// ending answers a line with an end elsewhere along it. Its other end stays.
func ending(line geom.Curve, e wallEnd, to reached) geom.Curve {
	if !line.IsArc() {
		return e.put(line, tidyPoint(to.at))
	}
	part := line.Part(0, to.along)
	if e == atStart {
		part = line.Part(to.along, line.Length())
	}
	line.Sagitta = tidy(part.Sagitta)
	return e.put(line, tidyPoint(to.at))
}

// misses refuses a place on a wall's line where the wall that it is brought to is not.
func (tx *Tx) misses(argument string, r *model.Record, g goal, at geom.Point) error {
	if g.wall == nil || g.wall.holds(at) {
		return nil
	}
	p := tx.invalid("/"+argument, fmt.Sprintf("the line of %s passes %s %s beyond its end", titled(r), g, tx.Length(math.Round(g.line.Project(at).Distance))), g.record.ID())
	p.Hint = "join_walls brings both to the corner"
	p.Details["try"] = model.Object{{Name: "command", Value: "join_walls"}, {Name: "walls", Value: []any{r.ID(), g.record.ID()}}, {Name: "form", Value: "corner"}}
	return p
}

// otherGoal refuses that a wall is brought to itself, or to one at another height.
func (tx *Tx) otherGoal(argument string, r *model.Record, w *run, g goal) error {
	switch {
	case g.record == nil:
	case g.record.ID() == r.ID():
		return tx.Invalid("/"+argument, titled(r)+" cannot be brought to itself; name another wall, a grid or a point", r.ID())
	case g.wall != nil && !g.wall.shares(w):
		return tx.Invalid("/"+argument, fmt.Sprintf("%s stands at another height than %s: they would not join", g, titled(r)), g.record.ID())
	}
	return nil
}
