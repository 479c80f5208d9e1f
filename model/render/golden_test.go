package render_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/modeltest"
	"github.com/openeik/ekgit/model/render"
	"github.com/openeik/ekgit/model/scene"
	"github.com/openeik/ekgit/model/tint"
)

var title = render.Title{Commit: "3f2a91c · 2026-03-01 · Ada Lovelace", Note: "Sets the partition on the axis"}

// small is the size of golden pictures.
func small(opt render.Options) render.Options {
	opt.Width, opt.Height, opt.Title = 640, 480, title
	return opt
}

// TestGoldens holds pictures of the example houses that were looked at.
func TestGoldens(t *testing.T) {
	section := []scene.Plane{{Point: geom.Point3{Y: 4000}, Normal: geom.Point3{Y: -1}}}
	for name, c := range map[string]struct {
		model string
		scene scene.Options
		opt   render.Options
	}{
		"house-iso":       {"one-storey-house", scene.Options{}, render.Options{}},
		"house-front":     {"one-storey-house", scene.Options{}, render.Options{View: "front"}},
		"house-cut":       {"one-storey-house", scene.Options{CutLevel: "level-0"}, render.Options{View: "iso-sw"}},
		"house-highlight": {"one-storey-house", scene.Options{}, render.Options{Highlight: []string{"wall-partition", "door-entrance"}}},
		"two-iso":         {"two-storey-house", scene.Options{}, render.Options{}},
		"two-iso-nw":      {"two-storey-house", scene.Options{}, render.Options{View: "iso-nw"}},
		"two-top":         {"two-storey-house", scene.Options{}, render.Options{View: "top"}},
		"two-cut":         {"two-storey-house", scene.Options{CutLevel: "level-1"}, render.Options{}},
		"two-section":     {"two-storey-house", scene.Options{Planes: section}, render.Options{View: "front"}},
		"two-eye": {"two-storey-house", scene.Options{}, render.Options{
			Eye: geom.Point3{X: -8000, Y: -14000, Z: 1700}, Target: geom.Point3{X: 5000, Y: 4000, Z: 2800}}},
	} {
		t.Run(name, func(t *testing.T) {
			golden(t, name, paint(t, gather(t, example(t, c.model), c.scene), small(c.opt)))
		})
	}
}

// TestGoldenTypes holds a picture coloured by type, with its legend.
func TestGoldenTypes(t *testing.T) {
	s := example(t, "two-storey-house")
	all := gather(t, s, scene.Options{})
	var ids []string
	for _, b := range all.Solids {
		ids = append(ids, b.ID())
	}
	by, err := tint.By(s, ids, "typeId")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "two-types", paint(t, all, small(render.Options{Colors: by})))
}

// moved answers a model before and after one piece of furniture moved, one came and a
// window went.
func moved(t *testing.T) (before, after *scene.Scene) {
	t.Helper()
	s := example(t, "two-storey-house")
	var window, thing *model.Record
	for f := range s.InCategory("window") {
		window = f.Record()
	}
	for f := range s.InCategory("furniture") {
		thing = f.Record()
	}
	at, _ := thing.Point("at")
	next, err := s.Apply([]model.Change{
		{ID: window.ID(), Before: s.Get(window.ID())},
		{ID: thing.ID(), Before: s.Get(thing.ID()), After: thing.With("at", model.PointValue(at[0]+1500, at[1]))},
		{ID: "new-thing", After: thing.With("id", "new-thing").With("at", model.PointValue(at[0]+2500, at[1]+1500))},
	})
	if err != nil {
		t.Fatal(err)
	}
	return gather(t, s, scene.Options{}), gather(t, next, scene.Options{})
}

// TestGoldenChange holds pictures of change, in colours and in black.
func TestGoldenChange(t *testing.T) {
	before, after := moved(t)
	golden(t, "two-change", paintChange(t, before, after, small(render.Options{})))
	golden(t, "two-change-black", paintChange(t, before, after, small(render.Options{Palette: tint.BlackOnly})))
}

// TestModels draws the models in the folders that EKGIT_MODELS lists, from all sides.
func TestModels(t *testing.T) {
	for _, root := range modeltest.Real(t) {
		drawModel(t, root)
	}
}

func drawModel(t *testing.T, root string) {
	t.Helper()
	s := modeltest.Read(t, category.Schema(), root)
	all := gather(t, s, scene.Options{Shapes: func(_ context.Context, sha string) ([]byte, error) {
		return os.ReadFile(filepath.Join(root, "shapes", sha+".glb"))
	}})
	for _, view := range []string{"iso-ne", "iso-nw", "iso-se", "iso-sw", "top", "front", "left"} {
		data := paint(t, all, render.Options{View: view, Title: title})
		show(t, strings.Join([]string{filepath.Base(root), view}, "-"), data)
		if share := drawn(decode(t, data)); share < 0.1 {
			t.Errorf("%s from %s: only %.1f %% of the picture differs from its background", root, view, 100*share)
		}
	}
}
