package category_test

import (
	"math"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// TestQuantities holds quantities that were computed by hand: mm, m² and m³.
func TestQuantities(t *testing.T) {
	wall := wallLine("a", 0, 0, 4000, 0, 300, "")
	door := `{"id": "d", "category": "door", "levelId": "level-0", "hostId": "a", "offset": 2000, "width": 1000, "height": 2100}` + "\n"
	outline := `"outline": [[0, 0], [8000, 0], [8000, 6000], [0, 6000]]`
	slab := `{"id": "a", "category": "slab", "levelId": "level-0", "thickness": 200, ` + outline + `, "holes": [[[1000, 1000], [1000, 3000], [3000, 3000], [3000, 1000]]]}`
	s2 := math.Sqrt2
	type want map[string]float64
	for name, c := range map[string]struct {
		records, set string
		want         want
	}{
		"wall": {wall + door, "Qto_WallBaseQuantities", want{"Length": 4000, "Width": 300, "Height": 3000, "GrossFootprintArea": 1.2, "NetFootprintArea": 1.2,
			"GrossSideArea": 12, "NetSideArea": 9.9, "GrossVolume": 3.6, "NetVolume": 2.97}},
		"wall through a slab": {wall + `{"id": "s", "category": "slab", "levelId": "level-0", "offset": 1000, "thickness": 200, ` + outline + "}", "Qto_WallBaseQuantities",
			want{"GrossVolume": 3.6, "NetVolume": 3.6 - 4*0.15*0.2}},
		"wall with a column": {wall + `{"id": "p", "category": "type", "of": "column", "profile": {"shape": "rect", "width": 200, "depth": 500}}
{"id": "c", "category": "column", "levelId": "level-0", "typeId": "p", "at": [1000, 0]}`, "Qto_WallBaseQuantities", want{"GrossVolume": 3.6, "NetVolume": 3.6 - 0.2*0.3*3}},
		"wall with a teed one": {wall + wallLine("b", 2000, 0, 2000, 3000, 100, ""), "Qto_WallBaseQuantities", want{"GrossVolume": 3.6, "NetVolume": 3.6}},
		"teed wall": {wallLine("z", 0, 0, 4000, 0, 300, "") + wallLine("a", 2000, 0, 2000, 3000, 100, ""), "Qto_WallBaseQuantities",
			want{"Length": 3000, "GrossFootprintArea": 0.3, "NetFootprintArea": 0.285, "GrossVolume": 0.855, "NetVolume": 0.855}},
		"arc wall": {wallLine("a", 0, 0, 4000, 0, 300, `, "sagitta": 2000`), "Qto_WallBaseQuantities", want{"Length": 2000 * math.Pi, "NetFootprintArea": 0.6 * math.Pi,
			"GrossSideArea": 6 * math.Pi, "GrossVolume": 1.8 * math.Pi, "NetVolume": 1.8 * math.Pi}},
		"gable wall": {wallLine("a", 4000, 0, 4000, 6000, 300, `, "topHostIds": ["r"]`) + `{"id": "r", "category": "roof", "levelId": "level-0", "thickness": 100, ` + outline + `, "form": "gable", "pitch": 45, "direction": 0, "offset": 3000}`,
			"Qto_WallBaseQuantities", want{"GrossSideArea": 6 * (4.5 - 0.1*s2), "GrossVolume": 0.3 * 6 * (4.5 - 0.1*s2)}},
		"slab": {slab, "Qto_SlabBaseQuantities", want{"Width": 200, "Length": 8000, "Depth": 6000, "Perimeter": 28000, "GrossArea": 48, "NetArea": 44, "GrossVolume": 9.6, "NetVolume": 8.8}},
		"hip roof": {`{"id": "a", "category": "roof", "levelId": "level-0", "thickness": 200, "form": "hip", "pitch": 45, "overhang": 500, ` + outline + "}", "Qto_RoofBaseQuantities",
			want{"ProjectedArea": 63, "GrossArea": 63 * s2, "NetArea": 63 * s2}},
		"ceiling": {`{"id": "a", "category": "ceiling", "levelId": "level-0", "thickness": 20, ` + outline + "}", "Qto_CoveringBaseQuantities", want{"Width": 20, "GrossArea": 48, "NetArea": 48}},
		"round column": {`{"id": "p", "category": "type", "of": "column", "profile": {"shape": "round", "diameter": 400}}
{"id": "a", "category": "column", "levelId": "level-0", "typeId": "p", "at": [0, 0]}`, "Qto_ColumnBaseQuantities",
			want{"Length": 3000, "CrossSectionArea": 0.04 * math.Pi, "OuterSurfaceArea": 0.4 * math.Pi * 3, "GrossSurfaceArea": 0.4*math.Pi*3 + 0.08*math.Pi, "GrossVolume": 0.12 * math.Pi, "NetVolume": 0.12 * math.Pi}},
		"beam": {`{"id": "p", "category": "type", "of": "beam", "profile": {"shape": "rect", "width": 200, "depth": 400}}
{"id": "a", "category": "beam", "levelId": "level-0", "typeId": "p", "start": [0, 0, 3000], "end": [3000, 4000, 3000]}`, "Qto_BeamBaseQuantities",
			want{"Length": 5000, "CrossSectionArea": 0.08, "OuterSurfaceArea": 6, "GrossSurfaceArea": 6.16, "GrossVolume": 0.4}},
		"door": {wallLine("w", 0, 0, 4000, 0, 300, "") + `{"id": "a", "category": "door", "levelId": "level-0", "hostId": "w", "offset": 2000, "width": 1000, "height": 2100}`, "Qto_DoorBaseQuantities",
			want{"Width": 1000, "Height": 2100, "Perimeter": 6200, "Area": 2.1}},
		"room": {`{"id": "a", "category": "room", "levelId": "level-0", "outline": [[0, 0], [6000, 0], [6000, 2000], [2000, 2000], [2000, 5000], [0, 5000]]}
{"id": "p", "category": "type", "of": "column", "profile": {"shape": "rect", "width": 400, "depth": 400}}
{"id": "c", "category": "column", "levelId": "level-0", "typeId": "p", "at": [6000, 0]}
{"id": "s", "category": "shaft", "levelId": "level-0", "outline": [[500, 500], [1500, 500], [1500, 1500], [500, 1500]], "topLevelId": "level-0", "topOffset": 6000}`, "Qto_SpaceBaseQuantities",
			want{"Height": 3000, "GrossPerimeter": 22000, "GrossFloorArea": 18, "NetFloorArea": 18 - 0.04 - 1, "GrossVolume": 54, "NetVolume": 50.88}},
		"opening": {wallLine("w", 0, 0, 4000, 0, 300, "") + `{"id": "a", "category": "opening", "hostId": "w", "offset": 1000, "width": 800, "height": 500}`, "Qto_OpeningElementBaseQuantities",
			want{"Width": 800, "Height": 500, "Depth": 300, "Area": 0.4, "Volume": 0.12}},
		"niche": {wallLine("w", 0, 0, 4000, 0, 300, "") + `{"id": "a", "category": "opening", "hostId": "w", "offset": 1000, "width": 800, "height": 500, "depth": 100}`, "Qto_OpeningElementBaseQuantities",
			want{"Depth": 100, "Volume": 0.04}},
		"curtain wall": {`{"id": "a", "category": "curtain-wall", "levelId": "level-0", "start": [0, 0], "end": [4000, 0]}` + "\n" + door, "Qto_CurtainWallQuantities",
			want{"Length": 4000, "Height": 3000, "Width": 200, "GrossSideArea": 12, "NetSideArea": 9.9}},
		"railing": {`{"id": "a", "category": "railing", "levelId": "level-0", "path": [[0, 0], [2400, 0], [2400, 600]]}`, "Qto_RailingBaseQuantities", want{"Length": 3000}},
		"ramp": {`{"id": "a", "category": "ramp", "levelId": "level-0", "path": [[0, 0], [4000, 0]], "width": 1000, "rise": 3000}`, "Qto_RampFlightBaseQuantities",
			want{"Length": 5000, "Width": 1000, "GrossArea": 5, "GrossVolume": 5 * 0.2}},
		"footing": {wallLine("w", 0, 0, 4000, 0, 300, "") + `{"id": "a", "category": "foundation", "levelId": "level-0", "hostId": "w", "width": 600, "depth": 400}`, "Qto_FootingBaseQuantities",
			want{"Height": 400, "GrossVolume": 0.96}},
		"stair": {`{"id": "a", "category": "stair", "levelId": "level-0", "path": [[0, 0], [2800, 0]], "width": 1000, "risers": 15}`, "Qto_StairFlightBaseQuantities",
			want{"Length": 2800, "GrossVolume": flightArea(2800, 200, 14, 0) / 1e6}},
	} {
		s := build(t, storey+c.records)
		got, _ := category.Quantities(s, s.Record("a")).Get(c.set).(model.Object)
		for q, w := range c.want {
			if f, ok := got.Get(q).(float64); !ok || math.Abs(f-w) > 1e-6*max(1, w) {
				t.Errorf("%s: %s is %v, want %v", name, q, got.Get(q), w)
			}
		}
	}
	s := build(t, storey+`{"id": "r", "category": "room", "levelId": "level-0"}`+"\n"+`{"id": "w", "category": "wall", "levelId": "level-0", "start": [0, 0], "end": [0, 0]}`)
	if got := category.Quantities(s, s.Record("r")); got != nil {
		t.Errorf("a room without a place has %v", got)
	}
	s = build(t, storey+`{"id": "w", "category": "wall", "levelId": "level-0", "start": [0, 0], "end": [4000, 0], "thickness": 300, "topHostIds": ["r"]}
{"id": "r", "category": "roof", "levelId": "level-0", "thickness": 100, "outline": [[-1000, -1000], [5000, -1000], [5000, 5000], [-1000, 5000]], "form": "shed", "pitch": 20, "direction": 0, "offset": 3000}
{"id": "s", "category": "slab", "levelId": "level-0", "thickness": 200, "outline": [[0, 0], [4000, 0], [4000, 3000], [100, 3000]]}`)
	for id, name := range map[string]string{"w": "Height", "s": "Length"} {
		for _, set := range category.Quantities(s, s.Record(id)) {
			if got := set.Value.(model.Object).Get(name); got != nil {
				t.Errorf("%s is %v of %s, which has no one", name, got, id)
			}
		}
	}
	s = build(t, storey+`{"id": "w", "category": "wall", "levelId": "level-0", "start": [0, 0], "end": [0, 0]}`)
	if set, _ := category.Quantities(s, s.Record("w")).Get("Qto_WallBaseQuantities").(model.Object); set.Get("NetVolume") != nil {
		t.Errorf("a wall without length has a volume: %v", set)
	}
}
