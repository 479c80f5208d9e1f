package geom_test

import (
	"math"
	"testing"

	"github.com/openeik/ekgit/model/geom"
	"pgregory.net/rapid"
)

func points(xy ...float64) geom.Ring {
	var r geom.Ring
	for i := 0; i+1 < len(xy); i += 2 {
		r.Points = append(r.Points, geom.Point{X: xy[i], Y: xy[i+1]})
	}
	return r
}

// TestExtrude holds volume in mm³ and area in mm² of bodies that were computed by
// hand.
func TestExtrude(t *testing.T) {
	l := points(0, 0, 300, 0, 300, 100, 100, 100, 100, 200, 0, 200) // 4 hundredths of 100 by 100
	holed := box(0, 0, 400, 300)
	holed.Holes = []geom.Ring{box(100, 100, 100, 100).Outer.Reverse(), box(250, 50, 100, 200).Outer}
	for name, c := range map[string]struct {
		g            geom.Region
		from, to     float64
		volume, area float64
	}{
		"box":              {box(0, 0, 100, 200), 0, 50, 100 * 200 * 50, 2*100*200 + 600*50},
		"upside down":      {box(0, 0, 100, 200), 50, 0, 100 * 200 * 50, 2*100*200 + 600*50},
		"clockwise":        {geom.Region{Outer: box(0, 0, 100, 200).Outer.Reverse()}, 10, 60, 100 * 200 * 50, 2*100*200 + 600*50},
		"an L":             {geom.Region{Outer: l}, 0, 10, 40000 * 10, 2*40000 + 1000*10},
		"with two holes":   {holed, -20, -10, 90000 * 10, 2*90000 + (1400+400+600)*10},
		"far from zero":    {box(1e9, -1e9, 100, 200), 0, 50, 100 * 200 * 50, 2*100*200 + 600*50},
		"repeated a point": {geom.Region{Outer: points(0, 0, 100, 0, 100, 0, 100, 200, 0, 200, 0, 0)}, 0, 50, 100 * 200 * 50, 2*100*200 + 600*50},
	} {
		m := geom.Extrude(c.g, c.from, c.to)
		if !m.Closed() || math.Abs(m.Volume()-c.volume) > 1e-6*c.volume || math.Abs(m.Area()-c.area) > 1e-6*c.area {
			t.Errorf("%s: closed %v, volume %v, area %v, want %v and %v", name, m.Closed(), m.Volume(), m.Area(), c.volume, c.area)
		}
	}
}

// TestStrataUnderASurface holds the body under a gable: its middle at 3000, its ends
// at 2000.
func TestStrataUnderASurface(t *testing.T) {
	cells := geom.Slice([]geom.Region{box(0, 0, 4000, 300)}, geom.Point{}, geom.Point{X: 1}, []float64{2000})
	m := geom.Strata{Cells: cells, Heights: []float64{0, 9000}, Top: func(p geom.Point) float64 { return 3000 - math.Abs(p.X-2000)/2 }}.Mesh()
	if want := 4000.0 * 300 * 2500; !m.Closed() || math.Abs(m.Volume()-want) > 1 {
		t.Errorf("closed %v, volume %v, want %v", m.Closed(), m.Volume(), want)
	}
}

// star is a ring around a centre that is seen whole from there.
func star(t *rapid.T, name string) geom.Ring {
	n := rapid.IntRange(3, 12).Draw(t, name+" corners")
	var r geom.Ring
	for i := range n {
		r.Points = append(r.Points, geom.Direction(360*float64(i)/float64(n)).Scale(rapid.Float64Range(500, 3000).Draw(t, name)))
	}
	return r
}

func TestExtrudeIsClosed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := geom.Region{Outer: star(t, "outline")}
		if rapid.Bool().Draw(t, "hole") {
			g.Holes = append(g.Holes, geom.Rect(geom.Point{}, rapid.Float64Range(1, 200).Draw(t, "width"), 200, rapid.Float64Range(0, 90).Draw(t, "turn")))
		}
		m := geom.Extrude(g, 0, 100)
		if want := g.Area() * 100; !m.Closed() || math.Abs(m.Volume()-want) > 1e-6*want+1 {
			t.Fatalf("closed %v, volume %v, want %v", m.Closed(), m.Volume(), want)
		}
	})
}

// TestStrata holds that cells that are solid or void at random make a closed body of
// the volume of the solid ones.
func TestStrata(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		outline := geom.Region{Outer: star(t, "outline")}
		cells := geom.Slice([]geom.Region{outline}, geom.Point{}, geom.Direction(rapid.Float64Range(0, 360).Draw(t, "along")),
			rapid.SliceOfN(rapid.Float64Range(-400, 400), 0, 1).Draw(t, "cuts"))
		heights := []float64{0, 900, 2100, 3000}
		solid := make([][]bool, len(cells))
		want, sum := 0.0, 0.0
		for i, c := range cells {
			sum += c.Area()
			for k := range 3 {
				is := rapid.Bool().Draw(t, "solid")
				solid[i] = append(solid[i], is)
				if is {
					want += c.Area() * (heights[k+1] - heights[k])
				}
			}
		}
		m := geom.Strata{Cells: cells, Heights: heights, Solid: func(c, l int) bool { return solid[c][l] }}.Mesh()
		if math.Abs(sum-outline.Area()) > 1 {
			t.Fatalf("pieces of %v mm², want %v", sum, outline.Area())
		}
		if want > 0 && !m.Closed() || math.Abs(m.Volume()-want) > 1e-6*want+100 {
			t.Fatalf("closed %v, volume %v, want %v", m.Closed(), m.Volume(), want)
		}
	})
}
