package picture

import (
	"fmt"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/modeltest"
)

// members is a record in plain Go values.
type members = map[string]any

// modelOf makes a snapshot of records.
func modelOf(t testing.TB, records ...members) *model.Snapshot {
	t.Helper()
	return modeltest.Members(t, category.Schema(), records...)
}

func xy(x, y float64) []any { return []any{x, y} }

// symbols is a building that holds every symbol of a plan once.
func symbols(t testing.TB) *model.Snapshot {
	on := func(m members) members { m["levelId"] = "level-1"; return m }
	wall := func(id string, a, b []any, more members) members {
		m := on(members{"id": id, "category": "wall", "typeId": "type-wall", "start": a, "end": b})
		for k, v := range more {
			m[k] = v
		}
		return m
	}
	records := []members{
		{"id": "level-1", "category": "level", "name": "First floor", "elevation": 3000.0, "height": 3000.0},
		{"id": "level-2", "category": "level", "name": "Second floor", "elevation": 6000.0, "height": 3000.0},
		{"id": "level-0", "category": "level", "name": "Ground floor", "elevation": 0.0, "height": 3000.0},
		{"id": "concrete", "category": "material", "name": "Concrete", "class": "concrete"},
		{"id": "type-wall", "category": "type", "of": "wall", "thickness": 250.0, "materialId": "concrete"},
		{"id": "type-rect", "category": "type", "of": "column", "profile": members{"shape": "rect", "width": 400.0, "depth": 300.0}},
		{"id": "type-round", "category": "type", "of": "column", "profile": members{"shape": "round", "diameter": 400.0}},
		{"id": "type-i", "category": "type", "of": "column", "profile": members{"shape": "i", "width": 300.0, "depth": 300.0, "webThickness": 20.0, "flangeThickness": 30.0}},
		{"id": "type-beam", "category": "type", "of": "beam", "profile": members{"shape": "rect", "width": 300.0, "depth": 500.0}},
		{"id": "type-table", "category": "type", "of": "furniture", "size": []any{1800.0, 900.0, 750.0}},
		wall("wall-s", xy(0, 0), xy(16000, 0), nil), wall("wall-e", xy(16000, 0), xy(16000, 9000), nil),
		wall("wall-n", xy(16000, 9000), xy(0, 9000), nil), wall("wall-w", xy(0, 9000), xy(0, 0), members{"sagitta": -900.0}),
		wall("wall-low", xy(9000, 6500), xy(12500, 6500), members{"height": 1000.0}),
		on(members{"id": "slab-1", "category": "slab", "thickness": 200.0, "outline": []any{xy(-125, -125), xy(16125, -125), xy(16125, 9125), xy(-125, 9125)},
			"holes": []any{[]any{xy(12800, 5500), xy(12800, 8500), xy(15300, 8500), xy(15300, 5500)}}}),
		on(members{"id": "stair-up", "category": "stair", "topLevelId": "level-2", "path": []any{xy(6000, 7600), xy(1700, 7600), xy(1700, 4000)}, "width": 1100.0}),
		{"id": "stair-dn", "category": "stair", "levelId": "level-0", "topLevelId": "level-1", "path": []any{xy(13400, 1200), xy(13400, 5000)}, "width": 1100.0},
		on(members{"id": "column-1", "category": "column", "typeId": "type-rect", "at": xy(4000, 3000)}),
		on(members{"id": "column-2", "category": "column", "typeId": "type-round", "at": xy(8000, 3000)}),
		on(members{"id": "column-3", "category": "column", "typeId": "type-i", "at": xy(12000, 3000), "rotation": 30.0}),
		on(members{"id": "beam-1", "category": "beam", "typeId": "type-beam", "start": []any{4000.0, 3000.0, 2600.0}, "end": []any{12000.0, 3000.0, 2600.0}}),
		{"id": "roof-1", "category": "roof", "levelId": "level-2", "thickness": 200.0, "outline": []any{xy(-800, -800), xy(16800, -800), xy(16800, 9800), xy(-800, 9800)}},
		on(members{"id": "curtain-wall-1", "category": "curtain-wall", "start": xy(8500, 9000), "end": xy(8500, 5200), "mullionSpacing": 950.0}),
		on(members{"id": "furniture-1", "category": "furniture", "typeId": "type-table", "at": xy(10700, 7700), "rotation": 15.0}),
		on(members{"id": "railing-1", "category": "railing", "path": []any{xy(12700, 5400), xy(15400, 5400)}}),
		on(members{"id": "room-1", "category": "room", "name": "Hall of all symbols", "number": "1.01", "outline": []any{xy(200, 200), xy(15800, 200), xy(15800, 5000), xy(200, 5000)}}),
		on(members{"id": "separator-1", "category": "separator", "start": xy(8500, 5200), "end": xy(16000, 5200)}),
		on(members{"id": "window-1", "category": "window", "mark": "W-1", "hostId": "wall-n", "offset": 4000.0, "sill": 800.0, "width": 1600.0, "height": 1400.0}),
		on(members{"id": "window-2", "category": "window", "mark": "W-2", "hostId": "wall-w", "offset": 4500.0, "sill": 800.0, "width": 1600.0, "height": 1400.0}),
		on(members{"id": "window-3", "category": "window", "mark": "W-3", "hostId": "wall-n", "offset": 1700.0, "sill": 1800.0, "width": 1600.0, "height": 600.0}),
	}
	for i, name := range []string{"A", "B", "C"} {
		x := 4000.0 * float64(i+1)
		records = append(records, members{"id": fmt.Sprintf("grid-%d", i), "category": "grid", "name": name, "start": xy(x, -2000), "end": xy(x, 11000)})
	}
	doors := []members{{"operation": "swing"}, {"operation": "swing", "leaves": 2}, {"operation": "double-acting"}, {"operation": "sliding"}, {"operation": "folding"}, {"operation": "overhead"}, {"operation": "revolving"}}
	for i, m := range doors {
		id := fmt.Sprintf("door-%d", i)
		m["id"], m["category"], m["of"], m["width"], m["height"] = "type-"+id, "type", "door", 1100.0, 2100.0
		records = append(records, m, on(members{"id": id, "category": "door", "mark": fmt.Sprintf("D-%d", i), "typeId": "type-" + id, "hostId": "wall-s",
			"offset": 1500 + 2100*float64(i), "hinge": []any{"start", "end"}[i%2], "swing": []any{"left", "right"}[i/2%2]}))
	}
	return modelOf(t, records...)
}

func TestPlanOfSymbols(t *testing.T) {
	s := symbols(t)
	for name, opt := range map[string]PlanOptions{
		"symbols":     {Level: "level-1", Scale: 50},
		"symbols-200": {Level: "level-1", Scale: 200},
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
