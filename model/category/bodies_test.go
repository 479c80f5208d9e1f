package category_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"pgregory.net/rapid"
)

// closed holds that the bodies of a record are closed and face outwards, and answers
// their volume in mm³.
func closed(t builder, s *model.Snapshot, id string) float64 {
	t.Helper()
	sum := 0.0
	for _, b := range category.Bodies(s, s.Record(id)) {
		if !b.Mesh.Closed() || b.Mesh.Volume() <= 0 {
			t.Errorf("%s, %s: closed %v, volume %v", id, b.Part, b.Mesh.Closed(), b.Mesh.Volume())
		}
		sum += b.Mesh.Volume()
	}
	return sum
}

// TestBodies holds volumes in mm³ that were computed by hand.
func TestBodies(t *testing.T) {
	wall := wallLine("a", 0, 0, 4000, 0, 300, "")
	profile := func(p string) string {
		return `{"id": "section", "category": "type", "of": "column", "profile": {` + p + `}}
{"id": "a", "category": "column", "levelId": "level-0", "typeId": "section", "at": [500, 500], "rotation": 30}
`
	}
	beam := `{"id": "section", "category": "type", "of": "beam", "profile": {"shape": "rect", "width": 200, "depth": 400}}
{"id": "a", "category": "beam", "levelId": "level-0", "typeId": "section", "start": [0, 0, 3000], "end": [3000, 4000, 3000]%s}
`
	plate := func(category, more string) string {
		return `{"id": "a", "category": "` + category + `", "levelId": "level-0", "thickness": 200, "outline": [[0, 0], [8000, 0], [8000, 6000], [0, 6000]]` + more + "}\n"
	}
	roof := func(more string) string { return plate("roof", `, "pitch": 45, `+more) }
	door := func(offset, width, height float64, more string) string {
		return fmt.Sprintf(`{"id": "d", "category": "door", "levelId": "level-0", "hostId": "a", "offset": %v, "width": %v, "height": %v%s}`+"\n", offset, width, height, more)
	}
	s2 := math.Sqrt2
	for name, c := range map[string]struct {
		records string
		want    float64
	}{
		"wall":                      {wall, 4000 * 300 * 3000},
		"wall with a base":          {wallLine("a", 0, 0, 4000, 0, 300, `, "baseOffset": 500`), 4000 * 300 * 2500},
		"wall with a height":        {wallLine("a", 0, 0, 4000, 0, 300, `, "height": 1000`), 4000 * 300 * 1000},
		"door":                      {wall + door(2000, 1000, 2100, ""), 300 * (4000*3000 - 1000*2100)},
		"door at the start":         {wall + door(500, 1000, 2100, ""), 300 * (4000*3000 - 1000*2100)},
		"door at the end":           {wall + door(3500, 1000, 2100, ""), 300 * (4000*3000 - 1000*2100)},
		"door beyond the end":       {wall + door(4000, 1000, 2100, ""), 300 * (4000*3000 - 500*2100)},
		"opening up to the top":     {wall + door(2000, 1000, 3000, ""), 300 * 3000 * 3000},
		"opening over the top":      {wall + door(2000, 1000, 4000, ""), 300 * 3000 * 3000},
		"window":                    {wall + door(2000, 1000, 1200, `, "sill": 900`), 300 * (4000*3000 - 1000*1200)},
		"door and window":           {wall + door(1000, 1000, 2100, "") + `{"id": "w", "category": "window", "levelId": "level-0", "hostId": "a", "offset": 3000, "sill": 900, "width": 800, "height": 1200}`, 300 * (4000*3000 - 1000*2100 - 800*1200)},
		"openings that overlap":     {wall + door(1000, 1000, 2100, "") + `{"id": "w", "category": "window", "levelId": "level-0", "hostId": "a", "offset": 1500, "sill": 900, "width": 1000, "height": 2000}`, 300 * (4000*3000 - 1000*2100 - 1000*2000 + 500*1200)},
		"door at a mitre":           {wall + wallLine("b", 0, 0, 0, 3000, 300, "") + door(500, 1000, 2100, ""), 300*4000*3000 - (1000*300-150*150/2)*2100},
		"wall under a gable":        {wallLine("a", 4000, 0, 4000, 6000, 300, `, "topHostIds": ["r"]`) + `{"id": "r", "category": "roof", "levelId": "level-0", "thickness": 100, "outline": [[0, 0], [8000, 0], [8000, 6000], [0, 6000]], "form": "gable", "pitch": 45, "direction": 0, "offset": 3000}`, 300 * 6000 * (3000 + 1500 - 100*s2)},
		"wall up to a slab":         {wallLine("a", 1000, 1000, 5000, 1000, 300, `, "topHostIds": ["r"]`) + `{"id": "r", "category": "slab", "levelId": "level-0", "thickness": 200, "offset": 2800, "outline": [[0, 0], [8000, 0], [8000, 6000], [0, 6000]]}`, 4000 * 300 * 2600},
		"wall up to half a slab":    {wallLine("a", 0, 1000, 4000, 1000, 300, `, "topHostIds": ["r"]`) + `{"id": "r", "category": "slab", "levelId": "level-0", "thickness": 200, "offset": 2800, "outline": [[0, 0], [8000, 0], [8000, 6000], [0, 6000]]}`, 4000 * 300 * 2600},
		"wall of layers":            {`{"id": "t", "category": "type", "of": "wall", "layers": [{"thickness": 20, "function": "finish"}, {"thickness": 200, "function": "structure"}, {"thickness": 40, "function": "air"}, {"thickness": 115, "function": "finish"}]}` + "\n" + `{"id": "a", "category": "wall", "levelId": "level-0", "typeId": "t", "start": [0, 0], "end": [4000, 0]}`, 4000 * 335 * 3000},
		"slab":                      {plate("slab", ""), 8000 * 6000 * 200},
		"slab with a hole":          {plate("slab", `, "holes": [[[1000, 1000], [1000, 3000], [3000, 3000], [3000, 1000]]]`), (8000*6000 - 4e6) * 200},
		"slab with a shaft":         {plate("slab", `, "offset": 1000`) + `{"id": "s", "category": "shaft", "levelId": "level-0", "outline": [[1000, 1000], [3000, 1000], [3000, 3000], [1000, 3000]], "topLevelId": "level-0", "topOffset": 2000}`, (8000*6000 - 4e6) * 200},
		"slab over a shaft":         {plate("slab", `, "offset": 3000`) + `{"id": "s", "category": "shaft", "levelId": "level-0", "outline": [[1000, 1000], [3000, 1000], [3000, 3000], [1000, 3000]], "topLevelId": "level-0", "topOffset": 2000}`, 8000 * 6000 * 200},
		"slab with an opening":      {plate("slab", "") + `{"id": "o", "category": "opening", "hostId": "a", "outline": [[-1000, 1000], [3000, 1000], [3000, 3000], [-1000, 3000]]}`, (8000*6000 - 6e6) * 200},
		"slab like an L":            {`{"id": "a", "category": "slab", "levelId": "level-0", "thickness": 200, "outline": [[0, 0], [8000, 0], [8000, 2000], [2000, 2000], [2000, 6000], [0, 6000]]}`, (16e6 + 8e6) * 200},
		"slab that falls":           {plate("slab", `, "slope": {"pitch": 45, "direction": 0}`), 8000 * 6000 * 200 * s2},
		"ceiling":                   {plate("ceiling", `, "offset": 2500`), 8000 * 6000 * 200},
		"flat roof":                 {roof(`"form": "flat"`), 8000 * 6000 * 200},
		"flat roof with overhang":   {roof(`"form": "flat", "overhang": 500`), 9000 * 7000 * 200},
		"shed roof":                 {roof(`"form": "shed", "direction": 90`), 8000 * 6000 * 200 * s2},
		"gable roof":                {roof(`"form": "gable", "direction": 0`), 8000 * 6000 * 200 * s2},
		"gable roof with overhang":  {roof(`"form": "gable", "direction": 0, "overhang": 500`), 9000 * 7000 * 200 * s2},
		"gable roof, two overhangs": {roof(`"form": "gable", "direction": 0, "overhang": 500, "edges": {"1": {"overhang": 0}}`), 8500 * 7000 * 200 * s2},
		"hip roof":                  {roof(`"form": "hip"`), 8000 * 6000 * 200 * s2},
		"column":                    {profile(`"shape": "rect", "width": 300, "depth": 400`), 300 * 400 * 3000},
		"column i":                  {profile(`"shape": "i", "width": 200, "depth": 300, "webThickness": 10, "flangeThickness": 20`), (2*200*20 + 260*10) * 3000},
		"column l":                  {profile(`"shape": "l", "width": 200, "depth": 300, "webThickness": 10, "flangeThickness": 20`), (200*20 + 280*10) * 3000},
		"column t":                  {profile(`"shape": "t", "width": 200, "depth": 300, "webThickness": 10, "flangeThickness": 20`), (200*20 + 280*10) * 3000},
		"column u":                  {profile(`"shape": "u", "width": 200, "depth": 300, "webThickness": 10, "flangeThickness": 20`), (2*200*20 + 260*10) * 3000},
		"column cross":              {profile(`"shape": "cross", "width": 200, "depth": 300, "webThickness": 10, "flangeThickness": 20`), (200*20 + 280*10) * 3000},
		"column hollow":             {profile(`"shape": "rect-hollow", "width": 200, "depth": 300, "wallThickness": 10`), (200*300 - 180*280) * 3000},
		"column without a size":     {profile(`"shape": "rect"`), 0},
		"beam":                      {fmt.Sprintf(beam, ""), 5000 * 200 * 400},
		"beam by its top":           {fmt.Sprintf(beam, `, "justify": "top", "rotation": 20`), 5000 * 200 * 400},
	} {
		s := build(t, storey+c.records)
		if got := closed(t, s, "a"); math.Abs(got-c.want) > 1e-8*c.want+1 {
			t.Errorf("%s: %.1f mm³, want %.1f", name, got, c.want)
		}
	}
}

// TestRoofHeights holds how high roofs stand: their eaves at the offset, the ridge
// above the middle.
func TestRoofHeights(t *testing.T) {
	s := build(t, storey+`
{"id": "hip", "category": "roof", "levelId": "level-0", "thickness": 200, "outline": [[0, 0], [8000, 0], [8000, 6000], [0, 6000]], "form": "hip", "pitch": 45, "offset": 3000, "overhang": 400}
{"id": "beam-type", "category": "type", "of": "beam", "profile": {"shape": "rect", "width": 200, "depth": 400}}
{"id": "beam", "category": "beam", "levelId": "level-0", "typeId": "beam-type", "start": [0, 0, 3000], "end": [4000, 0, 3000], "justify": "top"}
`)
	for id, want := range map[string][6]float64{
		"hip":  {-400, -400, 3000 - 200*math.Sqrt2, 8400, 6400, 6400},
		"beam": {0, -100, 2600, 4000, 100, 3000},
	} {
		for i, got := range category.Bodies(s, s.Record(id))[0].Mesh.Bounds().Flat() {
			if !near(got, want[i]) {
				t.Errorf("%s: bounds[%d] %v, want %v", id, i, got, want[i])
			}
		}
	}
}

// TestBodiesAreClosed holds that walls of a room with openings anywhere are closed
// and lose no more than their openings.
func TestBodiesAreClosed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bend := rapid.SampledFrom([]string{"", `, "sagitta": -800`, `, "sagitta": 400`}).Draw(t, "bend")
		lines := storey + wallLine("a", 0, 0, rapid.Float64Range(3000, 6000).Draw(t, "x"), rapid.Float64Range(-1000, 1000).Draw(t, "y"), 300, bend) +
			wallLine("b", 0, 0, 0, 4000, rapid.Float64Range(80, 400).Draw(t, "thickness"), "") +
			wallLine("c", 2000, 0, rapid.Float64Range(1000, 3000).Draw(t, "tee"), 3000, 100, "")
		for i := range rapid.IntRange(0, 3).Draw(t, "openings") {
			lines += fmt.Sprintf(`{"id": "w%d", "category": "window", "levelId": "level-0", "hostId": "a", "offset": %v, "sill": %v, "width": %v, "height": %v}`+"\n", i,
				rapid.Float64Range(0, 4000).Draw(t, "offset"), rapid.Float64Range(0, 2000).Draw(t, "sill"), rapid.Float64Range(100, 1500).Draw(t, "width"), rapid.Float64Range(100, 2000).Draw(t, "height"))
		}
		s := build(t, lines)
		for _, id := range []string{"a", "b", "c"} {
			if got, most := closed(t, s, id), covered(s, id)*3000; got > most*(1+1e-6)+1e6 {
				t.Fatalf("%s: %v mm³, more than %v", id, got, most)
			}
		}
	})
}

// TestBadInput holds that records that break rules have no body, or a closed one, and
// that long outlines end.
func TestBadInput(t *testing.T) {
	round := ""
	for i := range 10000 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 10000)
		round += fmt.Sprintf(", [%v, %v]", 1e4*cos, 1e4*sin)
	}
	roof := `{"id": "a", "category": "roof", "levelId": "level-0", "thickness": 200, "form": "hip", "pitch": 30, "outline": `
	slab := `{"id": "a", "category": "slab", "levelId": "level-0", "thickness": 200, "outline": `
	square := `[[0, 0], [4000, 0], [4000, 4000], [0, 4000]]`
	for name, c := range map[string]struct {
		records string
		least   float64
	}{
		"crossing outline":   {slab + "[[0, 0], [4000, 4000], [4000, 0], [0, 4000]]}", 0},
		"flat outline":       {slab + "[[0, 0], [4000, 0], [8000, 0]]}", 0},
		"long outline":       {slab + "[" + round[2:] + "]}", math.Pi * 1e8 * 199},
		"long hip roof":      {roof + "[" + round[2:] + "]}", math.Pi * 1e8 * 199},
		"hole over the edge": {slab + square + `, "holes": [[[-1000, 1000], [-1000, 2000], [2000, 2000], [2000, 1000]]]}`, (16e6 - 2e6) * 199},
		"holes that overlap": {slab + square + `, "holes": [[[500, 1000], [500, 2000], [2000, 2000], [2000, 1000]], [[1000, 1500], [1000, 3000], [3000, 3000], [3000, 1500]]]}`, (16e6 - 1.5e6 - 3e6 + 0.5e6) * 199},
		"hole over all":      {slab + square + `, "holes": [[[-1000, -1000], [-1000, 9000], [9000, 9000], [9000, -1000]]]}`, 0},
		"cut in two":         {slab + square + "}\n" + `{"id": "o", "category": "opening", "hostId": "a", "outline": [[-1000, 1000], [9000, 1000], [9000, 2000], [-1000, 2000]]}`, 12e6 * 199},
		"wall of no length":  {wallLine("a", 100, 100, 100, 100, 300, ""), 0},
		"wall far away":      {wallLine("a", 1e9, 1e9, 1e9+4000, 1e9, 300, ""), 4000 * 300 * 2999},
		"wall upside down":   {wallLine("a", 0, 0, 4000, 0, 300, `, "height": -100`), 0},
		"wall of an atom":    {wallLine("a", 0, 0, 4000, 0, 1e-9, ""), 0},
		"wall like a ring":   {wallLine("a", 0, 0, 0.5, 0, 300, `, "sagitta": 4000`), 0},
	} {
		s := build(t, storey+c.records)
		if got := closed(t, s, "a"); got < c.least || c.least == 0 && name != "wall like a ring" && name != "wall upside down" && got != 0 {
			t.Errorf("%s: %v mm³, want at least %v", name, got, c.least)
		}
		category.Quantities(s, s.Record("a"))
	}
}
