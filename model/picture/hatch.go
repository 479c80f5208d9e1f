package picture

import (
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// hatchLines answers parallel lines at an angle in degrees, spaced by mm of
// paper, clipped to the region that rings enclose by the even-odd rule. The
// lines of all regions lie on one raster, so that neighbours' hatches meet.
func hatchLines(rings []geom.Ring, angle, spacing float64) []Line {
	if spacing <= 0 {
		return nil
	}
	turned := make([]geom.Ring, len(rings))
	low, high := math.Inf(1), math.Inf(-1)
	for i, r := range rings {
		flat := r.Flatten(paperTolerance)
		points := make([]geom.Point, len(flat.Points))
		for j, p := range flat.Points {
			points[j] = p.Rotate(-angle)
			low, high = min(low, points[j].Y), max(high, points[j].Y)
		}
		turned[i] = geom.Ring{Points: points}
	}
	if !(high-low < maxHatch*spacing) {
		return nil
	}
	var out []Line
	for k := math.Ceil(low / spacing); k*spacing < high; k++ {
		y := k*spacing + geom.Epsilon
		xs := crossings(turned, y)
		for i := 0; i+1 < len(xs); i += 2 {
			if xs[i+1]-xs[i] > 0.05 {
				a, b := geom.Point{X: xs[i], Y: y}, geom.Point{X: xs[i+1], Y: y}
				out = append(out, Line{Points: []geom.Point{a.Rotate(angle), b.Rotate(angle)}})
			}
		}
	}
	return out
}

// maxHatch is how many lines a hatch may have: more would be a grey area.
const maxHatch = 20_000

// crossings answers, in order, the x at which a level line crosses the rings.
func crossings(rings []geom.Ring, y float64) []float64 {
	var xs []float64
	for _, r := range rings {
		for i, p := range r.Points {
			q := r.Points[(i+1)%len(r.Points)]
			if (p.Y > y) != (q.Y > y) {
				xs = append(xs, p.X+(y-p.Y)/(q.Y-p.Y)*(q.X-p.X))
			}
		}
	}
	slices.Sort(xs)
	return xs
}
