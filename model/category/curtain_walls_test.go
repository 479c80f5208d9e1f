package category_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model/category"
)

func curtainLine(id string, x1, y1, x2, y2 float64, more string) string {
	return fmt.Sprintf(`{"id": %q, "category": "curtain-wall", "levelId": "level-0", "start": [%v, %v], "end": [%v, %v]%s}`+"\n", id, x1, y1, x2, y2, more)
}

// TestCurtainWallJoins holds areas in mm² of curtain walls, 200 thick, and walls that
// meet, computed by hand, and the kinds of their joins.
func TestCurtainWallJoins(t *testing.T) {
	wall := wallLine("a", 0, 0, 4000, 0, 300, "")
	for name, c := range map[string]struct {
		records string
		want    map[string]float64
		start   category.JoinKind // of b
	}{
		"two in a corner":   {curtainLine("a", 0, 0, 4000, 0, "") + curtainLine("b", 0, 0, 0, 3000, ""), map[string]float64{"a": 4000 * 200, "b": 3000 * 200}, category.JoinMitre},
		"one on another":    {curtainLine("a", 0, 0, 4000, 0, "") + curtainLine("b", 2000, 0, 2000, 3000, ""), map[string]float64{"a": 4000 * 200, "b": 2900 * 200}, category.JoinTee},
		"on a wall":         {wall + curtainLine("b", 2000, 0, 2000, 3000, ""), map[string]float64{"a": 4000 * 300, "b": 2850 * 200}, category.JoinTee},
		"a wall on it":      {curtainLine("a", 0, 0, 4000, 0, "") + wallLine("b", 2000, 0, 2000, 3000, 100, ""), map[string]float64{"a": 4000 * 200, "b": 2900 * 100}, category.JoinTee},
		"corner with wall":  {wall + curtainLine("b", 0, 0, 0, 3000, ""), map[string]float64{"a": 4100 * 300, "b": 2850 * 200}, category.JoinButt},
		"in line with wall": {wall + curtainLine("b", 0, 0, -3000, 0, ""), map[string]float64{"a": 4000 * 300, "b": 3000 * 200}, category.JoinButt},
		"at a wall corner":  {wall + wallLine("c", 0, 0, 0, 3000, 300, "") + curtainLine("b", 0, 0, -3000, 0, ""), map[string]float64{"a": 4000 * 300, "b": 2850 * 200, "c": 3000 * 300}, category.JoinButt},
		"across a wall":     {wall + curtainLine("b", 2000, -1000, 2000, 1000, ""), map[string]float64{"a": 4000 * 300, "b": 1700 * 200}, category.JoinFree},
		"embedded":          {wall + curtainLine("b", 1000, 0, 3000, 0, `, "hostId": "a", "height": 2000`), map[string]float64{"a": 4000 * 300, "b": 2000 * 200}, category.JoinFree},
	} {
		s := build(t, storey+c.records)
		for id, want := range c.want {
			if got := covered(s, id); math.Abs(got-want) > 1e-6*want {
				t.Errorf("%s: %s covers %.4f mm², want %.4f", name, id, got, want)
			}
			sound(t, s, id)
		}
		if got := category.Joins(s, s.Record("b"))[0].Kind; got != c.start {
			t.Errorf("%s: joined as %s, want %s", name, got, c.start)
		}
	}
}

// TestCurtainWallBodies holds volumes in mm³ of bars and panes, computed by hand: bars
// are 50 wide and as deep as the wall, panes 30 deep.
func TestCurtainWallBodies(t *testing.T) {
	const depth, pane = 200, 30
	grid := `, "mullionSpacing": 1000, "transomSpacing": [1000, 2000]`
	door := `{"id": "d", "category": "door", "levelId": "level-0", "hostId": "a", "offset": 2000, "width": 1000, "height": 2100}` + "\n"
	window := `{"id": "w", "category": "window", "levelId": "level-0", "hostId": "a", "offset": 1500, "sill": 1500, "width": 600, "height": 400}` + "\n"
	for name, c := range map[string]struct {
		records     string
		frame, pane float64 // areas of the front in mm²
	}{
		"a pane":    {"", 4000*3000 - 3900*2900, 3900 * 2900},
		"a grid":    {grid, 4000*3000 - (3900-150)*(2900-100), (3900 - 150) * (2900 - 100)},
		"an offset": {`, "mullionSpacing": 2000, "mullionOffset": 500`, 4000*3000 - 3800*2900, 3800 * 2900},
		"a list":    {`, "mullionSpacing": [1000, 1020, 3990]`, 4000*3000 - 3850*2900, 3850 * 2900}, // what would stand in another bar is left out
		// The door takes 1500 to 2500 up to 2100: of the bars the lower one, the mullion at 2000, and both transoms but for their crossings with it.
		"a door in a grid":   {grid + "|" + door, 4000*3000 - 3750*2800 - (1000*50 + 50*(2100-50) + 950*50 + 950*50), 3750*2800 - 950*(2100-50-100)},
		"a window in a grid": {grid + "|" + window, 4000*3000 - 3750*2800, 3750*2800 - 600*400},
		"a corner":           {"|" + curtainLine("b", 0, 0, 0, 3000, ""), 4000*3000 - 3800*2900, 3800 * 2900}, // the post is 50 wide where it is clear, at 100 to 150
		"on a wall":          {"|" + wallLine("b", 0, -3000, 0, 3000, 300, ""), 3850*3000 - 3750*2900, 3750 * 2900},
	} {
		more, others, _ := strings.Cut(c.records, "|")
		s := build(t, storey+curtainLine("a", 0, 0, 4000, 0, more)+others)
		got := map[string]float64{}
		for _, b := range category.Bodies(s, s.Record("a")) {
			got[b.Part] += b.Mesh.Volume()
		}
		sound(t, s, "a")
		if math.Abs(got["frame"]-c.frame*depth) > 1e-6*c.frame*depth || math.Abs(got["panel"]-c.pane*pane) > 1e-6*c.pane*pane {
			t.Errorf("%s: frame %.1f, panes %.1f mm³, want %.1f and %.1f", name, got["frame"], got["panel"], c.frame*depth, c.pane*pane)
		}
	}
}
