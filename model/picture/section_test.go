package picture

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/modeltest"
)

func twoStoreys(t testing.TB) *model.Snapshot {
	return modeltest.Read(t, category.Schema(), filepath.Join("..", "..", "testdata", "two-storey-house"))
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

// TestSectionsShowWholeWalls holds that a line from axis to axis cuts the outer walls and
// the eaves whole, that the chain below measures these, and that notes say what goes on.
func TestSectionsShowWholeWalls(t *testing.T) {
	s := twoStoreys(t)
	texts := func(sheet *Sheet) (list []string) {
		for _, g := range sheet.Groups {
			for _, text := range g.Texts {
				list = append(list, text.String)
			}
		}
		return list
	}
	axes := drawSection(t, s, SectionOptions{From: geom.Point{X: 8250, Y: 0}, To: geom.Point{X: 8250, Y: 9000}})
	clear := drawSection(t, s, SectionOptions{From: geom.Point{X: 8250, Y: -4500}, To: geom.Point{X: 8250, Y: 11_000}})
	for name, sheet := range map[string]*Sheet{"from axis to axis": axes, "clear of the house": clear} {
		if !slices.Contains(texts(sheet), "10405") || len(sheet.Notes) > 0 {
			t.Errorf("%s: no chain has the 10405 mm from eaves to eaves: %q; notes %q", name, texts(sheet), sheet.Notes)
		}
	}
	if half := drawSection(t, s, SectionOptions{From: geom.Point{X: 8250, Y: 3000}, To: geom.Point{X: 8250, Y: 9000}}); len(half.Notes) != 1 || !strings.Contains(half.Notes[0], "roof-main") {
		t.Errorf("half a section has notes %q", half.Notes)
	}
}

// TestElevationInBounds holds that bounds cut an elevation along its side, whatever depth
// the building has, and in height where they have heights.
func TestElevationInBounds(t *testing.T) {
	s := twoStoreys(t)
	width := func(side string, b geom.Box) float64 {
		sheet := drawElevation(t, s, side, SectionOptions{Bounds: b, Scale: 50})
		legible(t, sheet)
		return sheet.frame.Size().X * 50
	}
	part := geom.BoxOf(geom.Point3{X: 1000, Y: 500}, geom.Point3{X: 4000, Y: 4500})
	for side, want := range map[string]float64{"south": 3000, "north": 3000, "east": 4000, "west": 4000} {
		if got := width(side, part.WithZ(math.Inf(-1), math.Inf(1))); math.Abs(got-want) > 1 {
			t.Errorf("%s is %g mm wide, want %g", side, got, want)
		}
		if high := drawElevation(t, s, side, SectionOptions{Bounds: part.WithZ(500, 2500), Scale: 50}).frame.Size().Y * 50; math.Abs(high-2000) > 1 {
			t.Errorf("%s is %g mm high, want 2000", side, high)
		}
	}
}

// TestRealBuilding compares drawings of a real building with what was accepted, where
// EKGIT_MODELS lists it.
func TestRealBuilding(t *testing.T) {
	for _, folder := range modeltest.Real(t) {
		if filepath.Base(folder) == "rac-advanced" {
			drawReal(t, folder)
		}
	}
}

func drawReal(t *testing.T, folder string) {
	t.Helper()
	s, shapes := modeltest.Read(t, category.Schema(), folder), shapesIn(folder)
	for name, sheet := range map[string]*Sheet{
		"rac-plan":    draw(t, s, PlanOptions{Level: "level-2", Shapes: shapes}),
		"rac-section": drawSection(t, s, SectionOptions{From: geom.Point{X: -20000, Y: 3000}, To: geom.Point{X: 90000, Y: 3000}, Shapes: shapes}),
		"rac-west":    drawElevation(t, s, "west", SectionOptions{Shapes: shapes}),
	} {
		show(t, name, sheet)
		legible(t, sheet)
		goldenPixels(t, name, sheet)
		for _, note := range sheet.Notes { // the source has proxies and lights of which it says no more, and a room the section cuts by 400 mm
			if !strings.HasPrefix(note, "Not drawn, as they have no body: ") && !strings.HasPrefix(note, "No place for the labels of 118 Electrical: ") {
				t.Errorf("%s: %q", name, note)
			}
		}
	}
}

// shapesIn reads the shapes of a model folder.
func shapesIn(folder string) Shapes {
	return func(_ context.Context, sha string) ([]byte, error) {
		return os.ReadFile(filepath.Join(folder, "shapes", sha+".glb"))
	}
}
