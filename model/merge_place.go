package model

import (
	"maps"
	"slices"
	"strings"
)

// place finds records that cannot lie beside each other: in one file, in paths that
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
		clashes := clashesOf(units, changed, ours, theirs)
		if len(clashes) == 0 {
			return
		}
		for _, c := range clashes {
			m.settleClash(c)
		}
		for _, c := range clashes {
			c.a.settled, c.b.settled = true, true
		}
	}
}

// clash is two units in each other's way. The first is one that lies there in ours,
// where that is so; the second may be one that no side changed.
type clash struct {
	a, b *mergeUnit
	kind ConflictKind
}

// spot is a path that units take up: as a file, or as a folder around theirs.
type spot struct {
	path  string
	file  bool
	units []*mergeUnit
}

// clashesOf answers every two units that are in each other's way, once.
func clashesOf(units []*mergeUnit, changed map[string]bool, ours, theirs *Snapshot) []clash {
	var clashes []clash
	taken := spots{}
	for _, u := range units {
		for _, path := range u.paths() {
			if f := ours.FileAt(path); f != nil && !changed[path] {
				clashes = append(clashes, clash{u, untouched(f), ConflictSameFile})
			}
			taken.add(path, u)
		}
	}
	for _, fold := range slices.Sorted(maps.Keys(taken)) {
		list := taken[fold]
		for i, s := range list {
			if s.file {
				clashes = s.clash(clashes, s, ConflictSameFile)
			}
			for _, other := range list[i+1:] {
				switch {
				case s.path == other.path:
					clashes = s.clash(clashes, other, ConflictSameFile)
				case !s.hadBeside(other, ours, theirs):
					clashes = s.clash(clashes, other, ConflictFileCase)
				}
			}
		}
	}
	return clashes
}

// paths answers where a unit may come to lie: where its result does, and on either
// side's path while a conflict over it is open.
func (u *mergeUnit) paths() []string {
	files := []*File{u.result}
	if len(u.conflicts) > 0 && !u.settled {
		files = []*File{u.ours, u.theirs}
	}
	var paths []string
	for _, f := range files {
		if f != nil && !unsettled(f) {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// untouched answers the unit of a file that no side changed.
func untouched(f *File) *mergeUnit {
	u := newUnit(strings.TrimPrefix(pairKey(f), "/"), f, f, f)
	u.result = f
	return u
}

// spots are what units take up, by its path in lower case.
type spots map[string][]*spot

// add takes up a path and the folders around it.
func (taken spots) add(path string, u *mergeUnit) {
	for end := range len(path) + 1 {
		if end == len(path) || path[end] == '/' {
			taken.addSpot(path[:end], end == len(path), u)
		}
	}
}

func (taken spots) addSpot(path string, file bool, u *mergeUnit) {
	fold := strings.ToLower(path)
	i := slices.IndexFunc(taken[fold], func(s *spot) bool { return s.path == path && s.file == file })
	if i < 0 {
		i = len(taken[fold])
		taken[fold] = append(taken[fold], &spot{path: path, file: file})
	}
	if s := taken[fold][i]; !slices.Contains(s.units[max(0, len(s.units)-1):], u) {
		s.units = append(s.units, u)
	}
}

// clash adds that each unit of one spot is in the way of each of another.
func (s *spot) clash(clashes []clash, other *spot, kind ConflictKind) []clash {
	for i, a := range s.units {
		rest := other.units
		if s == other {
			rest = rest[i+1:]
		}
		for _, b := range rest {
			c := clash{a, b, kind}
			if b.liesIn(other) && !a.liesIn(s) {
				c.a, c.b = b, a
			}
			known := func(k clash) bool { return k.a == c.a && k.b == c.b }
			if a != b && !slices.ContainsFunc(clashes, known) {
				clashes = append(clashes, c)
			}
		}
	}
	return clashes
}

// liesIn tells whether the unit takes up the spot in ours.
func (u *mergeUnit) liesIn(s *spot) bool {
	return u.ours != nil && strings.HasPrefix(u.ours.Path+"/", s.path+"/")
}

// hadBeside tells whether a side alone has both spots.
func (s *spot) hadBeside(other *spot, sides ...*Snapshot) bool {
	for _, side := range sides {
		if s.in(side) && other.in(side) {
			return true
		}
	}
	return false
}

func (s *spot) in(side *Snapshot) bool {
	if s.file {
		return side.FileAt(s.path) != nil
	}
	return len(side.Under(s.path)) > 0
}

// settleClash settles two units that are in each other's way: resolved for one side,
// or left open. One that is in the way once more is as in ours, so that this ends.
func (m *merger) settleClash(c clash) {
	r := m.answers.find(c.a.Record, "")
	if r != nil && r.Take == TakeValue {
		m.answers.refuse("two records are in each other's way, "+c.a.Record+" and "+c.b.Record, "Take ours or theirs", r)
	}
	again := c.a.settled || c.b.settled
	outcome := OutcomeResolved
	if r == nil {
		theirs := c.b.theirs
		if c.b.ours == c.b.theirs {
			theirs = c.a.theirs
		}
		outcome = OutcomeConflict
		c.a.conflicts = append(c.a.conflicts, MergeConflict{Kind: c.kind, Record: c.a.Record, File: c.a.File, With: c.b.Record,
			Ours: wholeValue(c.a.ours), Theirs: wholeValue(theirs)})
	}
	for _, u := range []*mergeUnit{c.a, c.b} {
		u.Outcome, u.Members = outcome, nil
		switch {
		case m.virtual && !again:
			u.result = m.unsettledFile(u)
		case !again && (r != nil && r.Take == TakeTheirs || r == nil && m.at == TakeTheirs):
			u.result = u.theirs
		default:
			u.result = u.ours
		}
	}
	if m.virtual && !again && c.a.result.Path == c.b.result.Path {
		c.b.result.Path += "~"
	}
}
