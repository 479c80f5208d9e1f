package category_test

import (
	"math"
	"testing"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6 }

func TestThickness(t *testing.T) {
	s := build(t, house+`
{"id": "own", "category": "wall", "levelId": "level-0", "start": [0, 0], "end": [1, 0], "thickness": 240}
{"id": "none", "category": "wall", "levelId": "level-0", "start": [0, 0], "end": [1, 0]}
{"id": "lost", "category": "wall", "typeId": "gone", "levelId": "level-0", "start": [0, 0], "end": [1, 0]}
{"id": "glass", "category": "curtain-wall", "levelId": "level-0", "start": [0, 0], "end": [1, 0]}
`)
	for id, want := range map[string]float64{"south": 300, "inner": 100, "own": 240, "none": -1, "lost": -1, "glass": category.CurtainWallThickness} {
		got, ok := category.Thickness(s, s.Record(id))
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("%s: %v %v, want %v", id, got, ok, want)
		}
	}
}

// TestFaces holds where the faces lie for each location, on a wall whose layers from
// left to right are 100 insulation, 180 structure and 20 finish.
func TestFaces(t *testing.T) {
	for location, want := range map[string][4]float64{ // left, right, and the same flipped
		"":            {150, -150, 150, -150},
		"center":      {150, -150, 150, -150},
		"left":        {0, -300, 0, -300},
		"right":       {300, 0, 300, 0},
		"core-left":   {100, -200, 20, -280},
		"core-center": {190, -110, 110, -190},
		"core-right":  {280, -20, 200, -100},
	} {
		s := build(t, house)
		r := s.Record("south")
		if location != "" {
			r = r.With("location", location)
		}
		left, right := category.Faces(s, r)
		flippedLeft, flippedRight := category.Faces(s, r.With("flipped", true))
		if got := [4]float64{left, right, flippedLeft, flippedRight}; got != want {
			t.Errorf("%q: %v, want %v", location, got, want)
		}
		axis, ok := category.Axis(s, r)
		if !ok || !near(axis.Start.Y, (want[0]+want[1])/2) || !near(axis.Length(), 10000) {
			t.Errorf("%q: axis %v", location, axis)
		}
	}
}

func TestOpening(t *testing.T) {
	s := build(t, house+`
{"id": "split", "category": "level", "elevation": 600, "partOf": "level-0"}
{"id": "high", "category": "window", "typeId": "window-type", "levelId": "split", "hostId": "north", "offset": 5000, "sill": 100, "width": 800}
{"id": "levelless", "category": "opening", "hostId": "north", "offset": 1000, "sill": 50, "width": 600, "height": 400}
{"id": "sizeless", "category": "door", "levelId": "level-0", "hostId": "north", "offset": 1000}
{"id": "glass", "category": "curtain-wall", "levelId": "level-0", "hostId": "north", "start": [9000, 8000], "end": [7000, 8000], "baseOffset": 200, "height": 2000}
{"id": "hatch", "category": "door", "levelId": "level-0", "hostId": "roof", "at": [0, 0], "width": 800, "height": 800}
{"id": "roof", "category": "roof", "levelId": "level-2", "form": "flat", "outline": [[0, 0], [10000, 0], [10000, 8000], [0, 8000]]}
`)
	for id, want := range map[string]category.Span{
		"entrance":  {From: 2500, To: 3500, Sill: 0, Head: 2100},
		"view":      {From: 7400, To: 8600, Sill: 900, Head: 2100},
		"high":      {From: 4600, To: 5400, Sill: 700, Head: 1900},
		"levelless": {From: 700, To: 1300, Sill: 50, Head: 450},
		"glass":     {From: 7000, To: 9000, Sill: 200, Head: 2200},
	} {
		if got, ok := category.Opening(s, s.Record(id)); !ok || got != want {
			t.Errorf("%s: %+v %v, want %+v", id, got, ok, want)
		}
	}
	for _, id := range []string{"sizeless", "hatch", "south"} {
		if got, ok := category.Opening(s, s.Record(id)); ok {
			t.Errorf("%s has an opening, %+v", id, got)
		}
	}
}

func TestOutline(t *testing.T) {
	r := decode(t, []byte(`{"id": "slab-1", "category": "slab", "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]],
		"holes": [[[1000, 1000], [1000, 2000], [2000, 2000], [2000, 1000]]], "arcs": {"1": -2000, "7": 5, "x": 5}}`))
	region, ok := category.Outline(r)
	// Edge 1 is 3000 long; a sagitta of -2000 bulges outwards: radius (1500² + 2000²) / (2·2000) = 1562.5.
	radius := 1562.5
	angle := 2*math.Pi - 2*math.Asin(1500/radius)
	segment := radius * radius / 2 * (angle - math.Sin(angle))
	if want := 12e6 + segment - 1e6; !ok || math.Abs(region.Area()-want) > 1e-3 {
		t.Errorf("area %v, want %v", region.Area(), want)
	}
	if len(region.Outer.Sagittas) != 1 {
		t.Errorf("arcs of edges that are not there: %v", region.Outer.Sagittas)
	}
	if _, ok := category.Outline(r.With("outline", []any{[]any{0.0, 0.0}, []any{1.0, "x"}, []any{1.0, 1.0}})); ok {
		t.Error("an outline of words was read")
	}
	if _, ok := category.Baseline(r); ok {
		t.Error("a slab has a baseline")
	}
	if c, ok := category.Baseline(decode(t, []byte(`{"start": [0, 0], "end": [10, 0], "sagitta": 2}`))); !ok || c != (geom.Curve{End: geom.Point{X: 10}, Sagitta: 2}) {
		t.Errorf("baseline %v", c)
	}
}
