package category_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// TestRoomsInSpace holds clear heights, volumes and areas of rooms under slabs, ceilings
// and roofs that were computed by hand, in mm, m² and m³.
func TestRoomsInSpace(t *testing.T) {
	const (
		room    = `{"id": "r", "category": "room", "levelId": "level-0", "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]%s}` + "\n"
		plate   = `"outline": [[-200, -200], [4200, -200], [4200, 3200], [-200, 3200]]`
		above   = `{"id": "up", "category": "slab", "levelId": "level-0", "offset": 3000, "thickness": 200, ` + plate + "}\n"
		below   = `{"id": "down", "category": "slab", "levelId": "level-0", "thickness": 250, ` + plate + "}\n"
		half    = `{"id": "c", "category": "ceiling", "levelId": "level-0", "offset": 2500, "thickness": 20, "outline": [[0, 0], [2000, 0], [2000, 3000], [0, 3000]]}` + "\n"
		all     = `{"id": "c", "category": "ceiling", "levelId": "level-0", "offset": 2500, "thickness": 20, ` + plate + "}\n"
		screed  = `{"id": "st", "category": "type", "of": "slab", "layers": [{"thickness": 60, "function": "finish"}]}` + "\n" + `{"id": "s", "category": "slab", "levelId": "level-0", "offset": 60, "typeId": "st", ` + plate + "}\n"
		layered = `{"id": "lt", "category": "type", "of": "slab", "layers": [{"thickness": 10, "function": "finish"}, {"thickness": 50, "function": "substrate"}, {"thickness": 200, "function": "structure"}]}` + "\n" +
			`{"id": "s", "category": "slab", "levelId": "level-0", "offset": 60, "typeId": "lt", ` + plate + "}\n"
		shed = `{"id": "roof", "category": "roof", "levelId": "level-0", "thickness": 100, "form": "shed", "pitch": 45, "direction": 180, "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]], "offset": %s}` + "\n"
	)
	withRoom := func(more string) string { return fmt.Sprintf(room, more) }
	plain, high := withRoom(""), withRoom(`, "height": 10000`)
	d := 0.1 * math.Sqrt2 // how much deeper the underside of the roof is, in m
	x0 := 0.5 + d         // where it is 3 m over the floor
	x1 := 1 + d           // where it is on the floor
	type want map[string]float64
	for name, c := range map[string]struct {
		records string
		want    want
	}{
		"nothing over it":      {plain, want{"Height": 3000, "NetVolume": 36, "GrossVolume": 36, "GrossWallArea": 42, "clearHeight": 3000, "netVolume": 36}},
		"between slabs":        {plain + above + below, want{"Height": 2800, "NetVolume": 33.6, "GrossVolume": 33.6, "GrossWallArea": 14 * 2.8, "NetCeilingArea": 12, "FinishFloorHeight": 0, "clearHeight": 2800}},
		"under a ceiling":      {plain + above + all, want{"Height": 2800, "FinishCeilingHeight": 2500, "NetVolume": 30, "GrossVolume": 33.6, "clearHeight": 2500, "netVolume": 30}},
		"half under a ceiling": {plain + above + half, want{"Height": 2800, "FinishCeilingHeight": 2500, "NetVolume": 6*2.5 + 6*2.8, "GrossVolume": 33.6, "clearHeight": 2500}},
		"a screed":             {plain + above + below + screed, want{"Height": 2800, "FinishFloorHeight": 60, "NetVolume": 12 * 2.74, "GrossVolume": 33.6, "clearHeight": 2740}},
		"flooring in the slab": {plain + above + all + layered, want{"Height": 2800, "FinishFloorHeight": 60, "FinishCeilingHeight": 2440, "NetVolume": 12 * 2.44, "GrossVolume": 33.6, "clearHeight": 2440}},
		"finished level":       {`+"levelDatum": "finished"` + "\n" + plain + above + `{"id": "down", "category": "slab", "levelId": "level-0", "offset": -60, "thickness": 250, ` + plate + "}\n", want{"Height": 2860, "FinishFloorHeight": 60, "NetVolume": 33.6, "GrossVolume": 12 * 2.86}},
		"a hole over it": {plain + `{"id": "up", "category": "slab", "levelId": "level-0", "offset": 3000, "thickness": 200, ` + plate + `, "holes": [[[1000, 1000], [1000, 2000], [2000, 2000], [2000, 1000]]]}` + "\n",
			want{"NetVolume": 12*2.8 + 0.2, "clearHeight": 2800}},
		"a shaft in it": {plain + above + `{"id": "v", "category": "shaft", "levelId": "level-0", "height": 9000, "outline": [[0, 0], [1000, 0], [1000, 1000], [0, 1000]]}`,
			want{"NetVolume": 11 * 2.8, "GrossVolume": 12*2.8 + 0.2, "NetFloorArea": 11}},
		"a shed roof": {high + fmt.Sprintf(shed, "2500"), want{"NetVolume": 3 * (10 + 8 - 4*d), "NetCeilingArea": 12 * math.Sqrt2, "clearHeight": 1000 * (2.5 - d),
			"GrossWallArea": 3*(2.5-d) + 3*(6.5-d) + 8*(4.5-d)}},
		"a shed roof and its top":        {plain + fmt.Sprintf(shed, "2500"), want{"NetVolume": 3 * ((2.5-d)*x0 + x0*x0/2 + 3*(4-x0)), "clearHeight": 1000 * (2.5 - d)}},
		"a shed roof down to the floor":  {high + fmt.Sprintf(shed, "-1000"), want{"NetVolume": 3 * (4 - x1) * (4 - x1) / 2, "clearHeight": 0}},
		"a roof over a room without top": {`{"id": "top", "category": "level", "elevation": 9000}` + "\n" + `{"id": "r", "category": "room", "levelId": "top", "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]}` + "\n" + fmt.Sprintf(shed, "11500"), want{"NetVolume": 3 * (18 - 4*d)}},
		"a terrace on a lower slab": {plain + above + `{"id": "down", "category": "slab", "levelId": "level-0", "offset": -150, "thickness": 250, "outline": [[-200, -200], [2000, -200], [2000, 3200], [-200, 3200]]}` + "\n",
			want{"NetVolume": 6*2.95 + 6*2.8, "clearHeight": 2800}},
	} {
		s := build(t, storey+c.records)
		r := s.Record("r")
		got, _ := category.Quantities(s, r).Get("Qto_SpaceBaseQuantities").(model.Object)
		for q, w := range c.want {
			f, ok := got.Get(q).(float64)
			if v, derived := category.DerivedValue(s, r, q); derived {
				f, ok = v.(float64)
			}
			if !ok || math.Abs(f-w) > 1e-6*max(1, w) {
				t.Errorf("%s: %s is %v, want %v", name, q, f, w)
			}
		}
		if h := got.Get("Height"); c.want["Height"] == 0 && h != nil {
			t.Errorf("%s: Height is %v of a room of many", name, h)
		}
	}
	s := build(t, `{"id": "top", "category": "level", "elevation": 9000}`+"\n"+`{"id": "r", "category": "room", "levelId": "top", "outline": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]}`)
	for _, name := range []string{"clearHeight", "netVolume"} {
		if v, ok := category.DerivedValue(s, s.Record("r"), name); ok {
			t.Errorf("%s is %v of a room that nothing covers", name, v)
		}
	}
}
