package category_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model/category"
)

// TestRailings holds the volumes in mm³ of handrails, their bounds in height and the
// number of posts, computed by hand.
func TestRailings(t *testing.T) {
	on := func(host, more string) string {
		return storey + host + "\n" + `{"id": "a", "category": "railing", "levelId": "level-0", "height": 900` + more + "}\n"
	}
	stair := `{"id": "h", "category": "stair", "levelId": "level-0", "path": [[0, 0], [2800, 0]], "width": 1000, "risers": 15}`
	half := `{"id": "h", "category": "stair", "levelId": "level-0", "path": [[0, 0], [3000, 0], [3000, 1100], [0, 1100]], "width": 1000, "risers": 15}`
	slab := `{"id": "h", "category": "slab", "levelId": "level-0", "thickness": 200, "offset": 100, "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]}`
	ramp := `{"id": "h", "category": "ramp", "levelId": "level-0", "path": [[0, 0], [4000, 0]], "width": 1000, "rise": 400}`
	wall := `{"id": "h", "category": "wall", "levelId": "level-0", "start": [0, 0], "end": [4000, 0], "thickness": 200, "height": 1100}`
	roof := `{"id": "h", "category": "roof", "levelId": "level-0", "thickness": 200, "form": "gable", "pitch": 45, "direction": 0, "outline": [[0, 0], [8000, 0], [8000, 6000], [0, 6000]]}`
	for name, c := range map[string]struct {
		records string
		plan    float64 // length of the handrail in plan
		lo, hi  float64
		posts   int
	}{
		"path":             {on("", `, "path": [[0, 0], [2400, 0], [2400, 600]]`), 3000, 0, 900, 4},
		"left of a stair":  {on(stair, `, "hostId": "h", "side": "left"`), 2800, 200, 3900, 4},
		"right of a stair": {on(stair, `, "hostId": "h", "side": "right"`), 2800, 200, 3900, 4},
		"in the well":      {on(half, `, "hostId": "h", "side": "left"`), 2500 + 25 + 150 + 25 + 2500, 200, 3900, 8},
		"round the well":   {on(half, `, "hostId": "h", "side": "right"`), 2*(2500+975) + 2050, 200, 3900, 11},
		"over a stair":     {on(stair, `, "hostId": "h", "path": [[700, 0], [2100, 0]]`), 1400, 800, 3200, 3},
		"ramp":             {on(ramp, `, "hostId": "h", "side": "left"`), 4000, 0, 1300, 5},
		"slab, inside":     {on(slab, `, "hostId": "h", "side": "left"`), 2 * (3950 + 2950), 100, 1000, 14},
		"slab, outside":    {on(slab, `, "hostId": "h", "side": "right"`), 2 * (4050 + 3050), 100, 1000, 14},
		"path on a slab":   {on(slab, `, "hostId": "h", "path": [[0, 1000], [2000, 1000]]`), 2000, 100, 1000, 3},
		"wall":             {on(wall, `, "hostId": "h", "side": "left"`), 4000, 850, 900, 0},
		"on a wall":        {on(wall, `, "hostId": "h", "path": [[0, 0], [4000, 0]]`), 4000, 1100, 2000, 5},
		"up a roof":        {on(roof, `, "hostId": "h", "path": [[4000, 1000], [4000, 5000]]`), 4000, 1000, 3900, 5},
		"no side":          {on(stair, `, "hostId": "h", "height": 40`), 0, math.Inf(1), math.Inf(-1), 0},
	} {
		if name == "no side" {
			c.records = storey + `{"id": "a", "category": "railing", "levelId": "level-0", "hostId": "nowhere", "side": "left"}`
		}
		s := build(t, c.records)
		closed(t, s, "a")
		plan, posts, lo, hi := 0.0, 0, math.Inf(1), math.Inf(-1)
		for _, b := range category.Bodies(s, s.Record("a")) {
			box := b.Mesh.Bounds()
			switch b.Part {
			case "rail":
				plan += b.Mesh.Volume() / 2500
			case "post":
				posts++
			}
			lo, hi = min(lo, box.Min.Z), max(hi, box.Max.Z)
			if around, ok := category.Bounds(s, s.Record("a")); !ok || box.Min.Z < around.Min.Z-60 || box.Max.Z > around.Max.Z+60 {
				t.Errorf("%s: %v reaches out of %v", name, box, around)
			}
		}
		const tilt = 25 // how far a sloped part reaches up or down beyond its line
		if math.Abs(plan-c.plan) > 1e-6*c.plan || posts != c.posts || math.Abs(lo-c.lo) > tilt && c.plan > 0 || math.Abs(hi-c.hi) > tilt && c.plan > 0 {
			t.Errorf("%s: %.3f mm, %d posts from %.1f to %.1f, want %v", name, plan, posts, lo, hi, c)
		}
	}
}

// TestRamps holds volumes in mm³ that were computed by hand: slopes as thick as 200
// square to themselves, level where they turn.
func TestRamps(t *testing.T) {
	ramp := func(path string, width, rise int) string {
		return storey + fmt.Sprintf(`{"id": "a", "category": "ramp", "levelId": "level-0", "path": [%s], "width": %d, "rise": %d}`, path, width, rise)
	}
	for name, c := range map[string]struct {
		records string
		volume  float64
	}{
		"straight":     {ramp("[0, 0], [4000, 0]", 1000, 400), 1000 * 200 * math.Hypot(4000, 400)},
		"quarter turn": {ramp("[0, 0], [4000, 0], [4000, 4000]", 1000, 700), 1000 * 200 * (math.Hypot(7000, 700) + 1000)},
		"half turn":    {ramp("[0, 0], [4000, 0], [4000, 1200], [0, 1200]", 1200, 680), 1200 * 200 * (math.Hypot(6800, 680) + 2400)},
		"too wide":     {ramp("[0, 0], [4000, 0], [4000, 1000], [0, 1000]", 1200, 680), 0},
		"no length":    {ramp("[0, 0], [0, 0]", 1200, 680), 0},
	} {
		s := build(t, c.records)
		if got := closed(t, s, "a"); math.Abs(got-c.volume) > 1e-8*c.volume+1e-3 {
			t.Errorf("%s: %v mm³, want %v", name, got, c.volume)
		}
	}
}

// TestWaysAreClosed holds that ramps along any path and the railings beside them are
// closed and do not cross themselves.
func TestWaysAreClosed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.Float64Range(1500, 6000).Draw(t, "x"), rapid.Float64Range(-2000, 2000).Draw(t, "y")
		s := build(t, storey+fmt.Sprintf(`{"id": "a", "category": "ramp", "levelId": "level-0", "path": [[0, 0], [%v, 0], [%v, %v], [%v, 3000]], "width": %v, "rise": %v}`+"\n", x, x+1500, y, rapid.Float64Range(0, 6000).Draw(t, "x3"),
			rapid.Float64Range(600, 2000).Draw(t, "width"), rapid.Float64Range(100, 2000).Draw(t, "rise"))+
			`{"id": "l", "category": "railing", "levelId": "level-0", "hostId": "a", "side": "left"}`+"\n"+`{"id": "r", "category": "railing", "levelId": "level-0", "hostId": "a", "side": "right"}`)
		for _, id := range []string{"a", "l", "r"} {
			sound(t, s, id)
		}
	})
}
