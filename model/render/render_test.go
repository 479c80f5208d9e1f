package render_test

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/render"
	"github.com/openeik/ekgit/model/scene"
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

func paintChange(t testing.TB, before, after *scene.Scene, opt render.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := render.Change(t.Context(), &b, before, after, opt); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func decode(t testing.TB, data []byte) image.Image {
	t.Helper()
	im, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return im
}

// show writes a picture into the folder that EKGIT_PICTURES names, to be looked at.
func show(t *testing.T, name string, data []byte) {
	t.Helper()
	if folder := os.Getenv("EKGIT_PICTURES"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, name+".png"), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var update = flag.Bool("update", false, "write the golden pictures anew")

// golden compares a picture with the one that was looked at and kept. Pixels may
// stray a little, and a few by more: another processor rounds otherwise.
func golden(t *testing.T, name string, data []byte) {
	t.Helper()
	show(t, name, data)
	path := filepath.Join("testdata", name+".png")
	if *update {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, want := decode(t, data), decode(t, kept)
	if got.Bounds() != want.Bounds() {
		t.Fatalf("%s: %v, want %v", name, got.Bounds(), want.Bounds())
	}
	other := 0
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			if distance(got.At(x, y), want.At(x, y)) > 12 {
				other++
			}
		}
	}
	if share := float64(other) / float64(got.Bounds().Dx()*got.Bounds().Dy()); share > 0.005 {
		t.Errorf("%s: %.1f %% of the pixels differ; look at it (EKGIT_PICTURES) and write it anew (-update)", name, 100*share)
	}
}

// distance answers how far two colours are apart in their farthest part, of 255.
func distance(a, b color.Color) int {
	p, q := color.NRGBAModel.Convert(a).(color.NRGBA), color.NRGBAModel.Convert(b).(color.NRGBA)
	apart := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return max(apart(p.R, q.R), apart(p.G, q.G), apart(p.B, q.B))
}
