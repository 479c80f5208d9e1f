package category_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/openeik/ekgit/model/category"
)

const (
	// w is 250 thick: 20 of finish on the left, 200 that bear, 30 of finish on the right.
	typeW = `{"id": "w", "category": "type", "of": "wall", "layers": [{"thickness": 20, "function": "finish"}, {"thickness": 200, "function": "structure"}, {"thickness": 30, "function": "finish"}]}
`
	// stud is 101 thick and bears nothing.
	typeStud = `{"id": "stud", "category": "type", "of": "wall", "layers": [{"thickness": 13, "function": "finish"}, {"thickness": 75, "function": "insulation"}, {"thickness": 13, "function": "finish"}]}
`
)

func typedWall(id, typeID string, x1, y1, x2, y2 float64, more string) string {
	return fmt.Sprintf(`{"id": %q, "category": "wall", "levelId": "level-0", "typeId": %q, "start": [%v, %v], "end": [%v, %v]%s}`+"\n", id, typeID, x1, y1, x2, y2, more)
}

// TestLayers holds areas in mm² of the layers of joined walls, computed by hand.
func TestLayers(t *testing.T) {
	host := typeW + typeStud + typedWall("a", "w", 0, 0, 4000, 0, "") // its layers part at y = 125, 105, -95, -125
	corner := wallLine("b", 0, 0, 0, 3000, 200, "")
	s2 := math.Sqrt2
	for name, c := range map[string]struct {
		walls string
		want  map[string][]float64
	}{
		"alone": {host, map[string][]float64{"a": {4000 * 20, 4000 * 200, 4000 * 30}}},
		"a tee runs to the structure": {host + wallLine("b", 2000, 0, 2000, 3000, 100, ""),
			map[string][]float64{"a": {4000*20 - 100*20, 4000 * 200, 4000 * 30}, "b": {2895 * 100}}},
		"a tee from the right": {host + wallLine("b", 2000, -3000, 2000, 0, 100, ""),
			map[string][]float64{"a": {4000 * 20, 4000 * 200, 4000*30 - 100*30}, "b": {2905 * 100}}},
		"a tee of layers": {host + typedWall("b", "w", 2000, 0, 2000, 3000, ""),
			map[string][]float64{"a": {4000*20 - 200*20, 4000 * 200, 4000 * 30}, "b": {2875 * 20, 2895 * 200, 2875 * 30}}},
		"a tee of layers by its end": {host + typedWall("b", "w", 2000, 3000, 2000, 0, ""),
			map[string][]float64{"a": {4000*20 - 200*20, 4000 * 200, 4000 * 30}, "b": {2875 * 20, 2895 * 200, 2875 * 30}}},
		"a tee that is flipped": {host + typedWall("b", "w", 2000, 0, 2000, 3000, `, "flipped": true`),
			map[string][]float64{"a": {4000*20 - 200*20, 4000 * 200, 4000 * 30}, "b": {2875 * 30, 2895 * 200, 2875 * 20}}},
		"a tee at 45 degrees": {host + wallLine("b", 2000, 0, 4000, 2000, 100, ""),
			map[string][]float64{"a": {4000*20 - 100*s2*20, 4000 * 200, 4000 * 30}, "b": {(2000 - 105) * s2 * 100}}},
		"two tees": {host + wallLine("b", 1000, 0, 1000, 3000, 100, "") + wallLine("c", 2000, 0, 2000, 3000, 100, ""),
			map[string][]float64{"a": {4000*20 - 200*20, 4000 * 200, 4000 * 30}, "c": {2895 * 100}}},
		"a tee of finish alone": {host + typedWall("b", "stud", 2000, 0, 2000, 3000, ""),
			map[string][]float64{"a": {4000*20 - 75*20, 4000 * 200, 4000 * 30}, "b": {2875 * 13, 2895 * 75, 2875 * 13}}},
		"a tee never comes through": {typeStud + typedWall("a", "stud", 0, 0, 4000, 0, "") + wallLine("b", 2000, 0, 2000, 3000, 100, ""),
			map[string][]float64{"a": {4000*13 - 100*13, 4000*75 - 100*75, 4000 * 13}, "b": {(3000 + 37.5) * 100}}},
		"a tee on a wall without layers": {typeW + wallLine("a", 0, 0, 4000, 0, 250, "") + typedWall("b", "w", 2000, 0, 2000, 3000, ""),
			map[string][]float64{"a": {4000 * 250}, "b": {2875 * 20, 2875 * 200, 2875 * 30}}},
		"on two in one line": {host + typedWall("c", "w", -4000, 0, 0, 0, "") + wallLine("b", 0, 0, 0, 3000, 100, ""),
			map[string][]float64{"a": {4000*20 - 50*20, 4000 * 200, 4000 * 30}, "c": {4000*20 - 50*20, 4000 * 200, 4000 * 30}, "b": {2895 * 100}}},
		"a corner of one type": {host + typedWall("b", "w", 0, 3000, 0, 0, ""), // the mitre from (-125, -125) to (125, 125)
			map[string][]float64{"a": {(4000 - 115) * 20, (4000 - 5) * 200, (4000 + 110) * 30}, "b": {(3000 - 115) * 20, (3000 - 5) * 200, (3000 + 110) * 30}}},
		"a corner of two types": {host + corner, // by (-100, -125), (-100, -95), (100, 105), (100, 125)
			map[string][]float64{"a": {3900 * 20, 4000 * 200, 4100 * 30}, "b": {2995 * 200}}},
		"a corner that butts": {host + wallLine("b", 0, 0, 0, 3000, 200, `, "ends": {"start": {"join": "butt"}}`),
			map[string][]float64{"a": {3900 * 20, 4100 * 200, 4100 * 30}, "b": {2895 * 200}}},
		"a corner of unlike cores": {host + typedWall("b", "stud", 0, 0, 0, 3000, ""), // round (-50.5, -125), (-37.5, -95), (-37.5, 105), (37.5, 105), (50.5, 125)
			map[string][]float64{"a": {3956 * 20, 4037.5 * 200, 4044 * 30}, "b": {3110 * 13, 2895 * 75, 2885 * 13}}},
	} {
		s := build(t, storey+c.walls)
		for id, want := range c.want {
			layers := category.Layers(s, s.Record(id))
			sum := 0.0
			for i, l := range layers {
				got := 0.0
				for _, g := range l.Regions {
					got += g.Area()
				}
				sum += got
				if i >= len(want) || math.Abs(got-want[i]) > 1e-6*want[i] {
					t.Errorf("%s: layer %d of %s covers %.4f mm², want %v", name, i, id, got, want)
				}
			}
			if len(layers) != len(want) || math.Abs(sum-covered(s, id)) > 1e-6*sum {
				t.Errorf("%s: %d layers of %s cover %v mm², the wall %v", name, len(layers), id, sum, covered(s, id))
			}
		}
	}
}

// TestWallBodies holds volumes in mm³ of walls that meet walls of other heights, roofs,
// clips and niches, computed by hand.
func TestWallBodies(t *testing.T) {
	long := func(more string) string { return wallLine("a", 0, 0, 4000, 0, 300, more) }
	left := func(more string) string { return wallLine("a", 0, 0, 4000, 0, 300, `, "location": "left"`+more) }
	back := func(more string) string { return wallLine("b", 0, 3000, 0, 0, 300, `, "location": "left"`+more) }
	clips := func(planes string) string { return long(`, "clips": [` + planes + `]`) }
	slab := func(id string, x1, x2, offset float64) string {
		return fmt.Sprintf(`{"id": %q, "category": "slab", "levelId": "level-0", "thickness": 200, "offset": %v, "outline": [[%v, -1000], [%v, -1000], [%v, 1000], [%v, 1000]]}`+"\n", id, offset, x1, x2, x2, x1)
	}
	gable := `{"id": "r", "category": "roof", "levelId": "level-0", "thickness": 100, "outline": [[0, 0], [8000, 0], [8000, 6000], [0, 6000]], "form": "gable", "pitch": 45, "direction": 0, "offset": 3000}` + "\n"
	plate := `{"id": "s", "category": "slab", "levelId": "level-0", "thickness": 200, "offset": 4800, "outline": [[0, -1000], [8000, -1000], [8000, 7000], [0, 7000]]}` + "\n"
	opening := func(more string) string {
		return `{"id": "o", "category": "opening", "levelId": "level-0", "hostId": "a"` + more + "}\n"
	}
	tops := `, "topHostIds": ["r", "s"]`
	excess := 3000 + 3000 - 100*math.Sqrt2 - 4600 // of the ridge over the slab
	for name, c := range map[string]struct {
		records string
		want    map[string]float64
	}{
		"mitre with a lower wall": {left("") + back(`, "height": 1000`), map[string]float64{"a": 1000*(1.2e6+45000) + 2000*1.2e6, "b": 1000 * (9e5 + 45000)}},
		"mitre with a higher one": {left(`, "height": 1000`) + back(""), map[string]float64{"a": 1000 * (1.2e6 + 45000), "b": 1000*(9e5+45000) + 2000*9e5}},
		"mitre with a hung wall":  {left("") + back(`, "baseOffset": 2000`), map[string]float64{"a": 2000*1.2e6 + 1000*(1.2e6+45000), "b": 1000 * (9e5 + 45000)}},
		"mitre in the middle":     {left("") + back(`, "baseOffset": 1000, "height": 500`), map[string]float64{"a": 2500*1.2e6 + 500*(1.2e6+45000), "b": 500 * (9e5 + 45000)}},
		"tee on a lower wall":     {long(`, "height": 1000`) + wallLine("b", 2000, 0, 2000, 3000, 100, ""), map[string]float64{"a": 1000 * 1.2e6, "b": 1000*2850*100 + 2000*3000*100}},
		"tee of a lower wall":     {typeW + typedWall("a", "w", 0, 0, 4000, 0, "") + wallLine("b", 2000, 0, 2000, 3000, 100, `, "height": 1000`), map[string]float64{"a": 3000*1e6 - 1000*20*100, "b": 1000 * 2895 * 100}},
		"crossing a lower wall":   {long("") + wallLine("b", 2000, -2000, 2000, 2000, 100, `, "height": 1000`), map[string]float64{"a": 3000 * 1.2e6, "b": 1000 * (4000 - 300) * 100}},
		"crossing a higher wall":  {long(`, "height": 1000`) + wallLine("b", 2000, -2000, 2000, 2000, 100, ""), map[string]float64{"a": 1000 * 1.2e6, "b": 1000*3700*100 + 2000*4000*100}},

		"clip above":            {clips(`{"at": [0, 0, 2000], "normal": [0, 0, 5]}`), map[string]float64{"a": 2000 * 1.2e6}},
		"clip below":            {clips(`{"at": [0, 0, 2000], "normal": [0, 0, -1]}`), map[string]float64{"a": 1000 * 1.2e6}},
		"clip upright":          {clips(`{"at": [1000, 0, 0], "normal": [-1, 0, 0]}`), map[string]float64{"a": 3000 * 9e5}},
		"clip upright, askew":   {clips(`{"at": [1000, 0, 0], "normal": [-1, 1, 0]}`), map[string]float64{"a": 3000 * 9e5}},
		"clip that falls":       {clips(`{"at": [0, 0, 3000], "normal": [1, 0, 1]}`), map[string]float64{"a": 300 * 3000 * 3000 / 2}},
		"clip that rises below": {clips(`{"at": [0, 0, 0], "normal": [1, 0, -1]}`), map[string]float64{"a": 300 * 3000 * 3000 / 2}},
		"clip across":           {clips(`{"at": [0, 0, 2000], "normal": [0, 1, 1]}`), map[string]float64{"a": 2000 * 1.2e6}},
		"clips like a gable":    {clips(`{"at": [2000, 0, 3000], "normal": [1, 0, 1]}, {"at": [2000, 0, 3000], "normal": [-1, 0, 1]}`), map[string]float64{"a": 2000 * 1.2e6}},
		"clips and a window":    {clips(`{"at": [2000, 0, 3000], "normal": [1, 0, 1]}, {"at": [2000, 0, 3000], "normal": [-1, 0, 1]}`) + opening(`, "offset": 500, "width": 1000, "height": 2100`), map[string]float64{"a": 2000*1.2e6 - 300*1.5e6}},
		"clip through a window": {clips(`{"at": [0, 0, 3000], "normal": [1, 0, 1]}`) + opening(`, "offset": 1500, "sill": 1000, "width": 1000, "height": 1000`), map[string]float64{"a": 300 * (4.5e6 - 1e6 + 5e5)}}, // the line enters at its upper left corner and leaves at its lower right one
		"clip without a normal": {clips(`{"at": [0, 0, 2000], "normal": [0, 0, 0]}`), map[string]float64{"a": 3000 * 1.2e6}},
		"clip on an upper level": {`{"id": "level-1", "category": "level", "elevation": 3000, "height": 3000}` + "\n" + `{"id": "a", "category": "wall", "levelId": "level-1", "start": [0, 0], "end": [4000, 0], "thickness": 300, "clips": [{"at": [0, 0, 2000], "normal": [0, 0, 1]}]}`,
			map[string]float64{"a": 2000 * 1.2e6}},

		"niche on the left":  {long("") + opening(`, "offset": 2000, "width": 1000, "height": 600, "sill": 900, "depth": 100`), map[string]float64{"a": 3000*1.2e6 - 100*1000*600}},
		"niche on the right": {typeW + typedWall("a", "w", 0, 0, 4000, 0, "") + opening(`, "offset": 2000, "width": 1000, "height": 600, "sill": 900, "depth": 100, "side": "right"`), map[string]float64{"a": 3000*1e6 - 100*1000*600}},
		"niche too deep":     {long("") + opening(`, "offset": 2000, "width": 1000, "height": 600, "sill": 900, "depth": 400`), map[string]float64{"a": 3000*1.2e6 - 300*1000*600}},
		"niche back to back": {long("") + opening(`, "offset": 2000, "width": 1000, "height": 600, "depth": 100`) + `{"id": "p", "category": "opening", "levelId": "level-0", "hostId": "a", "offset": 2200, "width": 1000, "height": 700, "depth": 100, "side": "right"}`,
			map[string]float64{"a": 3000*1.2e6 - 100*1000*600 - 100*1000*700}},

		"under two slabs":          {long(`, "topHostIds": ["s", "t"]`) + slab("s", -1000, 2000, 2700) + slab("t", 2000, 5000, 2200), map[string]float64{"a": 300 * 2000 * (2500 + 2000)}},
		"under slabs that overlap": {long(`, "topHostIds": ["s", "t"]`) + slab("s", -1000, 3000, 2700) + slab("t", 1000, 5000, 2200), map[string]float64{"a": 300 * (1000*2500 + 3000*2000)}},
		"half under a slab":        {long(`, "topHostIds": ["s"]`) + slab("s", 0, 2000, 2700), map[string]float64{"a": 300 * 2000 * (2500 + 3000)}},
		"slab across a part":       {long(`, "topHostIds": ["s"]`) + slab("s", 1000, 2000, 2700), map[string]float64{"a": 300 * (1000*2500 + 3000*3000)}},
		"under roof and slab":      {wallLine("a", 4000, 0, 4000, 6000, 300, tops) + gable + plate, map[string]float64{"a": 300 * (6000*(4500-100*math.Sqrt2) - excess*excess)}},
		"gable with a window":      {wallLine("a", 4000, 0, 4000, 6000, 300, `, "topHostIds": ["r"]`) + gable + opening(`, "offset": 3000, "sill": 3000, "width": 1000, "height": 1500`), map[string]float64{"a": 300 * (6000*(4500-100*math.Sqrt2) - 1000*1500)}},
		"beside the roof":          {wallLine("a", 9000, 0, 9000, 6000, 300, `, "topHostIds": ["r"]`) + gable, map[string]float64{"a": 300 * 6000 * 3000}},
	} {
		s := build(t, storey+c.records)
		for id, want := range c.want {
			if got := closed(t, s, id); math.Abs(got-want) > 1e-6*want {
				t.Errorf("%s: %s has %.1f mm³, want %.1f", name, id, got, want)
			}
			sound(t, s, id)
		}
	}
}
