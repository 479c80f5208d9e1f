package category

import (
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// enclosed answers the area of a room with an outline, which is taken to run along
// the finished faces. Columns in it are voids.
func (f *floor) enclosed(s *model.Snapshot, room *model.Record, region geom.Region) Enclosure {
	e := Enclosure{Region: oriented(region), Rooms: []string{room.ID()}}
	e.Seed, _ = region.InnerPoint()
	voids := slices.Clone(f.voids)
	near := region.Bounds().Grow(geom.JoinTolerance)
	for _, b := range f.blocks {
		if !b.box.Intersects(near) {
			continue
		}
		r := s.Record(b.id)
		switch {
		case b.column:
			e.Columns = append(e.Columns, b.id)
			voids = append(voids, b.regions...)
		case wallAlong(s, region, r, math.Inf(-1), math.Inf(1)):
			e.Walls = append(e.Walls, b.id)
			for _, id := range openingsIn(s, b.id, f.key) {
				if host, span := hostSpan(s, id); wallAlong(s, region, host, span.From, span.To) {
					e.open(s, s.Record(id), f.key)
				}
			}
		}
	}
	for _, r := range f.separators {
		if line, ok := Baseline(r); ok && runsAlong(region, line, 0) {
			e.Separators = append(e.Separators, r.ID())
		}
	}
	e.Voids = inside(region, voids)
	e.Columns = slices.DeleteFunc(e.Columns, func(id string) bool {
		return !slices.ContainsFunc(sectionAt(s, s.Record(id), f.key.plane()), func(g geom.Region) bool { return meets(region, g) })
	})
	slices.Sort(e.Doors)
	slices.Sort(e.Openings)
	return e
}

// oriented answers a region with its outer ring counter-clockwise and its holes
// clockwise.
func oriented(g geom.Region) geom.Region {
	out := geom.Region{Outer: g.Outer}
	if !g.Outer.IsCCW() {
		out.Outer = g.Outer.Reverse()
	}
	for _, h := range g.Holes {
		if h.IsCCW() {
			h = h.Reverse()
		}
		out.Holes = append(out.Holes, h)
	}
	return out
}

// meets tells whether a block lies in a region or on its edge.
func meets(region, block geom.Region) bool {
	if geom.Overlaps(region, block, sliver) {
		return true
	}
	for _, e := range block.Outer.Edges() {
		if runsAlong(region, e, 0) {
			return true
		}
	}
	return false
}

func hostSpan(s *model.Snapshot, id string) (*model.Record, Span) {
	r := s.Record(id)
	span, _ := Opening(s, r)
	return s.Record(r.String("hostId")), span
}

// wallAlong tells whether a stretch of a wall runs along an edge of a region, no
// further from it than the wall is thick there.
func wallAlong(s *model.Snapshot, region geom.Region, wall *model.Record, from, to float64) bool {
	line, ok := Baseline(wall)
	left, right := Faces(s, wall)
	part := line.Part(max(from, 0), min(to, line.Length()))
	return ok && runsAlong(region, part, max(math.Abs(left), math.Abs(right)))
}

// runsAlong tells whether a line runs along an edge of a region, no further from it
// than a distance.
func runsAlong(region geom.Region, line geom.Curve, distance float64) bool {
	distance += geom.JoinTolerance
	for _, ring := range append([]geom.Ring{region.Outer}, region.Holes...) {
		for _, edge := range ring.Edges() {
			if beside(line, edge, distance) || beside(edge, line, distance) {
				return true
			}
		}
	}
	return false
}

// beside tells whether the middle of another curve lies beside a curve, not beyond
// its ends, and runs the way it does.
func beside(c, other geom.Curve, distance float64) bool {
	const skew = 0.1
	middle := other.Length() / 2
	on := c.Project(other.PointAt(middle))
	return on.Distance <= distance && on.Along > geom.JoinTolerance && on.Along < c.Length()-geom.JoinTolerance &&
		math.Abs(c.TangentAt(on.Along).Cross(other.TangentAt(middle))) < skew
}
