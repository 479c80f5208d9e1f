package ops

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/find"
)

// treeMap is the folders of a model, counted. It is made anew for each snapshot, and
// keeps what was asked of it.
type treeMap struct {
	s *model.Snapshot
	*treeMemory
}

// treeMemory is what was worked out of one snapshot: the sub-folders by folder.
type treeMemory struct {
	mu    sync.Mutex
	known map[string][]treeFolder
}

type treeKey struct{}

// Apply implements model.Index: what one change alters reaches up to the root.
func (*treeMemory) Apply(*model.Snapshot, []model.FileChange) model.Index { return newTreeMemory() }

func newTreeMemory() *treeMemory { return &treeMemory{known: map[string][]treeFolder{}} }

func newTreeMap(s *model.Snapshot) *treeMap {
	memory := s.Index(treeKey{}, func(*model.Snapshot) model.Index { return newTreeMemory() })
	return &treeMap{s: s, treeMemory: memory.(*treeMemory)}
}

func isDiscipline(name string) bool { return slices.Contains(model.Disciplines, name) }

// resolve answers the folder that a path means: a level's name or ordinal stands
// for its id, and a category may be named in the plural.
func (m *treeMap) resolve(asked string) (place string, assumed []string, err error) {
	place = strings.Trim(strings.TrimSpace(asked), "/")
	if place == "." {
		return "", nil, nil
	}
	parts := strings.Split(place, "/")
	if len(parts) > 1 && isDiscipline(parts[0]) && parts[1] != model.ModelFolder && len(m.s.Under(parts[0]+"/"+parts[1])) == 0 {
		id, how, err := find.Level(m.s, parts[1], "path")
		if err != nil {
			return "", nil, otherLevel(err, asked, parts)
		}
		parts[1] = id
		if how != "" {
			assumed = append(assumed, how)
		}
	}
	if last := len(parts) - 1; last > 0 {
		if name, ok := find.Category(parts[last]); ok {
			parts[last] = name
		}
	}
	return strings.Join(parts, "/"), assumed, nil
}

// otherLevel puts the whole path into a problem about the level in it.
func otherLevel(err error, asked string, parts []string) error {
	p := problem(err)
	candidates, _ := p.Details["candidates"].([]string)
	paths := make([]string, len(candidates))
	for i, id := range candidates {
		paths[i] = strings.Join(append([]string{parts[0], id}, parts[2:]...), "/")
	}
	return &model.Problem{Code: p.Code, Message: p.Message, Hint: p.Hint, Details: map[string]any{"got": asked, "candidates": paths}}
}

// records answers the files of the records that lie in a folder itself.
func (m *treeMap) records(place string) []*model.File {
	folder := m.s.Folder(place)
	if folder == nil {
		return nil
	}
	files := folder.Files()
	if !slices.ContainsFunc(files, notRecord) {
		return files
	}
	return slices.DeleteFunc(slices.Clone(files), notRecord)
}

func notRecord(f *model.File) bool { return f.ID() == "" }

// below answers the sub-folders of a folder, by name.
func (m *treeMap) below(place string) []treeFolder {
	m.mu.Lock()
	defer m.mu.Unlock()
	folders, ok := m.known[place]
	if !ok {
		folders = m.list(place)
		m.known[place] = folders
	}
	return folders
}

func (m *treeMap) list(place string) []treeFolder {
	shelves := map[string][]*find.Shelf{}
	for h := range find.Shelves(m.s) {
		if name, ok := childOf(place, h.Path); ok {
			shelves[name] = append(shelves[name], h)
		}
	}
	var folders []treeFolder
	for name, in := range shelves {
		folders = append(folders, m.folder(place, name, in))
	}
	if place == "" {
		folders = append(folders, m.others()...)
	}
	slices.SortFunc(folders, func(a, b treeFolder) int { return cmp.Compare(a.Name, b.Name) })
	return folders
}

// childOf answers the name of the folder below place on the way to a path.
func childOf(place, path string) (string, bool) {
	if place != "" {
		var ok bool
		if path, ok = strings.CutPrefix(path, place+"/"); !ok {
			return "", false
		}
	}
	name, _, _ := strings.Cut(path, "/")
	return name, true
}

// others counts the files of the root's folders that hold no records.
func (m *treeMap) others() []treeFolder {
	counts := map[string]int{}
	for _, f := range m.s.Folders() {
		if top, _, _ := strings.Cut(f.Path(), "/"); top == "shapes" || top == "waivers" || top == "docs" {
			counts[top] += len(f.Files())
		}
	}
	var folders []treeFolder
	for name, n := range counts {
		folders = append(folders, treeFolder{Name: name, Path: name, Count: n, Summary: "files"})
	}
	return folders
}

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

// nearestParent answers the deepest folder on the way to a place that is there.
func (m *treeMap) nearestParent(place string) string {
	for place != "" {
		i := strings.LastIndexByte(place, '/')
		place = place[:max(i, 0)]
		if place != "" && len(m.s.Under(place)) > 0 {
			return place
		}
	}
	return ""
}
