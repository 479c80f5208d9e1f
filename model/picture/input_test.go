package picture

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

func TestPlanRefuses(t *testing.T) {
	s := house(t)
	empty := modelOf(t, members{"id": "level-7", "category": "level", "elevation": 0.0})
	for name, c := range map[string]struct {
		s    *model.Snapshot
		opt  PlanOptions
		code model.Code
		says string
	}{
		"no such level":            {s, PlanOptions{Level: "level-9"}, model.NotFound, "level-0"},
		"nothing on the level":     {empty, PlanOptions{Level: "level-7"}, model.NotFound, "level-7"},
		"nothing in the bounds":    {s, PlanOptions{Level: "level-0", Bounds: geom.BoxOf(geom.Point3{X: 1e6}, geom.Point3{X: 2e6, Y: 1e6})}, model.NotFound, "bounds"},
		"bounds the wrong way":     {s, PlanOptions{Level: "level-0", Bounds: geom.Box{Min: geom.Point3{X: 10}, Max: geom.Point3{X: -10}}}, model.InvalidArgument, "bounds"},
		"bounds that are a line":   {s, PlanOptions{Level: "level-0", Bounds: geom.BoxOf(geom.Point3{X: 10}, geom.Point3{X: 20})}, model.InvalidArgument, "bounds"},
		"a filter without matches": {s, PlanOptions{Level: "level-0", Show: func(string) bool { return false }}, model.NotFound, "filter"},
		"a negative scale":         {s, PlanOptions{Level: "level-0", Scale: -50}, model.InvalidArgument, "scale"},
		"no number as scale":       {s, PlanOptions{Level: "level-0", Scale: math.NaN()}, model.InvalidArgument, "scale"},
		"a cut below":              {s, PlanOptions{Level: "level-0", Cut: -1}, model.InvalidArgument, "cut"},
		"a sheet like a field":     {wide(t), PlanOptions{Level: "level-1", Scale: 1}, model.InvalidArgument, "sheet"},
	} {
		_, err := Plan(t.Context(), c.s, c.opt)
		var problem *model.Problem
		if !errors.As(err, &problem) || problem.Code != c.code || !strings.Contains(problem.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Plan(ctx, s, PlanOptions{Level: "level-0"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// wide is a model with walls 2,000 km apart.
func wide(t testing.TB) *model.Snapshot {
	return modelOf(t,
		members{"id": "level-1", "category": "level", "elevation": 0.0, "height": 3000.0},
		members{"id": "wall-1", "category": "wall", "levelId": "level-1", "thickness": 200.0, "start": xy(-1e9, 0), "end": xy(-1e9, 5000)},
		members{"id": "wall-2", "category": "wall", "levelId": "level-1", "thickness": 200.0, "start": xy(1e9, 0), "end": xy(1e9, 5000)},
	)
}

func TestPlanOfFarApart(t *testing.T) {
	sheet := draw(t, wide(t), PlanOptions{Level: "level-1"})
	legible(t, sheet)
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
