package model

import (
	"cmp"
	"slices"
)

// Dangling answers the references that changes leave without their record, as one
// conflict for each record that is missing: what it was referred to by stays though
// it goes, or came though it is not there. After is the snapshot that the changes
// lead to. References that were broken before are not among them.
func Dangling(after *Snapshot, changes []FileChange) []MergeConflict {
	before := map[string][]string{} // what a record referred to
	for _, c := range changes {
		for _, ref := range references(after.schema, c.Before) {
			before[ref.From] = append(before[ref.From], ref.To)
		}
	}
	gone := missingRecords{}
	for _, c := range changes {
		if c.Before != nil && c.Before.id != "" && after.Get(c.Before.id) == nil {
			for _, ref := range after.ReferringTo(c.Before.id) {
				gone.add(ref)
			}
		}
		for _, ref := range references(after.schema, c.After) {
			if after.Get(ref.To) == nil && !slices.Contains(before[ref.From], ref.To) {
				gone.add(ref)
			}
		}
	}
	for _, c := range changes {
		if c.Before != nil && c.Before.id != "" && gone[c.Before.id] != nil {
			gone[c.Before.id].File = c.Before.Path
		}
	}
	return gone.conflicts()
}

func references(schema *Schema, f *File) []Reference {
	if f == nil || f.id == "" || f.Record() == nil {
		return nil
	}
	return schema.References(f.Record())
}

// missingRecords are the conflicts over records that are not there, by id.
type missingRecords map[string]*MergeConflict

func (m missingRecords) add(ref Reference) {
	if m[ref.To] == nil {
		m[ref.To] = &MergeConflict{Kind: ConflictDangling, Record: ref.To}
	}
	m[ref.To].Dependents = append(m[ref.To].Dependents, Dependent{Record: ref.From, Member: ref.Pointer[1:]})
}

func (m missingRecords) conflicts() []MergeConflict {
	list := make([]MergeConflict, 0, len(m))
	for _, c := range m {
		slices.SortFunc(c.Dependents, func(a, b Dependent) int {
			return cmp.Or(cmp.Compare(a.Record, b.Record), cmp.Compare(a.Member, b.Member))
		})
		c.Dependents = slices.Compact(c.Dependents)
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b MergeConflict) int { return cmp.Compare(a.Record, b.Record) })
	return list
}
