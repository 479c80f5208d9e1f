package picture

import (
	"math"
	"testing"

	"github.com/openeik/ekgit/model/geom"
)

// cube is a closed mesh in the coordinates of a section, as solids are: seen from the
// front, triangles that face who looks run counter-clockwise.
func cube(low, high geom.Point3) geom.Mesh {
	ring := geom.BoxOf(geom.Point3{X: low.X, Y: low.Z}, geom.Point3{X: high.X, Y: high.Z}).Ring()
	m := geom.Extrude(geom.Region{Outer: ring}, low.Y, high.Y) // in plan x and depth, upwards
	for i, p := range m.Points {
		m.Points[i] = geom.Point3{X: p.X, Y: p.Z, Z: p.Y}
	}
	return m
}

func solidOf(m geom.Mesh) solid { return solid{mesh: m, box: m.Bounds()} }

func TestCutRings(t *testing.T) {
	area := func(m geom.Mesh) float64 {
		sum := 0.0
		for _, r := range nested(cutRings(m)) {
			sum += r.Area()
		}
		return sum
	}
	for name, c := range map[string]struct {
		mesh geom.Mesh
		want float64
	}{
		"across":            {cube(geom.Point3{X: 0, Y: 0, Z: -500}, geom.Point3{X: 2000, Y: 3000, Z: 500}), 6e6},
		"behind":            {cube(geom.Point3{X: 0, Y: 0, Z: 100}, geom.Point3{X: 2000, Y: 3000, Z: 500}), 0},
		"before":            {cube(geom.Point3{X: 0, Y: 0, Z: -500}, geom.Point3{X: 2000, Y: 3000, Z: -100}), 0},
		"its face in front": {cube(geom.Point3{X: 0, Y: 0, Z: 0}, geom.Point3{X: 2000, Y: 3000, Z: 500}), 0},
		"its face behind":   {cube(geom.Point3{X: 0, Y: 0, Z: -500}, geom.Point3{X: 2000, Y: 3000, Z: 0}), 6e6},
	} {
		if got := area(c.mesh); math.Abs(got-c.want) > 1e-3 {
			t.Errorf("%s: %g mm² are cut, want %g", name, got, c.want)
		}
	}
	tube := geom.Extrude(geom.Region{Outer: geom.Rect(geom.Point{}, 1000, 1000, 0), Holes: []geom.Ring{geom.Rect(geom.Point{}, 600, 600, 0)}}, -100, 100)
	if got := area(tube); math.Abs(got-(1e6-0.36e6)) > 1e-3 { // lies along the depth
		t.Errorf("a tube of 1000 and 600 is cut in %g mm²", got)
	}
}

func TestHiddenLines(t *testing.T) {
	front := cube(geom.Point3{X: 1000, Y: 1000, Z: 500}, geom.Point3{X: 2000, Y: 2000, Z: 600})
	v := newVisibility([]solid{solidOf(front)})
	line := func(y, z0, z1 float64) [2]geom.Point3 {
		return [2]geom.Point3{{X: 0, Y: y, Z: z0}, {X: 4000, Y: y, Z: z1}}
	}
	for name, c := range map[string]struct {
		line [2]geom.Point3
		want []stretch
	}{
		"behind the middle":  {line(1500, 1000, 1000), []stretch{{0, 0.25}, {0.5, 1}}},
		"before it":          {line(1500, 100, 100), []stretch{{0, 1}}},
		"over it":            {line(2500, 1000, 1000), []stretch{{0, 1}}},
		"through it":         {line(1500, -500, 3500), []stretch{{0, 0.25}, {0.5, 1}}},
		"out of its front":   {line(1500, 0, 1000), []stretch{{0, 1}}}, // at x 2000 its depth is 500, that of the face
		"on its front":       {line(1500, 500, 500), []stretch{{0, 1}}},
		"along its diagonal": {[2]geom.Point3{{X: 1000, Y: 1000, Z: 900}, {X: 2000, Y: 2000, Z: 900}}, nil},
	} {
		got := v.of(c.line[0], c.line[1])
		if len(got) != len(c.want) {
			t.Errorf("%s: %v is seen, want %v", name, got, c.want)
			continue
		}
		for i, s := range got {
			if math.Abs(s.from-c.want[i].from) > 1e-3 || math.Abs(s.to-c.want[i].to) > 1e-3 {
				t.Errorf("%s: %v is seen, want %v", name, got, c.want)
			}
		}
	}
	if f, depth := v.nearest(geom.Point{X: 1500, Y: 1200}); f == nil || math.Abs(depth-500) > 1e-6 {
		t.Errorf("the nearest face lies %g deep", depth)
	}
	if f, _ := v.nearest(geom.Point{X: 500, Y: 1200}); f != nil {
		t.Error("there is a face where nothing stands")
	}
}

// TestSeen holds that of a cube seen from the front its four front edges are drawn,
// and that a face half behind it is half seen.
func TestSeen(t *testing.T) {
	near := cube(geom.Point3{X: 0, Y: 0, Z: 100}, geom.Point3{X: 1000, Y: 1000, Z: 200})
	far := cube(geom.Point3{X: 500, Y: 0, Z: 400}, geom.Point3{X: 1500, Y: 1000, Z: 500})
	v := newVisibility([]solid{solidOf(near), solidOf(far)})
	area := 0.0
	for i := range v.faces {
		if f := &v.faces[i]; f.solid == 1 {
			for _, r := range v.visible(f, f.corner[:]) {
				area += r.Area()
			}
		}
	}
	if math.Abs(area-0.5e6) > 1 {
		t.Errorf("%g mm² of the cube behind are seen, want 500000", area)
	}
	length := 0.0
	for _, e := range features(near) {
		for _, s := range v.of(e[0], e[1]) {
			length += flatten(e[0].Lerp(e[1], s.from)).Dist(flatten(e[0].Lerp(e[1], s.to)))
		}
	}
	if math.Abs(length-4000) > 1 {
		t.Errorf("%g mm of edges of the cube in front are seen, want 4000", length)
	}
}

func TestJoined(t *testing.T) {
	p := func(x, y float64) geom.Point { return geom.Point{X: x, Y: y} }
	lines := []Line{{Points: []geom.Point{p(20, 0), p(10, 0)}}, {Points: []geom.Point{p(0, 0), p(10, 0)}}, {Points: []geom.Point{p(0, 1), p(10, 1)}}, {Points: []geom.Point{p(30, 0), p(40, 0)}}}
	got := joined(lines)
	if len(got) != 3 {
		t.Fatalf("%v", got)
	}
	if a, b := got[0].Points[0], got[0].Points[1]; !a.Near(p(0, 0), 1e-9) || !b.Near(p(20, 0), 1e-9) {
		t.Errorf("two lines in a row are drawn from %v to %v", a, b)
	}
}
