package skeleton_test

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/geom/skeleton"
)

func ring(xy ...float64) geom.Ring {
	var r geom.Ring
	for i := 0; i < len(xy); i += 2 {
		r.Points = append(r.Points, geom.Point{X: xy[i], Y: xy[i+1]})
	}
	return r
}

// TestFaces holds the areas of faces that were computed by hand.
func TestFaces(t *testing.T) {
	ell := ring(0, 0, 8, 0, 8, 4, 4, 4, 4, 8, 0, 8)
	ones := func(n int) []float64 {
		s := make([]float64, n)
		for i := range s {
			s[i] = 1
		}
		return s
	}
	for name, c := range map[string]struct {
		outline geom.Ring
		speeds  []float64
		want    []float64 // area by edge
	}{
		"square":          {ring(0, 0, 4, 0, 4, 4, 0, 4), ones(4), []float64{4, 4, 4, 4}},
		"rectangle":       {ring(0, 0, 8, 0, 8, 6, 0, 6), ones(4), []float64{15, 9, 15, 9}},
		"gable":           {ring(0, 0, 8, 0, 8, 6, 0, 6), []float64{1, 0, 1, 0}, []float64{24, 0, 24, 0}},
		"gable, two ways": {ring(0, 0, 8, 0, 8, 6, 0, 6), []float64{2, 0, 1, 0}, []float64{32, 0, 16, 0}},
		"shed":            {ring(0, 0, 8, 0, 8, 6, 0, 6), []float64{1, 0, 0, 0}, []float64{48, 0, 0, 0}},
		"three":           {ring(0, 0, 8, 0, 8, 6, 0, 6), []float64{1, 1, 1, 0}, []float64{19.5, 9, 19.5, 0}},
		"ell":             {ell, ones(6), []float64{12, 4, 8, 8, 4, 12}},
		"ell with gables": {ell, []float64{1, 0, 1, 1, 0, 1}, []float64{14, 0, 10, 10, 0, 14}},
		"ell abutting":    {ell, []float64{1, 0, 1, 0, 1, 0}, []float64{24, 0, 8, 0, 16, 0}},
		"tee":             {ring(0, 0, 12, 0, 12, 4, 8, 4, 8, 8, 4, 8, 4, 4, 0, 4), ones(8), []float64{20, 4, 8, 8, 4, 8, 8, 4}},
		"cross":           {ring(4, 0, 8, 0, 8, 4, 12, 4, 12, 8, 8, 8, 8, 12, 4, 12, 4, 8, 0, 8, 0, 4, 4, 4), ones(12), []float64{4, 8, 8, 4, 8, 8, 4, 8, 8, 4, 8, 8}},
		"on one line":     {ring(0, 0, 4, 0, 8, 0, 8, 6, 0, 6), ones(5), []float64{7.5, 7.5, 9, 15, 9}},
		"parting":         {ring(0, 0, 4, 0, 8, 0, 8, 8, 0, 8), []float64{1, 0, 0, 1, 0}, []float64{16, 0, 0, 48, 0}},
	} {
		faces, ok := skeleton.Faces(c.outline, c.speeds)
		if !ok {
			t.Errorf("%s: no faces", name)
			continue
		}
		got := make([]float64, len(c.want))
		for _, f := range faces {
			got[f.Edge] += f.Ring.Area()
		}
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-6 {
				t.Errorf("%s: edge %d has %v, want %v (%v)", name, i, got[i], c.want[i], got)
			}
		}
	}
}

// star draws a simple outline about the origin.
func star(t *rapid.T, most int) geom.Ring {
	n := rapid.IntRange(3, most).Draw(t, "points")
	coarse := rapid.Bool().Draw(t, "coarse")
	var r geom.Ring
	for i := range n {
		far := rapid.Float64Range(1000, 9000).Draw(t, "far")
		p := geom.Direction(360 * float64(i) / float64(n)).Scale(far)
		if coarse {
			p = geom.Point{X: math.Round(p.X/500) * 500, Y: math.Round(p.Y/500) * 500}
		}
		r.Points = append(r.Points, p)
	}
	return r
}

// TestFacesFillTheOutline holds that faces are simple, share nothing and leave nothing,
// whatever the outline and the speeds.
func TestFacesFillTheOutline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		outline := star(t, 24)
		if _, clash := outline.Clash(); clash || !outline.IsCCW() {
			return
		}
		speeds := make([]float64, outline.Len())
		alike := rapid.Bool().Draw(t, "alike")
		for i := range speeds {
			speeds[i] = 1
			if !alike {
				speeds[i] = rapid.SampledFrom([]float64{0, 0.5, 1, 1, 1, 2, 0.3}).Draw(t, "speed")
			}
		}
		faces, ok := skeleton.Faces(outline, speeds)
		if !ok {
			if alike {
				t.Fatalf("no faces of %v", outline.Points)
			}
			return
		}
		sum := 0.0
		for _, f := range faces {
			if _, clash := f.Ring.Clash(); clash {
				t.Fatalf("face %d clashes", f.Edge)
			}
			sum += f.Ring.Area()
		}
		if math.Abs(sum-outline.Area()) > 1e-3*outline.Perimeter() {
			t.Fatalf("%v of %v", sum, outline.Area())
		}
	})
}

// TestRightAngles holds that outlines with right angles on a coarse grid, where many
// events are one, have faces.
func TestRightAngles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "bars")
		outline := ring(0, 0)
		right := make([]float64, n+1)
		for i := range n {
			right[i+1] = right[i] + float64(rapid.IntRange(1, 4).Draw(t, "width"))
		}
		outline.Points = append(outline.Points, geom.Point{X: right[n]})
		last := 0
		for i := n; i > 0; i-- {
			high := rapid.IntRange(1, 6).Filter(func(h int) bool { return h != last }).Draw(t, "height")
			outline.Points = append(outline.Points, geom.Point{X: right[i], Y: float64(high)}, geom.Point{X: right[i-1], Y: float64(high)})
			last = high
		}
		speeds := make([]float64, outline.Len())
		for i := range speeds {
			speeds[i] = 1
		}
		faces, ok := skeleton.Faces(outline, speeds)
		sum := 0.0
		for _, f := range faces {
			sum += f.Ring.Area()
		}
		if !ok || math.Abs(sum-outline.Area()) > 1e-6 {
			t.Fatalf("faces %v of %v, %v", sum, outline.Area(), ok)
		}
	})
}

func BenchmarkFaces(b *testing.B) {
	for _, n := range []int{8, 100, 1000} {
		var outline geom.Ring
		for i := range n {
			outline.Points = append(outline.Points, geom.Direction(360*float64(i)/float64(n)).Scale(5000+4000*float64(i*7919%13)/13))
		}
		speeds := make([]float64, n)
		for i := range speeds {
			speeds[i] = 1
		}
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				skeleton.Faces(outline, speeds)
			}
		})
	}
}
