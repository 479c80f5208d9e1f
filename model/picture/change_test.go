package picture

import (
	"bytes"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/tint"
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
		"change-mono":  {Level: "level-0", Palette: tint.BlackOnly},
		"change-whole": {Level: "level-0", Whole: true, Palette: tint.RedYellow},
	} {
		t.Run(name, func(t *testing.T) {
			sheet := drawChange(t, before, after, opt)
			show(t, name, sheet)
			legible(t, sheet)
			fills(t, sheet)
			golden(t, name, sheet)
			goldenPixels(t, name, sheet)
		})
	}
}

// fills holds that the clouds of a picture of change, or a square on their length, take
// a tenth of it.
func fills(t *testing.T, s *Sheet) {
	t.Helper()
	box := geom.EmptyBox()
	for _, g := range s.Groups {
		for _, shape := range g.Shapes {
			for _, l := range shape.Lines {
				for _, p := range l.Points {
					if g.Class == "cloud" {
						box = box.Include(p.At(0))
					}
				}
			}
		}
	}
	size, frame := box.Size(), s.frame.Size()
	if side := max(size.X/frame.X, size.Y/frame.Y); side*side < 0.1 {
		t.Errorf("the change takes %.0f × %.0f of %.0f × %.0f mm", size.X, size.Y, frame.X, frame.Y)
	}
}

// TestChangeIsLarge holds that what changed takes, with its cloud, at least a tenth
// of the picture, or, where it is long and thin, a square on its length would.
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
			c := &planChange{change: change{before: before, after: after, opt: opt, diffs: differing(before, after)}}
			if err := c.prepare(t.Context()); err != nil {
				t.Fatal(err)
			}
			marked := zoneOf(c.spots()).Grow(3 * c.base.view.scale) // with its cloud
			zone, frame := marked.Size(), c.base.opt.Bounds.Size()
			side := max(zone.X/frame.X, zone.Y/frame.Y)
			if side*side < 0.1 {
				t.Errorf("the change takes %.0f × %.0f of %.0f × %.0f mm", zone.X, zone.Y, frame.X, frame.Y)
			}
			sheet := drawChange(t, before, after, opt)
			show(t, "change-"+edit.ID, sheet)
			legible(t, sheet)
			fills(t, sheet)
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

// raised is the two-storey house after a change of heights: the upper floor lies
// higher, a partition moves, a bed is gone and the roof is steeper.
func raised(t *testing.T, s *model.Snapshot) *model.Snapshot {
	t.Helper()
	next, err := s.Apply([]model.Change{
		{ID: "level-1", After: s.Record("level-1").With("elevation", 3250.0)},
		{ID: "level-2", After: s.Record("level-2").With("elevation", 6050.0)},
		{ID: "level-0", After: s.Record("level-0").With("height", 3250.0)},
		{ID: "roof-main", After: s.Record("roof-main").With("pitch", 40.0)},
		{ID: "single-1", Before: s.Get("single-1")},
		{ID: "desk-1", After: s.Record("desk-1").With("at", model.PointValue(11400, 7300))},
	})
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func TestChangeInSection(t *testing.T) {
	before := twoStoreys(t)
	after := raised(t, before)
	for name, opt := range map[string]ChangeOptions{
		"change-section":      {From: geom.Point{X: 3500, Y: -5000}, To: geom.Point{X: 3500, Y: 11000}},
		"change-elevation":    {Side: "south"},
		"change-section-mono": {From: geom.Point{X: 3500, Y: -5000}, To: geom.Point{X: 3500, Y: 11000}, Palette: tint.BlackOnly, Whole: true},
	} {
		t.Run(name, func(t *testing.T) {
			sheet := drawChange(t, before, after, opt)
			show(t, name, sheet)
			legible(t, sheet)
			fills(t, sheet)
			golden(t, name, sheet)
			goldenPixels(t, name, sheet)
		})
	}
}

func TestViews(t *testing.T) {
	s := house(t)
	if got := Views(s, s, 0); len(got) != 0 {
		t.Errorf("nothing differs, yet %v are worth a look", got)
	}
	if got := Views(s, renovated(t, s), 0); len(got) != 1 || got[0].Level != "level-0" || len(got[0].IDs) != 5 {
		t.Errorf("a change in plan gives %v", got)
	}
	two := twoStoreys(t)
	after := raised(t, two)
	views := Views(two, after, 2)
	if len(views) != 2 || views[0].Level == "" || views[1].Level != "" || len(views[1].IDs) < 10 {
		t.Fatalf("a change of heights gives %v", views)
	}
	for i, v := range views {
		sheet := drawChange(t, two, after, v.Options(ChangeOptions{}))
		show(t, "view-"+strconv.Itoa(i), sheet)
		legible(t, sheet)
	}
}

// TestFrames holds that the drawings of before and after lie on the picture of
// change: what did not change is drawn in one place.
func TestFrames(t *testing.T) {
	before := twoStoreys(t)
	after := raised(t, before)
	for name, opt := range map[string]ChangeOptions{
		"plan":    {Level: "level-0", Whole: true},
		"section": {From: geom.Point{X: 3500, Y: -5000}, To: geom.Point{X: 3500, Y: 11000}},
		"side":    {Side: "east"},
	} {
		frames, err := BeforeAfter(t.Context(), before, after, opt)
		if err != nil {
			t.Fatal(err)
		}
		for word, sheet := range map[string]*Sheet{"before": frames.Before, "after": frames.After, "overlay": frames.Overlay} {
			show(t, "frames-"+name+"-"+word, sheet)
			legible(t, sheet)
			if o := frames.Overlay; sheet.Width != o.Width || sheet.Height != o.Height || sheet.Scale != o.Scale {
				t.Errorf("%s: %s is %g × %g at 1:%g, the overlay %g × %g at 1:%g", name, word, sheet.Width, sheet.Height, sheet.Scale, o.Width, o.Height, o.Scale)
			}
			if got, want := boundsOf(sheet, "wall-south-0"), boundsOf(frames.Overlay, "wall-south-0"); name == "plan" && (got != want || got.IsEmpty()) {
				t.Errorf("%s: a wall that did not change is at %v, on the overlay at %v", word, got, want)
			}
		}
	}
}

// boundsOf is the box on the paper of the regions filled for a record.
func boundsOf(s *Sheet, id string) geom.Box {
	box := geom.EmptyBox()
	for _, g := range s.Groups {
		if g.ID != id || g.Class != "wall" {
			continue
		}
		for _, shape := range g.Shapes {
			for _, l := range shape.Lines {
				for _, p := range l.Points {
					box = box.Include(p.At(0))
				}
			}
		}
	}
	return box
}

func TestThumbnail(t *testing.T) {
	before := house(t)
	sheet := drawChange(t, before, renovated(t, before), ChangeOptions{Level: "level-0"})
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := sheet.WriteThumbnail(b, 240); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("one sheet gives two thumbnails")
	}
	if folder := os.Getenv("EKGIT_PICTURES"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, "thumbnail.png"), first.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	img, err := png.Decode(&first)
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); max(size.X, size.Y) < 239 || max(size.X, size.Y) > 241 {
		t.Errorf("a thumbnail of 240 pixels has %v", size)
	}
	for _, pixels := range []int{-1, 0, 100_000} {
		var problem *model.Problem
		if err := sheet.WriteThumbnail(io.Discard, pixels); !errors.As(err, &problem) || problem.Code != model.InvalidArgument {
			t.Errorf("%d pixels: %v", pixels, err)
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
