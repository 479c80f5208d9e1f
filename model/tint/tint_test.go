package tint

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/modeltest"
)

type members = map[string]any

// modelOf makes a snapshot of records.
func modelOf(t testing.TB, records ...members) *model.Snapshot {
	t.Helper()
	return modeltest.Members(t, category.Schema(), records...)
}

func legend(c *Scheme) string {
	var rows []string
	for _, e := range c.Entries {
		rows = append(rows, fmt.Sprintf("%s: %d", e.Label, e.Count))
	}
	return strings.Join(rows, "; ")
}

func rooms(t testing.TB) (*model.Snapshot, []string) {
	records := []members{
		{"id": "level-0", "category": "level", "elevation": 0.0},
		{"id": "type-a", "category": "type", "of": "wall", "name": "Wall A", "thickness": 100.0, "properties": members{"Fire": members{"Rating": "EI 90"}}},
		{"id": "wall-1", "category": "wall", "levelId": "level-0", "typeId": "type-a", "start": []any{0.0, 0.0}, "end": []any{5000.0, 0.0}},
		{"id": "wall-2", "category": "wall", "levelId": "level-0", "start": []any{0.0, 0.0}, "end": []any{0.0, 5000.0}, "external": true, "properties": members{"Fire": members{"Rating": "EI 30"}}},
		{"id": "wall-3", "category": "wall", "levelId": "level-0", "start": []any{0.0, 0.0}, "end": []any{0.0, 5000.0}},
	}
	ids := []string{"wall-1", "wall-2", "wall-3"}
	for i := range 30 {
		id := fmt.Sprintf("room-%02d", i)
		r := members{"id": id, "category": "room", "levelId": "level-0", "targetArea": float64(10 + i), "name": fmt.Sprintf("Room %d", i), "number": fmt.Sprintf("%d", i)}
		if i < 25 {
			r["use"] = []any{"office", "corridor", "storage"}[min(i%4, 2)]
		}
		records = append(records, r)
		ids = append(ids, id)
	}
	return modelOf(t, records...), ids
}

func TestBy(t *testing.T) {
	s, ids := rooms(t)
	for member, want := range map[string]string{
		"use":                    "corridor: 6; office: 7; storage: 12; none: 5",
		"typeId":                 "Wall A: 1; none: 2",
		"properties.Fire.Rating": "EI 30: 1; EI 90: 1; none: 1",
		"external":               "yes: 1; none: 2",
		"category":               "room: 30; wall: 3",
		"targetArea":             "10 to 20: 10; 20 to 30: 10; 30 to 40: 10",
		"derived.length":         "5000: 3",
	} {
		c, err := By(s, ids, member)
		if err != nil {
			t.Errorf("%s: %v", member, err)
			continue
		}
		if got := legend(c); got != want {
			t.Errorf("%s gives %q, want %q", member, got, want)
		}
	}
	c, err := By(s, ids, "number")
	if err != nil {
		t.Fatal(err)
	}
	if want := "19 other values: 19"; !strings.HasSuffix(legend(c), want) || len(c.Entries) != len(hues) {
		t.Errorf("30 numbers give %q, which does not end in %q", legend(c), want)
	}
}

// TestByCounts holds that each record with a colour is counted once, that the legend
// has each colour once and that the order of the ids does not matter.
func TestByCounts(t *testing.T) {
	s, ids := rooms(t)
	for _, member := range []string{"use", "name", "number", "targetArea", "category", "levelId"} {
		c, err := By(s, ids, member)
		if err != nil {
			t.Fatal(err)
		}
		turned := slices.Clone(ids)
		slices.Reverse(turned)
		again, err := By(s, append(turned, ids...), member)
		if err != nil || legend(again) != legend(c) {
			t.Errorf("%s: %s, and from the other end %v", member, legend(c), again)
		}
		total, colors := 0, map[color.NRGBA]bool{}
		for _, e := range c.Entries {
			total += e.Count
			colors[e.Color] = true
		}
		colored := 0
		for _, id := range ids {
			if _, ok := c.Of(id); ok {
				colored++
			}
		}
		if total != colored || len(colors) != len(c.Entries) || len(c.Entries) > len(hues)+1 {
			t.Errorf("%s: %d counted, %d have a colour; %d colours of %d entries", member, total, colored, len(colors), len(c.Entries))
		}
	}
}

func TestByRefuses(t *testing.T) {
	s, ids := rooms(t)
	for member, want := range map[string]model.Code{"colour": model.InvalidArgument, "mark": model.NotFound} {
		_, err := By(s, ids, member)
		var problem *model.Problem
		if !errors.As(err, &problem) {
			t.Errorf("%s: %v", member, err)
		} else if member == "mark" && problem.Code != want {
			t.Errorf("%s: %s", member, problem.Code)
		}
	}
}

// seenBy answers a colour as people without the red (0) or the green (1) cones see
// it, in linear light (Viénot, Brettel and Mollon, 1999).
func seenBy(c color.NRGBA, missing int) [3]float64 {
	linear := func(v uint8) float64 { return math.Pow(float64(v)/255, 2.2) }
	r, g, b := linear(c.R), linear(c.G), linear(c.B)
	mix := [2][2]float64{{0.11238, 0.88762}, {0.29275, 0.70725}}[missing]
	back := [2]float64{0.00401, -0.02234}[missing]
	y := mix[0]*r + mix[1]*g
	return [3]float64{y, y, back*r - back*g + b}
}

// TestHuesAreTold holds that the colours differ for those who do not see red or green.
func TestHuesAreTold(t *testing.T) {
	light := func(v float64) float64 { return math.Cbrt(max(v, 0)) }
	for missing, who := range []string{"red", "green"} {
		for i, a := range hues[:7] {
			for j, b := range hues[:i] {
				x, y := seenBy(a, missing), seenBy(b, missing)
				if d := math.Hypot(light(x[0])-light(y[0]), light(x[2])-light(y[2])); d < 0.09 {
					t.Errorf("colours %d and %d are %.3f apart without %s", i, j, d, who)
				}
			}
		}
	}
	for i := 1; i < len(ramp); i++ {
		if a, b := seenBy(ramp[i-1], 1)[0], seenBy(ramp[i], 1)[0]; b >= a {
			t.Errorf("step %d of the ramp is not darker than the one before", i)
		}
	}
}

func TestNatural(t *testing.T) {
	want := []string{"", "EI 9", "EI 30", "EI 30 S", "EI 090", "R", "R1x", "R01x2", "R10"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, natural)
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestPalettes(t *testing.T) {
	for _, name := range append([]string{""}, PaletteNames...) {
		if p, ok := ParsePalette(name); !ok || p == (Palette{}) {
			t.Errorf("there is no palette %q", name)
		}
	}
	if _, ok := ParsePalette("mauve"); ok {
		t.Error("there is a palette mauve")
	}
	if got := Mix(rgb(0x000000), 0.5); got != rgb(0x7f7f7f) {
		t.Errorf("black and white make %v", got)
	}
}
