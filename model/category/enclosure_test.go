package category_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// box is the walls of a room whose faces are 6 by 4 m, from the origin on.
const box = `{"id": "s", "category": "wall", "levelId": "level-0", "thickness": 300, "start": [-150, -150], "end": [6150, -150]}
{"id": "e", "category": "wall", "levelId": "level-0", "thickness": 300, "start": [6150, -150], "end": [6150, 4150]}
{"id": "n", "category": "wall", "levelId": "level-0", "thickness": 300, "start": [6150, 4150], "end": [-150, 4150]}
{"id": "w", "category": "wall", "levelId": "level-0", "thickness": 300, "start": [-150, 4150], "end": [-150, -150]}
`

func seed(id string, x, y float64) string {
	return fmt.Sprintf(`{"id": %q, "category": "room", "levelId": "level-0", "seed": [%v, %v]}`+"\n", id, x, y)
}

const (
	squareColumn = `{"id": "square", "category": "type", "of": "column", "profile": {"shape": "rect", "width": 400, "depth": 400}}` + "\n"
	roundColumn  = `{"id": "round", "category": "type", "of": "column", "profile": {"shape": "round", "diameter": 400}}` + "\n"
	floorSlab    = `{"id": "plate", "category": "slab", "levelId": "level-0", "thickness": 200, "outline": [[-300, -300], [6300, -300], [6300, 4300], [-300, 4300]]}` + "\n"
)

// TestRoomAreas holds net areas in m² that were computed by hand.
func TestRoomAreas(t *testing.T) {
	column := func(kind string, x, y float64, more string) string {
		return fmt.Sprintf(`{"id": "c", "category": "column", "levelId": "level-0", "typeId": %q, "at": [%v, %v]%s}`+"\n", kind, x, y, more)
	}
	separator := func(x0, y0, x1, y1 float64) string {
		return fmt.Sprintf(`{"id": "sep", "category": "separator", "levelId": "level-0", "start": [%v, %v], "end": [%v, %v]}`+"\n", x0, y0, x1, y1)
	}
	room := seed("r", 1000, 1000)
	quarter := math.Pi * 200 * 200 / 4
	// an inner face of radius r about (3000, 4311.25), between x = 0 and x = 6000
	const r = 5461.25 - 150
	bent := (6000*(4000-4311.25) + 3000*math.Sqrt(r*r-3000*3000) + r*r*math.Asin(3000/r)) / 1e6
	for name, c := range map[string]struct {
		records string
		net     float64 // in m², 0 for a room that is not closed
		lists   string  // walls, columns, separators, doors
	}{
		"rectangle":             {box + room, 24, "e n s w|||"},
		"with a door":           {box + room + `{"id": "d", "category": "door", "levelId": "level-0", "hostId": "s", "offset": 3000, "width": 1000, "height": 2100}`, 24, "e n s w|||d"},
		"door of another level": {box + room + `{"id": "d", "category": "door", "levelId": "level-1", "hostId": "s", "offset": 3000, "width": 1000, "height": 2100}`, 24, "e n s w|||"},
		"L": {`{"id": "a", "category": "wall", "levelId": "level-0", "thickness": 200, "start": [0, 0], "end": [6000, 0]}
{"id": "b", "category": "wall", "levelId": "level-0", "thickness": 200, "start": [6000, 0], "end": [6000, 3000]}
{"id": "c", "category": "wall", "levelId": "level-0", "thickness": 200, "start": [6000, 3000], "end": [2000, 3000]}
{"id": "d", "category": "wall", "levelId": "level-0", "thickness": 200, "start": [2000, 3000], "end": [2000, 7000]}
{"id": "e", "category": "wall", "levelId": "level-0", "thickness": 200, "start": [2000, 7000], "end": [0, 7000]}
{"id": "f", "category": "wall", "levelId": "level-0", "thickness": 200, "start": [0, 7000], "end": [0, 0]}
` + room, 5.8*2.8 + 1.8*4, "a b c d e f|||"},
		"column":                      {box + room + squareColumn + column("square", 3000, 2000, ""), 24 - 0.16, "e n s w|c||"},
		"round column":                {box + room + roundColumn + column("round", 3000, 2000, ""), 24 - 4*quarter/1e6, "e n s w|c||"},
		"column in a corner":          {box + room + squareColumn + column("square", 6000, 4000, ""), 24 - 0.04, "e n s w|c||"},
		"round column in a corner":    {box + room + roundColumn + column("round", 6000, 4000, ""), 24 - quarter/1e6, "e n s w|c||"},
		"turned column":               {box + room + squareColumn + column("square", 3000, 2000, `, "rotation": 30`), 24 - 0.16, "e n s w|c||"},
		"column that bounds nothing":  {box + room + squareColumn + column("square", 6000, 2000, `, "roomBounding": false`), 24 - 0.08, "e n s w|||"},
		"column that stands higher":   {box + room + squareColumn + column("square", 3000, 2000, `, "baseOffset": 2000`), 24, "e n s w|||"},
		"column of another phase":     {`+"phases": ["old", "new"]` + "\n" + box + room + squareColumn + column("square", 3000, 2000, `, "phaseDemolished": "new"`), 24, "e n s w|||"},
		"wall that bounds nothing":    {box + room + `{"id": "p", "category": "wall", "levelId": "level-0", "thickness": 100, "start": [2000, -150], "end": [2000, 4150], "roomBounding": false}`, 24, "e n s w|||"},
		"kerb":                        {box + room + `{"id": "p", "category": "wall", "levelId": "level-0", "thickness": 100, "start": [2000, -150], "end": [2000, 4150], "height": 200}`, 24, "e n s w|||"},
		"partition":                   {box + room + `{"id": "p", "category": "wall", "levelId": "level-0", "thickness": 100, "start": [2000, -150], "end": [2000, 4150]}`, 1.95 * 4, "n p s w|||"},
		"partition on the screed":     {box + room + `{"id": "p", "category": "wall", "levelId": "level-0", "thickness": 100, "start": [2000, -150], "end": [2000, 4150], "baseOffset": 80}`, 1.95 * 4, "n p s w|||"},
		"half a partition":            {box + room + `{"id": "p", "category": "wall", "levelId": "level-0", "thickness": 100, "start": [2000, -150], "end": [2000, 3000]}`, 24 - 0.3, "e n p s w|||"},
		"separator":                   {box + room + separator(2000, 0, 2000, 4000), 8, "n s w||sep|"},
		"separator short of a face":   {box + room + separator(2000, 0.5, 2000, 3999.5), 8, "n s w||sep|"},
		"separator to the axes":       {box + room + separator(2000, -150, 2000, 4150), 8, "n s w||sep|"},
		"oblique separator":           {box + room + separator(2000, 0, 3000, 4000), 10, "n s w||sep|"},
		"separator that ends nowhere": {box + room + separator(2000, 0, 2000, 3000), 24, "e n s w|||"},
		"separator of another level":  {box + room + strings.Replace(separator(2000, 0, 2000, 4000), "level-0", "level-1", 1), 24, "e n s w|||"},
		"arc":                         {strings.Replace(box, `"end": [6150, -150]`, `"end": [6150, -150], "sagitta": -1000`, 1) + room, bent, "e n s w|||"},
		"island": {box + room + `{"id": "i1", "category": "wall", "levelId": "level-0", "thickness": 100, "start": [3000, 1000], "end": [5000, 1000]}
{"id": "i2", "category": "wall", "levelId": "level-0", "thickness": 100, "start": [5000, 1000], "end": [5000, 3000]}
{"id": "i3", "category": "wall", "levelId": "level-0", "thickness": 100, "start": [5000, 3000], "end": [3000, 3000]}
{"id": "i4", "category": "wall", "levelId": "level-0", "thickness": 100, "start": [3000, 3000], "end": [3000, 1000]}`, 24 - 2.1*2.1, "e i1 i2 i3 i4 n s w|||"},
		"shaft":                    {box + room + `{"id": "v", "category": "shaft", "levelId": "level-0", "topLevelId": "level-1", "outline": [[4000, 1000], [5000, 1000], [5000, 2000], [4000, 2000]]}`, 23, "e n s w|||"},
		"shaft over a face":        {box + room + `{"id": "v", "category": "shaft", "levelId": "level-0", "topLevelId": "level-1", "outline": [[5000, 1000], [7000, 1000], [7000, 2000], [5000, 2000]]}`, 23, "e n s w|||"},
		"hole of the floor":        {box + room + floorSlab + `{"id": "v", "category": "opening", "hostId": "plate", "outline": [[4000, 1000], [5000, 1000], [5000, 2000], [4000, 2000]]}`, 23, "e n s w|||"},
		"hole with a floor below":  {box + room + floorSlab + `{"id": "v", "category": "opening", "hostId": "plate", "outline": [[4000, 1000], [5000, 1000], [5000, 2000], [4000, 2000]]}` + "\n" + `{"id": "p2", "category": "slab", "levelId": "level-0", "thickness": 200, "offset": -200, "outline": [[4000, 1000], [5000, 1000], [5000, 1500], [4000, 1500]]}`, 23.5, "e n s w|||"},
		"shaft and hole as one":    {box + room + floorSlab + `{"id": "v", "category": "opening", "hostId": "plate", "outline": [[4000, 1000], [5000, 1000], [5000, 2000], [4000, 2000]]}` + "\n" + `{"id": "v2", "category": "shaft", "levelId": "level-0", "topLevelId": "level-1", "outline": [[4500, 1000], [5500, 1000], [5500, 2000], [4500, 2000]]}`, 22.5, "e n s w|||"},
		"curtain wall for a side":  {strings.Replace(box, `{"id": "e", "category": "wall"`, `{"id": "e", "category": "curtain-wall"`, 1) + room, 24, "e n s w|||"},
		"outline":                  {box + `{"id": "r", "category": "room", "levelId": "level-0", "outline": [[0, 0], [6000, 0], [6000, 4000], [0, 4000]]}`, 24, "e n s w|||"},
		"outline with a column":    {box + squareColumn + column("square", 6000, 2000, "") + `{"id": "r", "category": "room", "levelId": "level-0", "outline": [[0, 0], [6000, 0], [6000, 4000], [0, 4000]]}`, 24 - 0.08, "e n s w|c||"},
		"outline on the ground":    {`{"id": "r", "category": "room", "levelId": "level-0", "outline": [[0, 0], [6000, 0], [6000, 4000], [0, 4000]]}`, 24, "|||"},
		"no wall":                  {room, 0, ""},
		"three walls":              {box[:strings.LastIndex(box[:len(box)-1], "\n")+1] + room, 0, ""},
		"seed in a wall":           {box + seed("r", -100, 1000), 0, ""},
		"seed in a column":         {box + squareColumn + column("square", 1000, 1000, "") + room, 0, ""},
		"not placed":               {box + `{"id": "r", "category": "room", "levelId": "level-0", "targetArea": 20}`, 0, ""},
		"wall through both levels": {strings.ReplaceAll(box, `"thickness": 300`, `"thickness": 300, "height": 6000`) + strings.ReplaceAll(room, "level-0", "level-1"), 24, "e n s w|||"},
		"storey below":             {box + strings.ReplaceAll(room, "level-0", "level-1"), 0, ""},
	} {
		s := build(t, storey+`{"id": "level-1", "category": "level", "elevation": 3000, "height": 3000}`+"\n"+c.records)
		e, ok := category.Boundary(s, s.Record("r"))
		if ok != (c.net > 0) || math.Abs(e.NetArea()/1e6-c.net) > 1e-6 {
			t.Errorf("%s: %v, %.7f m², want %.7f", name, ok, e.NetArea()/1e6, c.net)
			continue
		}
		lists := ""
		if ok {
			lists = strings.Join([]string{strings.Join(e.Walls, " "), strings.Join(e.Columns, " "), strings.Join(e.Separators, " "), strings.Join(e.Doors, " ")}, "|")
		}
		if lists != c.lists {
			t.Errorf("%s: %s, want %s", name, lists, c.lists)
		}
		if ok && (!slices.Contains(e.Rooms, "r") || e.Region.Locate(e.Seed, 0) != geom.Inside || !e.Region.Outer.IsCCW()) {
			t.Errorf("%s: rooms %v, seed %v", name, e.Rooms, e.Seed)
		}
	}
}
