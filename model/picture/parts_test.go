package picture

import (
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/measure"
)

// edited applies changes to a snapshot.
func edited(t *testing.T, s *model.Snapshot, records ...*model.Record) *model.Snapshot {
	t.Helper()
	var changes []model.Change
	for _, r := range records {
		changes = append(changes, model.Change{ID: r.ID(), Before: s.Get(r.ID()), After: r})
	}
	next, err := s.Apply(changes)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// standing is a copy of a wall of 4 m that stands at a place.
func standing(s *model.Snapshot, id string, x, y float64) *model.Record {
	return s.Record("wall-partition-0").With("id", id).With("start", model.PointValue(x, y)).With("end", model.PointValue(x, y+4000))
}

// TestChangeOfFarApart holds, where something went astray or changes lie far apart, that
// every picture still shows a change large, and that its notes say where the others are.
func TestChangeOfFarApart(t *testing.T) {
	s := twoStoreys(t)
	wall := s.Record("wall-south-0")
	partition := wall.With("id", "wall-partition-0").Without("topLevelId").With("height", 2800.0)
	s = edited(t, s, partition.With("start", model.PointValue(3000, 3000)).With("end", model.PointValue(3000, 7000)))
	far := edited(t, s, standing(s, "wall-far", 1e9, 1e9))
	moved := func(s *model.Snapshot) *model.Snapshot {
		return edited(t, s, standing(s, "wall-partition-0", 3600, 3000))
	}
	taller := func(s *model.Snapshot) *model.Snapshot {
		return edited(t, s, s.Record("wall-partition-0").With("height", 2000.0))
	}
	twice := edited(t, moved(s), standing(s, "wall-shed", 200_000, 3000))
	line := ChangeOptions{From: geom.Point{X: -5000, Y: 5000}, To: geom.Point{X: 20_000, Y: 5000}}
	long := line
	long.To.X = 210_000
	plan := ChangeOptions{Level: "level-0"}
	for name, c := range map[string]struct {
		before, after *model.Snapshot
		opt           ChangeOptions
		scale         float64
		note          string
	}{
		"one went astray, another changed":   {far, moved(far), plan, 50, ""},
		"one went astray, another is lower":  {far, taller(far), line, 50, ""},
		"it goes astray while another moves": {s, moved(far), plan, 50, "wall-far at (1000000.0, 1000002.0) m"},
		"it comes back, and is all":          {far, s, plan, 50, ""},
		"all of the level, and one astray":   {s, moved(far), ChangeOptions{Level: "level-0", Whole: true}, 50, "wall-far"},
		"all of the section, and one astray": {far, taller(far), ChangeOptions{From: line.From, To: line.To, Whole: true}, 50, ""},
		"two 200 m apart":                    {s, twice, plan, 50, "wall-shed at (200.0, 5.0) m"},
		"the one of them that is asked for":  {s, twice, ChangeOptions{Level: "level-0", Bounds: geom.BoxOf(geom.Point3{X: 190_000}, geom.Point3{X: 210_000, Y: 9000})}, 50, ""},
		"two 200 m apart, in a section":      {s, twice, long, 50, "wall-shed"},
		"two 200 m apart, and in feet":       {s, twice, ChangeOptions{Level: "level-0", Unit: measure.FootInch}, 48, "wall-shed"},
	} {
		t.Run(name, func(t *testing.T) {
			frames, err := BeforeAfter(t.Context(), c.before, c.after, c.opt)
			if err != nil {
				t.Fatal(err)
			}
			sheet := frames.Overlay
			legible(t, sheet)
			show(t, "far-"+strings.ReplaceAll(strings.ReplaceAll(name, " ", "-"), ",", ""), sheet)
			if !c.opt.Whole {
				fills(t, sheet)
			}
			said := strings.Join(sheet.Notes, "\n")
			if sheet.Scale != c.scale || !strings.Contains(said, c.note) || c.note == "" && strings.Contains(said, "differs") {
				t.Errorf("at 1:%g, want 1:%g; notes %q", sheet.Scale, c.scale, sheet.Notes)
			}
		})
	}
	if views := Views(s, twice, 0); len(views) != 2 || views[0].Bounds == (geom.Box{}) || !slices.Equal(views[1].IDs, []string{"wall-shed"}) {
		t.Errorf("two changes 200 m apart are seen in %+v", views)
	}
	for _, v := range Views(s, twice, 0) {
		fills(t, drawChange(t, s, twice, v.Options(ChangeOptions{})))
	}
	for _, v := range Views(far, raised(t, far), 0) {
		sheet := drawChange(t, far, raised(t, far), v.Options(ChangeOptions{}))
		show(t, "far-view-"+v.Name, sheet)
		fills(t, sheet)
	}
	for _, side := range []string{"north", "south", "west", "east"} {
		got, want := drawElevation(t, far, side, SectionOptions{}), drawElevation(t, s, side, SectionOptions{})
		if got.Scale != want.Scale || len(got.Notes) != 1 || !strings.Contains(got.Notes[0], "wall-far") {
			t.Errorf("%s at 1:%g with notes %q, without what is astray at 1:%g", side, got.Scale, got.Notes, want.Scale)
		}
	}
}

// TestScales holds that pictures have the scales of drawings.
func TestScales(t *testing.T) {
	metric, imperial := PlanOptions{}, PlanOptions{Unit: measure.FootInch}
	for least, want := range map[float64]float64{1: 10, 25.1: 50, 60: 100, 220: 250, 251: 500, 10_001: 20_000, 4_237_000: 5_000_000, 8e6: 1e7} {
		if got := metric.scaleFrom(least); got != want {
			t.Errorf("from 1:%g on the first scale is 1:%g, want 1:%g", least, got, want)
		}
	}
	for scale, want := range map[float64]string{48: `1/4" = 1'-0"`, 600: `1" = 50'-0"`, 50: "1:50"} {
		if got := imperial.scaleText(scale); got != want {
			t.Errorf("1:%g is written %q, want %q", scale, got, want)
		}
	}
}
