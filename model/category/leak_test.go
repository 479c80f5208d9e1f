package category_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/openeik/ekgit/model/category"
)

// TestLeaks holds where the area around a seed is open.
func TestLeaks(t *testing.T) {
	side := func(id string, x0, y0, x1, y1 float64) string { return wallLine(id, x0, y0, x1, y1, 300, "") }
	for name, c := range map[string]struct {
		records string
		want    string // gap, between, inside; empty for none
	}{
		"closed":         {box + seed("r", 1000, 1000), ""},
		"outline":        {`{"id": "r", "category": "room", "levelId": "level-0", "outline": [[0, 0], [6000, 0], [6000, 4000], [0, 4000]]}`, ""},
		"not placed":     {`{"id": "r", "category": "room", "levelId": "level-0", "targetArea": 20}`, ""},
		"in a wall":      {box + seed("r", -100, 1000), "0 [] w"},
		"in a column":    {box + squareColumn + `{"id": "c", "category": "column", "levelId": "level-0", "typeId": "square", "at": [1000, 1000]}` + "\n" + seed("r", 1000, 1000), "0 [] c"},
		"nothing around": {seed("r", 1000, 1000), "0 [] "},
		"too wide":       {side("s", -150, -150, 6150, -150) + side("n", 6150, 4150, -150, 4150) + seed("r", 1000, 1000), "0 [] "},
		"a wall that is short": {side("s", -150, -150, 6150, -150) + side("e", 6150, -150, 6150, 4150) + side("n", 6150, 4150, -150, 4150) + side("w", -150, 4150, -150, 700) + seed("r", 1000, 1000),
			"700 [s w] "},
		"the widest of two": {side("s", -150, -150, 6150, -150) + side("e", 6150, 60, 6150, 4150) + side("n", 6150, 4150, -150, 4150) + side("w", -150, 4150, -150, 700) + seed("r", 1000, 1000),
			"700 [s w] "},
		"a corner that is open": {side("s", -150, -150, 6150, -150) + side("e", 6150, -150, 6150, 4150) + side("n", 6150, 4150, -150, 4150) + side("w", -150, 4150, -150, 12) + seed("r", 1000, 1000),
			"12 [s w] "},
	} {
		s := build(t, storey+c.records)
		l, ok := category.LeakOf(s, s.Record("r"))
		got := ""
		if ok {
			got = fmt.Sprint(math.Round(l.Gap), " ", l.Between, " ", l.Inside)
		}
		if got != c.want {
			t.Errorf("%s: %q at %v, want %q", name, got, l.At, c.want)
		}
	}
}

// TestRoomsOfDoors holds where doors and windows lead to.
func TestRoomsOfDoors(t *testing.T) {
	two := box + wallLine("p", 3000, -150, 3000, 4150, 100, "") + seed("r1", 1000, 1000) + seed("r2", 5000, 1000)
	door := func(host, more string) string {
		return `{"id": "d", "category": "door", "levelId": "level-0", "hostId": "` + host + `", "offset": 2000, "width": 900, "height": 2100` + more + "}\n"
	}
	embedded := func(from, to string) string {
		return `{"id": "g", "category": "curtain-wall", "levelId": "level-0", "hostId": "p", "start": [3000, ` + from + `], "end": [3000, ` + to + `]}` + "\n"
	}
	outlines := `{"id": "r1", "category": "room", "levelId": "level-0", "outline": [[0, 0], [2950, 0], [2950, 4000], [0, 4000]]}
{"id": "r2", "category": "room", "levelId": "level-0", "outline": [[3050, 0], [6000, 0], [6000, 4000], [3050, 4000]]}
`
	for name, c := range map[string]struct{ records, from, to string }{
		"between rooms":                     {two + door("p", ""), "r2", "r1"},
		"by its swing":                      {two + door("p", `, "swing": "right"`), "r1", "r2"},
		"to the outside":                    {two + door("s", ""), "", "r1"},
		"to the outside by its swing":       {two + door("s", `, "swing": "right"`), "r1", ""},
		"in a curtain wall in a wall":       {two + embedded("0", "4000") + door("g", ""), "r2", "r1"},
		"in a curtain wall the other way":   {two + embedded("4000", "0") + door("g", ""), "r1", "r2"},
		"between outlines":                  {box + wallLine("p", 3000, -150, 3000, 4150, 100, "") + outlines + door("p", ""), "r2", "r1"},
		"between outlines in one open area": {outlines + wallLine("p", 3000, 500, 3000, 3000, 100, "") + door("p", ""), "r2", "r1"},
		"without a host":                    {two + door("nobody", ""), "", ""},
		"in a roof":                         {two + `{"id": "d", "category": "door", "levelId": "level-0", "hostId": "p", "at": [1, 1]}` + "\n", "", ""},
	} {
		s := build(t, storey+c.records)
		if from, to := category.DoorRooms(s, s.Record("d")); from != c.from || to != c.to {
			t.Errorf("%s: from %q to %q, want %q to %q", name, from, to, c.from, c.to)
		}
	}
}

// TestDerivedOfRooms holds what reads and queries are told of rooms and what leads to
// them.
func TestDerivedOfRooms(t *testing.T) {
	s := build(t, storey+box+wallLine("p", 3000, -150, 3000, 4150, 100, "")+wallLine("q", 3000, 2000, 6150, 2000, 100, "")+
		seed("r1", 1000, 1000)+seed("r2", 5000, 1000)+seed("r3", 5000, 3000)+squareColumn+
		`{"id": "c", "category": "column", "levelId": "level-0", "typeId": "square", "at": [1000, 3000]}
{"id": "sep", "category": "separator", "levelId": "level-0", "start": [1500, 0], "end": [1500, 4000]}
{"id": "r4", "category": "room", "levelId": "level-0", "seed": [2000, 1000]}
{"id": "d", "category": "door", "levelId": "level-0", "hostId": "p", "offset": 1000, "width": 900, "height": 2100}
{"id": "o", "category": "opening", "levelId": "level-0", "hostId": "q", "offset": 1000, "width": 900, "height": 2100}
{"id": "hatch", "category": "opening", "levelId": "level-0", "hostId": "p", "offset": 3000, "sill": 900, "width": 900, "height": 900}
{"id": "f", "category": "window", "levelId": "level-0", "hostId": "w", "offset": 1000, "sill": 900, "width": 900, "height": 900}
{"id": "chair", "category": "furniture", "levelId": "level-0", "at": [5000, 3000]}
`)
	list := func(ids ...any) []any { return ids }
	for key, want := range map[string]any{
		"r1.netArea": 1.5*4 - 0.16, "r1.grossArea": 6.0, "r1.perimeter": 11000.0, "r1.height": 3000.0, "r1.netVolume": 3 * (6 - 0.16),
		"r1.walls": list("n", "s", "w"), "r1.separators": list("sep"), "r1.columns": list("c"), "r1.doors": nil, "r1.opensTo": list("r4"),
		"r2.netArea": 2.95 * 1.95, "r2.doors": list("d"), "r2.opensTo": list("r3", "r4"),
		"r4.opensTo": list("r1", "r2"), "r3.opensTo": list("r2"),
		"d.from": "r2", "d.to": "r4", "f.rooms": list("r1"), "chair.room": "r3",
		"level-0.roomArea": 1.5*4 - 0.16 + 1.45*4 + 2.95*1.95*2, "level-0.grossArea": 6.6 * 4.6, "level-0.columnFootprintArea": 0.16,
		"level-0.wallFootprintArea": 6.6*4.6 - 24 + 0.4 + 0.295, "level-0.voidArea": 0.0, "level-0.unassignedArea": 0.0,
	} {
		id, name, _ := cut(key)
		got, _ := category.DerivedValue(s, s.Record(id), name)
		if f, ok := want.(float64); ok {
			if g, _ := got.(float64); math.Abs(f-g) > 1e-6 {
				t.Errorf("%s is %v, want %v", key, got, want)
			}
		} else if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
}
