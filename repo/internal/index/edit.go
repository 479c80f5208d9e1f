package index

import (
	"slices"
	"strings"
)

// Edit puts an entry at its path, or takes what is there away.
type Edit struct {
	Path  string
	Entry *Entry // nil to take away; its Path is Edit.Path
}

// With answers the index after edits, each path once. folders tells the trees of
// the folders that the edits touch; where it does not, the index forgets them.
func (ix *Index) With(edits []Edit, folders map[string]Folder) *Index {
	sorted := slices.Clone(edits)
	slices.SortFunc(sorted, func(a, b Edit) int { return strings.Compare(a.Path, b.Path) })
	next := *ix
	next.entries = make([]Entry, 0, len(ix.entries)+len(edits))
	var steps []step
	sameNames := true
	from := 0
	for _, e := range sorted {
		at := ix.from(e.Path)
		next.entries = append(next.entries, ix.entries[from:at]...)
		for from = at; from < len(ix.entries) && ix.entries[from].Path == e.Path; from++ {
		}
		s := step{path: e.Path}
		if from > at {
			s.delta--
		}
		if e.Entry != nil {
			s.delta++
			entry := *e.Entry
			entry.Path = e.Path
			next.entries = append(next.entries, entry)
		}
		sameNames = sameNames && s.delta == 0
		steps = append(steps, s)
	}
	next.entries = append(next.entries, ix.entries[from:]...)
	if ix.tree != nil && len(steps) > 0 {
		next.tree = ix.tree.with("", steps, folders)
	}
	if !sameNames {
		next.untrack = nil
	}
	return &next
}

// Smudge answers the index with some entries marked so that their files' content
// is looked at, whatever their stat data say.
func (ix *Index) Smudge(paths []string) *Index {
	if len(paths) == 0 {
		return ix
	}
	next := *ix
	next.entries = slices.Clone(ix.entries)
	for _, path := range paths {
		for i := next.from(path); i < len(next.entries) && next.entries[i].Path == path; i++ {
			next.entries[i].Stat.Size = 0
		}
	}
	return &next
}
