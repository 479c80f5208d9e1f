package category

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Sizes in mm of a railing.
const (
	railDepth   = 50
	railGap     = 50 // between a wall and a handrail along it
	postWidth   = 40
	postSpacing = 1200
	postLeast   = 120
)

// railingBodies answers the handrail and the posts of a railing. A post stands at each
// end and turn, and between them no further apart than postSpacing.
func railingBodies(s *model.Snapshot, r *model.Record) []Body {
	height := r.NumberOr("height", railingHeight)
	line, ok := railingLineOf(s, r)
	if !ok || height <= railDepth {
		return nil
	}
	var out []Body
	for _, m := range line.rails(height) {
		out = append(out, single(s, r, "rail", m)...)
	}
	for _, m := range line.posts(height) {
		out = append(out, single(s, r, "post", m)...)
	}
	return out
}

// posts answers the posts; where two would stand closer than postLeast, only the first.
func (l railingLine) posts(height float64) []geom.Mesh {
	const most = 1000 // on one stretch
	if l.fixed {
		return nil
	}
	var out []geom.Mesh
	var last geom.Point
	for i := 1; i < len(l.points); i++ {
		a, b := l.points[i-1], l.points[i]
		n := max(1, math.Ceil(a.Plan().Dist(b.Plan())/postSpacing))
		if n > most {
			continue
		}
		for k := 0.0; k <= n; k++ {
			at := a.Lerp(b, k/n).Plan()
			if len(out) > 0 && (at.Near(last, postLeast) || at.Near(l.points[0].Plan(), postLeast)) {
				continue
			}
			last = at
			out = append(out, l.post(a, b, k/n, height))
		}
	}
	return out
}

// rails answers the handrail, whose upper side is at a height over the line: one body,
// or one for each stretch where it turns more sharply than it is wide.
func (l railingLine) rails(height float64) []geom.Mesh {
	plan := make([]geom.Point, len(l.points))
	for i, p := range l.points {
		plan[i] = p.Plan()
	}
	strip, whole := newWalkway(plan, railDepth)
	whole = whole && len(strip.at) == len(plan)
	var blocks []geom.Block
	var out []geom.Mesh
	for i := 1; i < len(plan); i++ {
		ring, ok := geom.Line(plan[i-1], plan[i]).Band(railDepth/2, -railDepth/2)
		if !ok {
			continue
		}
		if whole {
			ring = strip.part(strip.at[i-1], strip.at[i])
		}
		b := geom.Block{Region: geom.Region{Outer: ring}, Low: slopeFrom(l.points[i-1], l.points[i], height-railDepth), High: slopeFrom(l.points[i-1], l.points[i], height)}
		if whole {
			blocks = append(blocks, b)
		} else {
			out = append(out, geom.Blocks([]geom.Block{b}))
		}
	}
	if whole {
		out = append(out, solids(blocks)...)
	}
	return out
}

// post answers the post at a share of the way from a to b.
func (l railingLine) post(a, b geom.Point3, share, height float64) geom.Mesh {
	at := a.Lerp(b, share)
	b0 := geom.Block{
		Region: geom.Region{Outer: geom.Rect(at.Plan(), postWidth, postWidth, b.Sub(a).Plan().Angle())},
		Low:    slopeFrom(a, b, 0), High: slopeFrom(a, b, height-railDepth),
	}
	if z, ok := l.foot(at); ok {
		b0.Low = geom.LevelPlane(z)
	}
	return geom.Blocks([]geom.Block{b0})
}

// slopeFrom answers the plane that is over or under the line from a to b by a height and
// level across it.
func slopeFrom(a, b geom.Point3, over float64) geom.Plane {
	along := b.Plan().Sub(a.Plan())
	length := along.Len()
	p := geom.Plane{At: a.Plan(), Z: a.Z + over}
	if length > geom.Epsilon {
		p.Rise = along.Scale((b.Z - a.Z) / (length * length))
	}
	return p
}

// foot answers the height of the step that a post on a stair stands on.
func (l railingLine) foot(at geom.Point3) (float64, bool) {
	z, found := 0.0, false
	for _, step := range l.steps {
		if step.Top <= at.Z+geom.JoinTolerance && (!found || step.Top > z) && step.Outline.Locate(at.Plan(), geom.JoinTolerance) != geom.Outside {
			z, found = step.Top, true
		}
	}
	return z, found
}
