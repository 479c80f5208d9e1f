package category_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

const (
	oblong = "[0, 0], [8000, 0], [8000, 6000], [0, 6000]"
	ell    = "[0, 0], [8000, 0], [8000, 4000], [4000, 4000], [4000, 8000], [0, 8000]"
	tee    = "[0, 0], [12000, 0], [12000, 4000], [8000, 4000], [8000, 7000], [4000, 7000], [4000, 4000], [0, 4000]"
	you    = "[0, 0], [12000, 0], [12000, 8000], [9000, 8000], [9000, 4000], [3000, 4000], [3000, 8000], [0, 8000]"
)

func roofOver(outline, more string) string {
	return storey + `{"id": "a", "category": "roof", "levelId": "level-0", "thickness": 200, "offset": 3000, "outline": [` + outline + `], ` + more + "}\n"
}

// TestRoofs holds volumes in m³, the height of the highest point in mm and the lines of
// roofs that were computed by hand.
func TestRoofs(t *testing.T) {
	slope := func(deg float64) float64 { return 0.2 / math.Cos(deg*math.Pi/180) }
	pitch := func(deg float64) float64 { return math.Tan(deg * math.Pi / 180) }
	for name, c := range map[string]struct {
		outline, more string
		volume, top   float64
		lines         string
	}{
		"flat":                  {oblong, `"form": "flat"`, 48 * 0.2, 3000, "eave 4"},
		"flat with a fall":      {oblong, `"form": "flat", "slope": {"pitch": 45, "direction": 180}`, 48 * slope(45), 11000, "eave 1, verge 3"},
		"shed":                  {oblong, `"form": "shed", "pitch": 30, "direction": 90`, 48 * slope(30), 3000 + 6000*pitch(30), "eave 1, verge 3"},
		"gable":                 {oblong, `"form": "gable", "pitch": 30, "direction": 0`, 48 * slope(30), 3000 + 3000*pitch(30), "eave 2, ridge 1, verge 4"},
		"gable across":          {oblong, `"form": "gable", "pitch": 45, "direction": 90`, 48 * slope(45), 7000, "eave 2, ridge 1, verge 4"},
		"gable with overhang":   {oblong, `"form": "gable", "pitch": 45, "direction": 0, "overhang": 500`, 63 * slope(45), 6500, "eave 2, ridge 1, verge 4"},
		"gable, two pitches":    {oblong, `"form": "gable", "pitch": 45, "direction": 0, "edges": {"0": {"pitch": 30}}`, 24*0 + 8*(6/(1+pitch(30)))*slope(30) + 8*(6-6/(1+pitch(30)))*slope(45), 3000 + 6000*pitch(30)/(1+pitch(30)), "eave 2, ridge 1, verge 4"},
		"hip":                   {oblong, `"form": "hip", "pitch": 45`, 48 * slope(45), 6000, "eave 4, hip 4, ridge 1"},
		"hip with a gable":      {oblong, `"form": "hip", "pitch": 45, "edges": {"1": {"pitch": 0}}`, 48 * slope(45), 6000, "eave 3, hip 2, ridge 1, verge 2"},
		"pyramid":               {"[0, 0], [6000, 0], [6000, 6000], [0, 6000]", `"form": "hip", "pitch": 45`, 36 * slope(45), 6000, "eave 4, hip 4"},
		"steep ends":            {oblong, `"form": "hip", "pitch": 45, "edges": {"1": {"pitch": 60}, "3": {"pitch": 60}}`, (48-2*9/pitch(60))*slope(45) + 2*9/pitch(60)*slope(60), 6000, "eave 4, hip 4, ridge 1"},
		"hip over an L":         {ell, `"form": "hip", "pitch": 45`, 48 * slope(45), 5000, "eave 6, hip 5, ridge 2, valley 1"},
		"hip over an L, 500":    {ell, `"form": "hip", "pitch": 45, "overhang": 500`, 65 * slope(45), 5500, "eave 6, hip 5, ridge 2, valley 1"},
		"gable over an L":       {ell, `"form": "gable", "pitch": 45`, 48 * slope(45), 5000, "eave 4, hip 1, ridge 2, valley 1, verge 4"},
		"abutting over an L":    {ell, `"form": "gable", "pitch": 45, "direction": 0`, 48 * slope(45), 7000, "eave 3, ridge 2, step 1, verge 5"},
		"hip over a T":          {tee, `"form": "hip", "pitch": 45`, 60 * slope(45), 5000, "eave 8, hip 6, ridge 2, valley 2"},
		"gable over a T":        {tee, `"form": "gable", "pitch": 45`, 60 * slope(45), 5000, "eave 5, ridge 2, valley 2, verge 6"},
		"gable over a U":        {you, `"form": "gable", "pitch": 45`, 72 * slope(45), 5000, "eave 6, hip 4, ridge 3, valley 2, verge 4"},
		"recess under overhang": {"[0, 0], [3000, 0], [3000, 500], [3800, 500], [3800, 0], [8000, 0], [8000, 6000], [0, 6000]", `"form": "hip", "pitch": 45, "overhang": 500`, 63 * slope(45), 6500, "eave 4, hip 4, ridge 1"},
		"two overhangs":         {"[0, 0], [4000, 0], [8000, 0], [8000, 6000], [0, 6000]", `"form": "flat", "edges": {"1": {"overhang": 1000}}`, 52 * 0.2, 3000, "eave 6"},
		"clockwise":             {"[0, 6000], [8000, 6000], [8000, 0], [0, 0]", `"form": "gable", "pitch": 45, "edges": {"2": {"pitch": 0}, "1": {"pitch": 45}, "3": {"pitch": 0}, "0": {"pitch": 0}}`, 48 * slope(45), 11000, "eave 1, verge 3"},
		"a hole":                {oblong, `"form": "hip", "pitch": 45, "holes": [[[3000, 2000], [3000, 4000], [5000, 4000], [5000, 2000]]]`, 44 * slope(45), 6000, "eave 4, hip 4, ridge 1"},
	} {
		s := build(t, roofOver(c.outline, c.more))
		if got := closed(t, s, "a") / 1e9; math.Abs(got-c.volume) > 1e-6 {
			t.Errorf("%s: %v m³, want %v", name, got, c.volume)
			continue
		}
		box, _ := category.Bounds(s, s.Record("a"))
		if got := category.Bodies(s, s.Record("a"))[0].Mesh.Bounds().Max.Z; name != "a hole" && math.Abs(got-c.top) > 1e-3 || math.Abs(box.Max.Z-c.top) > 1e-3 {
			t.Errorf("%s: up to %v, box %v, want %v", name, got, box.Max.Z, c.top)
		}
		if got := linesOf(s); got != c.lines {
			t.Errorf("%s: %s, want %s", name, got, c.lines)
		}
	}
}

// linesOf answers how many lines of each kind the roof a has.
func linesOf(s *model.Snapshot) string {
	counts := map[category.RoofLineKind]int{}
	for _, l := range category.RoofLines(s, s.Record("a")) {
		counts[l.Kind]++
	}
	var out string
	for _, kind := range []category.RoofLineKind{"eave", "hip", "ridge", "step", "valley", "verge"} {
		if counts[kind] > 0 {
			out += fmt.Sprintf(", %s %d", kind, counts[kind])
		}
	}
	return out[min(2, len(out)):]
}

// TestRoofLines holds where the lines of a roof over an L lie.
func TestRoofLines(t *testing.T) {
	s := build(t, roofOver(ell, `"form": "gable", "pitch": 45, "direction": 0`))
	var got []string
	for _, l := range category.RoofLines(s, s.Record("a")) {
		if l.Kind == category.RoofRidge || l.Kind == category.RoofStep {
			a, b := l.Start, l.End
			if a.X > b.X || a.X == b.X && a.Y > b.Y {
				a, b = b, a
			}
			got = append(got, fmt.Sprintf("%s %.0f to %.0f", l.Kind, a, b))
		}
	}
	slices.Sort(got)
	want := []string{"ridge {0 4000 7000} to {4000 4000 7000}", "ridge {4000 2000 5000} to {8000 2000 5000}", "step {4000 2000 5000} to {4000 4000 3000}"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRoofsAreClosed holds that roofs over outlines with right angles, of any pitches
// and with openings anywhere, are closed, face outwards and are as large as their
// planes.
func TestRoofsAreClosed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		outline := rapid.SampledFrom([]string{oblong, ell, tee, you}).Draw(t, "outline")
		form := rapid.SampledFrom([]string{"hip", "gable"}).Draw(t, "form")
		more := fmt.Sprintf(`"form": "%s", "pitch": %v, "overhang": %v`, form, rapid.IntRange(5, 75).Draw(t, "pitch"), rapid.IntRange(0, 1400).Draw(t, "overhang"))
		directed, edged := rapid.Bool().Draw(t, "directed"), rapid.Bool().Draw(t, "edged")
		if directed {
			more += fmt.Sprintf(`, "direction": %d`, rapid.SampledFrom([]int{0, 90, 30}).Draw(t, "direction"))
		}
		if edged {
			more += fmt.Sprintf(`, "edges": {"%d": {"pitch": %d, "overhang": %d}}`, rapid.IntRange(0, 3).Draw(t, "edge"), rapid.IntRange(0, 60).Draw(t, "edge pitch"), rapid.IntRange(0, 900).Draw(t, "edge overhang"))
		}
		records := roofOver(outline, more)
		if !directed && !edged && closed(t, build(t, records), "a") == 0 {
			t.Fatalf("no body")
		}
		for i := range rapid.IntRange(0, 2).Draw(t, "hatches") {
			x, y := rapid.IntRange(-500, 9000).Draw(t, "x"), rapid.IntRange(-500, 7000).Draw(t, "y")
			w, d := rapid.IntRange(100, 3000).Draw(t, "w"), rapid.IntRange(100, 3000).Draw(t, "d")
			records += fmt.Sprintf(`{"id": "o%d", "category": "opening", "hostId": "a", "outline": [[%d, %d], [%d, %d], [%d, %d], [%d, %d]]}`+"\n", i, x, y, x+w, y, x+w, y+d, x, y+d)
		}
		s := build(t, records)
		sound(t, s, "a")
		got := closed(t, s, "a")
		net := number(category.Quantities(s, s.Record("a")), "Qto_RoofBaseQuantities", "NetArea")
		if math.Abs(got/1e9-net*0.2) > 1e-6*net+1e-6 {
			t.Fatalf("%v m³, its surface %v m²", got/1e9, net)
		}
		box, ok := category.Bounds(s, s.Record("a"))
		for _, b := range category.Bodies(s, s.Record("a")) {
			if !ok || !box.Grow(1e-3).Contains(b.Mesh.Bounds()) {
				t.Fatalf("%v reaches out of %v", b.Mesh.Bounds(), box)
			}
		}
	})
}

func number(o model.Object, set, name string) float64 {
	of, _ := o.Get(set).(model.Object)
	f, _ := of.Get(name).(float64)
	return f
}

// TestRoofsOfBadInput holds that roofs that cannot stand have no body, and end.
func TestRoofsOfBadInput(t *testing.T) {
	jagged := ""
	for i := range 1000 {
		p := geom.Direction(0.36 * float64(i)).Scale(5000 + 2000*float64(i*7919%13)/13)
		jagged += fmt.Sprintf(", [%v, %v]", p.X, p.Y)
	}
	for name, c := range map[string]struct {
		outline, more string
		body          bool
	}{
		"crossing":            {"[0, 0], [8000, 6000], [8000, 0], [0, 6000]", `"form": "hip", "pitch": 45`, false},
		"pitch 0":             {ell, `"form": "hip", "pitch": 0`, true},
		"pitch 89":            {ell, `"form": "hip", "pitch": 89`, true},
		"pitch below 0":       {ell, `"form": "gable", "pitch": -10`, true},
		"pitch over 89":       {ell, `"form": "hip", "pitch": 120`, true},
		"gables all round":    {ell, `"form": "hip", "pitch": 45, "edges": {"0": {"pitch": 0}, "1": {"pitch": 0}, "2": {"pitch": 0}, "3": {"pitch": 0}, "4": {"pitch": 0}, "5": {"pitch": 0}}`, true},
		"no plane reaches":    {you, `"form": "hip", "pitch": 0, "edges": {"2": {"pitch": 45}}`, false},
		"overhangs that meet": {"[0, 0], [9000, 0], [9000, 8000], [5000, 8000], [5000, 4000], [4000, 4000], [4000, 6000], [0, 6000]", `"form": "hip", "pitch": 45, "overhang": 900`, true},
		"1,000 points":        {jagged[2:], `"form": "hip", "pitch": 45`, true},
		"far away":            {"[1000000000, 0], [1000008000, 0], [1000008000, 4000], [1000004000, 4000], [1000004000, 8000], [1000000000, 8000]", `"form": "hip", "pitch": 45`, true},
	} {
		s := build(t, roofOver(c.outline, c.more))
		if got := closed(t, s, "a"); got > 0 != c.body {
			t.Errorf("%s: %v mm³", name, got)
		}
		if got := len(category.RoofLines(s, s.Record("a"))); got > 0 != c.body {
			t.Errorf("%s: %d lines", name, got)
		}
		category.Quantities(s, s.Record("a"))
		category.Bounds(s, s.Record("a"))
	}
}
