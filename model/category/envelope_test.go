package category_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// facings answers the walls that look outside, as "id facing", sorted.
func facings(s *model.Snapshot) []string {
	var list []string
	for _, c := range []string{"wall", "curtain-wall"} {
		for f := range s.InCategory(c) {
			if facing := category.Facing(s, f.Record()); facing != "" {
				list = append(list, f.ID()+" "+facing)
			}
		}
	}
	slices.Sort(list)
	return list
}

// wallsOf writes walls on level l0 as records: "id x1,y1 x2,y2 [sagitta]" a line.
func wallsOf(t *testing.T, lines string) string {
	t.Helper()
	records := `{"id": "l0", "category": "level", "elevation": 0, "height": 3000}` + "\n"
	for line := range strings.Lines(lines) {
		var id string
		var x1, y1, x2, y2, sagitta float64
		if n, _ := fmt.Sscanf(line, "%s %f,%f %f,%f %f", &id, &x1, &y1, &x2, &y2, &sagitta); n < 5 {
			t.Fatalf("not a wall: %q", line)
		}
		arc := ""
		if sagitta != 0 {
			arc = fmt.Sprintf(`"sagitta": %v, `, sagitta)
		}
		records += fmt.Sprintf(`{"id": %q, "category": "wall", "levelId": "l0", "thickness": 300, %s"start": [%v, %v], "end": [%v, %v]}`+"\n", id, arc, x1, y1, x2, y2)
	}
	return records
}

const square = `a 0,0 8000,0
b 8000,0 8000,6000
c 8000,6000 0,6000
d 0,6000 0,0
`

func TestExterior(t *testing.T) {
	squareLooks := []string{"a south", "b east", "c north", "d west"}
	for name, c := range map[string]struct {
		walls string
		want  []string
	}{
		"a ring":                      {square, squareLooks},
		"a ring drawn the other way":  {"a 8000,0 0,0\nb 8000,6000 8000,0\nc 0,6000 8000,6000\nd 0,0 0,6000\n", squareLooks},
		"ends apart by less than 1":   {strings.Replace(square, "b 8000,0 ", "b 8000.5,0.5 ", 1), squareLooks},
		"an end that does not reach":  {strings.Replace(square, "8000,6000\nc", "8000,5000\nc", 1), nil},
		"partitions":                  {square + "p 3000,0 3000,6000\nq 3000,2000 8000,2000\n", squareLooks},
		"a partition ends at a face":  {square + "p 3000,150 3000,5850\n", squareLooks},
		"a corner ends at a face":     {strings.Replace(square, "b 8000,0 ", "b 8000,150 ", 1), squareLooks},
		"a wing outside":              {square + "w 8000,3000 10000,3000\n", squareLooks},
		"a wall apart":                {square + "w 20000,0 20000,5000\n", squareLooks},
		"a box inside":                {square + "e 3000,2000 4000,2000\nf 4000,2000 4000,3000\ng 4000,3000 3000,3000\nh 3000,3000 3000,2000\n", squareLooks},
		"two boxes":                   {square + "e 20000,0 24000,0\nf 24000,0 20000,3000\ng 20000,3000 20000,0\n", append([]string{"e south", "f north-east", "g west"}, squareLooks...)},
		"two boxes with a party wall": {square + "e 8000,0 12000,0\nf 12000,0 12000,6000\ng 12000,6000 8000,6000\n", []string{"a south", "c north", "d west", "e south", "f east", "g north"}},
		"walls that cross":            {"a -500,0 8500,0\nb 8000,-500 8000,6500\nc 8500,6000 -500,6000\nd 0,6500 0,-500\n", squareLooks},
		"an L":                        {"a 0,0 8000,0\nb 8000,0 8000,3000\nc 8000,3000 4000,3000\nd 4000,3000 4000,6000\ne 4000,6000 0,6000\nf 0,6000 0,0\n", []string{"a south", "b east", "c north", "d east", "e north", "f west"}},
		"an apse":                     {strings.Replace(square, "b 8000,0 8000,6000", "b 8000,0 8000,6000 -3000", 1), squareLooks},
		"a round tower":               {"a 0,0 6000,0 -3000\nb 6000,0 0,0 -3000\n", []string{"a south", "b north"}},
		"two walls on one line":       {square + "w 2000,0 5000,0\n", squareLooks},
		"a wall of no length":         {square + "w 2000,2000 2000,2000\n", squareLooks},
	} {
		if got := facings(build(t, wallsOf(t, c.walls))); !slices.Equal(got, slices.Sorted(slices.Values(c.want))) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestTurnedRing holds that the outer edge is the same whichever way the plan is
// turned, so that no direction of a wall is special.
func TestTurnedRing(t *testing.T) {
	corners := [][2]float64{{0, 0}, {8000, 0}, {8000, 3000}, {4000, 3000}, {4000, 6000}, {0, 6000}}
	for degrees := 0; degrees < 360; degrees += 15 {
		sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
		turn := func(p [2]float64) string { return fmt.Sprintf("%v,%v", p[0]*cos-p[1]*sin, p[0]*sin+p[1]*cos) }
		walls := ""
		for i, p := range corners {
			walls += fmt.Sprintf("w%d %s %s\n", i, turn(p), turn(corners[(i+1)%len(corners)]))
		}
		walls += fmt.Sprintf("p %s %s\n", turn([2]float64{2000, 0}), turn([2]float64{2000, 6000}))
		s := build(t, wallsOf(t, walls))
		for i := range corners {
			normal, ok := category.Outside(s, s.Record(fmt.Sprintf("w%d", i)))
			a, b := corners[i], corners[(i+1)%len(corners)]
			dx, dy := b[0]-a[0], b[1]-a[1]
			length := math.Hypot(dx, dy)
			x, y := (dy*cos+dx*sin)/length, (dy*sin-dx*cos)/length // to the right of the wall
			if !ok || math.Abs(normal.X-x) > 1e-6 || math.Abs(normal.Y-y) > 1e-6 {
				t.Errorf("turned by %d: wall %d looks to %v (%v), want %v, %v", degrees, i, normal, ok, x, y)
			}
		}
		if category.Exterior(s, s.Record("p")) {
			t.Errorf("turned by %d: the partition looks outside", degrees)
		}
	}
}

// TestWallsThroughStoreys holds that a wall that passes through a storey closes its
// ring, and is exterior where only an upper storey shows it.
func TestWallsThroughStoreys(t *testing.T) {
	s := build(t, `
{"id": "l0", "category": "level", "elevation": 0}
{"id": "l1", "category": "level", "elevation": 3000}
{"id": "l2", "category": "level", "elevation": 6000}
{"id": "tall-s", "category": "wall", "levelId": "l0", "topLevelId": "l2", "start": [0, 0], "end": [4000, 0]}
{"id": "tall-e", "category": "wall", "levelId": "l0", "topLevelId": "l2", "start": [4000, 0], "end": [4000, 4000]}
{"id": "tall-w", "category": "wall", "levelId": "l0", "topLevelId": "l2", "start": [0, 4000], "end": [0, 0]}
{"id": "low-e", "category": "wall", "levelId": "l0", "start": [8000, 0], "end": [8000, 4000]}
{"id": "low-n", "category": "wall", "levelId": "l0", "start": [8000, 4000], "end": [0, 4000]}
{"id": "low-s", "category": "wall", "levelId": "l0", "start": [4000, 0], "end": [8000, 0]}
{"id": "up-n", "category": "curtain-wall", "levelId": "l1", "start": [0, 4000], "end": [4000, 4000]}
{"id": "window-1", "category": "window", "levelId": "l1", "hostId": "tall-e", "offset": 1000}
`)
	want := []string{"low-e east", "low-n north", "low-s south", "tall-e east", "tall-s south", "tall-w west", "up-n north"}
	if got := facings(s); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := category.Facing(s, s.Record("window-1")); got != "east" {
		t.Errorf("the window faces %q", got)
	}
}

func TestTrueNorth(t *testing.T) {
	s := build(t, `+"site": {"trueNorth": 45}`+"\n"+wallsOf(t, square))
	if got, want := facings(s), []string{"a south-west", "b south-east", "c north-east", "d north-west"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestLevellessRing holds that walls that stand on no level make rings too.
func TestLevellessRing(t *testing.T) {
	records := strings.ReplaceAll(wallsOf(t, square), `"levelId": "l0"`, `"height": 2500`)
	if got := facings(build(t, records)); len(got) != 4 {
		t.Errorf("%v", got)
	}
}

// TestExteriorFollowsChanges holds that what is known of a level is forgotten when
// something that it depends on changes.
func TestExteriorFollowsChanges(t *testing.T) {
	const lines = "a 0,0 8000,0\nb 8000,150 8000,6000\nc 8000,6000 0,6000\nd 0,6000 0,0\n"
	typed := strings.ReplaceAll(wallsOf(t, lines), `"thickness": 300`, `"typeId": "t"`) + `{"id": "t", "category": "type", "of": "wall", "thickness": 300}`
	s := build(t, typed)
	if len(facings(s)) != 4 {
		t.Fatalf("%v", facings(s))
	}
	for name, c := range map[string]struct {
		lines string
		want  int
	}{
		"a wall is renamed":   {`{"id": "a", "category": "wall", "name": "South", "levelId": "l0", "typeId": "t", "start": [0, 0], "end": [8000, 0]}`, 4},
		"a wall goes":         {"-c", 0},
		"a wall moves":        {`{"id": "a", "category": "wall", "levelId": "l0", "typeId": "t", "start": [0, 0], "end": [7000, 0]}`, 0},
		"a wall is torn down": {`{"id": "a", "category": "wall", "levelId": "l0", "typeId": "t", "start": [0, 0], "end": [8000, 0], "phaseDemolished": "x"}`, 0},
		"the type is thinner": {`{"id": "t", "category": "type", "of": "wall", "thickness": 100}`, 0},
		"another level comes": {`{"id": "l1", "category": "level", "elevation": 9000}`, 4},
	} {
		next := change(t, s, c.lines)
		got := facings(next)
		if len(got) != c.want {
			t.Errorf("%s: %v, want %d", name, got, c.want)
		}
		if fresh := facings(rebuild(next)); !slices.Equal(got, fresh) {
			t.Errorf("%s: %v, built anew %v", name, got, fresh)
		}
	}
}

// rebuild answers the same model without anything that was known of it.
func rebuild(s *model.Snapshot) *model.Snapshot {
	return model.NewSnapshot(s.Schema(), slices.Clone(s.Folders()))
}

// tallies answers every count of a snapshot as one comparable map.
func tallies(s *model.Snapshot) map[string]int {
	t := category.TallyOf(s)
	all := map[string]int{"total": t.Total()}
	for _, c := range t.Categories() {
		all["category "+c.Name] = c.N
	}
	for _, c := range t.Levels() {
		all["level "+c.Name] = c.N
	}
	for _, c := range t.Types() {
		all["type "+c.Name] = c.N
	}
	for _, folder := range s.Folders() {
		f := t.Folder(folder.Path())
		all["folder "+folder.Path()] = f.Records
		for _, c := range f.Types {
			all["folder "+folder.Path()+" "+c.Name] = c.N
		}
	}
	return all
}

func TestTally(t *testing.T) {
	s := build(t, house)
	tally := category.TallyOf(s)
	if tally.Total() != 15 || tally.Category("wall") != 5 || tally.Level("level-0") != 8 || tally.Type("exterior") != 4 || tally.Category("roof") != 0 {
		t.Errorf("%v", tallies(s))
	}
	got := tally.Folder("architecture/level-0/wall")
	if got.Records != 5 || !slices.Equal(got.Types, []category.Count{{Name: "exterior", N: 4}, {Name: "partition", N: 1}}) {
		t.Errorf("%+v", got)
	}
	if f := tally.Folder("architecture"); f.Records != 0 || f.Types != nil {
		t.Errorf("%+v", f)
	}
	next := change(t, s, "-inner\n-inside")
	if after := category.TallyOf(next); after.Total() != 13 || after.Type("partition") != 0 || len(after.Types()) != 3 {
		t.Errorf("%v", tallies(next))
	}
	if !maps.Equal(tallies(next), tallies(rebuild(next))) {
		t.Errorf("%v, built anew %v", tallies(next), tallies(rebuild(next)))
	}
}
