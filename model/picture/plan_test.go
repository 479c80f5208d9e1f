package picture

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/measure"
	"github.com/openeik/ekgit/model/modeltest"
)

func house(t testing.TB) *model.Snapshot {
	return modeltest.Read(t, category.Schema(), filepath.Join("..", "..", "testdata", "one-storey-house"))
}

// show writes a sheet as PNG into the folder that EKGIT_PICTURES names, to be looked at.
func show(t *testing.T, name string, s *Sheet) {
	t.Helper()
	folder := os.Getenv("EKGIT_PICTURES")
	if folder == "" {
		return
	}
	var b bytes.Buffer
	if err := s.WritePNG(&b, 110); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// legible holds what every picture must have: no text over another, none too
// small, and nothing beyond the paper.
func legible(t *testing.T, s *Sheet) {
	t.Helper()
	type label struct {
		text string
		room []geom.Point
	}
	var labels []label
	paper := geom.BoxOf(geom.Point3{}, geom.Point3{X: s.Width, Y: s.Height})
	for _, g := range s.Groups {
		for _, shape := range g.Shapes {
			if !inside(shape, paper) {
				t.Errorf("%s %s runs off the paper", g.Class, g.ID)
			}
		}
		for _, text := range g.Texts {
			ring := text.Ring()
			for _, p := range ring.Points {
				if !paper.ContainsPoint(p.At(0)) {
					t.Errorf("%q of %s %s is cut off by the edge of the paper", text.String, g.Class, g.ID)
					break
				}
			}
			if text.Height < MinTextHeight {
				t.Errorf("%q is %g mm high", text.String, text.Height)
			}
			for _, other := range labels {
				if !apart(ring.Points, other.room) {
					t.Errorf("%q lies over %q", text.String, other.text)
				}
			}
			labels = append(labels, label{text.String, ring.Points})
		}
	}
}

func draw(t testing.TB, s *model.Snapshot, opt PlanOptions) *Sheet {
	t.Helper()
	sheet, err := Plan(t.Context(), s, opt)
	if err != nil {
		t.Fatal(err)
	}
	return sheet
}

func TestPlanOfHouse(t *testing.T) {
	s := house(t)
	title := TitleBlock{Commit: "3f2a91c · 2026-03-01 · Ada Lovelace", Note: "Sets the partition on the axis"}
	for name, opt := range map[string]PlanOptions{
		"house-plan":      {Level: "level-0", Title: title},
		"house-highlight": {Level: "level-0", Scale: 100, Highlight: []string{"wall-partition", "door-entrance"}, Title: title},
		"house-imperial":  {Level: "level-0", Unit: measure.FootInch},
		"house-bounds": {Level: "level-0", Scale: 20, NoDimensions: true,
			Bounds: geom.BoxOf(geom.Point3{X: 1000, Y: -600}, geom.Point3{X: 6400, Y: 2500})},
	} {
		t.Run(name, func(t *testing.T) {
			sheet := draw(t, s, opt)
			show(t, name, sheet)
			legible(t, sheet)
			golden(t, name, sheet)
			goldenPixels(t, name, sheet)
		})
	}
}

func TestPlanOfTwoStoreys(t *testing.T) {
	s := twoStoreys(t)
	for name, opt := range map[string]PlanOptions{
		"two-ground": {Level: "level-0"},
		"two-upper":  {Level: "level-1", Scale: 100},
		"two-roof":   {Level: "level-2", Scale: 100},
		"two-use":    {Level: "level-0", Scale: 100, ColorBy: "use", NoDimensions: true},
		"two-fire":   {Level: "level-0", Scale: 100, ColorBy: "typeId", Density: Sparse},
		"two-dense":  {Level: "level-0", Scale: 50, Density: Dense, NoGrids: true, Bounds: geom.BoxOf(geom.Point3{X: 6500, Y: 4000}, geom.Point3{X: 12500, Y: 9500})},
	} {
		t.Run(name, func(t *testing.T) {
			sheet := draw(t, s, opt)
			show(t, name, sheet)
			legible(t, sheet)
			golden(t, name, sheet)
			goldenPixels(t, name, sheet)
		})
	}
}

// TestPlanOfModels draws each level of the models in the folders that EKGIT_MODELS lists.
func TestPlanOfModels(t *testing.T) {
	for _, folder := range modeltest.Real(t) {
		s := modeltest.Read(t, category.Schema(), folder)
		for _, l := range category.Levels(s).All() {
			if l.Kind != "occupied" {
				continue
			}
			sheet := draw(t, s, PlanOptions{Level: l.ID, Shapes: shapesIn(folder)})
			show(t, filepath.Base(folder)+"-"+l.ID, sheet)
			legible(t, sheet)
			changeOf(t, folder, s, l.ID)
		}
	}
}

// changeOf draws a change of a level: its first wall is gone, its second moves.
func changeOf(t *testing.T, folder string, s *model.Snapshot, level string) {
	t.Helper()
	var walls []*model.Record
	for f := range s.InCategory("wall") {
		if r := f.Record(); r != nil && r.String("levelId") == level && len(category.Hosted(s, r.ID())) > 0 {
			walls = append(walls, r)
		}
	}
	if len(walls) < 2 {
		return
	}
	slices.SortFunc(walls, func(a, b *model.Record) int { return strings.Compare(a.ID(), b.ID()) })
	after, err := s.Apply([]model.Change{
		{ID: walls[0].ID(), Before: s.Get(walls[0].ID())},
		{ID: walls[1].ID(), After: shifted(walls[1], geom.Point{X: 600, Y: 600})},
	})
	if err != nil {
		t.Fatal(err)
	}
	sheet := drawChange(t, s, after, ChangeOptions{Level: level})
	show(t, filepath.Base(folder)+"-"+level+"-change", sheet)
	legible(t, sheet)
}
