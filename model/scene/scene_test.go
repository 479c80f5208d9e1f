package scene_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/modeltest"
	"github.com/openeik/ekgit/model/scene"
	"github.com/openeik/ekgit/model/shape"
)

func example(t testing.TB, name string) *model.Snapshot {
	return modeltest.Read(t, category.Schema(), filepath.Join("..", "..", "testdata", name))
}

// build makes a snapshot of records, one JSON object a line.
func build(t testing.TB, lines string) *model.Snapshot {
	t.Helper()
	return modeltest.Records(t, category.Schema(), lines)
}

func gather(t testing.TB, s *model.Snapshot, opt scene.Options) *scene.Scene {
	t.Helper()
	c, err := scene.Of(t.Context(), s, opt)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ids answers the ids of the records of a scene, in their order.
func ids(c *scene.Scene) string {
	var out []string
	for i, b := range c.Solids {
		if i == 0 || c.Solids[i-1].ID() != b.ID() {
			out = append(out, b.ID())
		}
	}
	return strings.Join(out, " ")
}

// TestHouse holds what a scene knows of its solids.
func TestHouse(t *testing.T) {
	c := gather(t, example(t, "one-storey-house"), scene.Options{})
	if c.Model != "One-storey house" || c.Records() != 9 {
		t.Errorf("%q with %d records: %s", c.Model, c.Records(), ids(c))
	}
	want := geom.BoxOf(geom.Point3{X: -150, Y: -150, Z: -200}, geom.Point3{X: 10150, Y: 8150, Z: 3000})
	if got := c.Bounds(); got.Min.Dist(want.Min) > 1e-6 || got.Max.Dist(want.Max) > 1e-6 {
		t.Errorf("bounds %v, want %v", got, want)
	}
	glass := 0
	for _, b := range c.Solids {
		if b.Part == "glass" {
			glass++
			if !b.SeenThrough() || b.Material != "Glass" {
				t.Errorf("glass of %s is %q, %v", b.ID(), b.Material, b.Color)
			}
		}
		if b.Level == "" {
			t.Errorf("%s is on no level", b.ID())
		}
	}
	if glass != 2 {
		t.Errorf("%d panes of glass, want 2", glass)
	}
}

// yard is two levels with a box each, in three phases.
const yard = `+"phases": ["old", "now", "later"]
{"id": "l0", "category": "level", "elevation": 0}
{"id": "l1", "category": "level", "elevation": 3000}
{"id": "steel", "category": "material", "name": "Steel", "color": "#102030"}
{"id": "t", "category": "type", "of": "furniture", "size": [1000, 1000, 2000], "materialId": "steel"}
{"id": "a", "category": "furniture", "levelId": "l0", "typeId": "t", "at": [0, 0]}
{"id": "b", "category": "furniture", "levelId": "l1", "typeId": "t", "at": [5000, 0], "phaseCreated": "later"}
{"id": "c", "category": "furniture", "levelId": "l1", "typeId": "t", "at": [9000, 0], "phaseDemolished": "later"}`

// TestOptions holds what options show.
func TestOptions(t *testing.T) {
	s := build(t, yard)
	for want, opt := range map[string]scene.Options{
		"a b": {},
		"a c": {Phase: "now"},
		"b":   {Levels: []string{"l1"}},
		"a":   {Show: func(id string) bool { return id == "a" }},
	} {
		if got := ids(gather(t, s, opt)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if b := gather(t, s, scene.Options{}).Solids[0]; b.Material != "Steel" || b.Color.R != 0x10 || b.Color.B != 0x30 || b.Color.A != 255 {
		t.Errorf("%q of colour %v", b.Material, b.Color)
	}
}

// TestProblems holds that what cannot be shown is a problem that says what to do.
func TestProblems(t *testing.T) {
	s := build(t, yard)
	nan := math.NaN()
	for name, opt := range map[string]scene.Options{
		"no such phase":      {Phase: "never"},
		"no such level":      {Levels: []string{"l9"}},
		"no such cut":        {CutLevel: "l9"},
		"a cut too high":     {CutLevel: "l0", CutHeight: 1e9},
		"no direction":       {Planes: []scene.Plane{{}}},
		"no number":          {Planes: []scene.Plane{{Point: geom.Point3{X: nan}, Normal: geom.Point3{X: 1}}}},
		"an empty box":       {Box: geom.Box{Max: geom.Point3{X: 1, Y: 1}}},
		"nothing":            {Show: func(string) bool { return false }},
		"beside, any height": {Box: geom.Box{Min: geom.Point3{X: 1e6, Z: math.Inf(-1)}, Max: geom.Point3{X: 2e6, Y: 1, Z: math.Inf(1)}}},
		"a box outside":      {Box: geom.Box{Min: geom.Point3{X: 1e6}, Max: geom.Point3{X: 2e6, Y: 1, Z: 1}}},
		"a plane below":      {Planes: []scene.Plane{{Point: geom.Point3{Z: -1}, Normal: geom.Point3{Z: 1}}}},
	} {
		_, err := scene.Of(t.Context(), s, opt)
		var p *model.Problem
		if !errors.As(err, &p) || p.Hint == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := scene.Of(ctx, s, scene.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestMissingShapes holds that an element whose shape is missing is shown by its size
// or left out, and that the scene says so.
func TestMissingShapes(t *testing.T) {
	sha := strings.Repeat("ab", 32)
	s := build(t, `{"id": "t", "category": "type", "of": "furniture", "size": [1000, 500, 700], "shape": "`+sha+`"}
{"id": "a", "category": "furniture", "typeId": "t", "at": [0, 0], "rotation": 90}
{"id": "b", "category": "proxy", "shape": "`+strings.Repeat("cd", 32)+`", "placement": {"at": [0, 0, 0]}}`)
	source := func(context.Context, string) ([]byte, error) { return []byte("no shape"), nil }
	for name, from := range map[string]shape.Source{"none": nil, "broken": source} {
		c := gather(t, s, scene.Options{Shapes: from})
		if got := ids(c); got != "a" || len(c.Notes) != 2 || !strings.HasPrefix(c.Notes[0], "Shape abababababab of a is shown") {
			t.Errorf("%s: %s shown, %q", name, got, c.Notes)
		}
		if size := c.Bounds().Size(); size.Sub(geom.Point3{X: 500, Y: 1000, Z: 700}).Len() > 1e-6 {
			t.Errorf("%s: a box of %v", name, size)
		}
	}
}

// TestBodilessIsTold holds that notes name what has no body, and nothing that never has one.
func TestBodilessIsTold(t *testing.T) {
	s := build(t, `{"id": "l0", "category": "level", "elevation": 0, "height": 3000}
{"id": "a", "category": "wall", "levelId": "l0", "thickness": 200, "start": [0, 0], "end": [4000, 0]}
{"id": "b", "category": "wall", "levelId": "l0", "thickness": 200, "start": [0, 0], "end": [0, 0]}
{"id": "c", "category": "slab", "levelId": "l0", "thickness": 200, "outline": [[0, 0], [1000, 1000], [1000, 0], [0, 1000]]}
{"id": "d", "category": "room", "levelId": "l0", "seed": [100, 100]}`)
	if got, want := gather(t, s, scene.Options{}).Notes, []string{"Not shown, as they have no body: b, c"}; !slices.Equal(got, want) {
		t.Errorf("told is %q, want %q", got, want)
	}
}

// TestLining holds, with areas computed by hand, that the sides of an opening in a
// layered wall look as the finish on their side, and that nothing else does.
func TestLining(t *testing.T) {
	s := build(t, `{"id": "l0", "category": "level", "elevation": 0, "height": 3000}
{"id": "m0", "category": "material", "name": "Render", "color": "#aaaaaa"}
{"id": "m1", "category": "material", "name": "Core", "color": "#bb0000"}
{"id": "m2", "category": "material", "name": "Plaster", "color": "#cccccc"}
{"id": "t", "category": "type", "of": "wall", "layers": [{"materialId": "m0", "thickness": 20, "function": "finish"}, {"materialId": "m1", "thickness": 100, "function": "insulation"}, {"materialId": "m1", "thickness": 200, "function": "structure"}, {"materialId": "m2", "thickness": 15, "function": "finish"}]}
{"id": "w", "category": "wall", "levelId": "l0", "typeId": "t", "start": [0, 0], "end": [4000, 0]}
{"id": "o", "category": "window", "levelId": "l0", "hostId": "w", "offset": 2000, "sill": 900, "width": 1000, "height": 1200}`)
	got := map[string]float64{}
	for _, b := range gather(t, s, scene.Options{Show: func(id string) bool { return id == "w" }}).Solids {
		if parts := b.Parts(); len(parts) == 2 {
			got[b.Part+" "+parts[1].Material] += parts[1].Mesh.Area()
			if parts[1].Color == b.Color || len(parts[0].Mesh.Triangles)+len(parts[1].Mesh.Triangles) != len(b.Mesh.Triangles) {
				t.Errorf("%s: lining of colour %v", b.Part, parts[1].Color)
			}
		}
	}
	const around = 2 * (1000 + 1200)
	want := map[string]float64{"layer-1 Render": around * 100, "layer-2 Plaster": around * 200}
	for name, area := range want {
		if math.Abs(got[name]-area) > 1e-3 {
			t.Errorf("%s: %v mm² of lining, want %v", name, got[name], area)
		}
	}
	if len(got) != len(want) {
		t.Errorf("lining %v, want %v", got, want)
	}
}

// TestGround holds where a building stands in the ground.
func TestGround(t *testing.T) {
	for want, lines := range map[float64]string{
		0: `{"id": "l0", "category": "level", "elevation": 3000, "kind": "support"}`,
		450: `{"id": "l0", "category": "level", "elevation": 450}
{"id": "l1", "category": "level", "elevation": 3000}`,
		-150: `{"id": "l0", "category": "level", "elevation": 0}
{"id": "s", "category": "slab", "levelId": "l0", "thickness": 200, "outline": [[0, 0], [1000, 0], [1000, 1000], [0, 1000]]}
{"id": "terrace", "category": "slab", "levelId": "l0", "offset": -150, "thickness": 100, "outline": [[2000, 0], [3000, 0], [3000, 1000], [2000, 1000]]}`,
	} {
		s := build(t, lines+`
{"id": "t", "category": "type", "of": "furniture", "size": [1000, 1000, 2000]}
{"id": "a", "category": "furniture", "levelId": "l0", "typeId": "t", "at": [0, 0]}`)
		if got := gather(t, s, scene.Options{}).Ground; got != want {
			t.Errorf("the ground lies at %v, want %v", got, want)
		}
	}
}

// TestFarAway holds that what stands at the end of the world is shown, and that what
// stands beyond is left out, with a note.
func TestFarAway(t *testing.T) {
	s := build(t, `{"id": "t", "category": "type", "of": "furniture", "size": [1000, 500, 700]}
{"id": "a", "category": "furniture", "typeId": "t", "at": [999000000, -999000000]}
{"id": "b", "category": "furniture", "typeId": "t", "at": [1e12, 0]}`)
	c := gather(t, s, scene.Options{})
	if ids(c) != "a" || len(c.Notes) != 1 {
		t.Errorf("%s shown, %q", ids(c), c.Notes)
	}
	if v := volumes(t, readBack(t, "far", c))["a"]; math.Abs(v-0.35) > volumeTolerance {
		t.Errorf("%v m³, want 0.35: coordinates of a node are its own", v)
	}
}

// TestDeterministic holds that one model is one GLB.
func TestDeterministic(t *testing.T) {
	var files [2]bytes.Buffer
	for i := range files {
		if err := gather(t, example(t, "two-storey-house"), scene.Options{}).WriteGLB(&files[i]); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Error("two exports differ")
	}
}
