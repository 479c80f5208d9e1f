package geom_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model/geom"
)

// over returns a plane with a height at the origin.
func over(z float64, rise geom.Point) geom.Plane { return geom.Plane{Z: z, Rise: rise} }

// TestBlocks holds volumes and areas that were computed by hand.
func TestBlocks(t *testing.T) {
	flat := geom.LevelPlane
	for name, c := range map[string]struct {
		blocks       []geom.Block
		volume, area float64
	}{
		"one":          {[]geom.Block{{box(0, 0, 10, 10), flat(0), flat(5)}}, 500, 400},
		"side by side": {[]geom.Block{{box(0, 0, 10, 10), flat(0), flat(5)}, {box(10, 0, 10, 10), flat(0), flat(5)}}, 1000, 700},
		"a step":       {[]geom.Block{{box(0, 0, 10, 10), flat(0), flat(5)}, {box(10, 0, 10, 10), flat(2), flat(7)}}, 1000, 740},
		"apart":        {[]geom.Block{{box(0, 0, 10, 10), flat(0), flat(5)}, {box(10, 0, 10, 10), flat(6), flat(7)}}, 600, 400 + 240},
		"offset":       {[]geom.Block{{box(0, 0, 10, 10), flat(0), flat(5)}, {box(10, 5, 10, 10), flat(0), flat(5)}}, 1000, 750},
		"a wedge":      {[]geom.Block{{box(0, 0, 10, 10), flat(0), over(0, geom.Point{X: 1})}}, 500, 100 + 100*math.Sqrt2 + 100 + 100},
		"planes cross": {[]geom.Block{{box(0, 0, 10, 10), flat(0), over(5, geom.Point{})}, {box(0, 10, 10, 10), flat(0), over(0, geom.Point{X: 1})}}, 1000,
			200 + 100 + 100*math.Sqrt2 + 50 + 50 + 50 + 50 + 100 + 25},
		"a hole in a corner": {[]geom.Block{{geom.Region{Outer: box(0, 0, 10, 10).Outer, Holes: []geom.Ring{{Points: []geom.Point{{X: 0, Y: 0}, {X: 2, Y: 4}, {X: 4, Y: 2}}}}}, flat(0), flat(5)}}, 470,
			188 + 200 + 5*(2*math.Sqrt(20)+math.Sqrt(8))},
		"nothing": {[]geom.Block{{box(0, 0, 10, 10), flat(5), flat(0)}}, 0, 0},
		"a hole":  {[]geom.Block{{geom.Region{Outer: box(0, 0, 10, 10).Outer, Holes: []geom.Ring{box(2, 2, 2, 2).Outer}}, flat(0), flat(5)}}, 480, 192 + 200 + 40},
	} {
		m := geom.Blocks(c.blocks)
		if c.volume > 0 && !m.Closed() {
			t.Errorf("%s is not closed", name)
		}
		if c.volume == 0 && len(m.Triangles) > 0 {
			t.Errorf("%s has %d triangles", name, len(m.Triangles))
			continue
		}
		if c.volume > 0 && (math.Abs(m.Volume()-c.volume) > 1e-6 || math.Abs(m.Area()-c.area) > 1e-6) {
			t.Errorf("%s: volume %v, area %v, want %v and %v", name, m.Volume(), m.Area(), c.volume, c.area)
		}
	}
}

// TestBlocksAreClosed holds that any blocks over a plane cut by lines make a closed
// mesh of the sum of their volumes.
func TestBlocksAreClosed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cells := []geom.Region{box(0, 0, 8000, 6000)}
		for range rapid.IntRange(0, 4).Draw(t, "cuts") {
			p := geom.Point{X: rapid.Float64Range(500, 7500).Draw(t, "x"), Y: rapid.Float64Range(500, 5500).Draw(t, "y")}
			cells = geom.Slice(cells, p, geom.Direction(rapid.Float64Range(0, 360).Draw(t, "direction")), []float64{0})
		}
		var blocks []geom.Block
		sum := 0.0
		for _, c := range cells {
			rise := geom.Direction(rapid.Float64Range(0, 360).Draw(t, "fall")).Scale(rapid.Float64Range(0, 3).Draw(t, "pitch"))
			z := rapid.Float64Range(-2000, 2000).Draw(t, "z")
			blocks = append(blocks, geom.Block{Region: c, Low: over(z, rise), High: over(z+300, rise)})
			sum += c.Area() * 300
		}
		m := geom.Blocks(blocks)
		if !m.Closed() || math.Abs(m.Volume()-sum) > 1e-6*sum {
			t.Fatalf("closed %v, volume %v of %v", m.Closed(), m.Volume(), sum)
		}
	})
}
