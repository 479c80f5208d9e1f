package planar_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/planar"
)

func rect(x0, y0, x1, y1 float64) geom.Region {
	return geom.Region{Outer: geom.Ring{Points: []geom.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}}}
}

// drawn answers the lines of regions, each its own owner.
func drawn(regions ...geom.Region) []planar.Line {
	var lines []planar.Line
	for i, g := range regions {
		lines = append(lines, planar.Outline(g, i)...)
	}
	return lines
}

// open answers the faces that nothing fills.
func open(faces []planar.Face) []planar.Face {
	var out []planar.Face
	for _, f := range faces {
		if len(f.Fills) == 0 {
			out = append(out, f)
		}
	}
	return out
}

// frame is four blocks around a room of 6 by 4 m that touch at their ends.
func frame() []geom.Region {
	return []geom.Region{rect(-300, -300, 6300, 0), rect(6000, 0, 6300, 4000), rect(-300, 4000, 6300, 4300), rect(-300, 0, 0, 4000)}
}

func TestFaces(t *testing.T) {
	circle := geom.Region{Outer: geom.Ring{Points: []geom.Point{{X: 2000, Y: 2000}, {X: 1000, Y: 2000}}, Sagittas: map[int]float64{0: -500, 1: -500}}}
	bent := geom.Region{Outer: geom.Ring{Points: []geom.Point{{X: 0, Y: 0}, {X: 6000, Y: 0}, {X: 6000, Y: 300}, {X: 0, Y: 300}}, Sagittas: map[int]float64{0: -1000, 2: 1000}}}
	line := func(x0, y0, x1, y1 float64) planar.Line {
		return planar.Line{Curve: geom.Line(geom.Point{X: x0, Y: y0}, geom.Point{X: x1, Y: y1}), Owner: 99}
	}
	disc := math.Pi * 500 * 500
	segment := math.Abs(geom.Ring{Points: bent.Outer.Points[:2], Sagittas: map[int]float64{0: -1000}}.Area())
	for name, c := range map[string]struct {
		lines []planar.Line
		want  []float64 // areas of the open faces in mm²
		holes int
	}{
		"nothing":                   {nil, nil, 0},
		"room":                      {drawn(frame()...), []float64{24e6}, 0},
		"one block missing":         {drawn(frame()[:3]...), nil, 0},
		"column":                    {drawn(append(frame(), rect(2000, 2000, 2400, 2400))...), []float64{24e6 - 160000}, 1},
		"round column":              {drawn(append(frame(), circle)...), []float64{24e6 - disc}, 1},
		"column in a corner":        {drawn(append(frame(), rect(0, 0, 400, 400))...), []float64{24e6 - 160000}, 0},
		"column corner to corner":   {drawn(append(frame(), rect(0, 0, 400, 400), rect(400, 400, 800, 800))...), []float64{24e6 - 320000}, 1},
		"column over an edge":       {drawn(append(frame(), rect(-200, 1000, 200, 1400))...), []float64{24e6 - 80000}, 0},
		"blocks that overlap":       {drawn(append(frame(), rect(-200, -200, 3000, 200))...), []float64{24e6 - 600000}, 0},
		"divided":                   {append(drawn(frame()...), line(2000, 0, 2000, 4000)), []float64{8e6, 16e6}, 0},
		"divided beyond its edges":  {append(drawn(frame()...), line(2000, -100, 2000, 4100)), []float64{8e6, 16e6}, 0},
		"crossed":                   {append(drawn(frame()...), line(2000, 0, 2000, 4000), line(0, 1000, 6000, 1000)), []float64{2e6, 4e6, 6e6, 12e6}, 0},
		"a line that ends nowhere":  {append(drawn(frame()...), line(2000, 0, 2000, 3000)), []float64{24e6}, 0},
		"a line to a column":        {append(drawn(append(frame(), rect(2000, 2000, 2400, 2400))...), line(0, 2200, 2000, 2200)), []float64{24e6 - 160000}, 1},
		"a line through a column":   {append(drawn(append(frame(), rect(2000, 2000, 2400, 2400))...), line(0, 2200, 6000, 2200)), []float64{13200000 - 80000, 10800000 - 80000}, 0},
		"lines alone":               {[]planar.Line{line(0, 0, 1000, 0), line(1000, 0, 1000, 1000), line(1000, 1000, 0, 0)}, []float64{500000}, 0},
		"a cross of lines":          {append(drawn(frame()...), line(2000, 1000, 2000, 3000), line(1000, 2000, 3000, 2000)), []float64{24e6}, 0},
		"a box in the room":         {drawn(append(frame(), rect(1000, 1000, 3000, 1100), rect(1000, 1900, 3000, 2000), rect(1000, 1100, 1100, 1900), rect(2900, 1100, 3000, 1900))...), []float64{24e6 - 2e6, 1800 * 800}, 1},
		"ends a hair off":           {drawn(rect(-300, -300, 6300, 0), rect(6000, 5e-5, 6300, 4000), rect(-300, 4000, 6300, 4300), rect(-300, 0, -5e-5, 4000)), []float64{24e6}, 0},
		"arc below":                 {drawn(bent, rect(0, 300, 300, 4000), rect(5700, 300, 6000, 4000), rect(0, 4000, 6000, 4300)), []float64{5400*3700 + segment}, 0},
		"two rooms that touch":      {drawn(append(frame(), rect(6300, 4300, 9000, 4600), rect(6300, 4600, 6600, 7000), rect(8700, 4600, 9000, 7000), rect(6300, 7000, 9000, 7300))...), []float64{24e6, 2100 * 2400}, 0},
		"a length of nothing":       {append(drawn(frame()...), line(2000, 2000, 2000, 2000)), []float64{24e6}, 0},
		"a line that is not finite": {append(drawn(frame()...), line(2000, math.NaN(), math.Inf(1), 0)), []float64{24e6}, 0},
		"arc alone":                 {[]planar.Line{{Curve: bent.Outer.Edge(0)}, line(6000, 0, 0, 0)}, []float64{segment}, 0},
	} {
		got := open(planar.Faces(c.lines))
		left := append([]float64(nil), c.want...)
		holes := 0
		for _, f := range got {
			holes += len(f.Region.Holes)
			for i, a := range left {
				if math.Abs(a-f.Region.Area()) < 10 {
					left = append(left[:i], left[i+1:]...)
					break
				}
			}
		}
		if len(got) != len(c.want) || len(left) > 0 || holes != c.holes {
			t.Errorf("%s: %d open faces with %d holes, %v not among them:", name, len(got), holes, left)
			for _, f := range got {
				t.Errorf("  %.0f mm²", f.Region.Area())
			}
		}
	}
}

// TestBordersTellOwners holds who runs along a face, and that edges in one line are
// one edge of its ring.
func TestBordersTellOwners(t *testing.T) {
	blocks := append(frame(), rect(3000, -1000, 3100, -300)) // a wall that ends on the outside of the first
	faces := open(planar.Faces(drawn(blocks...)))
	if len(faces) != 1 || faces[0].Region.Outer.Len() != 4 {
		t.Fatalf("faces %v", faces)
	}
	length := map[int]float64{}
	for _, b := range faces[0].Borders {
		for _, o := range b.Owners {
			length[o] += b.Curve.Length()
		}
	}
	if length[0] != 6000 || length[1] != 4000 || length[2] != 6000 || length[3] != 4000 || length[4] != 0 {
		t.Errorf("borders by owner: %v", length)
	}
}

// TestFacesCoverThePlane holds that whatever is drawn, the faces are as large as
// what the rectangles cover together and close in, told by a library.
func TestFacesCoverThePlane(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var blocks []geom.Region
		for range rapid.IntRange(1, 12).Draw(t, "blocks") {
			at := geom.Point{X: rapid.Float64Range(0, 4000).Draw(t, "x"), Y: rapid.Float64Range(0, 4000).Draw(t, "y")}
			blocks = append(blocks, geom.Region{Outer: geom.Rect(at, rapid.Float64Range(10, 4000).Draw(t, "w"), rapid.Float64Range(10, 400).Draw(t, "d"), rapid.SampledFrom([]float64{0, 90, 30, 77.7}).Draw(t, "turn"))})
		}
		closed := 0.0
		for _, g := range geom.Union(blocks) {
			closed += geom.Region{Outer: g.Outer}.Area()
		}
		covered := 0.0
		for _, g := range geom.Union(blocks) {
			covered += g.Area()
		}
		all, filled := 0.0, 0.0
		for _, f := range planar.Faces(drawn(blocks...)) {
			all += f.Region.Area()
			if len(f.Fills) > 0 {
				filled += f.Region.Area()
			}
		}
		if math.Abs(all-closed) > 1 || filled > covered+1 {
			t.Fatalf("faces %.3f of %.3f mm², filled %.3f of %.3f", all, closed, filled, covered)
		}
	})
}

func FuzzFaces(f *testing.F) {
	f.Add(0.0, 0.0, 1000.0, 0.0, 100.0, 500.0, -500.0, 500.0, 500.0, -100.0)
	f.Add(1e9, 1e9, -1e9, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0)
	f.Add(0.0, 0.0, 1.0, 1.0, 1e300, math.MaxFloat64, 0.0, -math.MaxFloat64, 1.0, 1e-9)
	f.Fuzz(func(t *testing.T, a, b, c, d, e, g, h, i, j, k float64) {
		lines := []planar.Line{
			{Curve: geom.Curve{Start: geom.Point{X: a, Y: b}, End: geom.Point{X: c, Y: d}, Sagitta: e}},
			{Curve: geom.Curve{Start: geom.Point{X: g, Y: h}, End: geom.Point{X: i, Y: j}, Sagitta: k}, Owner: 1},
			{Curve: geom.Curve{Start: geom.Point{X: c, Y: d}, End: geom.Point{X: g, Y: h}}, Owner: 2, Fills: true},
			{Curve: geom.Curve{Start: geom.Point{X: i, Y: j}, End: geom.Point{X: a, Y: b}, Sagitta: -k}, Owner: 3},
		}
		for _, face := range planar.Faces(lines) {
			if face.Region.Outer.Len() == 0 || len(face.Borders) == 0 {
				t.Errorf("a face without an edge: %v", face)
			}
		}
	})
}
