package edit

import (
	"errors"
	"fmt"
	"math"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
)

// anchor is what a distance along a host counts from: a word, the name of a hosted
// element, or a point. The zero anchor is the host's start.
type anchor struct {
	text  string
	point *geom.Point
}

// DecodeArg implements args.Value.
func (a *anchor) DecodeArg(v any) error {
	*a = anchor{}
	if s, ok := v.(string); ok {
		a.text = s
		return nil
	}
	var p args.Point
	if err := p.DecodeArg(v); err != nil {
		return errors.New("takes start, end, a compass word, a door or window of the host, or a point [x, y]")
	}
	a.point = &geom.Point{X: p[0], Y: p[1]}
	return nil
}

// ArgSchema implements args.Value.
func (*anchor) ArgSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Types: []string{"string", "array"}}
}

// middle answers where along the host the middle of the opening goes, in mm from the
// host's start.
func (n *newcomer) middle(host *run, width float64, a seatArgs) (float64, error) {
	length := host.line.Length()
	switch {
	case a.Fraction != nil:
		return *a.Fraction * length, nil
	case a.Center:
		return length / 2, nil
	case a.Near != nil:
		return n.foot(host, geom.Point{X: a.Near[0], Y: a.Near[1]}, "near")
	}
	half := width / 2
	if a.To != "edge" {
		half = 0
	}
	distance := float64(*a.Distance)
	from, way, err := n.origin(host, a.From, distance)
	return from + way*(distance+math.Copysign(half, distance)), err
}

// aside is how far from a host a point may lie that means a place along it, in mm.
const aside = 1000.0

// foot answers the distance along a run of a point, and how far beside its body or
// beyond its ends that lies, in mm.
func (r *run) foot(p geom.Point) (along, beside float64) {
	at := r.line.Project(p)
	beside = max(at.Side-r.left, r.right-at.Side, 0)
	return at.Along, max(beside, at.Distance-math.Abs(at.Side))
}

// foot answers the distance along a host of a point that an argument gives.
func (n *newcomer) foot(host *run, p geom.Point, argument string) (float64, error) {
	along, beside := host.foot(p)
	if beside > aside {
		return 0, n.tx.Invalid("/"+argument, fmt.Sprintf("[%v, %v] lies %s away from %s; is it the right host?",
			p.X, p.Y, n.tx.Length(math.Round(beside)), titled(n.host)), model.PointValue(p.X, p.Y))
	}
	return along, nil
}

// origin answers what a distance counts from, in mm from the host's start, and which
// way: 1 towards its end, -1 towards its start.
func (n *newcomer) origin(host *run, from anchor, distance float64) (at, way float64, err error) {
	length := host.line.Length()
	if from.point != nil {
		at, err := n.foot(host, *from.point, "from")
		if at <= length/2 {
			return at, 1, err
		}
		return at, -1, err
	}
	switch from.text {
	case "", "start":
		return 0, 1, nil
	case "end":
		return length, -1, nil
	}
	if towards, ok := geom.ParseFacing(from.text); ok {
		return n.compassEnd(host, towards)
	}
	return n.jamb(from.text, distance)
}

// compassEnd answers the end of a host that lies in a direction of the compass.
func (n *newcomer) compassEnd(host *run, towards geom.Facing) (at, way float64, err error) {
	e, err := n.tx.compassEnd("from", n.host, host.line, towards)
	return float64(e) * host.line.Length(), float64(1 - 2*e), err
}

// compassEnd answers the end of a line that lies in a direction of the compass, which
// an argument names.
func (tx *Tx) compassEnd(argument string, r *model.Record, line geom.Curve, towards geom.Facing) (wallEnd, error) {
	chord := line.End.Sub(line.Start)
	north := tx.Snapshot().Manifest().TrueNorth()
	for _, e := range [...]wallEnd{atStart, atEnd} {
		v := chord
		if e == atStart {
			v = chord.Scale(-1)
		}
		if lies := geom.FacingOf(v, north); lies == towards || turned(v, north, towards) {
			return e, nil
		}
	}
	return atStart, tx.Invalid("/"+argument, fmt.Sprintf("%s runs %s from its start: neither end lies %s. Use start or end",
		titled(r), geom.FacingOf(chord, north), towards), string(towards))
}

// turned tells whether a vector points within 60 degrees of a direction of the
// compass.
func turned(v geom.Point, trueNorth float64, towards geom.Facing) bool {
	for _, angle := range [...]float64{-45, 45} {
		if geom.FacingOf(v.Rotate(angle), trueNorth) == towards {
			return true
		}
	}
	return false
}

// jamb answers the side of a hosted element that faces the way a distance goes.
func (n *newcomer) jamb(text string, distance float64) (at, way float64, err error) {
	other, err := n.tx.One(text, find.Want{Categories: []string{"door", "window", "opening", "curtain-wall"}, Role: "from"})
	if err != nil {
		return 0, 1, err
	}
	span, ok := category.Opening(n.s, other)
	if !ok || other.String("hostId") != n.host.ID() {
		return 0, 1, n.tx.Invalid("/from", fmt.Sprintf("%s is not in %s; from names what that wall hosts, start, end, a compass word or a point", titled(other), titled(n.host)), text)
	}
	if distance < 0 {
		return span.From, 1, nil
	}
	return span.To, 1, nil
}
