package category_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// everything works out all that follows from the geometry of records, and holds that
// no number of it is without meaning.
func everything(t builder, s *model.Snapshot, ids ...string) {
	t.Helper()
	for _, id := range ids {
		r := s.Record(id)
		category.Joins(s, r)
		category.FootprintAt(s, r, 1000)
		category.LayersAt(s, r, 1000)
		category.Quantities(s, r)
		category.Derived(s, r)
		for _, l := range category.Layers(s, r) {
			for _, g := range l.Regions {
				if area := g.Area(); math.IsNaN(area) || math.IsInf(area, 0) {
					t.Errorf("%s: a layer covers %v", id, area)
				}
			}
		}
		for _, b := range category.Bodies(s, r) {
			for _, p := range b.Mesh.Points {
				if !p.IsFinite() {
					t.Errorf("%s, %s has a corner at %v", id, b.Part, p)
				}
			}
		}
	}
}

// FuzzWalls holds that no numbers make walls, curtain walls and what stands in and over
// them panic, run on or have corners nowhere.
func FuzzWalls(f *testing.F) {
	f.Add(0.0, 0.0, 4000.0, 0.0, 0.0, 300.0, 2000.0, 1000.0, 1.0, 0.0, byte(0))
	f.Add(0.0, 0.0, 4000.0, 0.0, 900.0, 300.0, 2000.0, 1000.0, 1.0, -0.5, byte(1))
	f.Add(0.0, 0.0, 0.0, 0.0, 0.0, 300.0, 0.0, 1000.0, 0.0, 1.0, byte(2))
	f.Add(1e9, -1e9, 1e9+4000, -1e9, -4000.0, 1e-9, 1e9, 1e9, 1e-9, 1e-9, byte(3))
	f.Add(1e300, 1e-300, -1e300, 1e300, 1e308, 1e300, 1e300, 1e300, 1e300, 1e300, byte(4))
	f.Add(0.0, 0.0, 1.0, 0.0, 4000.0, 9000.0, 0.5, 0.2, -1.0, 1e-12, byte(5))
	f.Add(0.0, 0.0, 5000.0, 1e-7, 0.0, 200.0, 2500.0, 900.0, 0.1, 1.0, byte(6))
	f.Add(0.1, 0.0, 0.0, 3000.0, 1e-5, 200.0, 100.0, 900.0, 1.0, 1.0, byte(7))
	f.Fuzz(func(t *testing.T, x1, y1, x2, y2, sagitta, thickness, offset, width, slope, turn float64, kind byte) {
		for _, n := range []float64{x1, y1, x2, y2, sagitta, thickness, offset, width, slope, turn} {
			if math.IsNaN(n) || math.IsInf(n, 0) {
				return
			}
		}
		of := fmt.Sprintf(`"thickness": %v`, thickness)
		if kind&1 == 1 {
			of = `"typeId": "thick"`
		}
		hosted := `, "levelId": "level-0"`
		lines := storey + layeredTypes +
			fmt.Sprintf(`{"id": "a", "category": "wall", "levelId": "level-0", %s, "start": [%v, %v], "end": [%v, %v], "sagitta": %v, "topHostIds": ["r", "s"], "clips": [{"at": [%v, %v, 2000], "normal": [%v, %v, %v]}]}`+"\n", of, x1, y1, x2, y2, sagitta, offset, width, slope, turn, float64(kind&2)) +
			fmt.Sprintf(`{"id": "b", "category": "wall", "levelId": "level-0", "typeId": "cavity", "start": [%v, %v], "end": [0, 0], "height": %v}`+"\n", x2, y2, width) +
			fmt.Sprintf(`{"id": "c", "category": "curtain-wall", "levelId": "level-0", "start": [%v, %v], "end": [5000, 0], "sagitta": %v, "mullionSpacing": %v, "transomSpacing": [%v, %v], "mullionOffset": %v}`+"\n", x1, y1, slope, width, offset, width, turn) +
			fmt.Sprintf(`{"id": "o", "category": "opening", "hostId": "a"%s, "offset": %v, "width": %v, "height": %v, "sill": %v, "depth": %v}`+"\n", hosted, offset, width, thickness, turn, thickness/2) +
			fmt.Sprintf(`{"id": "d", "category": "door", "hostId": "c"%s, "offset": %v, "width": %v, "height": 2100}`+"\n", hosted, offset, width) +
			fmt.Sprintf(`{"id": "w", "category": "window", "hostId": "a"%s, "offset": %v, "width": %v, "height": %v, "sill": %v}`+"\n", hosted, width, offset, thickness, slope) +
			fmt.Sprintf(`{"id": "r", "category": "roof", "levelId": "level-0", "thickness": %v, "form": "gable", "pitch": %v, "outline": [[%v, %v], [%v, %v], [%v, %v], [0, 5000]], "offset": 2000}`+"\n", thickness, slope, x1, y1, x2, y1, x2, y2) +
			fmt.Sprintf(`{"id": "s", "category": "slab", "levelId": "level-0", "thickness": %v, "outline": [[%v, %v], [%v, %v], [%v, %v], [%v, 0]], "offset": %v}`+"\n", thickness, x1, y1, x2, y2, x2, y1, x1, width) +
			fmt.Sprintf(`{"id": "f", "category": "foundation", "levelId": "level-0", "hostId": "a", "width": %v, "depth": %v}`+"\n", width, thickness)
		everything(t, build(t, lines), "a", "b", "c", "o", "d", "w", "r", "s", "f")
	})
}

// TestLongOutlinesEnd holds that all that follows from outlines of 10,000 points, from
// long walls under them and from a wall of 500 openings is worked out without delay.
func TestLongOutlinesEnd(t *testing.T) {
	var round, comb strings.Builder
	for i := range 10000 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 10000)
		reach := 1e4 + 3000*math.Sin(37*2*math.Pi*float64(i)/10000)
		fmt.Fprintf(&round, ", [%v, %v]", reach*cos, reach*sin)
	}
	for i := range 2500 {
		x := float64(i) * 40
		fmt.Fprintf(&comb, ", [%v, 0], [%v, 5000], [%v, 5000], [%v, 0]", x, x, x+20, x+20)
	}
	comb.WriteString(", [100020, -1000], [0, -1000]")
	plate := func(category, outline string) string {
		return fmt.Sprintf(`{"id": "a", "category": %q, "levelId": "level-0", "thickness": 200, "form": "hip", "pitch": 30, "offset": 2600, "outline": [%s]}`+"\n", category, outline)
	}
	under := wallLine("w", -20000, 0, 20000, 100, 300, `, "topHostIds": ["a"]`)
	holes := ""
	for i := range 500 {
		holes += fmt.Sprintf(`{"id": "o%d", "category": "opening", "levelId": "level-0", "hostId": "w", "offset": %v, "width": 60, "height": %v, "sill": %v}`+"\n", i, 80*i, 300+i, 100+i)
	}
	for name, lines := range map[string]string{
		"a round slab":           plate("slab", round.String()[2:]) + under,
		"a round roof":           plate("roof", round.String()[2:]) + under,
		"a comb":                 plate("slab", comb.String()[2:]) + under,
		"many openings":          plate("slab", "[0, 0], [9000, 0], [0, 9000]") + under + holes,
		"a comb that is crossed": plate("slab", comb.String()[2:]) + under + `{"id": "s", "category": "shaft", "levelId": "level-0", "outline": [[0, 1000], [90000, 1000], [90000, 1500], [0, 1500]], "topLevelId": "level-0", "topOffset": 4000}`,
	} {
		s := build(t, storey+lines)
		before := time.Now()
		everything(t, s, "a", "w")
		if took := time.Since(before); took > 30*time.Second { // a second or two alone, with all that is asked of both
			t.Errorf("%s took %v", name, took)
		}
	}
}
