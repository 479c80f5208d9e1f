package model

import (
	"slices"
	"sort"
)

// MergeOptions says how a merge is made. The zero value leaves every conflict open.
type MergeOptions struct {
	Resolutions []Resolution
}

// MergeResult is what a three-way merge gives.
type MergeResult struct {
	// After is ours with theirs merged in. Where a conflict stands it is as in ours,
	// so it is an answer only where the result is clean.
	After *Snapshot
	// Changes lead from ours to After, by path. A file that the model does not read
	// has no Data: it is the one of its Revision on the other side.
	Changes   []FileChange
	Conflicts []MergeConflict // by record and member
	Records   []MergedRecord  // everything that either side changed, by record
}

// Clean tells whether nothing is left to decide.
func (r *MergeResult) Clean() bool { return len(r.Conflicts) == 0 }

// Merge brings what changed from base to theirs into ours: by id and then by member,
// other files by path. A nil base means that the two have nothing in common. It costs
// what differs from base, and asks only ours for an index. The error is a *Problem
// about a resolution that does not fit.
func Merge(base, ours, theirs *Snapshot, opt MergeOptions) (*MergeResult, error) {
	answers, err := newResolver(opt.Resolutions)
	if err != nil {
		return nil, err
	}
	result := merge(base, ours, theirs, &merger{schema: ours.schema, answers: answers})
	if err := answers.check(result.Conflicts, func() []MergeConflict {
		return merge(base, ours, theirs, &merger{schema: ours.schema}).Conflicts
	}); err != nil {
		return nil, err
	}
	return result, nil
}

func merge(base, ours, theirs *Snapshot, m *merger) *MergeResult {
	if base == nil {
		base = NewSnapshot(ours.schema, nil)
	}
	units := pairUnits(base, ours, theirs)
	for _, u := range units {
		m.unit(u)
	}
	m.place(units, ours, theirs)
	result := &MergeResult{}
	for _, u := range units {
		result.Records = append(result.Records, u.MergedRecord)
		result.Conflicts = append(result.Conflicts, u.conflicts...)
	}
	result.Changes = unitChanges(units)
	result.After = ours.WithChanges(result.Changes)
	return result
}

// unitChanges answers what leads from ours to the results of the units, by path.
func unitChanges(units []*mergeUnit) []FileChange {
	byPath := map[string]*FileChange{}
	at := func(path string) *FileChange {
		if byPath[path] == nil {
			byPath[path] = &FileChange{}
		}
		return byPath[path]
	}
	for _, u := range units {
		if u.ours != nil {
			at(u.ours.Path).Before = u.ours
		}
		if u.result != nil {
			at(u.result.Path).After = u.result
		}
	}
	changes := make([]FileChange, 0, len(byPath))
	for _, c := range byPath {
		if c.Before == nil || c.After == nil || !sameFile(c.Before, c.After) {
			changes = append(changes, *c)
		}
	}
	sort.Slice(changes, func(i, j int) bool { return changes[i].path() < changes[j].path() })
	return slices.Clip(changes)
}

// WithChanges answers the snapshot that changes of files lead to. A file may go from one
// path to another.
func (s *Snapshot) WithChanges(changes []FileChange) *Snapshot {
	if len(changes) == 0 {
		return s
	}
	edits := make(map[string]*File, len(changes))
	for _, c := range changes {
		if c.Before != nil && edits[c.Before.Path] == nil {
			edits[c.Before.Path] = nil
		}
		if c.After != nil {
			edits[c.After.Path] = c.After
		}
	}
	return s.WithFiles(edits)
}

// merger merges units under one set of options.
type merger struct {
	schema  *Schema
	answers *resolver
	// at is the side that stands where a conflict is left open; TakeOurs where empty.
	at Take
	// virtual makes a base of several: where they disagree stands a value that equals
	// none, so that it never decides for a side.
	virtual bool
}
