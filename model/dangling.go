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
	missing := map[string]*MergeConflict{}
	add := func(ref Reference) {
		c := missing[ref.To]
		if c == nil {
			c = &MergeConflict{Kind: ConflictDangling, Record: ref.To}
			missing[ref.To] = c
		}
		dependent := Dependent{Record: ref.From, Member: ref.Pointer[1:]}
		if !slices.Contains(c.Dependents, dependent) {
			c.Dependents = append(c.Dependents, dependent)
		}
	}
	diffs := DiffFiles(changes)
	for _, d := range diffs {
		if d.Before != nil && after.Get(d.ID) == nil {
			for _, ref := range after.ReferringTo(d.ID) {
				add(ref)
			}
		}
		before := targets(after.schema, d.Before)
		for _, ref := range references(after.schema, d.After) {
			if after.Get(ref.To) == nil && !slices.Contains(before, ref.To) {
				add(ref)
			}
		}
	}
	for _, d := range diffs {
		if c := missing[d.ID]; c != nil && d.Before != nil {
			c.File = d.Before.Path
		}
	}
	conflicts := make([]MergeConflict, 0, len(missing))
	for _, c := range missing {
		slices.SortFunc(c.Dependents, func(a, b Dependent) int {
			return cmp.Or(cmp.Compare(a.Record, b.Record), cmp.Compare(a.Member, b.Member))
		})
		conflicts = append(conflicts, *c)
	}
	slices.SortFunc(conflicts, func(a, b MergeConflict) int { return cmp.Compare(a.Record, b.Record) })
	return conflicts
}

func references(schema *Schema, f *File) []Reference {
	if f == nil || f.id == "" || f.Record() == nil {
		return nil
	}
	return schema.References(f.Record())
}

func targets(schema *Schema, f *File) []string {
	var ids []string
	for _, ref := range references(schema, f) {
		ids = append(ids, ref.To)
	}
	return ids
}
