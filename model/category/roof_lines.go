package category

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// RoofLineKind says what meets along a line of a roof.
type RoofLineKind string

// The kinds of lines of a roof.
const (
	RoofEave   RoofLineKind = "eave"   // the lower edge of a plane, or an edge of a level one
	RoofVerge  RoofLineKind = "verge"  // an edge over a gable, along a fall, or at the top of a shed roof
	RoofRidge  RoofLineKind = "ridge"  // two planes fall away from a level line or to opposite sides
	RoofHip    RoofLineKind = "hip"    // two planes fall away from a sloped line
	RoofValley RoofLineKind = "valley" // two planes fall towards it
	RoofStep   RoofLineKind = "step"   // a plane ends below a higher one
)

// RoofLine is a straight line on the upper side of a roof, in mm, z from the model's
// zero.
type RoofLine struct {
	Kind       RoofLineKind
	Start, End geom.Point3
}

// RoofLines answers the lines of a roof: its edges with the overhang, and where its
// planes meet, each once and as if nothing were cut out of it. Lines along a step have
// the height of the lower plane. It answers nil where the roof has no body.
func RoofLines(s *model.Snapshot, r *model.Record) []RoofLine {
	if r.Category() != "roof" {
		return nil
	}
	c, ok := canopyOf(s, r)
	if !ok {
		return nil
	}
	return roofLines(c.facets)
}

// roofLines answers the lines along and between facets.
func roofLines(facets []facet) []RoofLine {
	regions := make([]geom.Region, len(facets))
	for i, f := range facets {
		regions[i] = geom.Region{Outer: f.region.Outer}
	}
	sides := map[[2]geom.Point]int{}
	cells := geom.Noded(regions)
	for i, c := range cells {
		for _, e := range c.Outer.Edges() {
			sides[[2]geom.Point{e.Start, e.End}] = i
		}
	}
	var out []RoofLine
	for i, c := range cells {
		for _, e := range c.Outer.Edges() {
			other, shared := sides[[2]geom.Point{e.End, e.Start}]
			switch {
			case !shared:
				out = append(out, edgeLine(e, facets[i].plane))
			case i < other:
				if l, ok := innerLine(e, facets[i].plane, facets[other].plane); ok {
					out = append(out, l)
				}
			}
		}
	}
	return joinedLines(out)
}

// edgeLine answers the line along an outer edge with a plane on its left.
func edgeLine(e geom.Curve, p incline) RoofLine {
	along := e.TangentAt(0)
	l := RoofLine{RoofVerge, e.Start.At(p.height(e.Start)), e.End.At(p.height(e.End))}
	if math.Abs(p.rise.Dot(along)) <= flatRise && p.rise.Dot(along.Left()) > -flatRise {
		l.Kind = RoofEave
	}
	return l
}

// flatRise is the rise in mm a mm up to which a line counts as level.
const flatRise = 1e-6

// innerLine answers the line between a plane on the left of an edge and one on its
// right, false where they are one plane.
func innerLine(e geom.Curve, left, right incline) (RoofLine, bool) {
	l := RoofLine{Start: e.Start.At(left.height(e.Start)), End: e.End.At(left.height(e.End))}
	from, to := right.height(e.Start)-l.Start.Z, right.height(e.End)-l.End.Z
	if math.Abs(from) > geom.JoinTolerance || math.Abs(to) > geom.JoinTolerance {
		l.Kind = RoofStep
		l.Start.Z += min(from, 0)
		l.End.Z += min(to, 0)
		return l, true
	}
	normal := e.TangentAt(0).Left()
	fold := left.rise.Dot(normal) - right.rise.Dot(normal)
	rise := math.Abs(l.End.Z-l.Start.Z) / e.Length()
	switch {
	case math.Abs(fold) <= flatRise:
		return l, false
	case fold > 0:
		l.Kind = RoofValley
	case rise <= 1e3*flatRise || left.rise.Unit().Dot(right.rise.Unit()) < -0.99:
		l.Kind = RoofRidge
	default:
		l.Kind = RoofHip
	}
	return l, true
}

// joinedLines makes one of lines of a kind that go on straight from one another.
func joinedLines(lines []RoofLine) []RoofLine {
	from := map[geom.Point][]int{}
	for i, l := range lines {
		from[l.Start.Plan()] = append(from[l.Start.Plan()], i)
	}
	next, follows := make([]int, len(lines)), make([]bool, len(lines))
	for i, l := range lines {
		next[i] = -1
		for _, j := range from[l.End.Plan()] {
			if !follows[j] && goesOnFrom(l, lines[j]) {
				next[i], follows[j] = j, true
				break
			}
		}
	}
	var out []RoofLine
	for i, l := range lines {
		if follows[i] {
			continue
		}
		for k := next[i]; k >= 0; k = next[k] {
			l.End = lines[k].End
		}
		out = append(out, l)
	}
	return out
}

// goesOnFrom tells whether line b begins where a ends, in its direction.
func goesOnFrom(a, b RoofLine) bool {
	if a.Kind != b.Kind || a.End.Dist(b.Start) > geom.JoinTolerance/1000 {
		return false
	}
	d, e := a.End.Sub(a.Start), b.End.Sub(b.Start)
	return d.Cross(e).Len() <= geom.Epsilon*d.Len()*e.Len() && d.Dot(e) > 0
}
