package category_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

func stairOn(path string, width, risers int) string {
	return storey + fmt.Sprintf(`{"id": "a", "category": "stair", "levelId": "level-0", "path": [%s], "width": %d, "risers": %d}`+"\n", path, width, risers)
}

// winding answers the points of a path about the origin.
func winding(radius, step float64, n int) string {
	var out []string
	for i := range n {
		p := geom.Direction(step * float64(i)).Scale(radius)
		out = append(out, fmt.Sprintf("[%v, %v]", p.X, p.Y))
	}
	return strings.Join(out, ", ")
}

// TestStairParts holds what stairs are laid out as: flights with their treads, landings
// with their areas in m², computed by hand.
func TestStairParts(t *testing.T) {
	const c = 0.7071067811865476
	for name, want := range map[string]struct {
		records  string
		flights  string
		going    float64
		landings string
	}{
		"straight":       {stairOn("[0, 0], [2800, 0]", 1000, 15), "14 treads, 15 risers from 0", 200, ""},
		"quarter turn":   {stairOn("[0, 0], [3000, 0], [3000, 2400]", 1000, 15), "7 treads, 8 risers from 0; 6 treads, 7 risers from 1600", 1900.0 / 6, "1.000 at 1600"},
		"45 degrees":     {stairOn(fmt.Sprintf("[0, 0], [3000, 0], [%v, %v]", 3000+2400*c, 2400*c), 1000, 15), "7 treads, 8 risers from 0; 6 treads, 7 risers from 1600", 1900.0 / 6, "1.000 at 1600"},
		"135 degrees":    {stairOn(fmt.Sprintf("[0, 0], [4000, 0], [%v, %v]", 4000-4000*c, 4000*c), 1000, 15), "7 treads, 8 risers from 0; 6 treads, 7 risers from 1600", (4000 - 500*math.Tan(3*math.Pi/8)) / 7, "2.414 at 1600"},
		"half turn":      {stairOn("[0, 0], [3000, 0], [3000, 1100], [0, 1100]", 1000, 16), "7 treads, 8 risers from 0; 7 treads, 8 risers from 1500", 2500.0 / 7, "2.100 at 1500"},
		"no well":        {stairOn("[0, 0], [3000, 0], [3000, 1000], [0, 1000]", 1000, 16), "7 treads, 8 risers from 0; 7 treads, 8 risers from 1500", 2500.0 / 7, "2.000 at 1500"},
		"two quarters":   {stairOn("[0, 0], [2500, 0], [2500, 2000], [0, 2000]", 1000, 17), "6 treads, 7 risers from 0; 2 treads, 3 risers from 1235; 6 treads, 7 risers from 1765", 2000.0 / 6, "1.000 at 1235; 1.000 at 1765"},
		"30 degrees":     {stairOn(winding(1500, 30, 5), 1000, 19), "", 0, ""},
		"winding":        {stairOn(winding(1500, 15, 13), 1000, 16), "15 treads, 16 risers from 0", 12 * 3000 * math.Sin(7.5*math.Pi/180) / 15, ""},
		"one riser":      {stairOn("[0, 0], [300, 0]", 1000, 1), "", 0, ""},
		"two risers":     {stairOn("[0, 0], [300, 0]", 1000, 2), "1 treads, 2 risers from 0", 300, ""},
		"too few risers": {stairOn("[0, 0], [3000, 0], [3000, 2400]", 1000, 3), "", 0, ""},
		"too wide":       {stairOn("[0, 0], [3000, 0], [3000, 900], [0, 900]", 1000, 16), "", 0, ""},
		"flights": {storey + `{"id": "a", "category": "stair", "levelId": "level-0", "flights": [{"path": [[0, 0], [1960, 0]], "width": 1000, "risers": 8}, {"path": [[1960, 1100], [280, 1100]], "width": 900, "risers": 7}], "landings": [{"outline": [[1960, -500], [3060, -500], [3060, 1600], [1960, 1600]]}, {"outline": [[280, 600], [280, 1600], [-720, 1600], [-720, 600]]}]}`,
			"7 treads, 8 risers from 0; 6 treads, 7 risers from 1600", 280, "2.310 at 1600; 1.000 at 3000"},
		"flights in one": {storey + `{"id": "a", "category": "stair", "levelId": "level-0", "flights": [{"path": [[0, 0], [280, 0]], "width": 1000, "risers": 1}, {"path": [[280, 0], [560, 100]], "width": 1000, "risers": 1}, {"path": [[560, 100], [800, 300]], "width": 1000, "risers": 3}]}`,
			"1 treads, 1 risers from 0; 1 treads, 1 risers from 600; 2 treads, 3 risers from 1200", math.Hypot(240, 200) / 2, ""},
	} {
		s := build(t, want.records)
		w, ok := category.StairParts(s, s.Record("a"))
		if want.flights == "" && name != "30 degrees" {
			if ok || closed(t, s, "a") != 0 {
				t.Errorf("%s is laid out", name)
			}
			continue
		}
		var flights, landings []string
		for i, f := range w.Flights {
			treads := 0
			for _, step := range w.Steps {
				if step.Flight == i {
					treads++
				}
			}
			flights = append(flights, fmt.Sprintf("%d treads, %d risers from %.0f", treads, f.Risers, f.Foot))
		}
		for _, step := range w.Steps {
			if step.Flight < 0 {
				landings = append(landings, fmt.Sprintf("%.3f at %.0f", step.Outline.Area()/1e6, step.Top))
			}
		}
		if name == "30 degrees" {
			if len(w.Flights) != 4 || len(landings) != 3 {
				t.Errorf("%s: %q, %q", name, flights, landings)
			}
			continue
		}
		if got := strings.Join(flights, "; "); !ok || got != want.flights || math.Abs(w.Going-want.going) > 1e-6 {
			t.Errorf("%s: %s, going %v, want %s, going %v", name, got, w.Going, want.flights, want.going)
		}
		if got := strings.Join(landings, "; "); got != want.landings {
			t.Errorf("%s: landings %s, want %s", name, got, want.landings)
		}
	}
}

// TestStairVolumes holds volumes in mm³ that were computed by hand.
func TestStairVolumes(t *testing.T) {
	const c = 0.7071067811865476
	reach := 500 * math.Tan(3*math.Pi/8)
	for name, want := range map[string]struct {
		records string
		volume  float64
	}{
		"45 degrees":  {stairOn(fmt.Sprintf("[0, 0], [3000, 0], [%v, %v]", 3000+2400*c, 2400*c), 1000, 15), 1000*(flightArea(2500, 200, 7, 0)+flightArea(1900, 200, 6, 200)) + 1000*1000*200},
		"135 degrees": {stairOn(fmt.Sprintf("[0, 0], [4000, 0], [%v, %v]", 4000-4000*c, 4000*c), 1000, 15), 1000*(flightArea(4000-reach, 200, 7, 0)+flightArea(4000-reach, 200, 6, 200)) + 2*reach*1000*200},
		"half turn":   {stairOn("[0, 0], [3000, 0], [3000, 1100], [0, 1100]", 1000, 15), 1000*(flightArea(2500, 200, 7, 0)+flightArea(2500, 200, 6, 200)) + 2100*1000*200},
		"twice round": {stairOn(winding(1500, 15, 49), 1000, 37), windingVolume(48*3000*math.Sin(7.5*math.Pi/180), 1000, 3000.0/37, 36)},
		"winding":     {stairOn(winding(1500, 15, 13), 1000, 16), windingVolume(12*3000*math.Sin(7.5*math.Pi/180), 1000, 187.5, 15)},
	} {
		s := build(t, want.records)
		if got := closed(t, s, "a"); math.Abs(got-want.volume) > 1e-8*want.volume+1 {
			t.Errorf("%s: %v mm³, want %v", name, got, want.volume)
		}
	}
}

// windingVolume answers that of treads that turn, each down to the waist under the foot
// of its riser but not below the floor.
func windingVolume(length, width, riser float64, treads int) float64 {
	going := length / float64(treads)
	drop := 150 * math.Hypot(1, riser/going)
	sum := 0.0
	for k := range treads {
		sum += float64(k+1)*riser - max(0, float64(k)*riser-drop)
	}
	return sum * going * width
}

// TestStairsWind holds that stairs along any path are closed, do not cross themselves,
// and are stepped evenly over the whole of their path.
func TestStairsWind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at, heading := geom.Point{}, rapid.Float64Range(0, 360).Draw(t, "heading")
		points := []string{"[0, 0]"}
		length := 0.0
		for range rapid.IntRange(1, 4).Draw(t, "stretches") {
			d := rapid.Float64Range(400, 4000).Draw(t, "length")
			at = at.Add(geom.Direction(heading).Scale(d))
			heading += rapid.SampledFrom([]float64{0, 20, 45, -45, 90, -90, 135, -135, 73}).Draw(t, "turn")
			length += d
			points = append(points, fmt.Sprintf("[%v, %v]", at.X, at.Y))
		}
		width := rapid.IntRange(600, 1500).Draw(t, "width")
		s := build(t, stairOn(strings.Join(points, ", "), width, rapid.IntRange(2, 30).Draw(t, "risers")))
		w, ok := category.StairParts(s, s.Record("a"))
		if volume := closed(t, s, "a"); ok != (volume > 0) {
			t.Fatalf("parts %v, volume %v", ok, volume)
		}
		if !ok {
			return
		}
		sound(t, s, "a")
		area, top := 0.0, 0.0
		for _, step := range w.Steps {
			area += step.Outline.Area()
			if up := step.Top - top; math.Abs(up-w.Riser) > 1e-6 {
				t.Fatalf("a riser of %v instead of %v", up, w.Riser)
			}
			top = step.Top
		}
		if math.Abs(area-length*float64(width)) > 1e-6*area || math.Abs(3000-top-w.Riser) > 1e-6 {
			t.Fatalf("area %v of %v, up to %v", area, length*float64(width), top)
		}
		if first, last := w.Line[0], w.Line[len(w.Line)-1]; math.Abs(first.Z-w.Riser) > 1e-6 || math.Abs(last.Z-3000) > 1e-6 || !last.Plan().Near(at, 1e-6) {
			t.Fatalf("walking line %v", w.Line)
		}
	})
}

// TestStairSpace holds which part of a stair has to be open in a slab.
func TestStairSpace(t *testing.T) {
	s := build(t, stairOn("[0, 0], [2800, 0]", 1000, 15))
	sum := 0.0
	for _, g := range category.StairSpace(s, s.Record("a"), 2800, 3000, 2000) {
		sum += g.Area()
	}
	if want := 10 * 200 * 1000.0; math.Abs(sum-want) > 1 { // treads at 1000 to 2800, of which 2000 over the first is in the slab
		t.Errorf("%v mm², want %v", sum, want)
	}
}
