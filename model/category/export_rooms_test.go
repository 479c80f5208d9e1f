package category

import "github.com/openeik/ekgit/model"

// StoreySums answers, unrounded and in m², the gross area of a level, that of rooms,
// walls, columns and voids together, and what walls and columns cover.
func StoreySums(s *model.Snapshot, level string) (gross, parts, covered float64) {
	t := storeyOf(s, s.Record(level))
	return t.gross / 1e6, (t.rooms + t.unassigned + t.walls + t.columns + t.voids) / 1e6, (t.walls + t.columns) / 1e6
}
