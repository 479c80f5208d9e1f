package ops

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/openeik/ekgit/model"
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
	place = strings.ReplaceAll(strings.TrimSpace(asked), `\`, "/")
	if slices.Contains(strings.Split(place, "/"), "..") {
		return "", nil, m.unknown(asked, "")
	}
	if place = strings.Trim(path.Clean("/"+place), "/"); place == "" {
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
	details := map[string]any{"got": asked}
	for _, name := range []string{"candidates", "known"} {
		ids, _ := p.Details[name].([]string)
		if len(ids) == 0 {
			continue
		}
		paths := make([]string, len(ids))
		for i, id := range ids {
			paths[i] = strings.Join(append([]string{parts[0], id}, parts[2:]...), "/")
		}
		details[name] = paths
	}
	return &model.Problem{Code: p.Code, Message: p.Message, Hint: p.Hint, Details: details}
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
