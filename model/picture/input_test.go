package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

func TestPlanRefuses(t *testing.T) {
	s := house(t)
	empty := modelOf(t, members{"id": "level-7", "category": "level", "elevation": 0.0})
	bodiless := modelOf(t,
		members{"id": "level-1", "category": "level", "elevation": 0.0, "height": 3000.0},
		members{"id": "wall-1", "category": "wall", "levelId": "level-1", "thickness": 200.0, "start": xy(0, 0), "end": xy(0, 0)},
	)
	for name, c := range map[string]struct {
		s    *model.Snapshot
		opt  PlanOptions
		code model.Code
		says string
	}{
		"no such level":            {s, PlanOptions{Level: "level-9"}, model.NotFound, "level-0"},
		"nothing on the level":     {empty, PlanOptions{Level: "level-7"}, model.NotFound, "level-7"},
		"nothing in the bounds":    {s, PlanOptions{Level: "level-0", Bounds: geom.BoxOf(geom.Point3{X: 1e6}, geom.Point3{X: 2e6, Y: 1e6})}, model.NotFound, "bounds"},
		"bounds in a room":         {s, PlanOptions{Level: "level-0", Bounds: geom.BoxOf(geom.Point3{X: 3000, Y: 2000}, geom.Point3{X: 3020, Y: 2020})}, model.NotFound, "it lies from"},
		"what has no body":         {bodiless, PlanOptions{Level: "level-1"}, model.NotFound, noBody + "wall-1"},
		"bounds the wrong way":     {s, PlanOptions{Level: "level-0", Bounds: geom.Box{Min: geom.Point3{X: 10}, Max: geom.Point3{X: -10}}}, model.InvalidArgument, "bounds"},
		"bounds of a hair":         {s, PlanOptions{Level: "level-0", Bounds: geom.BoxOf(geom.Point3{X: 1000, Y: 1000}, geom.Point3{X: 1000.001, Y: 1000.001})}, model.InvalidArgument, "bounds"},
		"bounds that are a line":   {s, PlanOptions{Level: "level-0", Bounds: geom.BoxOf(geom.Point3{X: 10}, geom.Point3{X: 20})}, model.InvalidArgument, "bounds"},
		"a filter without matches": {s, PlanOptions{Level: "level-0", Show: func(string) bool { return false }}, model.NotFound, "filter"},
		"a negative scale":         {s, PlanOptions{Level: "level-0", Scale: -50}, model.InvalidArgument, "scale"},
		"no number as scale":       {s, PlanOptions{Level: "level-0", Scale: math.NaN()}, model.InvalidArgument, "scale"},
		"a cut below":              {s, PlanOptions{Level: "level-0", Cut: -1}, model.InvalidArgument, "cut"},
		"a sheet like a field":     {wide(t), PlanOptions{Level: "level-1", Scale: 1}, model.InvalidArgument, "sheet"},
	} {
		_, err := Plan(t.Context(), c.s, c.opt)
		var problem *model.Problem
		if !errors.As(err, &problem) || problem.Code != c.code || !strings.Contains(problem.Error()+problem.Hint, c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Plan(ctx, s, PlanOptions{Level: "level-0"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// heights is a box of all the plan between two heights.
func heights(low, high float64) geom.Box {
	const far = 1e6
	return geom.Box{Min: geom.Point3{X: -far, Y: -far, Z: low}, Max: geom.Point3{X: far, Y: far, Z: high}}
}

func TestSectionRefuses(t *testing.T) {
	s := twoStoreys(t)
	across := SectionOptions{From: geom.Point{X: -1000, Y: 4000}, To: geom.Point{X: 13000, Y: 4000}}
	with := func(change func(*SectionOptions)) SectionOptions {
		o := across
		change(&o)
		return o
	}
	for name, c := range map[string]struct {
		opt  SectionOptions
		code model.Code
		says string
	}{
		"no line":             {SectionOptions{}, model.InvalidArgument, "one point"},
		"a line that is none": {with(func(o *SectionOptions) { o.To.X = math.NaN() }), model.InvalidArgument, "one point"},
		"a line far off":      {with(func(o *SectionOptions) { o.To.X = 1e9 }), model.InvalidArgument, "far off"},
		"beside the building": {SectionOptions{From: geom.Point{X: 50_000, Y: 0}, To: geom.Point{X: 50_000, Y: -9000}}, model.NotFound, "swap"},
		"nothing so near":     {SectionOptions{From: geom.Point{X: -9000, Y: 20_000}, To: geom.Point{X: -20_000, Y: 20_000}, Depth: 100}, model.NotFound, "depth"},
		"a depth backwards":   {with(func(o *SectionOptions) { o.Depth = -1 }), model.InvalidArgument, "depth"},
		"heights upside down": {with(func(o *SectionOptions) { o.Bounds = heights(3000, 1000) }), model.InvalidArgument, "heights"},
		"heights over all":    {with(func(o *SectionOptions) { o.Bounds = heights(90_000, 91_000) }), model.NotFound, "seen"},
		"beside in plan":      {with(func(o *SectionOptions) { o.Bounds = heights(-1e4, 1e5).Shift(geom.Point3{X: 2e6}) }), model.NotFound, "it lies from"},
		"between two walls": {with(func(o *SectionOptions) {
			o.Bounds = geom.BoxOf(geom.Point3{X: 2000, Y: 0, Z: 1000}, geom.Point3{X: 2020, Y: 9000, Z: 1020})
			o.Depth = 10
		}), model.NotFound, "it lies from"},
		"a scale of a stamp":  {with(func(o *SectionOptions) { o.Scale = 0.1 }), model.InvalidArgument, "scale"},
		"a sheet like a wall": {with(func(o *SectionOptions) { o.Scale = 1 }), model.InvalidArgument, "sheet"},
		"a filter of nothing": {with(func(o *SectionOptions) { o.Show = func(string) bool { return false } }), model.NotFound, "filter"},
		"no such member":      {with(func(o *SectionOptions) { o.ColorBy = "sparkle" }), model.InvalidArgument, "sparkle"},
	} {
		_, err := Section(t.Context(), s, c.opt)
		var problem *model.Problem
		if !errors.As(err, &problem) || problem.Code != c.code || !strings.Contains(problem.Error()+problem.Hint, c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	empty := modelOf(t, members{"id": "level-7", "category": "level", "elevation": 0.0})
	for name, c := range map[string]struct {
		s    *model.Snapshot
		side string
		code model.Code
	}{"up": {s, "up", model.InvalidArgument}, "between sides": {s, "north-east", model.InvalidArgument}, "an empty model": {empty, "north", model.NotFound}} {
		var problem *model.Problem
		if _, err := Elevation(t.Context(), c.s, c.side, SectionOptions{}); !errors.As(err, &problem) || problem.Code != c.code {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Section(ctx, s, across); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// FuzzSection cuts whatever a file may hold along any line: it ends, and answers a
// problem or a sheet whose every number is finite, and the same bytes again.
func FuzzSection(f *testing.F) {
	f.Add(0.0, 0.0, 5000.0, 0.0, 200.0, 2500.0, 100.0, -1000.0, 6000.0, 0.0)
	f.Add(0.0, 0.0, 0.0, 0.0, 200.0, 0.0, 0.0, 0.0, 0.0, 10.0)
	f.Add(1e9, -1e9, -1e9, 1e9, 1e7, 1e9, -1e7, 1e7, 1.0, 1e8)
	f.Add(0.0, 0.0, 5000.0, 0.0, 200.0, 2500.0, 0.0, 0.0, 5000.0, 0.0)
	f.Add(0.0, 0.0, 100.0, 100.0, 1e-9, -5.0, 50.0, 50.0, 50.0, 1.0)
	f.Fuzz(func(t *testing.T, ax, ay, bx, by, thickness, height, x0, y0, x1, depth float64) {
		for _, x := range []float64{ax, ay, bx, by, thickness, height} {
			if math.IsNaN(x) || math.Abs(x) > 1e10 {
				return // no record holds it
			}
		}
		s := modelOf(t,
			members{"id": "level-1", "category": "level", "elevation": 0.0, "height": height},
			members{"id": "wall-1", "category": "wall", "levelId": "level-1", "thickness": thickness, "height": height, "start": xy(ax, ay), "end": xy(bx, by)},
			members{"id": "wall-2", "category": "wall", "levelId": "level-1", "thickness": 100.0, "start": xy(bx, by), "end": xy(ay, ax)},
			members{"id": "curtain-wall-1", "category": "curtain-wall", "levelId": "level-1", "start": xy(ax, by), "end": xy(bx, ay), "mullionSpacing": thickness},
			members{"id": "door-1", "category": "door", "levelId": "level-1", "hostId": "wall-1", "offset": ax, "width": thickness, "height": 2000.0},
			members{"id": "slab-1", "category": "slab", "levelId": "level-1", "thickness": thickness, "outline": []any{xy(ax, ay), xy(bx, by), xy(ax, by), xy(bx, ay)}},
			members{"id": "roof-1", "category": "roof", "levelId": "level-1", "thickness": thickness, "form": "hip", "pitch": 30.0, "outline": []any{xy(ax, ay), xy(bx, ay), xy(bx, by), xy(ax, by)}},
			members{"id": "grid-1", "category": "grid", "name": "1", "start": xy(ax, ay), "end": xy(bx, by)},
		)
		opt := SectionOptions{From: geom.Point{X: x0, Y: y0}, To: geom.Point{X: x1, Y: y0}, Depth: depth}
		sheet, err := Section(t.Context(), s, opt)
		if err != nil {
			var problem *model.Problem
			if !errors.As(err, &problem) {
				t.Fatal(err)
			}
			return
		}
		var first, second bytes.Buffer
		if err := sheet.WriteSVG(&first); err != nil {
			t.Fatal(err)
		}
		if err := drawSection(t, s, opt).WriteSVG(&second); err != nil {
			t.Fatal(err)
		}
		if text := first.String(); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Error("a number of the drawing is none")
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Error("one model gives two drawings")
		}
	})
}

// wide is a model with walls 2,000 km apart.
func wide(t testing.TB) *model.Snapshot {
	return modelOf(t,
		members{"id": "level-1", "category": "level", "elevation": 0.0, "height": 3000.0},
		members{"id": "wall-1", "category": "wall", "levelId": "level-1", "thickness": 200.0, "start": xy(-1e9, 0), "end": xy(-1e9, 5000)},
		members{"id": "wall-2", "category": "wall", "levelId": "level-1", "thickness": 200.0, "start": xy(1e9, 0), "end": xy(1e9, 5000)},
	)
}

// TestWhatHasNoBodyIsTold holds that what cannot be drawn is not left out silently.
func TestWhatHasNoBodyIsTold(t *testing.T) {
	records := []members{
		{"id": "level-1", "category": "level", "elevation": 0.0, "height": 3000.0},
		{"id": "wall-1", "category": "wall", "levelId": "level-1", "thickness": 200.0, "start": xy(0, 0), "end": xy(5000, 0)},
	}
	for i := range 7 {
		records = append(records, members{"id": fmt.Sprintf("wall-none-%d", i), "category": "wall", "levelId": "level-1", "thickness": 200.0, "start": xy(1000, 0), "end": xy(1000, 0)})
	}
	want := []string{"Not drawn, as they have no body: wall-none-0, wall-none-1, wall-none-2, wall-none-3, wall-none-4 and 2 more"}
	s := modelOf(t, records...)
	for _, sheet := range []*Sheet{draw(t, s, PlanOptions{Level: "level-1"}), drawElevation(t, s, "south", SectionOptions{})} {
		if !slices.Equal(sheet.Notes, want) {
			t.Errorf("told is %q", sheet.Notes)
		}
	}
}

// TestEveryReasonIsTold holds that notes say of each kind of element why it is not drawn as
// it should be, whether bounds are given or not.
func TestEveryReasonIsTold(t *testing.T) {
	bow := []any{xy(1000, 1000), xy(3000, 3000), xy(3000, 1000), xy(1000, 3000)}
	sha := strings.Repeat("ab", 32)
	for name, c := range map[string]struct {
		element members
		want    string
	}{
		"slab":         {members{"category": "slab", "thickness": 200.0, "outline": bow}, crosses},
		"roof":         {members{"category": "roof", "thickness": 200.0, "outline": bow}, crosses},
		"room":         {members{"category": "room", "outline": bow}, crosses},
		"shaft":        {members{"category": "shaft", "topLevelId": "level-1", "topOffset": 3000.0, "outline": bow}, crosses},
		"open room":    {members{"category": "room", "seed": xy(2000, 2000)}, noArea},
		"wall":         {members{"category": "wall", "thickness": 200.0, "start": xy(1000, 1000), "end": xy(1000, 1000)}, noBody},
		"column":       {members{"category": "column", "at": xy(1000, 1000)}, noBody},
		"furniture":    {members{"category": "furniture", "at": xy(1000, 1000)}, noBody},
		"shape":        {members{"category": "furniture", "at": xy(1000, 1000), "shape": sha}, "Shape abababababab of "},
		"stair":        {members{"category": "stair"}, noBody},
		"hostless":     {members{"category": "door", "hostId": "nothing", "offset": 100.0, "width": 900.0, "height": 2000.0}, noBody},
		"no width":     {members{"category": "window", "hostId": "wall-1", "offset": 2500.0, "width": 0.0, "height": 2000.0}, noBody},
		"separator":    {members{"category": "separator", "start": xy(1000, 1000), "end": xy(1000, 1000)}, noBody},
		"beam":         {members{"category": "beam", "start": xy(0, 0), "end": xy(0, 0)}, noBody},
		"pipe":         {members{"category": "pipe", "path": []any{xy(1, 1), xy(1, 1)}}, noBody},
		"two of slab":  {members{"category": "slab", "thickness": 200.0, "outline": []any{xy(0, 0), xy(1000, 0)}}, noBody},
		"curtain wall": {members{"category": "curtain-wall", "start": xy(1, 1), "end": xy(1, 1)}, noBody},
	} {
		c.element["id"], c.element["levelId"] = "x-1", "level-1"
		s := modelOf(t,
			members{"id": "level-1", "category": "level", "elevation": 0.0, "height": 3000.0},
			members{"id": "wall-1", "category": "wall", "levelId": "level-1", "thickness": 200.0, "start": xy(0, 0), "end": xy(5000, 0)},
			c.element,
		)
		none := func(context.Context, string) ([]byte, error) { return nil, errors.New("gone") }
		for _, bounds := range []geom.Box{{}, geom.BoxOf(geom.Point3{X: -500, Y: -500}, geom.Point3{X: 4000, Y: 4000})} {
			sheet := draw(t, s, PlanOptions{Level: "level-1", Bounds: bounds, Shapes: none})
			if len(sheet.Notes) != 1 || !strings.HasPrefix(sheet.Notes[0], c.want+"x-1") {
				t.Errorf("%s, bounds %v: told is %q, want %q", name, bounds, sheet.Notes, c.want)
			}
		}
	}
}

func TestPlanOfFarApart(t *testing.T) {
	sheet := draw(t, wide(t), PlanOptions{Level: "level-1"})
	legible(t, sheet)
	for _, side := range []string{"east", "west"} {
		legible(t, drawElevation(t, wide(t), side, SectionOptions{}))
	}
	for _, side := range []string{"north", "south"} { // at that scale walls of 5 m are nothing
		var problem *model.Problem
		if _, err := Elevation(t.Context(), wide(t), side, SectionOptions{}); !errors.As(err, &problem) || problem.Code != model.NotFound {
			t.Errorf("%s: %v", side, err)
		}
	}
}

// FuzzPlan draws whatever a file may hold: it ends, answers a problem or a sheet
// whose every number is finite, and the same bytes again.
func FuzzPlan(f *testing.F) {
	f.Add(0.0, 0.0, 5000.0, 0.0, 0.0, 200.0, 2500.0, 50.0, 1200.0)
	f.Add(0.0, 0.0, 0.0, 0.0, 10.0, 200.0, 0.0, 0.0, 0.0)
	f.Add(1e9, -1e9, -1e9, 1e9, 1e8, 1e7, 1e9, 1.0, 1.0)
	f.Add(0.0, 0.0, 100.0, 100.0, -1e6, 1e-9, -5.0, 100000.0, 99999.0)
	f.Add(-26.0, -0.75, 1232.0, 80.0, -8.000069e+06, 68.0, -20.0, 10033.0, 96.0)
	f.Add(-300.0, 0.0, 300.0, 1.0, 300.0, 700.0, 300.0, 20.0, 1200.0)
	f.Fuzz(func(t *testing.T, ax, ay, bx, by, sagitta, thickness, offset, scale, cut float64) {
		for _, x := range []float64{ax, ay, bx, by, sagitta, thickness, offset} {
			if math.IsNaN(x) || math.Abs(x) > 1e10 {
				return // no record holds it
			}
		}
		s := modelOf(t,
			members{"id": "level-1", "category": "level", "elevation": 0.0, "height": 3000.0},
			members{"id": "wall-1", "category": "wall", "levelId": "level-1", "thickness": thickness, "start": xy(ax, ay), "end": xy(bx, by), "sagitta": sagitta},
			members{"id": "wall-2", "category": "wall", "levelId": "level-1", "thickness": 100.0, "start": xy(bx, by), "end": xy(ay, ax)},
			members{"id": "curtain-wall-1", "category": "curtain-wall", "levelId": "level-1", "start": xy(ax, by), "end": xy(bx, ay), "mullionSpacing": thickness},
			members{"id": "door-1", "category": "door", "mark": "D", "levelId": "level-1", "hostId": "wall-1", "offset": offset, "width": thickness, "height": 2000.0},
			members{"id": "slab-1", "category": "slab", "levelId": "level-1", "thickness": thickness, "outline": []any{xy(ax, ay), xy(bx, by), xy(ax, by), xy(bx, ay)}},
			members{"id": "stair-1", "category": "stair", "levelId": "level-1", "path": []any{xy(ax, ay), xy(bx, ay), xy(bx, by)}, "width": thickness, "risers": 17.0},
			members{"id": "room-1", "category": "room", "name": "R", "levelId": "level-1", "seed": xy(bx, by)},
			members{"id": "grid-1", "category": "grid", "name": "1", "start": xy(ax, ay), "end": xy(bx, by), "sagitta": sagitta},
		)
		opt := PlanOptions{Level: "level-1", Scale: scale, Cut: cut}
		sheet, err := Plan(t.Context(), s, opt)
		if err != nil {
			var problem *model.Problem
			if !errors.As(err, &problem) {
				t.Fatal(err)
			}
			return
		}
		var first, second bytes.Buffer
		if err := sheet.WriteSVG(&first); err != nil {
			t.Fatal(err)
		}
		if err := draw(t, s, opt).WriteSVG(&second); err != nil {
			t.Fatal(err)
		}
		if text := first.String(); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Error("a number of the drawing is none")
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Error("one model gives two drawings")
		}
	})
}
