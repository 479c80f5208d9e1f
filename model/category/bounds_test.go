package category_test

import (
	"math"
	"testing"

	"github.com/openeik/ekgit/model/category"
)

// things is one of everything on a level at 1000 with the next at 4000.
const things = `
{"id": "l0", "category": "level", "elevation": 1000}
{"id": "l1", "category": "level", "elevation": 4000}
{"id": "brick", "category": "material"}
{"id": "t-wall", "category": "type", "of": "wall", "thickness": 200}
{"id": "t-slab", "category": "type", "of": "slab", "thickness": 250}
{"id": "t-rect", "category": "type", "of": "column", "profile": {"shape": "rect", "width": 300, "depth": 500}}
{"id": "t-round", "category": "type", "of": "column", "profile": {"shape": "round", "diameter": 400}}
{"id": "t-beam", "category": "type", "of": "beam", "profile": {"shape": "rect", "width": 200, "depth": 600}}
{"id": "t-table", "category": "type", "of": "furniture", "size": [1600, 800, 750]}
{"id": "t-door", "category": "type", "of": "door", "width": 900, "height": 2100}
{"id": "grid-a", "category": "grid", "start": [0, -5000], "end": [0, 5000]}
{"id": "wall", "category": "wall", "typeId": "t-wall", "levelId": "l0", "start": [0, 0], "end": [6000, 0]}
{"id": "arc", "category": "wall", "typeId": "t-wall", "levelId": "l0", "start": [1000, 0], "end": [-1000, 0], "sagitta": -1000, "location": "left"}
{"id": "bare", "category": "wall", "levelId": "l1", "start": [0, 0], "end": [6000, 0]}
{"id": "glass", "category": "curtain-wall", "levelId": "l0", "start": [0, 0], "end": [0, 3000], "height": 2500}
{"id": "door", "category": "door", "typeId": "t-door", "levelId": "l0", "hostId": "wall", "offset": 1000}
{"id": "skylight", "category": "window", "hostId": "flat", "levelId": "l1", "at": [2000, 2000], "width": 800, "height": 1200}
{"id": "hole", "category": "opening", "hostId": "slab", "outline": [[500, 500], [1500, 500], [1500, 1500], [500, 1500]]}
{"id": "shaft", "category": "shaft", "levelId": "l0", "topLevelId": "l1", "topOffset": 500, "outline": [[0, 0], [1000, 0], [1000, 1000], [0, 1000]]}
{"id": "slab", "category": "slab", "typeId": "t-slab", "levelId": "l0", "offset": -10, "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]}
{"id": "sloped", "category": "slab", "levelId": "l0", "thickness": 100, "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]], "slope": {"pitch": 45, "direction": 0}}
{"id": "ceiling", "category": "ceiling", "levelId": "l0", "offset": 2500, "thickness": 50, "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]}
{"id": "flat", "category": "roof", "levelId": "l1", "form": "flat", "thickness": 300, "overhang": 500, "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]}
{"id": "gable", "category": "roof", "levelId": "l1", "form": "gable", "pitch": 45, "direction": 0, "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]}
{"id": "shed", "category": "roof", "levelId": "l1", "form": "shed", "pitch": 45, "direction": 90, "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]}
{"id": "hip", "category": "roof", "levelId": "l1", "form": "hip", "pitch": 45, "overhang": 500, "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]}
{"id": "edged", "category": "roof", "levelId": "l1", "form": "hip", "pitch": 30, "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]], "edges": {"0": {"pitch": 45, "overhang": 100}}}
{"id": "room", "category": "room", "levelId": "l0", "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]], "height": 2400}
{"id": "seed", "category": "room", "levelId": "l0", "seed": [100, 200]}
{"id": "planned", "category": "room", "levelId": "l0", "targetArea": 12}
{"id": "separator", "category": "separator", "levelId": "l0", "start": [0, 0], "end": [3000, 0]}
{"id": "column", "category": "column", "typeId": "t-rect", "levelId": "l0", "at": [0, 0], "rotation": 90}
{"id": "round", "category": "column", "typeId": "t-round", "levelId": "l0", "at": [0, 0], "end": [1000, 0], "rotation": 45, "height": 2000}
{"id": "beam", "category": "beam", "typeId": "t-beam", "levelId": "l0", "start": [0, 0, 2500], "end": [5000, 0, 2500], "justify": "top"}
{"id": "turned", "category": "beam", "typeId": "t-beam", "levelId": "l0", "start": [0, 0, 2500], "end": [0, 5000, 2500], "rotation": 90}
{"id": "rising", "category": "brace", "typeId": "t-beam", "start": [0, 0, 0], "end": [3000, 0, 3000]}
{"id": "raft", "category": "foundation", "levelId": "l0", "depth": 400, "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]}
{"id": "pad", "category": "foundation", "levelId": "l0", "depth": 600, "at": [1000, 1000], "size": [1200, 800]}
{"id": "strip", "category": "foundation", "hostId": "wall", "depth": 300, "width": 600}
{"id": "footing", "category": "foundation", "hostId": "column", "depth": 300, "width": 600}
{"id": "stair", "category": "stair", "levelId": "l0", "topLevelId": "l1", "path": [[0, 0], [4000, 0]], "width": 1000}
{"id": "flights", "category": "stair", "levelId": "l0", "topLevelId": "l1", "baseOffset": 100, "flights": [{"path": [[0, 0], [2000, 0]], "width": 1000, "risers": 9}], "landings": [{"outline": [[2000, -500], [3000, -500], [3000, 1500], [2000, 1500]]}]}
{"id": "ramp", "category": "ramp", "levelId": "l0", "path": [[0, 0], [0, 6000]], "width": 1500, "rise": 480}
{"id": "railing", "category": "railing", "levelId": "l0", "path": [[0, 0], [2000, 0]]}
{"id": "banister", "category": "railing", "levelId": "l0", "hostId": "stair", "side": "left", "height": 900}
{"id": "table", "category": "furniture", "typeId": "t-table", "levelId": "l0", "at": [0, 0], "rotation": 90, "baseOffset": 10}
{"id": "lamp", "category": "equipment", "levelId": "l0", "at": [5, 6], "baseOffset": 2600}
{"id": "pipe", "category": "pipe", "levelId": "l0", "start": [0, 0, 2000], "end": [3000, 0, 2000], "diameter": 100}
{"id": "duct", "category": "duct", "levelId": "l0", "start": [0, 0, 0], "end": [0, 0, 3000], "size": [400, 200]}
{"id": "rock", "category": "proxy", "levelId": "l0", "placement": {"at": [1, 2, 3]}}
{"id": "bodiless", "category": "proxy"}
{"id": "astray", "category": "door", "levelId": "l0", "hostId": "nowhere", "offset": 1}
`

func TestBounds(t *testing.T) {
	s := build(t, things)
	for id, want := range map[string][6]float64{
		"grid-a":    {0, -5000, 0, 0, 5000, 0},
		"wall":      {0, -100, 1000, 6000, 100, 4000},
		"arc":       {-1200, 0, 1000, 1200, 1200, 4000}, // the baseline is the inner half circle, the wall 200 outside it
		"bare":      {0, 0, 4000, 6000, 0, 4000},
		"glass":     {-100, 0, 1000, 100, 3000, 3500},
		"door":      {550, -100, 1000, 1450, 100, 3100},
		"skylight":  {1400, 1400, 3700, 2600, 2600, 4000},
		"hole":      {500, 500, 740, 1500, 1500, 990},
		"shaft":     {0, 0, 1000, 1000, 1000, 4500},
		"slab":      {0, 0, 740, 4000, 3000, 990},
		"sloped":    {0, 0, -3100, 4000, 3000, 1000},
		"ceiling":   {0, 0, 3500, 4000, 3000, 3550},
		"flat":      {-500, -500, 3700, 4500, 3500, 4000},
		"gable":     {0, 0, 4000, 4000, 3000, 5500},
		"shed":      {0, 0, 4000, 4000, 3000, 7000},
		"hip":       {-500, -500, 4000, 4500, 3500, 6000},
		"edged":     {0, -100, 4000, 4000, 3000, 4000 + 3100/(1+math.Sqrt(3))},
		"room":      {0, 0, 1000, 4000, 3000, 3400},
		"seed":      {100, 200, 1000, 100, 200, 4000},
		"separator": {0, 0, 1000, 3000, 0, 4000},
		"column":    {-250, -150, 1000, 250, 150, 4000},
		"round":     {-200, -200, 1000, 1200, 200, 3000},
		"beam":      {0, -100, 2900, 5000, 100, 3500},
		"turned":    {-300, 0, 3400, 300, 5000, 3600},
		"rising":    {-300 / math.Sqrt2, -100, -300 / math.Sqrt2, 3000 + 300/math.Sqrt2, 100, 3000 + 300/math.Sqrt2},
		"raft":      {0, 0, 600, 4000, 3000, 1000},
		"pad":       {400, 600, 400, 1600, 1400, 1000},
		"strip":     {0, -300, 700, 6000, 300, 1000},
		"footing":   {-300, -300, 700, 300, 300, 1000},
		"stair":     {0, -500, 1000, 4000, 500, 4000},
		"flights":   {0, -500, 1100, 3000, 1500, 4000},
		"ramp":      {-750, 0, 1000, 750, 6000, 1480},
		"railing":   {0, 0, 1000, 2000, 0, 2000},
		"banister":  {0, -500, 1000, 4000, 500, 4900},
		"table":     {-400, -800, 1010, 400, 800, 1760},
		"lamp":      {5, 6, 3600, 5, 6, 3600},
		"pipe":      {0, -50, 2950, 3000, 50, 3050},
		"duct":      {-100, -200, 1000, 100, 200, 4000},
		"rock":      {1, 2, 1003, 1, 2, 1003},
	} {
		box, ok := category.Bounds(s, s.Record(id))
		got := box.Flat()
		for i := range want {
			if !ok || !near(got[i], want[i]) {
				t.Errorf("%s: %v %v, want %v", id, got, ok, want)
				break
			}
		}
	}
	for _, id := range []string{"l0", "brick", "t-wall", "bodiless", "astray", "planned"} {
		if box, ok := category.Bounds(s, s.Record(id)); ok {
			t.Errorf("%s has a box: %v", id, box)
		}
	}
}

// TestEveryElementHasBounds holds that no category of elements was forgotten.
func TestEveryElementHasBounds(t *testing.T) {
	s := build(t, things)
	found := map[string]bool{}
	for f := range s.RecordFiles() {
		if _, ok := category.Bounds(s, f.Record()); ok {
			found[f.Category()] = true
		}
	}
	for _, d := range category.All() {
		if d.Element() && !found[d.Name] && d.Name != "tray" {
			t.Errorf("no %s has a box", d.Name)
		}
	}
}

// TestHostsInACircle holds that records that host each other end in no loop.
func TestHostsInACircle(t *testing.T) {
	s := build(t, `
{"id": "a", "category": "railing", "hostId": "b", "side": "left"}
{"id": "b", "category": "railing", "hostId": "a", "side": "left"}
{"id": "c", "category": "opening", "hostId": "d", "outline": [[0, 0], [1, 0], [1, 1]]}
{"id": "d", "category": "opening", "hostId": "c", "outline": [[0, 0], [1, 0], [1, 1]]}
{"id": "e", "category": "curtain-wall", "hostId": "f", "start": [0, 0], "end": [1000, 0], "height": 100}
{"id": "f", "category": "curtain-wall", "hostId": "e", "start": [0, 0], "end": [1000, 0], "height": 100}
{"id": "g", "category": "foundation", "hostId": "g", "width": 100, "depth": 100}
`)
	for f := range s.RecordFiles() {
		category.Derived(s, f.Record())
	}
	if category.Space(s).Len() != 2 {
		t.Errorf("%d boxes, want those of e and f", category.Space(s).Len())
	}
}
