package check

import (
	"fmt"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

var roofDirection = &Rule{Name: "roof.direction", Severity: model.Warning, Fixes: true, record: lookRoofDirection, on: []string{"roof"},
	Doc: "A gable roof over an outline without inner corners says the direction of its ridge, and a shed roof that of its fall. The fix takes the longest edge of the outline: a ridge along it, a fall towards it."}

func lookRoofDirection(o *owner) {
	form := o.record.String("form")
	if form != "gable" && form != "shed" || o.record.Has("direction") || form == "gable" && winged(o.record) {
		return
	}
	what := "direction of its ridge"
	if form == "shed" {
		what = "direction of its fall"
	}
	i := issue{pointer: "/direction", message: fmt.Sprintf("%s is a %s roof without the %s; set direction in degrees from x", idText(o.id()), form, what)}
	if direction, ok := longestEdge(o.record, form); ok {
		i.message = fmt.Sprintf("%s is a %s roof without the %s; by its longest edge it is %s°", idText(o.id()), form, what, tenths(direction))
		i.fix = update(o.id(), model.Object{{Name: "direction", Value: direction}})
	}
	o.report(i)
}

// winged tells whether an outline has an inner corner: the ridges of a gable roof then
// follow its wings.
func winged(r *model.Record) bool {
	region, ok := soundOutline(r)
	if !ok {
		return false
	}
	const straight = 1e-3 // the sine of a bend that counts as none
	points := region.Outer.Points
	for i, p := range points {
		before, after := points[(i+len(points)-1)%len(points)], points[(i+1)%len(points)]
		turn := p.Sub(before).Unit().Cross(after.Sub(p).Unit())
		if !region.Outer.IsCCW() {
			turn = -turn
		}
		if turn < -straight {
			return true
		}
	}
	return false
}

// longestEdge answers the direction in degrees that the first longest edge of an
// outline gives a roof: along it, below 180, for a ridge; outwards across it for a fall.
func longestEdge(r *model.Record, form string) (float64, bool) {
	region, ok := category.Outline(r)
	if !ok || !sound(region.Outer) {
		return 0, false
	}
	longest, at := 0.0, 0
	for i, edge := range region.Outer.Edges() {
		if length := edge.Length(); length > longest+geom.JoinTolerance {
			longest, at = length, i
		}
	}
	if form == "shed" {
		return geom.Round(region.Outer.OutwardNormal(at).Angle()), true
	}
	edge := region.Outer.Edge(at)
	return geom.Round(math.Mod(edge.End.Sub(edge.Start).Angle(), 180)), true
}

var roofPitch = &Rule{Name: "roof.pitch", Severity: model.Warning, record: lookRoofPitch, on: []string{"roof"},
	Doc: "A shed, gable or hip roof says its pitch, for the whole or for edges."}

func lookRoofPitch(o *owner) {
	switch form := o.record.String("form"); form {
	case "shed", "gable", "hip":
		if o.record.NumberOr("pitch", 0) > 0 || edgePitch(o.record) {
			return
		}
		o.found("/pitch", "%s is a %s roof without a pitch and stands flat; set pitch in degrees, such as 30", idText(o.id()), form)
	}
}

func edgePitch(r *model.Record) bool {
	for _, m := range r.Object("edges") {
		edge, _ := m.Value.(model.Object)
		if pitch, ok := edge.Get("pitch").(float64); ok && pitch > 0 {
			return true
		}
	}
	return false
}
