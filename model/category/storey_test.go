package category_test

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/generate"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/modeltest"
)

// closedStorey holds that rooms, walls, columns and voids are all of a storey, and
// that it is as large as its outer edge and what reaches beyond, with as much covered
// as footprints that do not overlap.
func closedStorey(t builder, s *model.Snapshot, level string, outer geom.Region) {
	t.Helper()
	gross, parts, covers := category.StoreySums(s, level)
	if gross == 0 || math.Abs(gross-parts) > 1e-6 {
		t.Errorf("%s: %.7f m², and all parts %.7f", level, gross, parts)
	}
	var walls, columns []geom.Region
	for f := range s.RecordFiles() {
		r := f.Record()
		switch {
		case r.String("levelId") != level, r.Has("hostId"):
		case category.IsWall(r):
			walls = append(walls, category.Footprint(s, r)...)
		case r.Category() == "column":
			columns = append(columns, columnPrint(s, r))
		}
	}
	within, covered := outer.Area(), 0.0
	for i, c := range columns {
		covered += c.Area()
		for _, o := range slices.Concat(walls, columns[:i]) {
			covered -= geom.IntersectionArea(c, o)
		}
		within += c.Area() - geom.IntersectionArea(c, outer)
	}
	for _, w := range walls {
		covered += w.Area()
	}
	if math.Abs(gross-within/1e6) > 1e-6 || math.Abs(covered/1e6-covers) > 1e-6 {
		t.Errorf("%s: gross %.7f and covered %.7f m², want %.7f and %.7f", level, gross, covers, within/1e6, covered/1e6)
	}
}

// columnPrint answers the section of a column where it stands, round or a rectangle.
func columnPrint(s *model.Snapshot, r *model.Record) geom.Region {
	profile := category.TypeOf(s, r).Object("profile")
	at, _ := r.Point("at")
	if d, round := profile.Get("diameter").(float64); round {
		return geom.Region{Outer: geom.Ring{Points: []geom.Point{{X: at[0] + d/2, Y: at[1]}, {X: at[0] - d/2, Y: at[1]}}, Sagittas: map[int]float64{0: -d / 2, 1: -d / 2}}}
	}
	w, _ := profile.Get("width").(float64)
	d, _ := profile.Get("depth").(float64)
	return geom.Region{Outer: geom.Rect(geom.Point{X: at[0], Y: at[1]}, w, d, r.NumberOr("rotation", 0))}
}

func TestClosedStoreys(t *testing.T) {
	s, err := generate.Building(category.Schema(), generate.Options{Storeys: 4, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*model.Snapshot{s, modeltest.Read(t, category.Schema(), filepath.Join("..", "..", "testdata", "two-storey-house"))} {
		storeys := 0
		for _, l := range category.Levels(s).All() {
			spaces := category.Spaces(s, l.ID)
			if len(spaces) == 0 {
				continue
			}
			storeys++
			closedStorey(t, s, l.ID, outerEdge(s, l.ID))
			for _, e := range spaces {
				if len(e.Rooms) != 1 {
					t.Errorf("%s: rooms %v around %v", l.ID, e.Rooms, e.Seed)
				}
			}
		}
		if storeys < 2 {
			t.Errorf("%d storeys are closed", storeys)
		}
	}
}

// outerEdge answers the box around the exterior walls of a level of a building that
// is one.
func outerEdge(s *model.Snapshot, level string) geom.Region {
	box := geom.EmptyBox()
	for f := range s.InCategory("wall") {
		if r := f.Record(); r.String("levelId") == level && category.Exterior(s, r) {
			for _, g := range category.Footprint(s, r) {
				box = box.Union(g.Bounds())
			}
		}
	}
	return geom.Region{Outer: box.Ring()}
}

// TestRandomStoreysAreClosed holds the same of storeys that were drawn by lot: a grid
// of rooms, turned, some partitions left out or replaced by separators, with columns,
// shafts, holes of the floor and seeds anywhere.
func TestRandomStoreysAreClosed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		turn := geom.RotateAbout(geom.Point{X: 12345, Y: 6789}, rapid.SampledFrom([]float64{0, 90, 17.3, 45}).Draw(t, "turn"))
		var lines strings.Builder
		n := 0
		put := func(category, format string, args ...any) {
			n++
			fmt.Fprintf(&lines, `{"id": "x%d", "category": %q, `+format+"}\n", append([]any{n, category}, args...)...)
		}
		at := func(x, y float64) string {
			p := turn.Point(geom.Point{X: x, Y: y})
			return fmt.Sprintf("[%v, %v]", p.X, p.Y)
		}
		square := func(x, y, w float64) string {
			return "[" + strings.Join([]string{at(x, y), at(x+w, y), at(x+w, y+w), at(x, y+w)}, ", ") + "]"
		}
		nx, ny := rapid.IntRange(1, 4).Draw(t, "nx"), rapid.IntRange(1, 3).Draw(t, "ny")
		const w, d = 4000, 3500
		wall := func(x0, y0, x1, y1 float64, outside bool) {
			thickness, what := 100.0, "wall"
			if outside {
				thickness = 300
			} else {
				what = rapid.SampledFrom([]string{"wall", "wall", "separator", ""}).Draw(t, "what")
			}
			switch what {
			case "wall":
				put("wall", `"levelId": "level-0", "thickness": %v, "start": %s, "end": %s`, thickness, at(x0, y0), at(x1, y1))
			case "separator":
				put("separator", `"levelId": "level-0", "start": %s, "end": %s`, at(x0, y0), at(x1, y1))
			}
		}
		put("slab", `"levelId": "level-0", "thickness": 200, "outline": [%s, %s, %s, %s]`, at(-150, -150), at(float64(nx)*w+150, -150), at(float64(nx)*w+150, float64(ny)*d+150), at(-150, float64(ny)*d+150))
		slab := fmt.Sprintf("x%d", n)
		for i := range nx + 1 {
			for j := range ny {
				wall(float64(i*w), float64(j*d), float64(i*w), float64((j+1)*d), i == 0 || i == nx)
			}
		}
		for j := range ny + 1 {
			for i := range nx {
				wall(float64(i*w), float64(j*d), float64((i+1)*w), float64(j*d), j == 0 || j == ny)
			}
		}
		for i := range nx {
			for j := range ny {
				x, y := float64(i*w), float64(j*d)
				if rapid.Bool().Draw(t, "room") {
					put("room", `"levelId": "level-0", "seed": %s`, at(x+2000, y+1800))
				}
				place := func(name string) (float64, float64) {
					return x + float64(50*rapid.IntRange(6, w/50-6).Draw(t, name)), y + float64(50*rapid.IntRange(6, d/50-6).Draw(t, name))
				}
				switch rapid.IntRange(0, 4).Draw(t, "thing") {
				case 0:
					px, py := place("column")
					put("column", `"levelId": "level-0", "typeId": "square", "at": %s, "rotation": %v`, at(px, py), rapid.SampledFrom([]float64{0, 17.3, 30, 77}).Draw(t, "rotation"))
				case 1:
					px, py := place("shaft")
					put("shaft", `"levelId": "level-0", "topLevelId": "level-1", "outline": %s`, square(px, py, 700))
				case 2:
					px, py := place("hole")
					put("opening", `"hostId": %q, "outline": %s`, slab, square(px, py, 900))
				}
			}
		}
		closedStorey(t, build(t, storey+`{"id": "level-1", "category": "level", "elevation": 3000, "height": 3000}`+"\n"+squareColumn+lines.String()), "level-0",
			geom.Region{Outer: turn.Ring(geom.BoxOf(geom.Point3{X: -150, Y: -150}, geom.Point3{X: float64(nx)*w + 150, Y: float64(ny)*d + 150}).Ring())})
	})
}

// TestSpacesOfALevel holds which closed areas a level has, their order, and that void
// ones and those of other levels at its height are left out.
func TestSpacesOfALevel(t *testing.T) {
	moved := func(records string, prefix, level string, dx float64) string {
		for _, id := range []string{"s", "e", "n", "w"} {
			records = strings.Replace(records, `{"id": "`+id+`"`, `{"id": "`+prefix+id+`"`, 1)
		}
		records = strings.ReplaceAll(records, "level-0", level)
		return strings.NewReplacer("[-150,", fmt.Sprintf("[%v,", dx-150), "[6150,", fmt.Sprintf("[%v,", dx+6150)).Replace(records)
	}
	s := build(t, storey+`{"id": "level-1", "category": "level", "elevation": 3000, "height": 3000}
{"id": "level-half", "category": "level", "elevation": 100, "height": 3000}
`+moved(box, "a", "level-0", 20000)+box+moved(box, "c", "level-0", 10000)+moved(box, "d", "level-half", 30000)+seed("r", 1000, 1000)+
		`{"id": "v", "category": "shaft", "levelId": "level-0", "topLevelId": "level-1", "outline": [[20000, 0], [26000, 0], [26000, 4000], [20000, 4000]]}`)
	var got []string
	for _, e := range category.Spaces(s, "level-0") {
		got = append(got, fmt.Sprint(e.Walls, e.Rooms))
	}
	if want := []string{"[e n s w] [r]", "[ce cn cs cw] []"}; !slices.Equal(got, want) {
		t.Errorf("level-0: %v, want %v", got, want)
	}
	if half := category.Spaces(s, "level-half"); len(half) != 1 || half[0].Walls[0] != "de" {
		t.Errorf("level-half: %v", half)
	}
	for _, id := range []string{"level-1", "s", "nowhere"} {
		if got := category.Spaces(s, id); len(got) != 0 {
			t.Errorf("%s: %v", id, got)
		}
	}
}
