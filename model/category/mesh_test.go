package category_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"pgregory.net/rapid"
)

// triangle is a triangle of a mesh with its normal, twice its area long, and its box.
type triangle struct {
	at     [3]geom.Point3
	normal geom.Point3
	box    geom.Box
}

func trianglesOf(m geom.Mesh) []triangle {
	out := make([]triangle, len(m.Triangles))
	for i, t := range m.Triangles {
		tri := triangle{at: [3]geom.Point3{m.Points[t[0]], m.Points[t[1]], m.Points[t[2]]}}
		tri.normal = tri.at[1].Sub(tri.at[0]).Cross(tri.at[2].Sub(tri.at[0]))
		tri.box = geom.BoxOf(tri.at[:]...)
		out[i] = tri
	}
	slices.SortFunc(out, func(a, b triangle) int { return cmp.Compare(a.box.Min.X, b.box.Min.X) })
	return out
}

// deep in mm is how far two triangles have to reach into each other to cross.
const deep = 1e-2

// pierces tells whether a line passes through a triangle, well inside both.
func (t triangle) pierces(a, b geom.Point3) bool {
	size := t.normal.Len()
	if size < 1 {
		return false
	}
	n := t.normal.Scale(1 / size)
	da, db := a.Sub(t.at[0]).Dot(n), b.Sub(t.at[0]).Dot(n)
	if da*db >= 0 || min(math.Abs(da), math.Abs(db)) < deep {
		return false
	}
	at := a.Lerp(b, da/(da-db))
	for k, p := range t.at {
		edge := t.at[(k+1)%3].Sub(p)
		if edge.Cross(at.Sub(p)).Dot(n) < deep*edge.Len() {
			return false
		}
	}
	return true
}

// covers tells whether two triangles lie in one plane and share a place that is wider
// than deep, whichever way they face.
func (t triangle) covers(u triangle) bool {
	size := t.normal.Len()
	if size < 1 || u.normal.Len() < 1 {
		return false
	}
	n := t.normal.Scale(1 / size)
	if n.Cross(u.normal).Len() > 1e-3*u.normal.Len() { // the sides of a needle come near each other
		return false
	}
	for _, p := range u.at {
		if math.Abs(p.Sub(t.at[0]).Dot(n)) > deep/10 {
			return false
		}
	}
	x := t.at[1].Sub(t.at[0])
	x = x.Scale(1 / x.Len())
	y := n.Cross(x)
	flat := func(tri triangle) geom.Region {
		var ring geom.Ring
		for _, p := range tri.at {
			v := p.Sub(t.at[0])
			ring.Points = append(ring.Points, geom.Point{X: v.Dot(x), Y: v.Dot(y)})
		}
		return geom.Region{Outer: ring}
	}
	return geom.Overlaps(flat(t), flat(u), deep)
}

// crosses tells whether a triangle of a mesh passes through another.
func crosses(m geom.Mesh) bool {
	return anyPair(m, func(t, u triangle) bool {
		for k := range 3 {
			if u.pierces(t.at[k], t.at[(k+1)%3]) || t.pierces(u.at[k], u.at[(k+1)%3]) {
				return true
			}
		}
		return false
	})
}

// lies tells whether a triangle of a mesh lies on another.
func lies(m geom.Mesh) bool { return anyPair(m, triangle.covers) }

// anyPair tells whether something is true of two triangles whose boxes touch.
func anyPair(m geom.Mesh, is func(t, u triangle) bool) bool {
	list := trianglesOf(m)
	for i, t := range list {
		for _, u := range list[i+1:] {
			if u.box.Min.X > t.box.Max.X {
				break
			}
			if t.box.Intersects(u.box) && is(t, u) {
				return true
			}
		}
	}
	return false
}

// parts answers the pieces of a mesh that share no point with each other.
func parts(m geom.Mesh) []geom.Mesh {
	root := make([]int, len(m.Points))
	for i := range root {
		root[i] = i
	}
	var find func(int) int
	find = func(i int) int {
		if root[i] != i {
			root[i] = find(root[i])
		}
		return root[i]
	}
	for _, t := range m.Triangles {
		root[find(t[0])] = find(t[1])
		root[find(t[1])] = find(t[2])
	}
	at := map[int]int{}
	var out []geom.Mesh
	for _, t := range m.Triangles {
		r := find(t[0])
		if _, ok := at[r]; !ok {
			at[r] = len(out)
			out = append(out, geom.Mesh{Points: m.Points})
		}
		out[at[r]].Triangles = append(out[at[r]].Triangles, t)
	}
	return out
}

// faults tells what keeps a mesh from being a body: each of its parts has to be closed
// and to face outwards, and none may cross itself or another.
func faults(m geom.Mesh) string {
	for i, p := range parts(m) {
		switch {
		case !p.Closed():
			return fmt.Sprintf("part %d is not closed", i)
		case !(p.Volume() > 0):
			return fmt.Sprintf("part %d has a volume of %v", i, p.Volume())
		}
	}
	switch {
	case crosses(m):
		return "it crosses itself"
	case lies(m):
		return "it lies on itself"
	}
	return ""
}

// sound holds that the bodies of a record have no faults, and answers how many there
// are.
func sound(t builder, s *model.Snapshot, id string) int {
	t.Helper()
	bodies := category.Bodies(s, s.Record(id))
	for _, b := range bodies {
		if why := faults(b.Mesh); why != "" {
			t.Fatalf("%s, %s: %s\n%s", id, b.Part, why, s.Schema().Encode(s.Record(id)))
		}
	}
	return len(bodies)
}

func TestFaults(t *testing.T) {
	box := func(x, size float64) geom.Mesh {
		return geom.Extrude(geom.Region{Outer: geom.Rect(geom.Point{X: x, Y: x}, size, size, 10)}, x, x+size)
	}
	with := func(a, b geom.Mesh) geom.Mesh {
		both := geom.Mesh{Points: append(slices.Clone(a.Points), b.Points...), Triangles: slices.Clone(a.Triangles)}
		for _, tri := range b.Triangles {
			both.Triangles = append(both.Triangles, [3]int{tri[0] + len(a.Points), tri[1] + len(a.Points), tri[2] + len(a.Points)})
		}
		return both
	}
	open := box(0, 100)
	open.Triangles = open.Triangles[1:]
	beside := geom.Extrude(geom.Region{Outer: geom.Rect(geom.Point{X: 100}, 100, 80, 0)}, 10, 60)
	square := geom.Extrude(geom.Region{Outer: geom.Rect(geom.Point{}, 100, 100, 0)}, 0, 100)
	for name, c := range map[string]struct {
		mesh geom.Mesh
		want string
	}{
		"a box":                   {box(0, 100), ""},
		"two boxes":               {with(box(0, 100), box(300, 100)), ""},
		"an open box":             {open, "part 0 is not closed"},
		"a box inside out":        {box(0, 100).Reverse(), "part 0 has a volume of -"},
		"one of two inside out":   {with(box(0, 100), box(300, 10).Reverse()), "part 1 has a volume of -"},
		"two boxes in each other": {with(box(0, 100), box(30, 100)), "it crosses itself"},
		"face on face":            {with(square, beside), "it lies on itself"},
	} {
		if got := faults(c.mesh); got != c.want && (c.want == "" || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// draws makes the records of a category over their parameters. The element that is
// looked at is "a".
type draws struct{ *rapid.T }

func (d draws) number(name string, lo, hi float64) float64 {
	return rapid.Float64Range(lo, hi).Draw(d.T, name)
}

func (d draws) word(name string, words ...string) string {
	return rapid.SampledFrom(words).Draw(d.T, name)
}

func (d draws) yes(name string) bool { return rapid.Bool().Draw(d.T, name) }

func (d draws) profile(of string) string {
	return fmt.Sprintf(`{"id": "p", "category": "type", "of": %q, "profile": {"shape": %q, "width": %v, "depth": %v, "diameter": %v, "webThickness": %v, "flangeThickness": %v, "wallThickness": %v}}`+"\n",
		of, d.word("shape", "rect", "round", "i", "l", "t", "u", "cross", "rect-hollow", "round-hollow"), d.number("width", 60, 500), d.number("depth", 60, 500),
		d.number("diameter", 60, 500), d.number("web", 5, 25), d.number("flange", 5, 25), d.number("shell", 3, 25))
}

func (d draws) space(name string) string {
	return fmt.Sprintf("[%v, %v, %v]", d.number(name+" x", -5000, 5000), d.number(name+" y", -5000, 5000), d.number(name+" z", 0, 3000))
}

// outline is one that is seen whole from its middle, of 3 to 9 points.
func (d draws) outline(name string, size float64) string {
	n := rapid.IntRange(3, 9).Draw(d.T, name+" points")
	out := ""
	for i := range n {
		p := geom.Direction(360 * float64(i) / float64(n)).Scale(d.number(name, size/3, size)).Round()
		out += fmt.Sprintf(", [%v, %v]", p.X, p.Y)
	}
	return "[" + out[2:] + "]"
}

const layeredTypes = `{"id": "thick", "category": "type", "of": "wall", "layers": [{"thickness": 15, "function": "finish"}, {"thickness": 120, "function": "insulation"}, {"thickness": 200, "function": "structure"}, {"thickness": 20, "function": "finish"}]}
{"id": "cavity", "category": "type", "of": "wall", "layers": [{"thickness": 100, "function": "finish"}, {"thickness": 50, "function": "air"}, {"thickness": 150, "function": "structure"}]}
{"id": "stud", "category": "type", "of": "wall", "layers": [{"thickness": 13, "function": "finish"}, {"thickness": 75, "function": "insulation"}, {"thickness": 13, "function": "finish"}]}
`

// openings are doors, windows and niches anywhere in a wall.
func (d draws) openings(host string) string {
	lines := ""
	for i := range rapid.IntRange(0, 3).Draw(d.T, "openings") {
		depth := ""
		if d.yes("niche") {
			depth = fmt.Sprintf(`, "depth": %v, "side": %q`, d.number("depth", 10, 400), d.word("side", "left", "right"))
		}
		lines += fmt.Sprintf(`{"id": "o%d", "category": "opening", "levelId": "level-0", "hostId": %q, "offset": %v, "sill": %v, "width": %v, "height": %v%s}`+"\n", i, host,
			d.number("offset", -300, 5000), d.number("sill", -300, 2500), d.number("size", 50, 2500), d.number("size", 50, 3500), depth)
	}
	return lines
}

// wall is a wall from a corner in any direction.
func (d draws) wall(id, more string) string {
	kind := d.word("type", `"thickness": 120`, `"thickness": 300`, `"typeId": "thick"`, `"typeId": "cavity"`, `"typeId": "stud"`)
	if d.yes("flipped") {
		more += `, "flipped": true`
	}
	return fmt.Sprintf(`{"id": %q, "category": "wall", "levelId": "level-0", %s, "location": %q%s}`+"\n", id, kind, d.word("location", "center", "left", "right", "core-center"), more)
}

func (d draws) from(x, y float64, reach float64) string {
	p := geom.Direction(d.number("direction", 0, 360)).Scale(reach)
	return fmt.Sprintf(`, "start": [%v, %v], "end": [%v, %v]`, x, y, x+p.X, y+p.Y)
}

// aWall is a wall with neighbours at its ends and on its face, with all that cuts it.
func (d draws) aWall() string {
	more := d.from(0, 0, d.number("length", 2500, 6000))
	if d.yes("curved") {
		more += fmt.Sprintf(`, "sagitta": %v`, d.number("sagitta", -1000, 1000))
	}
	if d.yes("roofs") {
		more += `, "topHostIds": ["roof", "slab"]`
	}
	if d.yes("clipped") {
		more += fmt.Sprintf(`, "clips": [{"at": %s, "normal": [%v, %v, %v]}]`, d.space("clip"), d.number("nx", -1, 1), d.number("ny", -1, 1), d.word("nz", "0", "1", "-1", "0.3"))
	}
	heights := func() string {
		return d.word("height", "", `, "height": 1100`, `, "height": 2600`, `, "baseOffset": 900`)
	}
	return layeredTypes + d.wall("a", more+heights()) +
		d.wall("b", d.from(0, 0, 3000)+heights()) +
		d.wall("c", d.from(1000, 0, 3000)+heights()) +
		fmt.Sprintf(`{"id": "roof", "category": "roof", "levelId": "level-0", "thickness": 250, "outline": [[-3000, -2000], [4000, -2000], [4000, 3000], [-3000, 3000]], "form": %q, "pitch": %v, "direction": %v, "offset": 2000}`+"\n",
			d.word("form", "shed", "gable", "hip"), d.number("pitch", 5, 60), d.number("fall", 0, 360)) +
		fmt.Sprintf(`{"id": "slab", "category": "slab", "levelId": "level-0", "thickness": 200, "outline": %s, "offset": %v}`+"\n", d.outline("slab", 4000), d.number("slab offset", 1000, 3500)) +
		d.openings("a")
}

// aHosted is a door or window in a wall that may be curved.
func (d draws) aHosted(category string) string {
	bend := ""
	if d.yes("curved") {
		bend = fmt.Sprintf(`, "sagitta": %v`, d.number("sagitta", -900, 900))
	}
	return wallLine("wall", 0, 0, 5000, d.number("y", -1000, 1000), 300, bend) +
		fmt.Sprintf(`{"id": "t", "category": "type", "of": %q, "width": %v, "height": %v, "leaves": %v, "frame": %v, "operation": %q}`+"\n", category,
			d.number("width", 300, 2400), d.number("height", 300, 2400), rapid.IntRange(1, 2).Draw(d.T, "leaves"), d.number("frame", 20, 90), map[string]string{"door": "swing", "window": d.word("operation", "fixed", "casement")}[category]) +
		fmt.Sprintf(`{"id": "a", "category": %q, "typeId": "t", "levelId": "level-0", "hostId": "wall", "offset": %v, "sill": %v}`+"\n", category, d.number("offset", 0, 5000), d.number("sill", 0, 1000))
}

// aCurtainWall is one with neighbours, a grid, a door and a window.
func (d draws) aCurtainWall() string {
	bend := ""
	if d.yes("curved") {
		bend = fmt.Sprintf(`, "sagitta": %v`, d.number("sagitta", -900, 900))
	}
	return fmt.Sprintf(`{"id": "a", "category": "curtain-wall", "levelId": "level-0", "thickness": %v%s%s, "mullionSpacing": %v, "mullionOffset": %v, "transomSpacing": [900, 2100]}`+"\n",
		d.number("thickness", 60, 250), d.from(0, 0, d.number("length", 1500, 6000)), bend, d.number("spacing", 300, 2000), d.number("mullion offset", 0, 500)) +
		fmt.Sprintf(`{"id": "b", "category": %q, "levelId": "level-0", "thickness": 150%s}`+"\n", d.word("neighbour", "curtain-wall", "wall"), d.from(0, 0, 3000)) +
		fmt.Sprintf(`{"id": "door", "category": "door", "levelId": "level-0", "hostId": "a", "offset": %v, "width": 900, "height": 2100}`+"\n", d.number("door", 0, 3000)) +
		fmt.Sprintf(`{"id": "window", "category": "window", "levelId": "level-0", "hostId": "a", "offset": %v, "sill": %v, "width": 900, "height": 1200}`+"\n", d.number("window", 0, 3000), d.number("sill", 0, 2000))
}

// aPlate is a slab, ceiling or roof with holes and a shaft.
func (d draws) aPlate(category string) string {
	more := ""
	if d.yes("hole") {
		more += `, "holes": [[[-300, -300], [-300, 300], [300, 300], [300, -300]]]`
	}
	if category == "roof" {
		more += fmt.Sprintf(`, "form": %q, "pitch": %v, "overhang": %v, "direction": %v, "edges": {"1": {"pitch": %v}}`,
			d.word("form", "flat", "shed", "gable", "hip"), d.number("pitch", 5, 60), d.number("overhang", 0, 500), d.number("direction", 0, 360), d.number("pitch1", 5, 60))
	} else if d.yes("slope") {
		more += fmt.Sprintf(`, "slope": {"pitch": %v, "direction": %v}`, d.number("pitch", 0, 40), d.number("direction", 0, 360))
	}
	lines := fmt.Sprintf(`{"id": "a", "category": %q, "levelId": "level-0", "thickness": %v, "outline": %s, "offset": %v%s}`+"\n", category, d.number("thickness", 20, 400), d.outline("outline", 6000), d.number("offset", 0, 3000), more)
	if d.yes("shaft") {
		lines += fmt.Sprintf(`{"id": "s", "category": "shaft", "levelId": "level-0", "outline": %s, "topLevelId": "level-0", "topOffset": 4000}`+"\n", d.outline("shaft", 1500))
	}
	return lines
}

// aStair is one with one turn, or straight.
func (d draws) aStair() string {
	path := fmt.Sprintf("[[0, 0], [%v, 0]]", d.number("run", 2000, 5000))
	if d.yes("turns") {
		p := geom.Direction(d.number("turn", 30, 330)).Scale(d.number("second", 2500, 5000))
		path = fmt.Sprintf("[[0, 0], [3000, 0], [%v, %v]]", 3000+p.X, p.Y)
	}
	return fmt.Sprintf(`{"id": "a", "category": "stair", "levelId": "level-0", "path": %s, "width": %v, "risers": %d}`+"\n", path, d.number("width", 700, 1500), rapid.IntRange(5, 22).Draw(d.T, "risers"))
}

func (d draws) aRailing() string {
	return fmt.Sprintf(`{"id": "a", "category": "railing", "levelId": "level-0", "path": [[0, 0], [%v, %v], [%v, 4000]], "height": %v}`+"\n", d.number("x", 500, 4000), d.number("y", -900, 900), d.number("x2", 0, 5000), d.number("height", 500, 1300))
}

func (d draws) aRamp() string {
	return fmt.Sprintf(`{"id": "a", "category": "ramp", "levelId": "level-0", "path": [[0, 0], [%v, %v]], "width": %v, "rise": %v}`+"\n", d.number("x", 2000, 9000), d.number("y", -2000, 2000), d.number("width", 800, 3000), d.number("rise", 100, 1500))
}

func (d draws) aFoundation() string {
	switch d.word("form", "outline", "size", "wall") {
	case "outline":
		return fmt.Sprintf(`{"id": "a", "category": "foundation", "levelId": "level-0", "outline": %s, "depth": %v}`+"\n", d.outline("outline", 5000), d.number("depth", 100, 900))
	case "size":
		return fmt.Sprintf(`{"id": "a", "category": "foundation", "levelId": "level-0", "at": [100, 200], "size": [%v, 900], "depth": %v}`+"\n", d.number("size", 300, 3000), d.number("depth", 100, 900))
	}
	return wallLine("wall", 0, 0, 4000, 900, 300, fmt.Sprintf(`, "sagitta": %v`, d.number("sagitta", -900, 900))) +
		fmt.Sprintf(`{"id": "a", "category": "foundation", "levelId": "level-0", "hostId": "wall", "width": %v, "depth": 500}`+"\n", d.number("width", 300, 1200))
}

func (d draws) aColumn() string {
	end := ""
	if d.yes("slanted") {
		end = fmt.Sprintf(`, "end": [%v, %v]`, d.number("x", -900, 900), d.number("y", -900, 900))
	}
	return d.profile("column") + fmt.Sprintf(`{"id": "a", "category": "column", "typeId": "p", "levelId": "level-0", "at": [0, 0], "rotation": %v%s}`+"\n", d.number("rotation", 0, 360), end)
}

func (d draws) aBar(category string) string {
	return d.profile(category) + fmt.Sprintf(`{"id": "a", "category": %q, "typeId": "p", "levelId": "level-0", "start": %s, "end": %s, "rotation": %v, "justify": %q}`+"\n", category, d.space("start"), d.space("end"), d.number("rotation", 0, 360), d.word("justify", "top", "bottom"))
}

func (d draws) aThing(category string) string {
	return fmt.Sprintf(`{"id": "t", "category": "type", "of": %q, "size": [%v, 600, %v]}`+"\n"+`{"id": "a", "category": %q, "typeId": "t", "levelId": "level-0", "at": [100, 200], "rotation": %v}`+"\n",
		category, d.number("width", 100, 3000), d.number("height", 100, 2500), category, d.number("rotation", 0, 360))
}

func (d draws) aRun(category string) string {
	section := fmt.Sprintf(`"diameter": %v`, d.number("diameter", 20, 600))
	if d.yes("rectangular") {
		section = fmt.Sprintf(`"size": [%v, 200]`, d.number("width", 50, 900))
	}
	return fmt.Sprintf(`{"id": "a", "category": %q, "levelId": "level-0", "start": %s, "end": %s, %s}`+"\n", category, d.space("start"), d.space("end"), section)
}

// TestMeshes holds that the bodies of every category are closed, face outwards and do
// not cross themselves, over their parameters.
func TestMeshes(t *testing.T) {
	of := func(make func(draws, string) string, name string) func(draws) string {
		return func(d draws) string { return make(d, name) }
	}
	for name, lines := range map[string]func(draws) string{
		"wall": draws.aWall, "curtain-wall": draws.aCurtainWall, "door": of(draws.aHosted, "door"), "window": of(draws.aHosted, "window"),
		"slab": of(draws.aPlate, "slab"), "ceiling": of(draws.aPlate, "ceiling"), "roof": of(draws.aPlate, "roof"),
		"stair": draws.aStair, "railing": draws.aRailing, "ramp": draws.aRamp, "foundation": draws.aFoundation,
		"column": draws.aColumn, "beam": of(draws.aBar, "beam"), "brace": of(draws.aBar, "brace"),
		"furniture": of(draws.aThing, "furniture"), "equipment": of(draws.aThing, "equipment"),
		"pipe": of(draws.aRun, "pipe"), "duct": of(draws.aRun, "duct"), "tray": of(draws.aRun, "tray"),
	} {
		t.Run(name, func(t *testing.T) {
			found := 0
			rapid.Check(t, func(t *rapid.T) {
				s := build(t, storey+lines(draws{t}))
				found += sound(t, s, "a")
				if name == "wall" || name == "curtain-wall" {
					sound(t, s, "b")
				}
			})
			if found == 0 {
				t.Error("no body was ever made")
			}
		})
	}
}
