package check

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

var beamUnsupported = &Rule{Name: "beam.unsupported", Severity: model.Info, record: lookBeamSupport, on: []string{"beam"},
	Doc: "Each end of a beam lies on or at a column, wall, beam, brace, slab or foundation; one that two of these bear may reach beyond them.",
	Limits: []Limit{{Name: "gap", Default: 50, Unit: "mm",
		Doc: "How far from what bears it a beam may end, at most 500."}}}

const (
	// farthestBearing is how far in mm from a beam's box what bears it is looked for.
	farthestBearing = 1000
	widestBearing   = 500
)

var bearing = []string{"column", "wall", "curtain-wall", "beam", "brace", "slab", "foundation"}

func lookBeamSupport(o *owner) {
	axis, ok := axisOf(o.s, o.record)
	box, boxed := category.Space(o.s).Get(o.id())
	if !ok || !boxed || !category.Stands(o.s, o.record) || axis.start.Dist(axis.end) <= geom.JoinTolerance {
		return
	}
	slack := min(o.limit("gap"), widestBearing) + min(reachOfSection(o.s, o.record), widestBearing)
	var atStart, atEnd bool
	supports := 0
	for _, other := range near(o.s, o.record, box.Grow(farthestBearing), bearing...) {
		start, end := bears(o.s, other, axis.start, slack), bears(o.s, other, axis.end, slack)
		atStart, atEnd = atStart || start, atEnd || end
		if start || end || bearsBetween(o.s, other, axis, slack) {
			supports++
		}
	}
	if supports >= 2 {
		return
	}
	for _, e := range []struct {
		member string
		at     geom.Point3
		borne  bool
	}{{"start", axis.start, atStart}, {"end", axis.end, atEnd}} {
		if !e.borne {
			o.found("/"+e.member, "nothing bears the %s of %s at %s, %s above zero; end it at a column, wall or beam, or place one there",
				e.member, idText(o.id()), place(e.at.Plan()), mm(e.at.Z))
		}
	}
}

// axis3 is the axis of a beam or brace in mm.
type axis3 struct{ start, end geom.Point3 }

func axisOf(s *model.Snapshot, r *model.Record) (axis3, bool) {
	a, ok := r.Point3("start")
	b, ok2 := r.Point3("end")
	z := category.Elevation(s, r)
	return axis3{geom.Point3{X: a[0], Y: a[1], Z: z + a[2]}, geom.Point3{X: b[0], Y: b[1], Z: z + b[2]}}, ok && ok2
}

// reachOfSection answers how far the section of a beam or brace reaches from its axis,
// whichever of its lines that is.
func reachOfSection(s *model.Snapshot, r *model.Record) float64 {
	t := category.TypeOf(s, r)
	if t == nil {
		return 0
	}
	reach := 0.0
	for _, name := range []string{"width", "depth", "diameter"} {
		size, _ := t.Object("profile").Get(name).(float64)
		reach = max(reach, size)
	}
	return reach
}

// bears tells whether an element is within a slack of a point.
func bears(s *model.Snapshot, r *model.Record, at geom.Point3, slack float64) bool {
	box, ok := category.Space(s).Get(r.ID())
	switch r.Category() {
	case "beam", "brace":
		axis, ok := axisOf(s, r)
		return ok && axis.distance(at) <= slack+min(reachOfSection(s, r), widestBearing)
	case "wall", "curtain-wall":
		line, ok2 := category.Axis(s, r)
		thickness, _ := category.Thickness(s, r)
		return ok && ok2 && box.Grow(slack).ContainsPoint(at) && line.Project(at.Plan()).Distance <= thickness/2+slack
	}
	return ok && box.Grow(slack).ContainsPoint(at)
}

// bearsBetween tells whether a beam runs over an element between its ends.
func bearsBetween(s *model.Snapshot, r *model.Record, axis axis3, slack float64) bool {
	line := geom.Line(axis.start.Plan(), axis.end.Plan())
	var at []geom.Point
	switch r.Category() {
	case "column":
		if p, ok := r.Point("at"); ok {
			at = append(at, geom.Point{X: p[0], Y: p[1]})
		}
	case "wall", "curtain-wall":
		if other, ok := category.Axis(s, r); ok {
			at = line.Meet(other, geom.JoinTolerance).Points
		}
	case "beam":
		if other, ok := axisOf(s, r); ok {
			at = line.Meet(geom.Line(other.start.Plan(), other.end.Plan()), geom.JoinTolerance).Points
		}
	}
	for _, p := range at {
		along := line.Project(p).Along / max(line.Length(), geom.JoinTolerance)
		if bears(s, r, axis.start.Lerp(axis.end, along), slack) {
			return true
		}
	}
	return false
}

// distance answers how far a point is from an axis.
func (a axis3) distance(at geom.Point3) float64 {
	along := a.end.Sub(a.start)
	length := along.Len()
	if length == 0 {
		return a.start.Dist(at)
	}
	t := at.Sub(a.start).Dot(along) / (length * length)
	return a.start.Lerp(a.end, math.Max(0, math.Min(1, t))).Dist(at)
}
