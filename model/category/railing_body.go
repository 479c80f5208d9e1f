package category

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Sizes in mm of a railing.
const (
	railDepth   = 50
	postWidth   = 40
	postSpacing = 1200
)

// railingBodies answers the handrail and the posts of a railing along a path. A post
// stands at each end and turn, and between them no further apart than postSpacing.
func railingBodies(s *model.Snapshot, r *model.Record) []Body {
	points := path(r)
	base := Base(s, r)
	top := base + r.NumberOr("height", railingHeight)
	if top-base <= railDepth {
		return nil
	}
	var out []Body
	for i := 1; i < len(points); i++ {
		line := geom.Line(points[i-1], points[i])
		ring, ok := line.Band(railDepth/2, -railDepth/2)
		if !ok {
			continue
		}
		out = append(out, single(s, r, "rail", geom.Extrude(geom.Region{Outer: ring}, top-railDepth, top))...)
		const most = 1000
		n := max(1, math.Ceil(line.Length()/postSpacing))
		if n > most {
			continue
		}
		for k := 0.0; k <= n; k++ {
			if k == 0 && i > 1 {
				continue // it stands there already
			}
			plan := geom.Rect(line.PointAt(line.Length()*k/n), postWidth, postWidth, line.TangentAt(0).Angle())
			out = append(out, single(s, r, "post", geom.Extrude(geom.Region{Outer: plan}, base, top-railDepth))...)
		}
	}
	return out
}

// rampBodies answers a ramp along its path, as thick as a landing and level below.
func rampBodies(s *model.Snapshot, r *model.Record) []Body {
	points, half := path(r), r.NumberOr("width", 0)/2
	rise, ok := rampRise(s, r)
	length := pathLength(points)
	if !ok || half <= 0 || length <= geom.JoinTolerance {
		return nil
	}
	var out []Body
	foot, gone := Elevation(s, r), 0.0
	for i := 1; i < len(points); i++ {
		line := geom.Line(points[i-1], points[i])
		ring, ok := line.Band(half, -half)
		if !ok {
			continue
		}
		from, slope := foot+rise*gone/length, rise/length
		top := func(at geom.Point) float64 { return from + at.Sub(line.Start).Dot(line.TangentAt(0))*slope }
		gone += line.Length()
		low := math.Min(foot, foot+rise) - landingThickness
		mesh := geom.Strata{Cells: []geom.Region{{Outer: ring}}, Heights: []float64{low, math.Max(foot, foot+rise) + 1}, Top: top}.Mesh()
		out = append(out, single(s, r, "body", mesh)...)
	}
	return out
}
