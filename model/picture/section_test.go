package picture

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

func twoStoreys(t testing.TB) *model.Snapshot {
	return readModel(t, filepath.Join("..", "..", "testdata", "two-storey-house"))
}

func drawSection(t testing.TB, s *model.Snapshot, opt SectionOptions) *Sheet {
	t.Helper()
	sheet, err := Section(t.Context(), s, opt)
	if err != nil {
		t.Fatal(err)
	}
	return sheet
}

func drawElevation(t testing.TB, s *model.Snapshot, side string, opt SectionOptions) *Sheet {
	t.Helper()
	sheet, err := Elevation(t.Context(), s, side, opt)
	if err != nil {
		t.Fatal(err)
	}
	return sheet
}

func TestSections(t *testing.T) {
	s := twoStoreys(t)
	title := TitleBlock{Commit: "3f2a91c · 2026-03-01 · Ada Lovelace"}
	for name, opt := range map[string]SectionOptions{
		"section-stair": {From: geom.Point{X: 8750, Y: -5000}, To: geom.Point{X: 8750, Y: 11000}, Title: title},
		"section-long":  {From: geom.Point{X: -2000, Y: 6700}, To: geom.Point{X: 14000, Y: 6700}, Scale: 100, Title: title},
	} {
		t.Run(name, func(t *testing.T) {
			sheet := drawSection(t, s, opt)
			show(t, name, sheet)
			legible(t, sheet)
			golden(t, name, sheet)
			goldenPixels(t, name, sheet)
		})
	}
}

func TestElevations(t *testing.T) {
	s := twoStoreys(t)
	for name, opt := range map[string]SectionOptions{
		"south": {}, "east": {Scale: 100}, "north": {Scale: 100, ColorBy: "category"}, "west": {Scale: 100, Highlight: []string{"roof-main"}},
	} {
		t.Run(name, func(t *testing.T) {
			sheet := drawElevation(t, s, name, opt)
			show(t, "elevation-"+name, sheet)
			legible(t, sheet)
			golden(t, "elevation-"+name, sheet)
			goldenPixels(t, "elevation-"+name, sheet)
		})
	}
}

func TestSectionsOfModels(t *testing.T) {
	for _, folder := range filepath.SplitList(os.Getenv("EKGIT_MODELS")) {
		s := readModel(t, folder)
		shapes := shapesIn(folder)
		sheet := drawElevation(t, s, "west", SectionOptions{Shapes: shapes})
		show(t, filepath.Base(folder)+"-west", sheet)
		legible(t, sheet)
		sheet = drawSection(t, s, SectionOptions{From: geom.Point{X: -20000, Y: 3000}, To: geom.Point{X: 90000, Y: 3000}, Shapes: shapes})
		show(t, filepath.Base(folder)+"-section", sheet)
		legible(t, sheet)
	}
}

// shapesIn reads the shapes of a model folder.
func shapesIn(folder string) Shapes {
	return func(_ context.Context, sha string) ([]byte, error) {
		return os.ReadFile(filepath.Join(folder, "shapes", sha+".glb"))
	}
}
