package category_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/openeik/ekgit/model/category"
	"pgregory.net/rapid"
)

// flightArea is the area in mm² of the side of a flight that was computed by hand:
// under its treads less what is under the slope, which ends at floor below its foot.
func flightArea(run, riser float64, treads int, floor float64) float64 {
	going := run / float64(treads)
	slope := riser / going
	drop := 150 * math.Hypot(1, slope)
	steps := going * riser * float64(treads*(treads+1)) / 2
	if drop <= floor {
		return steps - (slope*run*run/2 - drop*run)
	}
	level := (drop - floor) / slope
	under := -floor*level + (run-level)*(-floor+slope*run-drop)/2
	return steps - under
}

// TestBodiesOfThings holds volumes in mm³ that were computed by hand, of the parts of
// a name or, without one, of all.
func TestBodiesOfThings(t *testing.T) {
	host := wallLine("w", 0, 0, 4000, 0, 300, "")
	door := `{"id": "a", "category": "door", "levelId": "level-0", "hostId": "w", "offset": 2000, "width": 1000, "height": 2100%s}` + "\n"
	window := `{"id": "a", "category": "window", "levelId": "level-0", "hostId": "w", "offset": 2000, "width": 1200, "height": 1200, "sill": 900%s}` + "\n"
	thing := func(category, size string) string {
		return `{"id": "t", "category": "type", "of": "` + category + `", "size": ` + size + `}
{"id": "a", "category": "` + category + `", "levelId": "level-0", "typeId": "t", "at": [1000, 1000], "rotation": 30}`
	}
	glass := `{"id": "a", "category": "curtain-wall", "levelId": "level-0", "start": [0, 0], "end": [4000, 0]%s}` + "\n"
	for name, c := range map[string]struct {
		records string
		parts   map[string]float64
	}{
		"door":         {host + fmt.Sprintf(door, ""), map[string]float64{"frame": (1000*2100 - 900*2050) * 70, "leaf": 900 * 2050 * 40}},
		"double door":  {host + `{"id": "t", "category": "type", "of": "door", "leaves": 2, "frame": 100}` + "\n" + fmt.Sprintf(door, `, "typeId": "t"`), map[string]float64{"frame": (1000*2100 - 800*2000) * 70, "leaf": 800 * 2000 * 40}},
		"window":       {host + fmt.Sprintf(window, ""), map[string]float64{"frame": (1200*1200 - 1100*1100) * 70, "leaf": (1100*1100 - 1000*1000) * 60, "glass": 1000 * 1000 * 24}},
		"fixed window": {host + `{"id": "t", "category": "type", "of": "window", "operation": "fixed"}` + "\n" + fmt.Sprintf(window, `, "typeId": "t"`), map[string]float64{"frame": (1200*1200 - 1100*1100) * 70, "leaf": 0, "glass": 1100 * 1100 * 24}},
		"furniture":    {thing("furniture", "[1800, 800, 740]"), map[string]float64{"": 1800 * 800 * 740}},
		"equipment":    {thing("equipment", "[600, 600, 1800]"), map[string]float64{"body": 600 * 600 * 1800}},
		"duct":         {`{"id": "a", "category": "duct", "levelId": "level-0", "start": [0, 0, 2500], "end": [3000, 4000, 2500], "size": [400, 200]}`, map[string]float64{"": 5000 * 400 * 200}},
		"raft":         {`{"id": "a", "category": "foundation", "levelId": "level-0", "outline": [[0, 0], [8000, 0], [8000, 6000], [0, 6000]], "depth": 400}`, map[string]float64{"": 8000 * 6000 * 400}},
		"pad":          {`{"id": "a", "category": "foundation", "levelId": "level-0", "at": [0, 0], "size": [1000, 1200], "depth": 400}`, map[string]float64{"": 1000 * 1200 * 400}},
		"footing":      {host + `{"id": "a", "category": "foundation", "levelId": "level-0", "hostId": "w", "width": 600, "depth": 400}`, map[string]float64{"": 4000 * 600 * 400}},
		"railing": {`{"id": "a", "category": "railing", "levelId": "level-0", "path": [[0, 0], [2400, 0], [2400, 600]]}`,
			map[string]float64{"rail": 3000 * 50 * 50, "lower-rail": 3000 * 20 * 30, "post": 4 * 40 * 40 * 950, "baluster": 24 * 15 * 15 * 840}},
		"glass railing": {`{"id": "t", "category": "type", "of": "railing", "kind": "glass-railing"}` + "\n" + `{"id": "a", "category": "railing", "typeId": "t", "levelId": "level-0", "path": [[0, 0], [2400, 0], [2400, 600]]}`,
			map[string]float64{"rail": 3000 * 50 * 50, "glass": 3000 * 12 * 870, "baluster": 0}},
		"solid railing": {`{"id": "a", "category": "railing", "kind": "solid", "levelId": "level-0", "path": [[0, 0], [2400, 0], [2400, 600]]}`,
			map[string]float64{"panel": 3000 * 20 * 870, "baluster": 0}},
		"sloped railing": {`{"id": "ramp", "category": "ramp", "levelId": "level-0", "path": [[0, 0], [4000, 0]], "width": 1000, "rise": 3000}` + "\n" + `{"id": "a", "category": "railing", "hostId": "ramp", "side": "left", "levelId": "level-0"}`,
			map[string]float64{"baluster": 4 * 8 * 15 * 15 * 840}},
		"ramp": {`{"id": "a", "category": "ramp", "levelId": "level-0", "path": [[0, 0], [3000, 0]], "width": 1000, "rise": 300}`, map[string]float64{"": 1000 * 200 * math.Hypot(3000, 300)}},
		"straight stair": {`{"id": "a", "category": "stair", "levelId": "level-0", "path": [[0, 0], [2800, 0]], "width": 1000, "risers": 15}`,
			map[string]float64{"flight": 1000 * flightArea(2800, 200, 14, 0), "landing": 0}},
		"stair with a turn": {`{"id": "a", "category": "stair", "levelId": "level-0", "path": [[0, 0], [3000, 0], [3000, 2400]], "width": 1000, "risers": 15}`,
			map[string]float64{"flight": 1000 * (flightArea(2500, 200, 7, 0) + flightArea(1900, 200, 6, 200)), "landing": 1000 * 1000 * 200}},
		"stair of flights": {`{"id": "a", "category": "stair", "levelId": "level-0", "flights": [{"path": [[0, 0], [1960, 0]], "width": 1000, "risers": 8}, {"path": [[1960, 1100], [280, 1100]], "width": 1000, "risers": 7}], "landings": [{"outline": [[1960, -500], [3060, -500], [3060, 1600], [1960, 1600]]}]}`,
			map[string]float64{"flight": 1000 * (flightArea(1960, 200, 7, 0) + flightArea(1680, 200, 6, 200)), "landing": 1100 * 2100 * 200}},
		"curtain wall":   {fmt.Sprintf(glass, ""), map[string]float64{"frame": (4000*3000 - 3900*2900) * 200, "panel": 3900 * 2900 * 30}},
		"with mullions":  {fmt.Sprintf(glass, `, "mullionSpacing": 1000`), map[string]float64{"frame": (4000*3000 - 3750*2900) * 200, "panel": 3750 * 2900 * 30}},
		"with a transom": {fmt.Sprintf(glass, `, "transomSpacing": [1000]`), map[string]float64{"frame": (4000*3000 - 3900*2850) * 200, "panel": 3900 * 2850 * 30}},
		"with a door":    {fmt.Sprintf(glass, "") + `{"id": "d", "category": "door", "levelId": "level-0", "hostId": "a", "offset": 2000, "width": 1000, "height": 2100}`, map[string]float64{"frame": (4000*3000 - 3900*2900 - 1000*50) * 200, "panel": (3900*2900 - 1000*2050) * 30}},
	} {
		s := build(t, storey+c.records)
		closed(t, s, "a")
		for part, want := range c.parts {
			got := 0.0
			for _, b := range category.Bodies(s, s.Record("a")) {
				if part == "" || b.Part == part {
					got += b.Mesh.Volume()
				}
			}
			if math.Abs(got-want) > 1e-8*want+1 {
				t.Errorf("%s: %s %.1f mm³, want %.1f", name, part, got, want)
			}
		}
	}
}

// TestStairsAreClosed holds that stairs of any size are closed.
func TestStairsAreClosed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := build(t, storey+fmt.Sprintf(`{"id": "a", "category": "stair", "levelId": "level-0", "path": [[0, 0], [%v, %v], [3000, %v]], "width": %v, "risers": %d}`,
			rapid.Float64Range(1500, 4000).Draw(t, "x"), rapid.Float64Range(-500, 500).Draw(t, "y"), rapid.Float64Range(2500, 6000).Draw(t, "y2"),
			rapid.Float64Range(600, 1400).Draw(t, "width"), rapid.IntRange(1, 24).Draw(t, "risers")))
		closed(t, s, "a")
	})
}

// TestHouseHasBodies holds that the walls of a house, its doors and its windows are
// closed.
func TestHouseHasBodies(t *testing.T) {
	s := build(t, house)
	for _, id := range []string{"south", "east", "north", "west", "inner", "entrance", "view", "inside"} {
		if closed(t, s, id) <= 0 {
			t.Errorf("%s has no body", id)
		}
	}
}
