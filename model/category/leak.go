package category

import (
	"cmp"
	"slices"
	"sort"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/planar"
)

// Leak is where the area around a room's seed is open.
type Leak struct {
	At      geom.Point // the middle of the gap; the seed where Gap is 0
	Gap     float64    // its width in mm, 0 where none is found
	Between []string   // the walls, curtain walls or columns on its sides
	Inside  string     // the wall, curtain wall or column in which the seed lies, empty where it lies in none
}

// widestGap in mm is the widest gap that is told as a leak.
const widestGap = 3000

// mostGaps is how many gaps, those nearest to the seed, are tried: an open storey of
// many walls has thousands.
const mostGaps = 64

// leaked is whether a room leaks, and where.
type leaked struct {
	leak Leak
	ok   bool
}

func (l leaked) bytes() int { return sizeOf(l.leak.Between) }

// LeakOf answers why a seeded room has no boundary: the gap that opens the area
// around it once all narrower ones are closed, or what its seed lies in. It is false
// for every other room.
func LeakOf(s *model.Snapshot, room *model.Record) (Leak, bool) {
	l := cached(s, room, ofLeak, func(s *model.Snapshot, room *model.Record) leaked {
		leak, ok := leakOf(s, room)
		return leaked{leak, ok}
	})
	return l.leak, l.ok
}

func leakOf(s *model.Snapshot, room *model.Record) (Leak, bool) {
	seed, ok := room.Point("seed")
	if !ok || room.Has("outline") {
		return Leak{}, false
	}
	at, f := pointOf(seed), floorOf(s, room)
	if f.areaAt(at) >= 0 {
		return Leak{}, false
	}
	if i := f.blockAt(at); i >= 0 {
		return Leak{At: at, Inside: f.blocks[i].id}, true
	}
	gaps := nearestGaps(f.gaps(widestGap), at)
	lines := f.lines()
	n := sort.Search(len(gaps), func(n int) bool { return closes(at, lines, gaps[:n+1]) })
	if n == len(gaps) {
		return Leak{At: at}, true
	}
	g := gaps[n]
	between := []string{f.blocks[g.i].id, f.blocks[g.j].id}
	slices.Sort(between)
	return Leak{At: g.curve.PointAt(g.curve.Length() / 2), Gap: g.curve.Length(), Between: between}, true
}

// nearestGaps answers the gaps that are tried for a seed, the narrowest first, of gaps in
// that order.
func nearestGaps(gaps []gap, at geom.Point) []gap {
	if len(gaps) <= mostGaps {
		return gaps
	}
	slices.SortStableFunc(gaps, func(a, b gap) int { return cmp.Compare(a.curve.Project(at).Distance, b.curve.Project(at).Distance) })
	gaps = gaps[:mostGaps]
	slices.SortStableFunc(gaps, func(a, b gap) int { return cmp.Compare(a.curve.Length(), b.curve.Length()) })
	return gaps
}

// closes tells whether something closes around a point once gaps are closed.
func closes(at geom.Point, lines []planar.Line, gaps []gap) bool {
	lines = slices.Clone(lines)
	for _, g := range gaps {
		lines = append(lines, planar.Line{Curve: g.curve, Owner: -1})
	}
	return slices.ContainsFunc(planar.Faces(lines), func(face planar.Face) bool {
		return face.Region.Outer.Bounds().ContainsPoint(at.At(0)) && face.Region.Locate(at, 0) != geom.Outside
	})
}
