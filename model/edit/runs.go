package edit

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// runOf answers a wall or curtain wall as a run, false where it is none or has no
// baseline. Where no top is known it has none.
func runOf(s *model.Snapshot, r *model.Record) (*run, bool) {
	line, ok := category.Baseline(r)
	if !ok || line.Length() <= geom.Epsilon {
		return nil, false
	}
	out := &run{id: r.ID(), line: line, base: category.Base(s, r)}
	if out.top, ok = category.Top(s, r); !ok {
		out.top = math.Inf(1)
	}
	out.left, out.right = category.Faces(s, r)
	return out, true
}

// runsNear answers the runs within a distance of a line in plan that stand at some
// height between base and top, by id. Curtain walls embedded in a wall join nothing
// and are left out.
func runsNear(s *model.Snapshot, line geom.Curve, base, top, distance float64) []*run {
	space := category.Space(s)
	top = min(top, space.Bounds().Max.Z)
	var runs []*run
	for id := range space.Search(line.Bounds().Grow(distance).WithZ(base, max(base, top))) {
		r := s.Record(id)
		if r == nil || !category.IsWall(r) || r.Has("hostId") {
			continue
		}
		if found, ok := runOf(s, r); ok {
			runs = append(runs, found)
		}
	}
	slices.SortFunc(runs, func(a, b *run) int { return cmp.Compare(a.id, b.id) })
	return runs
}

// hosted answers the records that name a host as theirs, by id.
func hosted(s *model.Snapshot, host string) []*model.Record {
	var out []*model.Record
	for _, ref := range s.ReferringTo(host) {
		if ref.Pointer != "/hostId" {
			continue
		}
		if r := s.Record(ref.From); r != nil {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b *model.Record) int { return cmp.Compare(a.ID(), b.ID()) })
	return out
}

// slides tells whether a record stands by an offset along its host.
func slides(r *model.Record) bool {
	switch r.Category() {
	case "door", "window", "opening":
		return r.Has("hostId") && r.Has("offset")
	}
	return false
}

// embedded tells whether a record is a curtain wall that stands in a wall.
func embedded(r *model.Record) bool { return r.Category() == "curtain-wall" && r.Has("hostId") }
