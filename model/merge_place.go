package model

import "strings"

// place finds results that cannot lie beside each other: in one file, in paths that
// differ only in case, in a file and a folder of one name. Only what neither side had
// alone is a conflict. Both are then as on one side, which had them apart.
func (m *merger) place(units []*mergeUnit, ours, theirs *Snapshot) {
	changed := map[string]bool{} // paths of ours
	for _, u := range units {
		if u.ours != nil {
			changed[u.ours.Path] = true
		}
	}
	for {
		a, b, kind := collision(units, changed, ours, theirs)
		if a == nil {
			return
		}
		m.collide(a, b, kind)
	}
}

// collision answers the first two units whose results are in each other's way, nil
// where there are none. The one that is as in ours comes first.
func collision(units []*mergeUnit, changed map[string]bool, ours, theirs *Snapshot) (a, b *mergeUnit, kind ConflictKind) {
	taken := map[string]spot{}
	for _, u := range units {
		if u.result == nil {
			continue
		}
		if f := ours.FileAt(u.result.Path); f != nil && !changed[f.Path] {
			return untouched(f), u, ConflictSameFile
		}
		if other, kind := claim(taken, u, ours, theirs); other != nil {
			if !other.staysIn(ours) && u.staysIn(ours) {
				return u, other, kind
			}
			return other, u, kind
		}
	}
	return nil, nil, ""
}

// untouched answers the unit of a file that no side changed.
func untouched(f *File) *mergeUnit {
	u := newUnit(strings.TrimPrefix(pairKey(f), "/"), f, f, f)
	u.result = f
	return u
}

func (u *mergeUnit) staysIn(ours *Snapshot) bool {
	return u.ours != nil && u.ours.Path == u.result.Path && ours.FileAt(u.ours.Path) != nil
}

// spot is a path that a unit takes up, as a file or as a folder around one.
type spot struct {
	path string
	file bool
	unit *mergeUnit
}

// claim takes up the path of a result and the folders around it. It answers who is in
// the way and how.
func claim(taken map[string]spot, u *mergeUnit, sides ...*Snapshot) (*mergeUnit, ConflictKind) {
	path := u.result.Path
	for end := range len(path) + 1 {
		if end < len(path) && path[end] != '/' {
			continue
		}
		s := spot{path[:end], end == len(path), u}
		fold := strings.ToLower(s.path)
		other, there := taken[fold]
		if !there {
			taken[fold] = s
			continue
		}
		if other.beside(s) || other.hadBeside(s, sides) {
			continue
		}
		if other.path != s.path {
			return other.unit, ConflictFileCase
		}
		return other.unit, ConflictSameFile
	}
	return nil, ""
}

// beside tells whether two spots are one folder, which holds both.
func (s spot) beside(other spot) bool { return s.path == other.path && !s.file && !other.file }

// hadBeside tells whether a side alone has both spots.
func (s spot) hadBeside(other spot, sides []*Snapshot) bool {
	if s.path == other.path && s.file && other.file {
		return false
	}
	for _, side := range sides {
		if s.in(side) && other.in(side) {
			return true
		}
	}
	return false
}

func (s spot) in(side *Snapshot) bool {
	if s.file {
		return side.FileAt(s.path) != nil
	}
	return len(side.Under(s.path)) > 0
}

// collide settles two units that are in each other's way: resolved for one side, or
// left open. One that is in the way a second time is as in ours, so that this ends.
func (m *merger) collide(a, b *mergeUnit, kind ConflictKind) {
	r := m.answers.find(a.Record, "")
	if r != nil && r.Take == TakeValue {
		m.answers.refuse("two records are in each other's way, "+a.Record+" and "+b.Record, "take ours or theirs", r)
	}
	first := !a.collided && !b.collided
	a.collided, b.collided = true, true
	outcome := OutcomeResolved
	if r == nil {
		outcome = OutcomeConflict
		a.conflicts = append(a.conflicts, MergeConflict{Kind: kind, Record: a.Record, File: a.File, With: b.Record,
			Ours: wholeValue(a.ours), Theirs: wholeValue(b.theirs)})
	}
	for _, u := range []*mergeUnit{a, b} {
		u.Outcome = outcome
		switch {
		case first && m.virtual:
			u.result = m.unsettledFile(u)
		case first && (r != nil && r.Take == TakeTheirs || r == nil && m.at == TakeTheirs):
			u.result = u.theirs
		default:
			u.result = u.ours
		}
	}
	if m.virtual && first && a.result.Path == b.result.Path {
		b.result.Path += "~"
	}
}
