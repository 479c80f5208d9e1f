package category

import (
	"math"
	"slices"
	"strings"

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

	infillFoot     = 80  // how far over the line what fills it begins
	infillLeast    = 100 // how high it is at least
	lowerRailWidth = 20
	lowerRailDepth = 30
	balusterWidth  = 15
	balusterClear  = 100 // no child passes
	railGlass      = 12
	railPanel      = 20
)

// railingBodies answers the handrail of a railing, its posts and what fills it. A post
// stands at each end and turn, and between them no further apart than postSpacing.
func railingBodies(s *model.Snapshot, r *model.Record) []Body {
	height := r.NumberOr("height", railingHeight)
	line, ok := railingLineOf(s, r)
	if !ok || height <= railDepth {
		return nil
	}
	var out []Body
	add := func(part string, meshes []geom.Mesh) {
		for _, m := range meshes {
			out = append(out, single(s, r, part, m)...)
		}
	}
	add("rail", line.bar(railDepth, height-railDepth, height))
	if line.fixed {
		return out
	}
	places := line.postPlaces()
	for _, d := range places {
		add("post", []geom.Mesh{geom.Blocks([]geom.Block{line.upright(d, postWidth, 0, height-railDepth, true)})})
	}
	if low, high := float64(infillFoot), height-railDepth; high-low > infillLeast {
		switch infillOf(s, r) {
		case "glass":
			add("glass", line.bar(railGlass, low, high))
		case "solid":
			add("panel", line.bar(railPanel, low, high))
		default:
			add("lower-rail", line.bar(lowerRailWidth, low, low+lowerRailDepth))
			add("baluster", line.balusters(places, low+lowerRailDepth, high))
		}
	}
	return out
}

// infillOf answers what fills a railing: glass or a solid panel where its kind or its
// type's says so, else balusters.
func infillOf(s *model.Snapshot, r *model.Record) string {
	kind := r.String("kind")
	if t := TypeOf(s, r); kind == "" && t != nil {
		kind = t.String("kind")
	}
	for _, word := range strings.FieldsFunc(kind, func(c rune) bool { return c == '-' || c == ' ' }) {
		switch word {
		case "glass", "glazed":
			return "glass"
		case "solid", "panel", "parapet":
			return "solid"
		}
	}
	return "balusters"
}

// postPlaces answers where posts stand, as distances along the line; where two would
// stand closer than postLeast, only the first.
func (l railingLine) postPlaces() []float64 {
	const most = 1000 // on one stretch
	at := l.at
	var out []float64
	var last geom.Point
	for i := 1; i < len(at); i++ {
		a, b := l.points[i-1].Plan(), l.points[i].Plan()
		n := max(1, math.Ceil((at[i]-at[i-1])/postSpacing))
		if n > most {
			continue
		}
		for k := 0.0; k <= n; k++ {
			p := a.Lerp(b, k/n)
			if len(out) > 0 && (p.Near(last, postLeast) || p.Near(l.points[0].Plan(), postLeast)) {
				continue
			}
			last = p
			out = append(out, at[i-1]+(at[i]-at[i-1])*k/n)
		}
	}
	return out
}

// balusters answers those between each two posts as one body, with no more than
// balusterClear between any two.
func (l railingLine) balusters(posts []float64, low, high float64) []geom.Mesh {
	at := l.at
	ends := posts
	if whole := at[len(at)-1]; len(posts) > 0 && whole-posts[len(posts)-1] > postLeast {
		ends = append(slices.Clone(posts), whole) // back at the first post
	}
	var out []geom.Mesh
	for i := 1; i < len(ends); i++ {
		clear := ends[i] - ends[i-1] - postWidth
		n := math.Ceil((clear-balusterClear)/(balusterClear+balusterWidth) - geom.Epsilon)
		if clear > postSpacing || n < 1 {
			continue
		}
		step := (clear + balusterWidth) / (n + 1)
		blocks := make([]geom.Block, 0, int(n))
		for k := 1.0; k <= n; k++ {
			blocks = append(blocks, l.upright(ends[i-1]+(postWidth-balusterWidth)/2+step*k, balusterWidth, low, high, false))
		}
		out = append(out, geom.Blocks(blocks))
	}
	return out
}

// bar answers what runs along the line between two heights over it: one body, or one for
// each stretch where the line turns more sharply than it is wide.
func (l railingLine) bar(width, low, high float64) []geom.Mesh {
	plan := make([]geom.Point, len(l.points))
	for i, p := range l.points {
		plan[i] = p.Plan()
	}
	strip, whole := newWalkway(plan, width)
	whole = whole && len(strip.at) == len(plan)
	var blocks []geom.Block
	var out []geom.Mesh
	for i := 1; i < len(plan); i++ {
		ring, ok := geom.Line(plan[i-1], plan[i]).Band(width/2, -width/2)
		if !ok {
			continue
		}
		if whole {
			ring = strip.part(strip.at[i-1], strip.at[i])
		}
		b := geom.Block{Region: geom.Region{Outer: ring}, Low: slopeFrom(l.points[i-1], l.points[i], low), High: slopeFrom(l.points[i-1], l.points[i], high)}
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

// upright answers what stands at a distance along the line between two heights over it,
// or on the step that is under it.
func (l railingLine) upright(d, width, low, high float64, onStep bool) geom.Block {
	at := l.at
	i, _ := slices.BinarySearch(at, d)
	i = min(max(i, 1), len(at)-1)
	a, b := l.points[i-1], l.points[i]
	place := a.Lerp(b, (d-at[i-1])/(at[i]-at[i-1]))
	out := geom.Block{
		Region: geom.Region{Outer: geom.Rect(place.Plan(), width, width, b.Sub(a).Plan().Angle())},
		Low:    slopeFrom(a, b, low), High: slopeFrom(a, b, high),
	}
	if z, ok := l.foot(place); ok && onStep {
		out.Low = geom.LevelPlane(z)
	}
	return out
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
