package category_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/openeik/ekgit/model/category"
)

// TestRoofWindows holds what windows and hatches take of a roof and are made of, in mm³.
func TestRoofWindows(t *testing.T) {
	s2 := math.Sqrt2
	roof := roofOver(oblong, `"form": "shed", "pitch": 45, "direction": 270`)
	window := `{"id": "w", "category": %q, "levelId": "level-0", "hostId": "a", "at": [4000, 3000], "width": 800, "height": 1200%s}` + "\n"
	fixed := `{"id": "t", "category": "type", "of": "window", "operation": "fixed", "frame": 80}` + "\n"
	for name, c := range map[string]struct {
		records string
		roof    float64
		parts   map[string]float64
	}{
		"window":  {roof + fmt.Sprintf(window, "window", ""), (48e6*s2 - 800*1200) * 200, map[string]float64{"frame": (800*1200 - 700*1100) * 70, "leaf": (700*1100 - 600*1000) * 60, "glass": 600 * 1000 * 24}},
		"fixed":   {roof + fixed + fmt.Sprintf(window, "window", `, "typeId": "t"`), (48e6*s2 - 800*1200) * 200, map[string]float64{"frame": (800*1200 - 640*1040) * 70, "glass": 640 * 1040 * 24}},
		"hatch":   {roof + fmt.Sprintf(window, "door", ""), (48e6*s2 - 800*1200) * 200, map[string]float64{"frame": (800*1200 - 700*1100) * 70, "leaf": 700 * 1100 * 40}},
		"level":   {roofOver(oblong, `"form": "flat"`) + fmt.Sprintf(window, "window", ""), (48e6 - 800*1200) * 200, map[string]float64{"glass": 600 * 1000 * 24}},
		"outside": {roof + `{"id": "w", "category": "window", "levelId": "level-0", "hostId": "a", "at": [9000, 3000], "width": 800, "height": 1200}`, 48e6 * s2 * 200, nil},
	} {
		s := build(t, c.records)
		if got := closed(t, s, "a"); math.Abs(got-c.roof) > 1e-8*c.roof+1 {
			t.Errorf("%s: roof %v mm³, want %v", name, got, c.roof)
		}
		closed(t, s, "w")
		parts := map[string]float64{}
		for _, b := range category.Bodies(s, s.Record("w")) {
			parts[b.Part] += b.Mesh.Volume()
		}
		for part, want := range c.parts {
			if math.Abs(parts[part]-want) > 1e-8*want+1 {
				t.Errorf("%s: %s %v mm³, want %v", name, part, parts[part], want)
			}
		}
		if c.parts == nil && len(parts) > 0 {
			t.Errorf("%s: %v", name, parts)
		}
	}
}

// TestPlates holds what cuts slabs, ceilings and roofs, in mm³.
func TestPlates(t *testing.T) {
	s2 := math.Sqrt2
	plate := func(category, more string) string {
		return storey + `{"id": "a", "category": "` + category + `", "levelId": "level-0", "outline": [` + oblong + `]` + more + "}\n"
	}
	shaft := func(top float64) string {
		return fmt.Sprintf(`{"id": "s", "category": "shaft", "levelId": "level-0", "outline": [[6000, 1000], [7000, 1000], [7000, 2000], [6000, 2000]], "topLevelId": "level-0", "topOffset": %v}`, top)
	}
	const shed = `, "thickness": 200, "form": "shed", "pitch": 45, "direction": 180`
	for name, c := range map[string]struct {
		records string
		want    float64
	}{
		"thin ceiling":          {plate("ceiling", `, "offset": 2500`), 48e6 * 20},
		"thin ceiling, a shaft": {plate("ceiling", `, "offset": 2500`) + shaft(3000), 47e6 * 20},
		"shaft through a slope": {plate("roof", shed) + shaft(9000), 47e6 * 200 * s2},
		"shaft below a slope":   {plate("roof", shed) + shaft(5000), 48e6 * 200 * s2},
		"hatch over a hip":      {plate("roof", `, "thickness": 200, "form": "hip", "pitch": 45`) + `{"id": "o", "category": "opening", "hostId": "a", "outline": [[500, 500], [1500, 500], [1500, 1500], [500, 1500]]}`, 47e6 * 200 * s2},
		"round hatch":           {plate("slab", `, "thickness": 200`) + `{"id": "o", "category": "opening", "hostId": "a", "outline": [[2000, 0], [2000, 6000], [6000, 6000], [6000, 0]]}`, 24e6 * 200},
		"apse":                  {storey + `{"id": "a", "category": "roof", "levelId": "level-0", "thickness": 200, "form": "hip", "pitch": 45, "outline": [` + oblong + `], "arcs": {"1": -3000}}`, 0},
	} {
		s := build(t, c.records)
		got := closed(t, s, "a")
		if name == "apse" { // its arc is followed within a tenth of a millimetre
			if want := (48e6 + math.Pi*9e6/2) * 200 * s2; math.Abs(got-want) > 1e-4*want {
				t.Errorf("%s: %v mm³, want %v", name, got, want)
			}
			continue
		}
		if math.Abs(got-c.want) > 1e-8*c.want+1 {
			t.Errorf("%s: %v mm³, want %v", name, got, c.want)
		}
	}
	s := build(t, plate("ceiling", ""))
	q := category.Quantities(s, s.Record("a"))
	if got := number(q, "Qto_CoveringBaseQuantities", "GrossArea"); math.Abs(got-48) > 1e-6 {
		t.Errorf("a ceiling without a thickness covers %v m²", got)
	}
	if got := number(q, "Qto_CoveringBaseQuantities", "GrossVolume"); got != 0 {
		t.Errorf("a ceiling without a thickness is said to hold %v m³", got)
	}
}

// TestProfiles holds the volumes in mm³ of columns, upright and slanted, beams and
// braces of every shape of profile, with arcs within a tenth of a millimetre.
func TestProfiles(t *testing.T) {
	for shape, area := range map[string]float64{
		`"rect", "width": 200, "depth": 300`:                                             60000,
		`"round", "diameter": 400`:                                                       math.Pi * 200 * 200,
		`"rect-hollow", "width": 200, "depth": 300, "wallThickness": 10`:                 60000 - 180*280,
		`"round-hollow", "diameter": 400, "wallThickness": 10`:                           math.Pi * (200*200 - 190*190),
		`"i", "width": 200, "depth": 300, "webThickness": 10, "flangeThickness": 20`:     2*200*20 + 260*10,
		`"l", "width": 200, "depth": 300, "webThickness": 10, "flangeThickness": 20`:     200*20 + 280*10,
		`"t", "width": 200, "depth": 300, "webThickness": 10, "flangeThickness": 20`:     200*20 + 280*10,
		`"u", "width": 200, "depth": 300, "webThickness": 10, "flangeThickness": 20`:     2*200*20 + 260*10,
		`"cross", "width": 200, "depth": 300, "webThickness": 10, "flangeThickness": 20`: 200*20 + 280*10,
		`"i", "width": 200, "depth": 300, "webThickness": 10, "flangeThickness": 150`:    0,
		`"rect-hollow", "width": 200, "depth": 300, "wallThickness": 100`:                0,
		`"u", "width": 200, "depth": 300, "webThickness": 200.5, "flangeThickness": 20`:  0,
		`"rect", "width": 200`: 0,
	} {
		for element, length := range map[string]float64{
			`{"id": "a", "category": "column", "levelId": "level-0", "typeId": "t", "at": [500, 500], "rotation": 30}`:                              3000,
			`{"id": "a", "category": "column", "levelId": "level-0", "typeId": "t", "at": [500, 500], "end": [1500, 700], "height": 2000}`:          2000,
			`{"id": "a", "category": "beam", "levelId": "level-0", "typeId": "t", "start": [0, 0, 0], "end": [3000, 0, 4000], "rotation": 20}`:      5000,
			`{"id": "a", "category": "beam", "levelId": "level-0", "typeId": "t", "start": [0, 0, 0], "end": [0, 0, 4000], "justify": "top"}`:       4000,
			`{"id": "a", "category": "brace", "levelId": "level-0", "typeId": "t", "start": [0, 0, 3000], "end": [-3000, 4000, 3000]}`:              5000,
			`{"id": "a", "category": "beam", "levelId": "level-0", "typeId": "t", "start": [0, 0, 3000], "end": [0, 0, 3000], "justify": "bottom"}`: 0,
			`{"id": "a", "category": "column", "levelId": "level-0", "typeId": "t", "at": [500, 500], "height": 0}`:                                 0,
		} {
			s := build(t, storey+`{"id": "t", "category": "type", "of": "column", "profile": {"shape": `+shape+"}}\n"+element)
			tolerance := 1e-8*area*length + 1
			if area == math.Pi*200*200 || area == math.Pi*(200*200-190*190) {
				tolerance = 2 * math.Pi * 400 * length * 0.1
			}
			if got := closed(t, s, "a"); math.Abs(got-area*length) > tolerance {
				t.Errorf("%s of %s: %v mm³, want %v", element, shape, got, area*length)
			}
		}
	}
}

// TestFootings holds where foundations under walls and columns lie.
func TestFootings(t *testing.T) {
	foot := `{"id": "a", "category": "foundation", "levelId": "level-0", "hostId": "h", "width": 1000, "depth": 400}`
	for name, c := range map[string]struct {
		host   string
		volume float64
		want   [6]float64
	}{
		"wall":    {wallLine("h", 0, 0, 4000, 0, 300, `, "baseOffset": -200`), 4000 * 1000 * 400, [6]float64{0, -500, -600, 4000, 500, -200}},
		"aside":   {wallLine("h", 0, 0, 4000, 0, 300, `, "location": "right"`), 4000 * 1000 * 400, [6]float64{0, -350, -400, 4000, 650, 0}},
		"column":  {`{"id": "h", "category": "column", "levelId": "level-0", "at": [2000, 0], "rotation": 45}`, 1000 * 1000 * 400, [6]float64{2000 - 500*math.Sqrt2, -500 * math.Sqrt2, -400, 2000 + 500*math.Sqrt2, 500 * math.Sqrt2, 0}},
		"nothing": {"", 0, [6]float64{}},
	} {
		s := build(t, storey+c.host+"\n"+foot)
		if got := closed(t, s, "a"); math.Abs(got-c.volume) > 1e-8*c.volume {
			t.Errorf("%s: %v mm³, want %v", name, got, c.volume)
		}
		box, ok := category.Bounds(s, s.Record("a"))
		got := box.Flat()
		for i := range c.want {
			if ok != (c.volume > 0) || ok && !near(got[i], c.want[i]) {
				t.Errorf("%s: %v, want %v", name, got, c.want)
				break
			}
		}
	}
}

// TestLayersOfPlates holds the volumes in mm³ of the layers of plates, which are as much
// as the whole.
func TestLayersOfPlates(t *testing.T) {
	const (
		outline = `"outline": [[0, 0], [8000, 0], [8000, 6000], [0, 6000]]`
		layers  = `[{"materialId": "tile", "thickness": 20, "function": "finish"}, {"thickness": 0, "function": "membrane"}, {"materialId": "wool", "thickness": 100, "function": "insulation"}, {"materialId": "concrete", "thickness": 180, "function": "structure"}]`
	)
	for name, c := range map[string]struct {
		category, more string
		area           float64 // in mm², along the slope
	}{
		"slab":           {"slab", "", 48e6},
		"slab with hole": {"slab", `, "holes": [[[1000, 1000], [1000, 3000], [3000, 3000], [3000, 1000]]]`, 44e6},
		"sloped slab":    {"slab", `, "slope": {"pitch": 45, "direction": 0}`, 48e6 * math.Sqrt2},
		"hip roof":       {"roof", `, "form": "hip", "pitch": 45`, 48e6 * math.Sqrt2},
		"gable roof":     {"roof", `, "form": "gable", "pitch": 60, "direction": 0`, 48e6 * 2},
		"ceiling":        {"ceiling", "", 48e6},
	} {
		s := build(t, storey+fmt.Sprintf(`{"id": "t", "category": "type", "of": %q, "layers": %s}`, c.category, layers)+"\n"+
			fmt.Sprintf(`{"id": "a", "category": %q, "levelId": "level-0", "typeId": "t", %s%s}`, c.category, outline, c.more))
		bodies := category.Bodies(s, s.Record("a"))
		if len(bodies) != 3 {
			t.Fatalf("%s has %d bodies, want 3", name, len(bodies))
		}
		sum := 0.0
		for i, want := range []struct {
			part, material string
			thickness      float64
		}{{"layer-0", "tile", 20}, {"layer-1", "wool", 100}, {"layer-2", "concrete", 180}} {
			b := bodies[i]
			if got := b.Mesh.Volume(); b.Part != want.part || b.Material != want.material || math.Abs(got-want.thickness*c.area) > 1e-6*got {
				t.Errorf("%s: %s of %q is %v mm³, want %s of %q, %v", name, b.Part, b.Material, got, want.part, want.material, want.thickness*c.area)
			}
			sum += b.Mesh.Volume()
		}
		if math.Abs(sum-300*c.area) > 1e-6*sum {
			t.Errorf("%s: layers are %v mm³, the whole %v", name, sum, 300*c.area)
		}
		sound(t, s, "a")
	}
}
