package render_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/render"
	"github.com/openeik/ekgit/model/scene"
	"github.com/openeik/ekgit/model/shape"
	"github.com/openeik/ekgit/model/tint"
)

// readModel makes a snapshot of a model folder on disk.
func readModel(t testing.TB, root string) *model.Snapshot {
	t.Helper()
	byFolder := map[string][]model.RawFile{}
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		folder := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(rel)), ".")
		byFolder[folder] = append(byFolder[folder], model.RawFile{Name: filepath.Base(path), Revision: model.RevisionOf(data), Size: int64(len(data)), Data: data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var folders []*model.Folder
	for path, raw := range byFolder {
		folders = append(folders, model.NewFolder(category.Schema(), path, model.Key(path), raw))
	}
	return model.NewSnapshot(category.Schema(), folders)
}

func example(t testing.TB, name string) *model.Snapshot {
	return readModel(t, filepath.Join("..", "..", "testdata", name))
}

func gather(t testing.TB, s *model.Snapshot, opt scene.Options) *scene.Scene {
	t.Helper()
	c, err := scene.Of(t.Context(), s, opt)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func paint(t testing.TB, c *scene.Scene, opt render.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := render.PNG(t.Context(), &b, c, opt); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// show writes a picture into the folder that EKGIT_PICTURES names, to be looked at.
func show(t *testing.T, name string, png []byte) {
	t.Helper()
	if folder := os.Getenv("EKGIT_PICTURES"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, name+".png"), png, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
func TestLook(t *testing.T) {
	title := render.Title{Commit: "3f2a91c · 2026-03-01 · Ada Lovelace", Note: "Sets the partition on the axis"}
	h := example(t, "one-storey-house")
	show(t, "h1-iso", paint(t, gather(t, h, scene.Options{}), render.Options{Title: title}))
	show(t, "h1-front", paint(t, gather(t, h, scene.Options{}), render.Options{View: "front", Title: title}))
	show(t, "h1-cut", paint(t, gather(t, h, scene.Options{CutLevel: "level-0"}), render.Options{Title: title}))
	h = example(t, "two-storey-house")
	show(t, "h2-iso", paint(t, gather(t, h, scene.Options{}), render.Options{Title: title}))
	show(t, "h2-isonw", paint(t, gather(t, h, scene.Options{}), render.Options{View: "iso-nw", Title: title}))
	show(t, "h2-top", paint(t, gather(t, h, scene.Options{}), render.Options{View: "top", Title: title}))
	show(t, "h2-persp", paint(t, gather(t, h, scene.Options{}), render.Options{Eye: geom.Point3{X: -8000, Y: -14000, Z: 1700}, Target: geom.Point3{X: 5000, Y: 4000, Z: 2800}, Title: title}))
	root := os.Getenv("EKGIT_MODELS")
	if root == "" {
		return
	}
	root = filepath.Join(root, "rac-advanced")
	s := readModel(t, root)
	shapes := shape.Source(func(_ context.Context, sha string) ([]byte, error) {
		return os.ReadFile(filepath.Join(root, "shapes", sha+".glb"))
	})
	all := gather(t, s, scene.Options{Shapes: shapes})
	t.Log(all.Records(), len(all.Solids), all.Triangles(), all.Notes)
	show(t, "rac-iso", paint(t, all, render.Options{Title: title}))
	show(t, "rac-isonw", paint(t, all, render.Options{View: "iso-nw", Title: title}))
	show(t, "rac-front", paint(t, all, render.Options{View: "front", Title: title}))
}

func TestLook2(t *testing.T) {
	title := render.Title{Commit: "3f2a91c · 2026-03-01 · Ada Lovelace", Note: "Sets the partition on the axis"}
	h := example(t, "two-storey-house")
	all := gather(t, h, scene.Options{})
	show(t, "h2-cut", paint(t, gather(t, h, scene.Options{CutLevel: category.Levels(h).All()[1].ID}), render.Options{Title: title}))
	show(t, "h2-section", paint(t, gather(t, h, scene.Options{Planes: []scene.Plane{{Point: geom.Point3{X: 4000, Y: 4000}, Normal: geom.Point3{Y: -1}}}}), render.Options{View: "iso-se", Title: title}))
	show(t, "h2-sectionf", paint(t, gather(t, h, scene.Options{Planes: []scene.Plane{{Point: geom.Point3{X: 4000, Y: 4000}, Normal: geom.Point3{Y: -1}}}}), render.Options{View: "front", Title: title}))
	var some []string
	for _, b := range all.Solids {
		if b.Record.Category() == "stair" || b.Record.Category() == "column" || b.Record.Category() == "furniture" {
			some = append(some, b.ID())
		}
	}
	show(t, "h2-highlight", paint(t, all, render.Options{Highlight: some, Title: title}))
	var ids []string
	for _, b := range all.Solids {
		ids = append(ids, b.ID())
	}
	by, err := tint.By(h, ids, "typeId")
	if err != nil {
		t.Fatal(err)
	}
	show(t, "h2-types", paint(t, all, render.Options{Colors: by, Title: title}))
	var wall, door *model.Record
	for f := range h.InCategory("wall") {
		if r := f.Record(); wall == nil && r.String("levelId") == category.Levels(h).All()[1].ID {
			wall = r
		}
	}
	for f := range h.InCategory("furniture") {
		door = f.Record()
	}
	var win *model.Record
	for f := range h.InCategory("window") {
		win = f.Record()
	}
	at, _ := door.Point("at")
	after, err := h.Apply([]model.Change{{ID: door.ID(), Before: h.Get(door.ID()), After: door.With("at", model.PointValue(at[0]+1500, at[1]))},
		{ID: win.ID(), Before: h.Get(win.ID())},
		{ID: "furniture-new", After: door.With("id", "furniture-new").With("at", model.PointValue(at[0]+2500, at[1]+1500))}})
	if err != nil {
		t.Fatal(err)
	}
	_ = wall
	for _, pal := range tint.PaletteNames {
		p, _ := tint.ParsePalette(pal)
		var b bytes.Buffer
		if err := render.Change(t.Context(), &b, all, gather(t, after, scene.Options{}), render.Options{Palette: p, Title: title}); err != nil {
			t.Fatal(err)
		}
		show(t, "h2-change-"+pal, b.Bytes())
	}
}
