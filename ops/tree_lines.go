package ops

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/find"
)

// folder says in a line what a folder holds.
func (m *treeMap) folder(place, name string, shelves []*find.Shelf) treeFolder {
	f := treeFolder{Name: name, Path: strings.TrimPrefix(place+"/"+name, "/")}
	for _, h := range shelves {
		f.Count += h.Records
	}
	switch {
	case len(shelves) == 1 && shelves[0].Path == f.Path:
		f.Summary = m.summaryOf(shelves[0])
	case isDiscipline(f.Path):
		f.Summary = m.levelsOf(shelves)
	default:
		f.Summary = tallied(countBy(shelves, func(h *find.Shelf) string { return h.Path[strings.LastIndexByte(h.Path, '/')+1:] }))
	}
	return f
}

// summaryOf says in a line what a folder's records are: their types, else the first
// names.
func (m *treeMap) summaryOf(h *find.Shelf) string {
	folder := category.TallyOf(m.s).Folder(h.Path)
	if len(folder.Types) == 0 {
		return m.firstNames(h.Path)
	}
	counts, untyped := map[string]int{}, folder.Records
	for _, t := range folder.Types {
		counts[nameOf(m.s, t.Name)] += t.N
		untyped -= t.N
	}
	if untyped > 0 {
		counts[none] = untyped
	}
	return "types: " + tallied(counts)
}

// none stands in a tally for records without the value that is counted.
const none = "none"

// nameOf answers a record's name, its id where it has none.
func nameOf(s *model.Snapshot, id string) string {
	if r := s.Record(id); r != nil {
		return cmp.Or(r.String("name"), id)
	}
	return id
}

const namesShown = 4

func (m *treeMap) firstNames(place string) string {
	var names []string
	files := m.records(place)
	for _, f := range files[:min(namesShown, len(files))] {
		names = append(names, m.callingOf(f))
	}
	if len(files) > namesShown {
		names = append(names, fmt.Sprintf("%d more", len(files)-namesShown))
	}
	return strings.Join(names, ", ")
}

// callingOf answers what a person calls a record: its number and name, else its id.
func (m *treeMap) callingOf(f *model.File) string {
	r := f.Record()
	if r == nil {
		return f.ID()
	}
	name := strings.TrimSpace(cmp.Or(r.String("number"), r.String("mark")) + " " + r.String("name"))
	return cmp.Or(name, f.ID())
}

// levelsOf says how many records a discipline has on each level.
func (m *treeMap) levelsOf(shelves []*find.Shelf) string {
	return "levels: " + tallied(countBy(shelves, func(h *find.Shelf) string {
		if h.Level == "" {
			return none
		}
		return nameOf(m.s, h.Level)
	}))
}

func countBy(shelves []*find.Shelf, key func(*find.Shelf) string) map[string]int {
	counts := map[string]int{}
	for _, h := range shelves {
		counts[key(h)] += h.Records
	}
	return counts
}

// tallied writes counts as "wall 5, window 2", the largest first and none last.
func tallied(counts map[string]int) string {
	const most = 8
	keys := make([]string, 0, len(counts))
	for key := range counts {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		switch none {
		case a:
			return 1
		case b:
			return -1
		}
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	var parts []string
	for i, key := range keys {
		if i == most && len(keys) > most+1 {
			parts = append(parts, fmt.Sprintf("%d more", len(keys)-most))
			break
		}
		parts = append(parts, fmt.Sprintf("%s %d", key, counts[key]))
	}
	return strings.Join(parts, ", ")
}
