package category

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Span is the rectangle that an opening takes in the elevation of its host: From
// and To in mm along the host's baseline from its start, Sill and Head as heights
// in mm above the model's zero.
type Span struct{ From, To, Sill, Head float64 }

// Opening answers the span of a door, window or opening in a wall or curtain wall,
// or of a curtain wall that is embedded in a wall. It is false where the host, the
// offset or a size is missing.
func Opening(s *model.Snapshot, r *model.Record) (Span, bool) {
	host := s.Record(r.String("hostId"))
	if host == nil || !IsWall(host) {
		return Span{}, false
	}
	if r.Category() == "curtain-wall" {
		return embedded(s, r, host)
	}
	offset, ok := r.Number("offset")
	width, height, sized := Size(s, r)
	if !ok || !sized {
		return Span{}, false
	}
	z := r
	if !r.Has("levelId") {
		z = host
	}
	sill := Elevation(s, z) + r.NumberOr("sill", 0)
	return Span{From: offset - width/2, To: offset + width/2, Sill: sill, Head: sill + height}, true
}

// StaysPut tells whether a door, window or opening stands in its host where it stood, to a
// mm, whatever its distance along the host: after its host was made longer at its start,
// that one differs.
func StaysPut(before *model.Snapshot, old *model.Record, after *model.Snapshot, next *model.Record) bool {
	a, ok := corners(before, old)
	b, ok2 := corners(after, next)
	return ok && ok2 && old.String("hostId") == next.String("hostId") && a[0].Dist(b[0]) < 1 && a[1].Dist(b[1]) < 1
}

// corners answers the lower corner of an opening at its start and the upper one at its
// end, on its host's baseline.
func corners(s *model.Snapshot, r *model.Record) (out [2]geom.Point3, ok bool) {
	span, ok := Opening(s, r)
	if !ok {
		return out, false
	}
	line, ok := Baseline(s.Record(r.String("hostId")))
	return [2]geom.Point3{line.PointAt(span.From).At(span.Sill), line.PointAt(span.To).At(span.Head)}, ok
}

// IsWall tells whether a record is a wall or a curtain wall.
func IsWall(r *model.Record) bool {
	c := r.Category()
	return c == "wall" || c == "curtain-wall"
}

func embedded(s *model.Snapshot, r, host *model.Record) (Span, bool) {
	own, ok := Baseline(r)
	line, ok2 := Baseline(host)
	if !ok || !ok2 {
		return Span{}, false
	}
	a, b := line.Project(own.Start).Along, line.Project(own.End).Along
	base, top := extent(s, r)
	return Span{From: min(a, b), To: max(a, b), Sill: base, Head: top}, true
}

// Size answers width and height in mm of the structural opening of a door, window
// or opening: its own, else its type's. It is false where one is missing.
func Size(s *model.Snapshot, r *model.Record) (width, height float64, ok bool) {
	width, hasWidth := r.Number("width")
	height, hasHeight := r.Number("height")
	if hasWidth && hasHeight {
		return width, height, true
	}
	t := TypeOf(s, r)
	if t == nil {
		return width, height, false
	}
	if !hasWidth {
		width, hasWidth = t.Number("width")
	}
	if !hasHeight {
		height, hasHeight = t.Number("height")
	}
	return width, height, hasWidth && hasHeight
}

// Hosted answers the ids of what names a record as its host, in no order.
func Hosted(s *model.Snapshot, id string) []string {
	var ids []string
	for _, ref := range s.ReferringTo(id) {
		if ref.Pointer == "/hostId" {
			ids = append(ids, ref.From)
		}
	}
	return ids
}
