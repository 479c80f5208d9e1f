package category

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/planar"
)

// The closed areas of a storey are worked out once for all its rooms: what bounds
// rooms is cut at one height above the floor, and the faces that are left between are
// the areas.

// cutAbove is the height in mm above a floor at which what stands there bounds rooms:
// over kerbs, screeds and what pokes up from below, under all that a person could not
// walk through.
const cutAbove = 300

// floorKey is the height of a floor in mm and the phase, empty for the last.
type floorKey struct {
	z     float64
	phase string
}

// record answers the record that stands for a floor in the cache, the same for all
// snapshots of a lineage.
func (k floorKey) record(s *model.Snapshot) *model.Record {
	return s.Lineage(k, func() any {
		return model.NewRecord(model.Object{{Name: "id", Value: fmt.Sprintf("floor %v %s", k.z, k.phase)}})
	}).(*model.Record)
}

func (k floorKey) plane() float64 { return k.z + cutAbove }

// slice answers the elements of some categories that stand in the plane of a floor or,
// without a known height, on it, by their ids.
func (k floorKey) slice(s *model.Snapshot, categories ...string) []*model.Record {
	wide := geom.BoxOf(geom.Point3{X: math.Inf(-1), Y: math.Inf(-1)}, geom.Point3{X: math.Inf(1), Y: math.Inf(1)})
	return slices.SortedFunc(elementsIn(s, wide.WithZ(k.z-cutAbove, k.plane()), categories...),
		func(a, b *model.Record) int { return cmp.Compare(a.ID(), b.ID()) })
}

// cuts tells whether a record that stands in the slice of a floor is cut by its
// plane: it reaches through, or stands on the floor and its height is not known.
func (k floorKey) cuts(s *model.Snapshot, r *model.Record) bool {
	from, to := extent(s, r)
	return StandsIn(s, r, k.phase) && from <= k.plane() && (to > k.plane() || to <= from && from > k.z-cutAbove)
}

// block is a wall, curtain wall or column as it stands on a floor.
type block struct {
	id      string
	column  bool
	regions []geom.Region
	box     geom.Box
}

// faces is what bounds rooms on a floor and the faces between.
type faces struct {
	blocks     []block
	separators []*model.Record
	areas      []Enclosure // without voids, doors and rooms
	boxes      []geom.Box  // of the areas
	covered    []cover
}

// cover is a face that walls or columns cover, or a gap between them under the joint
// tolerance.
type cover struct {
	area   float64 // in mm²
	column bool    // columns cover it, walls perhaps too
	by     []string
}

func facesAt(s *model.Snapshot, k floorKey) *faces {
	return cached(s, k.record(s), ofFaces, func(s *model.Snapshot, _ *model.Record) *faces { return newFaces(s, k) })
}

func newFaces(s *model.Snapshot, k floorKey) *faces {
	f := &faces{}
	for _, r := range k.slice(s, "wall", "curtain-wall", "column", "separator") {
		switch {
		case !k.cuts(s, r):
		case r.Category() == "separator":
			f.separators = append(f.separators, r)
		default:
			f.add(s, r, k)
		}
	}
	for _, face := range planar.Faces(f.lines()) {
		f.sort(face)
	}
	slices.SortFunc(f.areas, func(a, b Enclosure) int {
		p, q := a.Region.Bounds().Min, b.Region.Bounds().Min
		return cmp.Or(cmp.Compare(geom.Round(p.X), geom.Round(q.X)), cmp.Compare(geom.Round(p.Y), geom.Round(q.Y)), cmp.Compare(a.Seed.X, b.Seed.X))
	})
	for _, a := range f.areas {
		f.boxes = append(f.boxes, a.Region.Bounds())
	}
	return f
}

// add adds a wall or column that bounds rooms.
func (f *faces) add(s *model.Snapshot, r *model.Record, k floorKey) {
	if !r.Bool("roomBounding", true) || embeddedIn(s, r) {
		return
	}
	b := block{id: r.ID(), column: r.Category() == "column", box: geom.EmptyBox()}
	if b.column {
		b.regions = sectionAt(s, r, k.plane())
	} else {
		b.regions = FootprintAt(s, r, k.plane())
		if b.regions == nil { // its height is not known
			b.regions = Footprint(s, r)
		}
	}
	for _, g := range b.regions {
		b.box = b.box.Union(g.Bounds())
	}
	if len(b.regions) > 0 {
		f.blocks = append(f.blocks, b)
	}
}

// sectionAt answers the outline of a column at a height, what is hollow filled.
func sectionAt(s *model.Snapshot, r *model.Record, z float64) []geom.Region {
	section, ok := profileOf(s, r)
	at, ok2 := r.Point("at")
	if !ok || !ok2 {
		return nil
	}
	place := pointOf(at)
	if end, slanted := r.Point("end"); slanted {
		if base, top := extent(s, r); top > base {
			place = place.Lerp(pointOf(end), (z-base)/(top-base))
		}
	}
	move := geom.RotateAbout(geom.Point{}, r.NumberOr("rotation", 0)).Then(geom.Translate(place))
	return []geom.Region{{Outer: move.Ring(section.Outer)}}
}

// lines answers what cuts the floor. Owners are the blocks, then the separators; -1
// closes a gap. A separator reaches on by the joint tolerance.
func (f *faces) lines() []planar.Line {
	var lines []planar.Line
	for i, b := range f.blocks {
		for _, g := range b.regions {
			lines = append(lines, planar.Outline(g, i)...)
		}
	}
	for i, r := range f.separators {
		if c, ok := Baseline(r); ok && c.Length() > geom.JoinTolerance {
			lines = append(lines, planar.Line{Curve: c.Part(-geom.JoinTolerance, c.Length()+geom.JoinTolerance), Owner: len(f.blocks) + i})
		}
	}
	for _, g := range f.gaps(geom.JoinTolerance) {
		lines = append(lines, planar.Line{Curve: g.curve, Owner: -1})
	}
	return lines
}

// sort puts a face where it belongs: it is covered, a gap, or an area.
func (f *faces) sort(face planar.Face) {
	area := face.Region.Area()
	fills := face.Fills
	if len(fills) == 0 && 2*area < geom.JoinTolerance*face.Region.Outer.Perimeter() {
		for _, b := range face.Borders {
			fills = append(fills, b.Owners...)
		}
		fills = slices.DeleteFunc(fills, func(i int) bool { return i < 0 || i >= len(f.blocks) })
	}
	at, ok := geom.Point{}, true
	if len(fills) == 0 {
		at, ok = face.Region.InnerPoint()
		if i := f.blockAt(at); i >= 0 {
			fills = []int{i}
		}
	}
	if len(fills) > 0 {
		f.covered = append(f.covered, f.cover(area, fills))
		return
	}
	if !ok {
		return
	}
	e := Enclosure{Region: face.Region, Seed: at}
	for _, b := range face.Borders {
		if b.Curve.Length() > geom.JoinTolerance {
			f.own(&e, b.Owners)
		}
	}
	for _, list := range []*[]string{&e.Walls, &e.Columns, &e.Separators} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	f.areas = append(f.areas, e)
}

// cover answers a face that blocks cover.
func (f *faces) cover(area float64, blocks []int) cover {
	c := cover{area: area}
	for _, i := range blocks {
		c.column = c.column || f.blocks[i].column
		c.by = append(c.by, f.blocks[i].id)
	}
	return c
}

// own adds the owners of a border to what bounds an area.
func (f *faces) own(e *Enclosure, owners []int) {
	for _, i := range owners {
		switch {
		case i < 0:
		case i >= len(f.blocks):
			e.Separators = append(e.Separators, f.separators[i-len(f.blocks)].ID())
		case f.blocks[i].column:
			e.Columns = append(e.Columns, f.blocks[i].id)
		default:
			e.Walls = append(e.Walls, f.blocks[i].id)
		}
	}
}

// blockAt answers the block in which a point lies, -1 where it lies in none.
func (f *faces) blockAt(at geom.Point) int {
	return slices.IndexFunc(f.blocks, func(b block) bool {
		return b.box.ContainsPoint(at.At(0)) && slices.ContainsFunc(b.regions, func(g geom.Region) bool { return g.Locate(at, 0) != geom.Outside })
	})
}

// areaAt answers the area in which a point lies, -1 where it lies in none.
func (f *faces) areaAt(at geom.Point) int {
	for i := range f.areas {
		if f.boxes[i].ContainsPoint(at.At(0)) && f.areas[i].Region.Locate(at, 0) != geom.Outside {
			return i
		}
	}
	return -1
}
