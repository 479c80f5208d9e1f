package category

import "github.com/openeik/ekgit/model"

// Elevation answers the height in mm that a record's own heights are measured
// from: its level's elevation, or 0 where it stands on none.
func Elevation(s *model.Snapshot, r *model.Record) float64 {
	l, _ := Levels(s).Get(r.String("levelId"))
	return l.Elevation
}

// Base answers the height in mm at which an element stands: its level's elevation
// and its baseOffset.
func Base(s *model.Snapshot, r *model.Record) float64 {
	return Elevation(s, r) + r.NumberOr("baseOffset", 0)
}

// Top answers the height in mm that a wall, curtain wall, column, room, stair or
// shaft reaches up to: its base and height, else its top level and topOffset, else
// the top of its storey and topOffset. It is false where none of them is known.
func Top(s *model.Snapshot, r *model.Record) (float64, bool) {
	if h, ok := r.Number("height"); ok {
		return Base(s, r) + h, true
	}
	offset := r.NumberOr("topOffset", 0)
	levels := Levels(s)
	if r.Has("topLevelId") {
		l, ok := levels.Get(r.String("topLevelId"))
		return l.Elevation + offset, ok
	}
	l, _ := levels.Get(r.String("levelId"))
	return l.Top + offset, l.HasTop
}

// extent answers base and top in mm; where no top is known both are the base.
func extent(s *model.Snapshot, r *model.Record) (base, top float64) {
	base = Base(s, r)
	top, ok := Top(s, r)
	if !ok {
		return base, base
	}
	return min(base, top), max(base, top)
}
