package hooks

import (
	"bytes"
	"math"
	"path"
	"slices"
	"strconv"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// touching notes that a moved record may touch others of its kind in space.
func (x *excerpt) touching(f *model.File) {
	r := f.Record()
	if r == nil {
		return
	}
	switch r.Category() {
	case "wall", "curtain-wall":
		x.walls = append(x.walls, r)
	case "slab":
		x.slabs = true
	}
	switch r.Category() {
	case "stair", "slab", "ceiling", "roof", "beam", "shaft", "opening":
		x.shades = append(x.shades, r)
	}
}

// neighbours adds the records that the moved ones may touch: walls that come near them
// in plan and height, and all slabs.
func (x *excerpt) neighbours() {
	if x.slabs {
		x.add(x.raw.Find(func(folder string) bool { return path.Base(folder) == "slab" }, anyFile))
	}
	if len(x.walls) == 0 {
		return
	}
	levels := category.Levels(model.NewSnapshot(x.schema, nil).WithFiles(x.files))
	spots := make([]geom.Box, len(x.walls))
	for i, r := range x.walls {
		line, _ := category.Baseline(r)
		spots[i] = spot(line, r, levels)
	}
	near := func(box geom.Box) bool { return slices.ContainsFunc(spots, box.Intersects) }
	found := x.raw.Find(ofWalls, func(_, data []byte) bool {
		line, ok := peekLine(data)
		return !ok || near(line.Bounds().Grow(thickest).WithZ(math.Inf(-1), math.Inf(1)))
	})
	x.add(slices.DeleteFunc(found, func(f *model.File) bool {
		r := f.Record()
		if r == nil {
			return false
		}
		line, ok := category.Baseline(r)
		return ok && !near(spot(line, r, levels))
	}))
}

// byStairs tells whether a stair moved, or something that may hang over one, so that its
// headroom is judged on the whole: shafts and openings anywhere may let it through.
func (x *excerpt) byStairs() bool {
	if len(x.shades) == 0 {
		return false
	}
	stairs := x.raw.Find(func(folder string) bool { return path.Base(folder) == "stair" }, anyFile)
	if len(stairs) == 0 && !slices.ContainsFunc(x.shades, isStair) {
		return false
	}
	s := model.NewSnapshot(x.schema, nil).WithFiles(x.files)
	spots := make([]geom.Box, 0, len(stairs))
	for _, f := range stairs {
		r := f.Record()
		if r == nil {
			continue
		}
		box, ok := category.Bounds(s, r)
		if !ok {
			return true
		}
		spots = append(spots, box.Grow(reach).WithZ(math.Inf(-1), math.Inf(1)))
	}
	return slices.ContainsFunc(x.shades, func(r *model.Record) bool {
		if r.Category() == "opening" && !r.Has("outline") {
			return false // in a wall
		}
		box, ok := category.Bounds(s, r)
		return isStair(r) || !ok || slices.ContainsFunc(spots, box.Intersects)
	})
}

func isStair(r *model.Record) bool { return r.Category() == "stair" }

func ofWalls(folder string) bool {
	kind := path.Base(folder)
	return kind == "wall" || kind == "curtain-wall"
}

// thickest is how far, in mm, a wall may reach beyond its line in plan, and beyond its
// height, and still be looked at.
const thickest = 4_000

// spot answers a box that holds a wall with all its thickness: without an end where
// its height follows from other records.
func spot(line geom.Curve, r *model.Record, levels *category.LevelTable) geom.Box {
	box := line.Bounds().Grow(thickest)
	level, stands := levels.Get(r.String("levelId"))
	height, given := r.Number("height")
	if !stands || !given {
		return box.WithZ(math.Inf(-1), math.Inf(1))
	}
	base := level.Elevation + r.NumberOr("baseOffset", 0)
	return box.WithZ(base-reach, base+height+reach)
}

// reach is how far, in mm, above and below itself a wall is looked for others.
const reach = 500

// peekLine reads the straight line of a wall from the bytes of a canonical record,
// without decoding it.
func peekLine(data []byte) (geom.Curve, bool) {
	start, ok := peekPoint(data, "\n  \"start\": [")
	end, ok2 := peekPoint(data, "\n  \"end\": [")
	return geom.Line(start, end), ok && ok2 && !bytes.Contains(data, []byte(`"sagitta"`))
}

func peekPoint(data []byte, before string) (p geom.Point, ok bool) {
	_, rest, found := bytes.Cut(data, []byte(before))
	if !found {
		return p, false
	}
	x, rest, comma := bytes.Cut(rest, []byte(", "))
	y, _, closed := bytes.Cut(rest, []byte("]"))
	if !comma || !closed {
		return p, false
	}
	var errX, errY error
	p.X, errX = strconv.ParseFloat(string(x), 64)
	p.Y, errY = strconv.ParseFloat(string(y), 64)
	return p, errX == nil && errY == nil
}

// complete adds what the records name, until nothing is missing that is there. It
// answers false where that is too much.
func (x *excerpt) complete(changes []model.FileChange) bool {
	sources := make([]*model.File, 0, len(x.files)+len(changes))
	for _, f := range x.files {
		sources = append(sources, f)
	}
	for _, c := range changes {
		if c.After != nil {
			sources = append(sources, c.After)
		}
	}
	looked := map[string]bool{}
	for len(sources) > 0 && len(x.files) <= mostExcerpts {
		wanted := map[string]bool{}
		for _, f := range sources {
			if r := f.Record(); r != nil && !inNoStorey(f.Folder()) {
				for _, ref := range x.schema.References(r) {
					if name := ref.To + ".json"; !x.ids[ref.To] && !looked[name] {
						wanted[name], looked[name] = true, true
					}
				}
			}
		}
		if len(wanted) == 0 {
			return true
		}
		sources = x.raw.Find(func(string) bool { return true }, func(name, _ []byte) bool { return wanted[string(name)] })
		x.add(sources)
	}
	return len(sources) == 0
}
