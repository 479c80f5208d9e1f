package geom_test

import (
	"math"
	"testing"

	"github.com/openeik/ekgit/model/geom"
	"pgregory.net/rapid"
)

func tile(xy ...float64) []geom.Point { return points(xy...).Points }

// TestPrisms holds volume in mm³ and area in mm² of bodies that were computed by hand.
func TestPrisms(t *testing.T) {
	square, beside := tile(0, 0, 100, 0, 100, 100, 0, 100), tile(100, 0, 200, 0, 200, 100, 100, 100)
	level := geom.LevelPlane
	span := func(low, high geom.Plane) geom.PrismSpan { return geom.PrismSpan{Low: low, High: high} }
	slope := geom.Plane{Z: 100, Rise: geom.Point{X: 1}} // 100 at x = 0, 300 at 200
	for name, c := range map[string]struct {
		list         []geom.Prism
		volume, area float64
	}{
		"a box":        {[]geom.Prism{{square, []geom.PrismSpan{span(level(0), level(50))}}}, 5e5, 4e4},
		"two as one":   {[]geom.Prism{{square, []geom.PrismSpan{span(level(0), level(50))}}, {beside, []geom.PrismSpan{span(level(0), level(50))}}}, 1e6, 7e4},
		"a step":       {[]geom.Prism{{square, []geom.PrismSpan{span(level(0), level(50))}}, {beside, []geom.PrismSpan{span(level(0), level(80))}}}, 1.3e6, 4e4 + 300*50 + 300*80 + 100*30},
		"two storeys":  {[]geom.Prism{{square, []geom.PrismSpan{span(level(0), level(50)), span(level(60), level(90))}}, {beside, []geom.PrismSpan{span(level(0), level(90))}}}, 8e5 + 9e5, 2*2e4 + 2e4 + 600*90 - 300*10 + 100*10},
		"a wedge":      {[]geom.Prism{{square, []geom.PrismSpan{span(level(100), slope)}}}, 5e5, 1e4 + 1e4*math.Sqrt2 + 1e4 + 1e4},
		"under a roof": {[]geom.Prism{{square, []geom.PrismSpan{span(level(0), slope)}}, {beside, []geom.PrismSpan{span(level(0), slope)}}}, 4e6, 2e4 + 2e4*math.Sqrt2 + 1e4 + 3e4 + 2*4e4},
		"nothing":      {[]geom.Prism{{square, nil}, {beside, []geom.PrismSpan{span(level(5), level(5))}}}, 0, 0},
	} {
		m := geom.Prisms(c.list)
		if math.Abs(m.Volume()-c.volume) > 1e-6*c.volume || math.Abs(m.Area()-c.area) > 1e-6*c.area || c.volume > 0 && !m.Closed() {
			t.Errorf("%s: closed %v, volume %v, area %v, want %v and %v", name, m.Closed(), m.Volume(), m.Area(), c.volume, c.area)
		}
	}
}

// TestTiles holds that cut tiles keep their area and stay convex, and that prisms over
// them with spans at random are closed and have the volume of the spans.
func TestTiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tiles := [][]geom.Point{tile(0, 0, 4000, 0, 4000, 300, 0, 300), tile(0, 300, 4000, 300, 4000, 350, 0, 350)}
		for range rapid.IntRange(0, 8).Draw(t, "cuts") {
			at := geom.Point{X: rapid.Float64Range(-100, 4100).Draw(t, "x"), Y: rapid.Float64Range(-10, 360).Draw(t, "y")}
			tiles = geom.CutTiles(nil, tiles, at, geom.Direction(rapid.SampledFrom([]float64{0, 30, 45, 89, 90, 91, 150}).Draw(t, "along")))
		}
		roof := geom.Plane{Z: 3000, Rise: geom.Point{X: 0.2, Y: rapid.Float64Range(-1, 1).Draw(t, "rise")}}
		var list []geom.Prism
		area, volume := 0.0, 0.0
		for _, base := range tiles {
			ring := geom.Ring{Points: base}
			area += ring.Area()
			prism := geom.Prism{Base: base}
			for _, s := range []geom.PrismSpan{{Low: geom.LevelPlane(0), High: geom.LevelPlane(900)}, {Low: geom.LevelPlane(1500), High: roof}} {
				if rapid.Bool().Draw(t, "solid") {
					prism.Spans = append(prism.Spans, s)
					volume += ring.Area() * (s.High.Height(ring.Centroid()) - s.Low.Height(ring.Centroid()))
				}
			}
			list = append(list, prism)
		}
		if math.Abs(area-4000*350) > 1e-3 {
			t.Fatalf("tiles of %v mm²", area)
		}
		m := geom.Prisms(list)
		if volume > 0 && !m.Closed() || math.Abs(m.Volume()-volume) > 1e-9*volume+1 {
			t.Fatalf("closed %v, volume %v, want %v", m.Closed(), m.Volume(), volume)
		}
	})
}
