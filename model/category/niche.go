package category

import (
	"slices"

	"github.com/openeik/ekgit/model"
)

// niche is an opening that does not go through its wall: between two offsets to the
// left of the baseline.
type niche struct {
	Span
	lo, hi float64
}

// openingsOf answers the spans that go right through a wall, by their ids.
func openingsOf(s *model.Snapshot, r *model.Record) []Span {
	var out []Span
	holesOf(s, r, func(h *model.Record, span Span) {
		if _, shallow := nicheOf(s, r, h, span); !shallow {
			out = append(out, span)
		}
	})
	return out
}

// nichesOf answers the niches of a wall, by their ids.
func nichesOf(s *model.Snapshot, r *model.Record) []niche {
	var out []niche
	holesOf(s, r, func(h *model.Record, span Span) {
		if n, shallow := nicheOf(s, r, h, span); shallow {
			out = append(out, n)
		}
	})
	return out
}

// holesOf calls do with what is cut out of a wall.
func holesOf(s *model.Snapshot, r *model.Record, do func(*model.Record, Span)) {
	ids := Hosted(s, r.ID())
	slices.Sort(ids) // the same body each time
	for _, id := range ids {
		h := s.Record(id)
		if h == nil || !cuts(h) || Stands(s, r) && !Stands(s, h) {
			continue
		}
		if span, ok := Opening(s, h); ok && span.area() > 0 {
			do(h, span)
		}
	}
}

// nicheOf answers the niche that an opening is, false where it goes through the wall.
func nicheOf(s *model.Snapshot, wall, opening *model.Record, span Span) (niche, bool) {
	left, right := Faces(s, wall)
	depth, ok := opening.Number("depth")
	if !ok || opening.Category() != "opening" || depth >= left-right {
		return niche{}, false
	}
	if opening.String("side") == "right" {
		return niche{span, right, right + depth}, true
	}
	return niche{span, left - depth, left}, true
}
