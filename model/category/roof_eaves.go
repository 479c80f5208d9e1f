package category

import (
	"math"
	"slices"
	"strconv"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// eave is an edge of a roof: its line with the overhang, and the pitch of the plane
// that rises from it, 0 for a gable.
type eave struct {
	line     geom.Curve
	pitch    float64
	overhang float64
}

// eavesOf answers the edges of a roof, counter-clockwise, where each meets the next.
func eavesOf(r *model.Record, ring geom.Ring) []eave {
	lines, edges := straightEdges(ring)
	gables := make([]bool, len(lines))
	if r.String("form") == "gable" {
		gables = gablesOf(r, ring, lines)
	}
	out := make([]eave, len(lines))
	for i, line := range lines {
		o, _ := r.Object("edges").Get(strconv.Itoa(edges[i])).(model.Object)
		e := eave{line: line, overhang: r.NumberOr("overhang", 0)}
		if f, ok := o.Get("overhang").(float64); ok {
			e.overhang = f
		}
		if !gables[i] {
			e.pitch = r.NumberOr("pitch", 0)
		}
		if f, ok := o.Get("pitch").(float64); ok {
			e.pitch = f
		}
		e.overhang, e.pitch = max(e.overhang, 0), min(max(e.pitch, 0), steepest)
		out[i] = e
	}
	return moveOut(out)
}

// straightEdges answers the edges of a ring counter-clockwise with arcs as chords, and
// which edge of the ring each is of. Those on one line and of one edge are one.
func straightEdges(ring geom.Ring) (lines []geom.Curve, edges []int) {
	for i, e := range ring.Edges() {
		points := e.Flatten(geom.ChordTolerance)
		for k := 1; k < len(points); k++ {
			if line := geom.Line(points[k-1], points[k]); line.Length() > geom.Epsilon {
				lines, edges = append(lines, line), append(edges, i)
			}
		}
	}
	if !ring.IsCCW() {
		slices.Reverse(lines)
		slices.Reverse(edges)
		for i := range lines {
			lines[i] = lines[i].Reverse()
		}
	}
	return lines, edges
}

// gablesOf tells which edges of a gable roof are gables: those across the ridge, which
// without a direction runs along the longest edge. An outline with inner corners and
// without a direction has them at the ends of its wings.
func gablesOf(r *model.Record, ring geom.Ring, lines []geom.Curve) []bool {
	const diagonal = 0.70710678
	out := make([]bool, len(lines))
	d, directed := r.Number("direction")
	if !directed && !isConvex(lines) {
		return wingEnds(lines)
	}
	longest := geom.Curve{}
	for _, e := range ring.Edges() {
		if e.Length() > longest.Length() {
			longest = e
		}
	}
	ridge := longest.TangentAt(0)
	if directed {
		ridge = geom.Direction(d)
	}
	for i, line := range lines {
		out[i] = math.Abs(line.TangentAt(0).Cross(ridge)) >= diagonal
	}
	return out
}

func isConvex(lines []geom.Curve) bool {
	for i := range lines {
		if bend(lines, i) < -geom.Epsilon {
			return false
		}
	}
	return true
}

// bend answers the sine of the turn at the start of an edge, negative in an inner corner.
func bend(lines []geom.Curve, i int) float64 {
	return lines[(i+len(lines)-1)%len(lines)].TangentAt(0).Cross(lines[i].TangentAt(0))
}

// wingEnds answers the edges between outer corners behind which the outline goes on for
// half their length, the shorter before the longer, no two beside each other.
func wingEnds(lines []geom.Curve) []bool {
	n := len(lines)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		d := lines[a].Length() - lines[b].Length()
		switch {
		case d < -geom.JoinTolerance:
			return -1
		case d > geom.JoinTolerance:
			return 1
		}
		return 0
	})
	out := make([]bool, n)
	for _, i := range order {
		before, after := (i+n-1)%n, (i+1)%n
		if !out[before] && !out[after] && bend(lines, i) > 0.5 && bend(lines, after) > 0.5 && goesOn(lines, i) {
			out[i] = true
		}
	}
	return out
}

// goesOn tells whether no inner corner lies right behind an edge.
func goesOn(lines []geom.Curve, i int) bool {
	length, along := lines[i].Length(), lines[i].TangentAt(0)
	for k := range lines {
		d := lines[k].Start.Sub(lines[i].Start)
		far, deep := d.Dot(along), d.Dot(along.Left())
		if bend(lines, k) < -geom.Epsilon && far > geom.JoinTolerance && far < length-geom.JoinTolerance && deep > 0 && deep < length/2 {
			return false
		}
	}
	return true
}

// moveOut moves edges out by their overhang. Those that vanish between their neighbours,
// as in a recess narrower than two overhangs, are left out; where two on one line have
// different overhangs, an edge without a pitch leads from one to the other.
func moveOut(eaves []eave) []eave {
	const passes = 100
	var out []eave
	for _, e := range eaves {
		if line, ok := e.line.Offset(-e.overhang); ok {
			e.line = line
			out = append(out, e)
		}
	}
	for range passes {
		out = onOneLine(out)
		left := withoutVanishing(out)
		if len(left) == len(out) || len(left) < 3 {
			break
		}
		out = left
	}
	corners := make([]geom.Point, len(out))
	for i := range out {
		corners[i] = meeting(out, i)
	}
	for i := range out {
		out[i].line = geom.Line(corners[i], corners[(i+1)%len(out)])
	}
	return out
}

// onOneLine makes one of neighbours on one line with one pitch, and adds an edge between
// those whose lines are parallel but apart.
func onOneLine(eaves []eave) []eave {
	var out []eave
	for i, e := range eaves {
		last := eaves[(i+len(eaves)-1)%len(eaves)].line
		along := e.line.TangentAt(0)
		if math.Abs(last.TangentAt(0).Cross(along)) > geom.Epsilon || last.TangentAt(0).Dot(along) < 0 {
			out = append(out, e)
			continue
		}
		side := last.End.Sub(e.line.Start).Dot(along.Left())
		switch {
		case math.Abs(side) > geom.JoinTolerance/1000:
			out = append(out, eave{line: geom.Line(last.End, last.End.Sub(along.Left().Scale(side)))}, e)
		case len(out) > 0 && out[len(out)-1].pitch == e.pitch:
			out[len(out)-1].line.End = e.line.End
		default:
			out = append(out, e)
		}
	}
	return out
}

// withoutVanishing answers the edges without those that would have no length or run
// backwards between their neighbours, or that lie back to back with the next; of two
// neighbours it leaves out only one.
func withoutVanishing(eaves []eave) []eave {
	n := len(eaves)
	corners := make([]geom.Point, n)
	for i := range eaves {
		corners[i] = meeting(eaves, i)
	}
	var out []eave
	last := false // whether the edge before is left out
	for i, e := range eaves {
		along, next := e.line.TangentAt(0), eaves[(i+1)%n].line.TangentAt(0)
		folded := math.Abs(along.Cross(next)) <= geom.Epsilon && along.Dot(next) < 0
		last = !last && (folded || corners[(i+1)%n].Sub(corners[i]).Dot(along) <= geom.Epsilon)
		if !last {
			out = append(out, e)
		}
	}
	return out
}

// meeting answers where an edge begins at the line of the one before.
func meeting(eaves []eave, i int) geom.Point {
	line := eaves[i].line
	if at, ok := nearest(eaves[(i+len(eaves)-1)%len(eaves)].line.Crossings(line), line.Start); ok {
		return at
	}
	return line.Start
}

// eavesRing answers the outline along the eaves.
func eavesRing(eaves []eave) geom.Ring {
	var ring geom.Ring
	for _, e := range eaves {
		ring.Points = append(ring.Points, e.line.Start)
	}
	return ring
}
