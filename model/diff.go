package model

import (
	"slices"
	"sort"
)

// RecordDiff is one record that differs between two snapshots, matched by its id
// and never by its path.
type RecordDiff struct {
	ID            string
	Before, After *File // nil where the record is not there
	Members       []MemberDiff
}

// MemberDiff is a member that differs. Old or New is nil where it is absent.
type MemberDiff struct {
	Name     string
	Old, New any
}

// Diff answers the records that differ from a to b, by id. Only folders whose keys
// differ are read.
func Diff(a, b *Snapshot) []RecordDiff { return DiffFiles(FileChanges(a, b)) }

// FileChanges answers every file that differs from a to b, by path. Only folders
// whose keys differ are read.
func FileChanges(a, b *Snapshot) []FileChange {
	var changes []FileChange
	eachFolderPair(a.folders, b.folders, func(old, next *Folder) {
		changes = folderChanges(changes, old, next)
	})
	return changes
}

// DiffFiles pairs changed files by id, so that a record that moved is one change.
func DiffFiles(changes []FileChange) []RecordDiff {
	byID := map[string]*RecordDiff{}
	of := func(f *File) *RecordDiff {
		if byID[f.id] == nil {
			byID[f.id] = &RecordDiff{ID: f.id}
		}
		return byID[f.id]
	}
	for _, c := range changes {
		if c.Before != nil && c.Before.id != "" {
			of(c.Before).Before = c.Before
		}
		if c.After != nil && c.After.id != "" {
			of(c.After).After = c.After
		}
	}
	diffs := make([]RecordDiff, 0, len(byID))
	for _, d := range byID {
		d.Members = memberDiffs(d.Before, d.After)
		diffs = append(diffs, *d)
	}
	sort.Slice(diffs, func(i, j int) bool { return diffs[i].ID < diffs[j].ID })
	return diffs
}

func memberDiffs(before, after *File) []MemberDiff {
	if before == nil || after == nil {
		return nil
	}
	return DiffRecords(before.Record(), after.Record())
}

// DiffRecords answers the members that differ, those of the old record first, in
// its order, and then those only the new one has.
func DiffRecords(old, next *Record) []MemberDiff {
	var a, b Object
	if old != nil {
		a = old.members
	}
	if next != nil {
		b = next.members
	}
	var diffs []MemberDiff
	for _, m := range a {
		if v, ok := b.Lookup(m.Name); !ok || !Equal(m.Value, v) {
			diffs = append(diffs, MemberDiff{m.Name, m.Value, v})
		}
	}
	for _, m := range b {
		if !slices.ContainsFunc(a, func(o Member) bool { return o.Name == m.Name }) {
			diffs = append(diffs, MemberDiff{m.Name, nil, m.Value})
		}
	}
	return diffs
}

func eachFolderPair(a, b []*Folder, f func(old, next *Folder)) {
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].path < b[0].path:
			f(a[0], nil)
			a = a[1:]
		case len(a) == 0 || b[0].path < a[0].path:
			f(nil, b[0])
			b = b[1:]
		default:
			if a[0] != b[0] {
				f(a[0], b[0])
			}
			a, b = a[1:], b[1:]
		}
	}
}
