package picture

import (
	"errors"
	"testing"

	"github.com/openeik/ekgit/model"
)

// renovated is the example house after a change of each kind: the partition moves,
// the door is wider, a window goes, a wall with a door comes.
func renovated(t *testing.T, s *model.Snapshot) *model.Snapshot {
	t.Helper()
	record := func(members map[string]any) *model.Record {
		return model.NewRecord(model.FromJSON(members).(model.Object))
	}
	partition := s.Record("wall-partition").With("start", model.PointValue(6900, 0)).With("end", model.PointValue(6900, 8000))
	door := s.Record("door-entrance").With("width", 1250.0)
	wall := record(map[string]any{"id": "wall-bath", "category": "wall", "typeId": "wall-type-partition-100", "levelId": "level-0",
		"start": []any{6900.0, 3000.0}, "end": []any{10000.0, 3000.0}})
	inner := record(map[string]any{"id": "door-bath", "category": "door", "mark": "D-02", "typeId": "door-type-1000x2100", "levelId": "level-0",
		"hostId": "wall-bath", "offset": 1000.0})
	next, err := s.Apply([]model.Change{
		{ID: "wall-partition", After: partition}, {ID: "door-entrance", After: door}, {ID: "window-north", Before: s.Get("window-north")},
		{ID: "wall-bath", After: wall}, {ID: "door-bath", After: inner},
	})
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func drawChange(t *testing.T, before, after *model.Snapshot, opt ChangeOptions) *Sheet {
	t.Helper()
	sheet, err := Change(t.Context(), before, after, opt)
	if err != nil {
		t.Fatal(err)
	}
	return sheet
}

func TestChangeOfHouse(t *testing.T) {
	before := house(t)
	after := renovated(t, before)
	title := TitleBlock{Commit: "3f2a91c..9b0d114 · 2026-03-02 · Ada Lovelace"}
	for name, opt := range map[string]ChangeOptions{
		"change":       {Level: "level-0", Title: title},
		"change-mono":  {Level: "level-0", Palette: BlackOnly},
		"change-whole": {Level: "level-0", Whole: true, Palette: RedYellow},
	} {
		t.Run(name, func(t *testing.T) {
			sheet := drawChange(t, before, after, opt)
			show(t, name, sheet)
			legible(t, sheet)
			golden(t, name, sheet)
			goldenPixels(t, name, sheet)
		})
	}
}

// TestChangeIsLarge holds that what changed takes at least a tenth of the picture,
// or, where it is long and thin, a square on its length would.
func TestChangeIsLarge(t *testing.T) {
	before := house(t)
	for name, edit := range map[string]model.Change{
		"a wide door":  {ID: "door-entrance", After: before.Record("door-entrance").With("width", 1250.0)},
		"a moved wall": {ID: "wall-partition", After: before.Record("wall-partition").With("end", model.PointValue(6500, 8000))},
		"no window":    {ID: "window-south", Before: before.Get("window-south")},
		"a slab":       {ID: "slab-ground", After: before.Record("slab-ground").With("offset", 10.0)},
	} {
		t.Run(name, func(t *testing.T) {
			after, err := before.Apply([]model.Change{edit})
			if err != nil {
				t.Fatal(err)
			}
			opt := ChangeOptions{Level: "level-0"}
			c := &change{opt: opt, diffs: differing(before, after)}
			if err := c.plans(before, after); err != nil {
				t.Fatal(err)
			}
			c.sort()
			if err := c.frame(); err != nil {
				t.Fatal(err)
			}
			zone, frame := c.zone().Size(), c.base.opt.Bounds.Size()
			side := max(zone.X/frame.X, zone.Y/frame.Y)
			if side*side < 0.1 {
				t.Errorf("the change takes %.0f × %.0f of %.0f × %.0f mm", zone.X, zone.Y, frame.X, frame.Y)
			}
			sheet := drawChange(t, before, after, opt)
			show(t, "change-"+edit.ID, sheet)
			legible(t, sheet)
		})
	}
}

func TestChangeRefuses(t *testing.T) {
	s := house(t)
	for name, opt := range map[string]ChangeOptions{"nothing differs": {Level: "level-0"}, "no such level": {Level: "level-9"}} {
		var problem *model.Problem
		if _, err := Change(t.Context(), s, s, opt); !errors.As(err, &problem) || problem.Code != model.NotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestChangedLevels(t *testing.T) {
	s := house(t)
	if got := ChangedLevels(s, s); len(got) != 0 {
		t.Errorf("nothing differs, yet on %v", got)
	}
	if got := ChangedLevels(s, renovated(t, s)); len(got) != 1 || got[0] != "level-0" {
		t.Errorf("changed levels %v", got)
	}
}
