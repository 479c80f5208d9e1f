package shape_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/modeltest"
	"github.com/openeik/ekgit/model/shape"
)

// build makes a snapshot of records, one a line.
func build(t testing.TB, records string) *model.Snapshot {
	t.Helper()
	return modeltest.Records(t, category.Schema(), records)
}

const sha = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// TestOf holds which shape an element shows, and where.
func TestOf(t *testing.T) {
	s := build(t, `{"id": "l", "category": "level", "elevation": 3000}
{"id": "chair", "category": "type", "of": "furniture", "shape": "`+sha+`"}
{"id": "own", "category": "proxy", "levelId": "l", "shape": "`+sha+`", "placement": {"at": [1000, 2000, 500], "rotation": 90}}
{"id": "typed", "category": "furniture", "levelId": "l", "typeId": "chair", "at": [1000, 2000], "baseOffset": 100, "rotation": 180}
{"id": "tilted", "category": "proxy", "shape": "`+sha+`", "placement": {"at": [0, 0, 0], "axes": [[0, 0, 2], [0, 3, 1]]}}
{"id": "flat", "category": "proxy", "shape": "`+sha+`", "placement": {"at": [0, 0, 0], "axes": [[1, 0, 0], [2, 0, 0]]}}
{"id": "nowhere", "category": "proxy", "shape": "`+sha+`"}
{"id": "none", "category": "furniture", "at": [0, 0]}`)
	p := geom.Point3{X: 10, Y: 20, Z: 30}
	for id, want := range map[string]geom.Point3{
		"own":    {X: 980, Y: 2010, Z: 3530},
		"typed":  {X: 990, Y: 1980, Z: 3130},
		"tilted": {X: -30, Y: 20, Z: 10},
	} {
		name, at, ok := shape.Of(s, s.Record(id))
		if got := at.Point(p); !ok || name != sha || !near(got, want, 1e-9) {
			t.Errorf("%s: %v %q at %v, want %v", id, ok, name, got, want)
		}
	}
	for _, id := range []string{"flat", "nowhere", "none", "chair"} {
		if _, _, ok := shape.Of(s, s.Record(id)); ok {
			t.Errorf("%s has a shape that stands somewhere", id)
		}
	}
}

// corner is an L of 2 by 2 m, 1 m wide, as high as 1 m: six upright sides and a top.
func corner(t testing.TB) *shape.Shape {
	t.Helper()
	plan := geom.Region{Outer: geom.Ring{Points: []geom.Point{{}, {X: 2000}, {X: 2000, Y: 1000}, {X: 1000, Y: 1000}, {X: 1000, Y: 2000}, {Y: 2000}}}}
	m := geom.Extrude(plan, 0, 1000)
	var points [][3]float32
	for _, p := range m.Points {
		points = append(points, [3]float32{float32(p.X / 1000), float32(p.Z / 1000), float32(-p.Y / 1000)})
	}
	var order []uint16
	for _, tr := range m.Triangles {
		order = append(order, uint16(tr[0]), uint16(tr[1]), uint16(tr[2]))
	}
	return read(t, document(points, order))
}

// TestOutline holds what a plan shows of an L: its six sides, in any place.
func TestOutline(t *testing.T) {
	s := build(t, `{"id": "a", "category": "proxy", "shape": "`+sha+`", "placement": {"at": [5000, 0, 0], "rotation": 30}}
{"id": "b", "category": "proxy", "shape": "`+sha+`", "placement": {"at": [0, 0, 0], "axes": [[1, 0, 0], [0, 0, 1]]}}`)
	_, upright, _ := shape.Of(s, s.Record("a"))
	_, lying, _ := shape.Of(s, s.Record("b"))
	l := corner(t)
	for name, c := range map[string]struct {
		shape *shape.Shape
		area  float64
		edges int
		at    geom.Point
	}{
		"as it is": {l, 3e6, 6, geom.Point{X: 500, Y: 500}},
		"turned":   {l.At(upright), 3e6, 6, geom.Point{X: 5000, Y: 0}.Add(geom.Point{X: 500, Y: 500}.Rotate(30))},
		// On its side it shows two steps of 1 m by 1 m, one above the other.
		"on its side": {l.At(lying), 2e6, 8, geom.Point{X: 500, Y: -500}},
	} {
		area := 0.0
		inside := false
		for _, g := range c.shape.Outline() {
			area += g.Area()
			inside = inside || g.Locate(c.at, 1) == geom.Inside
		}
		if math.Abs(area-c.area) > 10 || !inside || len(c.shape.Edges()) != c.edges {
			t.Errorf("%s: %v mm² (%v), %d edges, want %v and %d", name, area, inside, len(c.shape.Edges()), c.area, c.edges)
		}
	}
}

// TestLoad holds that a shape is read once, and that its bytes are held against its
// name.
func TestLoad(t *testing.T) {
	data := encode(t, document(boxPoints, boxOrder))
	sum := sha256.Sum256(data)
	name := hex.EncodeToString(sum[:])
	asked := 0
	source := func(context.Context, string) ([]byte, error) {
		asked++
		return data, nil
	}
	first, err := shape.Load(t.Context(), source, name)
	if err != nil {
		t.Fatal(err)
	}
	again, err := shape.Load(t.Context(), nil, name)
	if err != nil || again != first || asked != 1 {
		t.Errorf("read %d times: %v", asked, err)
	}
	var p *model.Problem
	if _, err := shape.Load(t.Context(), source, sha); !errors.As(err, &p) || !strings.Contains(p.Message, "other bytes") {
		t.Errorf("bytes of another shape: %v", err)
	}
	if _, err := shape.Load(t.Context(), nil, sha); !errors.As(err, &p) || p.Code != model.NotFound {
		t.Errorf("no source: %v", err)
	}
	gone := errors.New("gone")
	if _, err := shape.Load(t.Context(), func(context.Context, string) ([]byte, error) { return nil, gone }, sha); !errors.Is(err, gone) {
		t.Errorf("a source's error: %v", err)
	}
}
