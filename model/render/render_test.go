package render_test

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/modeltest"
	"github.com/openeik/ekgit/model/render"
	"github.com/openeik/ekgit/model/scene"
)

func example(t testing.TB, name string) *model.Snapshot {
	return modeltest.Read(t, category.Schema(), filepath.Join("..", "..", "testdata", name))
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
