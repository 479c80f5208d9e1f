package category_test

import (
	"fmt"

	"github.com/openeik/ekgit/model/geom"
	"pgregory.net/rapid"
)

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

// from is a line from a place, or from nearly there, in any direction, or nearly along
// another.
func (d draws) from(x, y float64, reach float64) string {
	degrees := d.number("direction", 0, 360)
	if d.yes("near") {
		degrees /= 100
	}
	p := geom.Direction(degrees).Scale(reach)
	if d.yes("turned") {
		p = p.Scale(-1)
	}
	if d.yes("off") {
		x, y = x+d.number("off x", -200, 200), y+d.number("off y", -200, 200)
	}
	return fmt.Sprintf(`, "start": [%v, %v], "end": [%v, %v]`, x, y, x+p.X, y+p.Y)
}

// bent is a line from a place that may be an arc, with ends that may say how they join.
func (d draws) bent(x, y float64, reach float64) string {
	more := d.from(x, y, reach)
	if d.yes("curved") {
		more += fmt.Sprintf(`, "sagitta": %v`, d.number("sagitta", -1000, 1000))
	}
	if d.yes("ends") {
		more += fmt.Sprintf(`, "ends": {"start": {"join": %q}, "end": {"priority": %v}}`, d.word("join", "auto", "none", "butt"), d.word("priority", "0", "1"))
	}
	return more
}

// aWall is a wall with neighbours at its ends and on its face, with all that cuts it.
func (d draws) aWall() string {
	more := d.bent(0, 0, d.number("length", 2500, 6000))
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
		d.wall("b", d.bent(0, 0, 3000)+heights()) +
		d.wall("c", d.bent(d.number("c", 0, 1000), 0, 3000)+heights()) +
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
		form := d.word("form", "flat", "shed", "gable", "hip")
		more += fmt.Sprintf(`, "form": %q, "pitch": %v, "overhang": %v, "direction": %v`, form, d.number("pitch", 5, 60), d.number("overhang", 0, 500), d.number("direction", 0, 360))
		more += fmt.Sprintf(`, "edges": {"1": {"pitch": %v}}`, d.number("pitch1", 5, 60))
	} else if d.yes("slope") {
		more += fmt.Sprintf(`, "slope": {"pitch": %v, "direction": %v}`, d.number("pitch", 0, 40), d.number("direction", 0, 360))
	}
	thickness := fmt.Sprintf(`"thickness": %v`, d.number("thickness", 20, 400))
	lines := ""
	if d.yes("layered") {
		thickness = `"typeId": "t"`
		lines = fmt.Sprintf(`{"id": "t", "category": "type", "of": %q, "layers": [{"thickness": %v, "function": "finish"}, {"thickness": 0, "function": "membrane"}, {"thickness": 30, "function": "air"}, {"thickness": %v, "function": "structure"}]}`+"\n", category, d.number("finish", 5, 80), d.number("structure", 20, 300))
	}
	lines += fmt.Sprintf(`{"id": "a", "category": %q, "levelId": "level-0", %s, "outline": %s, "offset": %v%s}`+"\n", category, thickness, d.outline("outline", 6000), d.number("offset", 0, 3000), more)
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
	return fmt.Sprintf(`{"id": "a", "category": "railing", "levelId": "level-0", "path": [[0, 0], [%v, %v], [%v, 4000]], "kind": %q, "height": %v}`+"\n", d.number("x", 100, 4000), d.number("y", -900, 900), d.number("x2", 0, 5000), d.word("infill", "railing", "glass", "solid"), d.number("height", 200, 1300))
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
		d.wall("beside", d.from(0, 0, 3000)) + d.wall("across", d.from(2000, 0, 3000)) + layeredTypes +
		fmt.Sprintf(`{"id": "f1", "category": "foundation", "levelId": "level-0", "hostId": "beside", "width": %v, "depth": 400}`+"\n", d.number("width", 300, 1200)) +
		fmt.Sprintf(`{"id": "f2", "category": "foundation", "levelId": "level-0", "hostId": "across", "width": %v, "depth": 600}`+"\n", d.number("width", 300, 1200)) +
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
