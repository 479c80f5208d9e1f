package geom

import (
	"math"
	"testing"
)

// FuzzShapes holds that no numbers make a shape panic or run on.
func FuzzShapes(f *testing.F) {
	inf, nan := math.Inf(1), math.NaN()
	for _, s := range []float64{0, 1, -1e-300, 1e300, inf, -inf, nan} {
		f.Add(0.0, 0.0, 1.0, 0.0, s, 0.5)
		f.Add(s, 0.0, 1.0, 1.0, 1.0, s)
		f.Add(s, s, s, s, s, s)
	}
	f.Fuzz(func(t *testing.T, x1, y1, x2, y2, sagitta, d float64) {
		c := Curve{Point{x1, y1}, Point{x2, y2}, sagitta}
		o := Curve{Point{y1, d}, Point{sagitta, x2}, x1}
		c.PointAt(d)
		c.TangentAt(d)
		c.Project(Point{d, x1})
		c.Offset(d)
		c.Band(d, -d)
		c.Split(d)
		c.Bounds()
		c.Meet(o, d)
		c.Gap(o)
		if n := len(c.Flatten(d)); n > maxChords+1 {
			t.Fatalf("%d points", n)
		}
		ring := Ring{Points: []Point{c.Start, c.End, o.Start, o.End}, Sagittas: map[int]float64{0: sagitta, 3: d}}
		ring.Area()
		ring.Centroid()
		ring.Clash()
		ring.Locate(Point{d, d}, d)
		region := Region{Outer: ring, Holes: []Ring{ring.Reverse()}}
		other := Region{Outer: Rect(c.Start, 1, d, 30)}
		Overlaps(region, other, d)
		Within(other, region, d)
		IntersectionArea(region, other)
		region.InnerPoint()
		(*Index)(nil).Put("a", c.Bounds()).Put("b", o.Bounds().WithZ(d, d)).Search(c.Bounds())
	})
}
