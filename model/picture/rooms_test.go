package picture

import (
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// corridor is a room so long in mm whose seed stands among short walls.
func corridor(tb testing.TB, length, width float64) *model.Snapshot {
	tb.Helper()
	outline := []any{xy(0, 0), xy(length, 0), xy(length, width), xy(0, width)}
	records := []members{
		{"id": "level-1", "category": "level", "elevation": 0.0, "height": 3000.0},
		{"id": "room-1", "category": "room", "name": "Corridor", "number": "101", "levelId": "level-1", "seed": xy(800, width/2), "outline": outline},
		{"id": "slab-1", "category": "slab", "levelId": "level-1", "thickness": 200.0, "outline": outline},
	}
	for i := range 8 {
		x := 200 + float64(i)*400
		records = append(records, members{
			"id": "wall-" + string(rune('a'+i)), "category": "wall", "levelId": "level-1", "thickness": 200.0, "start": xy(x, 200), "end": xy(x, width-200),
		})
	}
	return modelOf(tb, records...)
}

// TestRoomLabelsFindTheirPlace holds that the label of a room goes where the room is free,
// however far from its seed, and that the notes say whose label found no place.
func TestRoomLabelsFindTheirPlace(t *testing.T) {
	labelled := func(sheet *Sheet) bool {
		return slices.ContainsFunc(sheet.Groups, func(g *Group) bool { return g.ID == "room-1" && len(g.Texts) > 0 })
	}
	sheet := draw(t, corridor(t, 12_000, 2000), PlanOptions{Level: "level-1", Scale: 100})
	if !labelled(sheet) || len(sheet.Notes) > 0 {
		t.Errorf("the label of a long room is missing; notes %q", sheet.Notes)
	}
	sheet = draw(t, corridor(t, 3200, 2000), PlanOptions{Level: "level-1", Scale: 500})
	if labelled(sheet) || !slices.ContainsFunc(sheet.Notes, func(n string) bool { return strings.Contains(n, "101 Corridor") }) {
		t.Errorf("a room without place for a label; notes %q", sheet.Notes)
	}
}
