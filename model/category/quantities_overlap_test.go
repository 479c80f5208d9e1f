package category_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// netVolume answers an element's net volume in m³.
func netVolume(s *model.Snapshot, id string) float64 {
	for _, set := range category.Quantities(s, s.Record(id)) {
		if f, ok := set.Value.(model.Object).Get("NetVolume").(float64); ok {
			return f
		}
	}
	return math.NaN()
}

// TestVolumesCountOnce holds net volumes in m³ of bodies that overlap, computed by
// hand, and that together they are what is built.
func TestVolumesCountOnce(t *testing.T) {
	const (
		levels = `{"id": "level-1", "category": "level", "elevation": 3000, "height": 3000}
{"id": "level-2", "category": "level", "elevation": 6000, "height": 3000}
`
		wall  = `{"id": "w", "category": "wall", "levelId": "level-0", "thickness": 300, "height": 9000, "start": [0, 0], "end": [4000, 0]}` + "\n"
		slabs = `{"id": "s1", "category": "slab", "levelId": "level-1", "thickness": 200, "outline": [[-2000, -1000], [6000, -1000], [6000, 5000], [-2000, 5000]]}
{"id": "s2", "category": "slab", "levelId": "level-2", "thickness": 200, "outline": [[-2000, -1000], [6000, -1000], [6000, 5000], [-2000, 5000]]}
`
		column = squareColumn + `{"id": "c", "category": "column", "levelId": "level-0", "typeId": "square", "height": 9000, "at": [2000, 0]}` + "\n"
		door   = `{"id": "d", "category": "door", "levelId": "level-1", "hostId": "w", "offset": 1000, "width": 1000, "height": 2100, "sill": -300}` + "\n"
		finish = `{"id": "ft", "category": "type", "of": "slab", "layers": [{"thickness": 50, "function": "finish"}]}
{"id": "f", "category": "slab", "levelId": "level-1", "typeId": "ft", "offset": 50, "outline": [[-2000, -1000], [6000, -1000], [6000, 5000], [-2000, 5000]]}
`
		beam = `{"id": "bt", "category": "type", "of": "beam", "profile": {"shape": "rect", "width": 300, "depth": 500}}
{"id": "b", "category": "beam", "levelId": "level-1", "typeId": "bt", "justify": "top", "start": [0, 3000, 0], "end": [4000, 3000, 0]}
`
	)
	const (
		slanted = `{"id": "ct", "category": "type", "of": "column", "profile": {"shape": "rect", "width": 400, "depth": 400}}
{"id": "c", "category": "column", "levelId": "level-0", "typeId": "ct", "at": [0, 0], "end": [1000, 0]}
`
		iBeam = `{"id": "it", "category": "type", "of": "beam", "profile": {"shape": "i", "width": 200, "depth": 400, "webThickness": 10, "flangeThickness": 20}}
{"id": "b", "category": "beam", "levelId": "level-0", "typeId": "it", "justify": "top", "start": [0, 0, 2000], "end": [4000, 0, 2000]}
`
	)
	sloped := func(shape, more string) string {
		return fmt.Sprintf(`{"id": "bt", "category": "type", "of": "beam", "profile": {"shape": %q, "width": 200, "depth": 400}}
{"id": "b", "category": "beam", "levelId": "level-0", "typeId": "bt", "start": [0, 0, 0], "end": [4000, 0, 3000], %s}
`, shape, more)
	}
	deck := func(from, to, upTo int) string {
		return fmt.Sprintf(`{"id": "deck", "category": "slab", "levelId": "level-0", "offset": %d, "thickness": %d, "outline": [[-2000, -1000], [%d, -1000], [%d, 5000], [-2000, 5000]]}`+"\n", to, to-from, upTo, upTo)
	}
	for name, c := range map[string]struct {
		records string
		want    map[string]float64
	}{
		"wall of three storeys":         {wall + slabs, map[string]float64{"w": 4 * 0.3 * 8.6, "s1": 9.6, "s2": 9.6}},
		"column of three storeys":       {column + slabs, map[string]float64{"c": 0.16 * 8.6, "s1": 9.6}},
		"column in a wall":              {wall + column, map[string]float64{"w": (4 - 0.4) * 0.3 * 9, "c": 0.16 * 9}},
		"column and slabs in a wall":    {wall + column + slabs, map[string]float64{"w": (4 - 0.4) * 0.3 * 8.6, "c": 0.16 * 8.6, "s1": 9.6}},
		"two slabs in one place":        {wall + slabs + `{"id": "s3", "category": "slab", "levelId": "level-1", "thickness": 200, "offset": 100, "outline": [[-2000, -1000], [6000, -1000], [6000, 5000], [-2000, 5000]]}`, map[string]float64{"w": 4 * 0.3 * 8.5}},
		"door where a slab runs":        {wall + door + slabs, map[string]float64{"w": 4*0.3*8.6 - 0.3*(2.1-0.2)}},
		"finish with a column":          {column + finish, map[string]float64{"f": (48 - 0.16) * 0.05, "c": 0.16 * 9}},
		"beam under a slab":             {beam + slabs, map[string]float64{"b": 4 * 0.3 * 0.3, "s1": 9.6}},
		"beam that ends in a column":    {beam + squareColumn + `{"id": "c", "category": "column", "levelId": "level-0", "typeId": "square", "at": [0, 3000]}`, map[string]float64{"b": 3.8 * 0.3 * 0.5}},
		"sloped beam through a slab":    {sloped("rect", `"rotation": 0`) + deck(1400, 1600, 6000), map[string]float64{"b": 5*0.08 - 0.2*0.4/0.6*0.2}},
		"sloped beam on its side":       {sloped("rect", `"rotation": 90`) + deck(1400, 1600, 6000), map[string]float64{"b": 5*0.08 - 0.2*0.4/0.6*0.2}},
		"sloped beam beside a slab":     {sloped("rect", `"rotation": 0`) + deck(1400, 1600, -1000), map[string]float64{"b": 5 * 0.08}},
		"two decks in one place":        {sloped("rect", `"rotation": 0`) + deck(1400, 1600, 6000) + strings.Replace(deck(1500, 1700, 6000), `"deck"`, `"deck-2"`, 1), map[string]float64{"b": 5*0.08 - 0.2*0.4/0.6*0.3}},
		"I beam in a slab":              {iBeam + deck(1900, 2100, 6000), map[string]float64{"b": 4 * (0.2*0.02*2 + 0.36*0.01 - 0.2*0.02 - 0.08*0.01)}},
		"slanted column through a slab": {slanted + deck(1000, 1200, 6000), map[string]float64{"c": 0.16 * 2.8}},
		"slanted column at an edge":     {slanted + deck(1400, 1600, 500), map[string]float64{"c": 0.16*3 - 0.4*0.2*0.2}},
		"slanted round column":          {strings.Replace(slanted, `"rect"`, `"round", "diameter": 400`, 1) + deck(1000, 1200, 6000), map[string]float64{"c": 0.04 * math.Pi * 2.8}},
		"wall that runs up to its slab": {wall[:len(wall)-2] + `, "topHostIds": ["s1"]}` + "\n" + slabs, map[string]float64{"w": 4 * 0.3 * 2.8}},
	} {
		s := build(t, storey+levels+c.records)
		for id, want := range c.want {
			if got := netVolume(s, id); math.Abs(got-want) > 1e-6 {
				t.Errorf("%s: net volume of %s is %.7f, want %.7f", name, id, got, want)
			}
		}
	}
}

// TestQuantitiesOfSpaces holds quantities of rooms, storeys and buildings that were
// computed by hand.
func TestQuantitiesOfSpaces(t *testing.T) {
	s := build(t, storey+`{"id": "house", "category": "building"}
{"id": "steel", "category": "material", "density": 7850}
`+box+squareColumn+seed("r", 1000, 1000)+`{"id": "c", "category": "column", "levelId": "level-0", "typeId": "square", "at": [5000, 3000], "materialId": "steel"}
{"id": "sep", "category": "separator", "levelId": "level-0", "start": [3000, 0], "end": [3000, 4000]}
{"id": "r2", "category": "room", "levelId": "level-0", "seed": [5000, 1000]}
{"id": "d", "category": "door", "levelId": "level-0", "hostId": "s", "offset": 1150, "width": 900, "height": 2100}
{"id": "f", "category": "window", "levelId": "level-0", "hostId": "w", "offset": 2000, "sill": 900, "width": 1000, "height": 1200}
{"id": "ceiling", "category": "ceiling", "levelId": "level-0", "offset": 2600, "thickness": 20, "outline": [[0, 0], [3000, 0], [3000, 4000], [0, 4000]]}
{"id": "p", "category": "pipe", "levelId": "level-0", "start": [0, 0, 100], "end": [3000, 4000, 100], "diameter": 100}
{"id": "t", "category": "tray", "levelId": "level-0", "start": [0, 0, 100], "end": [3000, 4000, 100], "size": [300, 60]}
`)
	for id, want := range map[string]map[string]float64{
		"r": {"Height": 3000, "FinishCeilingHeight": 2600, "GrossPerimeter": 14000, "NetPerimeter": 14000 - 4000 - 900, "GrossFloorArea": 12, "NetFloorArea": 12,
			"GrossWallArea": 30, "NetWallArea": 30 - 1.89 - 1.2, "GrossVolume": 36, "NetVolume": 31.2},
		"r2":      {"GrossFloorArea": 12, "NetFloorArea": 12 - 0.16, "NetPerimeter": 10000, "NetVolume": 3 * 11.84},
		"level-0": {"GrossHeight": 3000, "GrossFloorArea": 6.6 * 4.6, "NetFloorArea": 24 - 0.16, "GrossVolume": 3 * 6.6 * 4.6, "NetVolume": 3 * 23.84},
		"house":   {"Height": 3000, "GrossFloorArea": 6.6 * 4.6, "NetFloorArea": 23.84, "GrossVolume": 3 * 6.6 * 4.6, "NetVolume": 3 * 23.84},
		"c":       {"GrossWeight": 0.16 * 3 * 7850},
		"p":       {"Length": 5000, "GrossCrossSectionArea": 0.0025 * math.Pi, "OuterSurfaceArea": 0.5 * math.Pi},
		"t":       {"Length": 5000, "CrossSectionArea": 0.018, "OuterSurfaceArea": 0.72 * 5},
	} {
		sets := category.Quantities(s, s.Record(id))
		if len(sets) != 1 {
			t.Errorf("%s has sets %v", id, sets)
			continue
		}
		for name, w := range want {
			if f, ok := sets[0].Value.(model.Object).Get(name).(float64); !ok || math.Abs(f-w) > 1e-6*max(1, w) {
				t.Errorf("%s: %s is %v, want %v", id, name, sets[0].Value.(model.Object).Get(name), w)
			}
		}
	}
}

// TestWeightsOfLayers holds weights of layered walls and slabs in kg.
func TestWeightsOfLayers(t *testing.T) {
	const materials = `{"id": "plaster", "category": "material", "density": 1200}
{"id": "concrete", "category": "material", "density": 2400}
{"id": "wool", "category": "material"}
`
	layers := func(of, middle string) string {
		return fmt.Sprintf(`{"id": "lt", "category": "type", "of": %q, "layers": [{"materialId": "plaster", "thickness": 20, "function": "finish"}, %s, {"materialId": "concrete", "thickness": 200, "function": "structure"}]}`+"\n", of, middle)
	}
	const (
		air  = `{"thickness": 40, "function": "air"}`
		wool = `{"materialId": "wool", "thickness": 40, "function": "insulation"}`
		wall = `{"id": "a", "category": "wall", "levelId": "level-0", "typeId": "lt", "start": [0, 0], "end": [4000, 0]}` + "\n"
		slab = `{"id": "a", "category": "slab", "levelId": "level-0", "typeId": "lt", "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]}` + "\n"
		door = `{"id": "d", "category": "door", "levelId": "level-0", "hostId": "a", "offset": 2000, "width": 1000, "height": 2000}` + "\n"
		deck = `{"id": "s", "category": "slab", "levelId": "level-0", "offset": 2900, "thickness": 300, "outline": [[-1000, -1000], [5000, -1000], [5000, 30], [-1000, 30]]}` + "\n"
	)
	for name, c := range map[string]struct {
		records    string
		gross, net float64
	}{
		"wall with air":          {layers("wall", air) + wall, 12 * (0.02*1200 + 0.2*2400), 12 * (0.02*1200 + 0.2*2400)},
		"wall with a door":       {layers("wall", air) + wall + door, 12 * (0.02*1200 + 0.2*2400), 10 * (0.02*1200 + 0.2*2400)},
		"wall with a slab":       {layers("wall", air) + wall + deck, 12 * (0.02*1200 + 0.2*2400), 12*0.02*1200 + (12*0.2-4*0.16*0.3)*2400},
		"wall of unknown weight": {layers("wall", wool) + wall, 0, 0},
		"slab with air":          {layers("slab", air) + slab, 12 * (0.02*1200 + 0.2*2400), 12 * (0.02*1200 + 0.2*2400)},
		"slab of unknown weight": {layers("slab", wool) + slab, 0, 0},
	} {
		s := build(t, storey+materials+c.records)
		for name2, want := range map[string]float64{"GrossWeight": c.gross, "NetWeight": c.net} {
			got := 0.0
			for _, set := range category.Quantities(s, s.Record("a")) {
				got, _ = set.Value.(model.Object).Get(name2).(float64)
			}
			if math.Abs(got-want) > 1e-6*max(1, want) {
				t.Errorf("%s: %s is %v, want %v", name, name2, got, want)
			}
		}
	}
}
