package category

import (
	"cmp"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// railingLine is the line that a railing stands on: on a stair the line over the
// nosings.
type railingLine struct {
	points []geom.Point3 // no two next to each other over one place
	at     []float64     // their distances in plan along the line
	steps  []Step        // of a stair under it
	fixed  bool          // to a wall, without posts
}

// RailingLine answers the line in space along which a railing runs, at its foot: along
// its path, on what its host has there, else along the side of its host. On a stair it
// is the line over the nosings. It is false where the path or the host is missing.
func RailingLine(s *model.Snapshot, r *model.Record) ([]geom.Point3, bool) {
	l, ok := railingLineOf(s, r)
	return l.points, ok
}

func railingLineOf(s *model.Snapshot, r *model.Record) (railingLine, bool) {
	host := s.Record(r.String("hostId"))
	var l railingLine
	switch points := path(r); {
	case len(points) > 1:
		l = onHost(s, host, points, Elevation(s, r))
	case host == nil:
		return l, false
	default:
		l = besideHost(s, host, r.String("side"))
	}
	l.points = slices.CompactFunc(l.points, func(a, b geom.Point3) bool { return a.Plan().Near(b.Plan(), geom.JoinTolerance) })
	l.at = make([]float64, len(l.points))
	for i := 1; i < len(l.at); i++ {
		l.at[i] = l.at[i-1] + l.points[i-1].Plan().Dist(l.points[i].Plan())
	}
	return l, len(l.points) > 1
}

// besideHost answers the line along the left or right side of a host, going up or along
// it, counter-clockwise around a plate: just inside its edge, outside it on the right of
// a plate, and in front of the face of a wall.
func besideHost(s *model.Snapshot, host *model.Record, side string) railingLine {
	const inset = railDepth / 2
	left := 1.0
	if side == "right" {
		left = -1
	}
	switch host.Category() {
	case "stair":
		if w, ok := StairParts(s, host); ok {
			return railingLine{points: w.lineBeside(left, inset), steps: w.Steps}
		}
	case "ramp":
		if l, ok := rampLineOf(s, host); ok {
			return railingLine{points: l.line(left*(l.half-inset), l.stops(), l.height)}
		}
	case "slab", "roof", "ceiling":
		if c, ok := canopyOf(s, host); ok {
			return railingLine{points: c.rim(left * inset)}
		}
	case "wall", "curtain-wall":
		if c, ok := Baseline(host); ok {
			face, right := Faces(s, host)
			if left < 0 {
				face = right
			}
			if c, ok = c.Offset(face + left*(railGap+inset)); ok {
				return railingLine{points: levelAt(c.Flatten(geom.ChordTolerance), Base(s, host)), fixed: true}
			}
		}
	}
	return railingLine{}
}

func levelAt(points []geom.Point, z float64) []geom.Point3 {
	out := make([]geom.Point3, len(points))
	for i, p := range points {
		out[i] = p.At(z)
	}
	return out
}

// rim answers the line round a plate at a distance inside its edge, from the middle of
// its first edge on, as high as the edge.
func (c canopy) rim(inset float64) []geom.Point3 {
	lines, _ := straightEdges(c.region.Outer)
	if len(lines) < 3 {
		return nil
	}
	first := lines[0].PointAt(lines[0].Length() / 2)
	begin := first.Add(lines[0].TangentAt(0).Left().Scale(inset)).At(c.top(first))
	out := []geom.Point3{begin}
	for i := range lines {
		before, after := lines[i], lines[(i+1)%len(lines)]
		a, ok := before.Offset(inset)
		b, ok2 := after.Offset(inset)
		if !ok || !ok2 {
			continue
		}
		p, met := nearest(a.Crossings(b), a.End)
		if !met {
			p = a.End
		}
		out = append(out, p.At(c.top(after.Start)))
	}
	return append(out, begin)
}

// onHost answers a path at the height of what lies under it: the nosings of a stair, a
// ramp, a plate or the top of a wall; beside them and without a host at z.
func onHost(s *model.Snapshot, host *model.Record, points []geom.Point, z float64) railingLine {
	level := railingLine{points: levelAt(points, z)}
	if host == nil {
		return level
	}
	switch host.Category() {
	case "stair":
		if w, ok := StairParts(s, host); ok {
			return railingLine{points: alongLine(points, w.Line), steps: w.Steps}
		}
	case "ramp":
		if l, ok := rampLineOf(s, host); ok {
			return railingLine{points: alongLine(points, l.line(0, l.stops(), l.height))}
		}
	case "slab", "roof", "ceiling":
		if c, ok := canopyOf(s, host); ok {
			return railingLine{points: c.over(points, z)}
		}
	case "wall", "curtain-wall":
		top, ok := Top(s, host)
		plan := Footprint(s, host)
		for i, p := range points {
			if ok && slices.ContainsFunc(plan, func(g geom.Region) bool { return g.Locate(p, geom.JoinTolerance) != geom.Outside }) {
				level.points[i].Z = top
			}
		}
	}
	return level
}

// alongLine answers a path as high as the nearest place of a line in space, with points where
// that bends.
func alongLine(points []geom.Point, line []geom.Point3) []geom.Point3 {
	var bends []geom.Point
	for _, p := range line {
		bends = append(bends, p.Plan())
	}
	var out []geom.Point3
	for _, p := range withStops(points, func(c geom.Curve) []float64 {
		var far []float64
		for _, b := range bends {
			far = append(far, b.Sub(c.Start).Dot(c.TangentAt(0)))
		}
		return far
	}) {
		out = append(out, p.At(nearestHeight(line, p)))
	}
	return out
}

// nearestHeight answers the height of a line in space where it is nearest in plan.
func nearestHeight(line []geom.Point3, p geom.Point) float64 {
	z, best := line[0].Z, line[0].Plan().Dist(p)
	for i := 1; i < len(line); i++ {
		c := geom.Line(line[i-1].Plan(), line[i].Plan())
		if pr := c.Project(p); pr.Distance < best && c.Length() > geom.Epsilon {
			z, best = line[i-1].Lerp(line[i], pr.Along/c.Length()).Z, pr.Distance
		}
	}
	return z
}

// over answers a path at the height of the plate's upper side, with points where that
// bends, and at z beside it.
func (c canopy) over(points []geom.Point, z float64) []geom.Point3 {
	lines := roofLines(c.facets)
	var out []geom.Point3
	for _, p := range withStops(points, func(e geom.Curve) []float64 {
		var far []float64
		for _, l := range lines {
			for _, x := range e.Crossings(geom.Line(l.Start.Plan(), l.End.Plan())) {
				far = append(far, x.Sub(e.Start).Dot(e.TangentAt(0)))
			}
		}
		return far
	}) {
		if c.covers(p) {
			out = append(out, p.At(c.top(p)))
		} else {
			out = append(out, p.At(z))
		}
	}
	return out
}

// withStops answers a path with more points on each of its stretches, as distances from
// the stretch's start.
func withStops(points []geom.Point, on func(geom.Curve) []float64) []geom.Point {
	out := []geom.Point{points[0]}
	for i := 1; i < len(points); i++ {
		c := geom.Line(points[i-1], points[i])
		if c.Length() <= geom.JoinTolerance {
			continue
		}
		stops := on(c)
		slices.SortFunc(stops, func(a, b float64) int { return cmp.Compare(a, b) })
		for _, d := range stops {
			if d > geom.JoinTolerance && d < c.Length()-geom.JoinTolerance {
				out = append(out, c.PointAt(d))
			}
		}
		out = append(out, c.End)
	}
	return out
}
