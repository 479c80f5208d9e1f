package find

import (
	"bytes"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
)

// Shelf is what a folder's path says of the records in it, and counts of them. It
// must not be changed.
type Shelf struct {
	Path       string
	Discipline string // empty where the folder holds no elements
	Level      string // the level's id, empty where they stand on none
	Category   string // empty where the path belongs to no category
	Records    int    // files that are records
	Strays     int    // records that belong elsewhere
}

// tidy tells whether every file of the folder is a record that belongs there.
func (h *Shelf) tidy(folder *model.Folder) bool {
	return h.Strays == 0 && h.Records == len(folder.Files())
}

// Shelves answers the folders that hold records, by path, each counted: what a map
// of the model is made of without reading its records. It follows changes at their
// cost.
func Shelves(s *model.Snapshot) iter.Seq[*Shelf] {
	x := shelvesOf(s)
	return func(yield func(*Shelf) bool) {
		for _, folder := range s.Folders() {
			if h := x.byPath[folder.Path()]; h != nil && h.Records > 0 && !yield(h) {
				return
			}
		}
	}
}

type shelvesKey struct{}

type shelves struct {
	schema *model.Schema
	byPath map[string]*Shelf
}

func shelvesOf(s *model.Snapshot) *shelves {
	return s.Index(shelvesKey{}, func(s *model.Snapshot) model.Index {
		x := &shelves{schema: s.Schema(), byPath: map[string]*Shelf{}}
		for f := range s.RecordFiles() {
			x.count(f, 1)
		}
		return x
	}).(*shelves)
}

func (x *shelves) count(f *model.File, n int) {
	path := f.Folder()
	h := x.byPath[path]
	if h == nil {
		h = newShelf(x.schema, path)
		x.byPath[path] = h
	}
	h.Records += n
	if !h.holds(x.schema, f) {
		h.Strays += n
	}
}

// Apply implements model.Index.
func (x *shelves) Apply(_ *model.Snapshot, changes []model.FileChange) model.Index {
	next := &shelves{schema: x.schema, byPath: maps.Clone(x.byPath)}
	own := map[string]bool{}
	count := func(f *model.File, n int) {
		if f == nil || f.ID() == "" {
			return
		}
		path := f.Folder()
		if old := next.byPath[path]; old != nil && !own[path] {
			copied := *old
			next.byPath[path] = &copied
		}
		own[path] = true
		next.count(f, n)
	}
	for _, c := range changes {
		count(c.Before, -1)
		count(c.After, 1)
	}
	return next
}

func newShelf(schema *model.Schema, path string) *Shelf {
	h := &Shelf{Path: path}
	parts := strings.Split(path, "/")
	switch {
	case len(parts) == 3 && slices.Contains(model.Disciplines, parts[0]):
		h.Discipline, h.Level, h.Category = parts[0], parts[1], parts[2]
		if h.Level == model.ModelFolder {
			h.Level = ""
		}
		return h
	case len(parts) == 2 && parts[0] == "types":
		h.Category = "type"
		return h
	}
	for _, name := range schema.Names() {
		if c := schema.Category(name); c.Folder == path {
			h.Category = name
		}
	}
	return h
}

// holds tells whether a record belongs on the shelf.
func (h *Shelf) holds(schema *model.Schema, f *model.File) bool {
	c := schema.Category(h.Category)
	if c == nil || f.Category() != h.Category {
		return false
	}
	if !c.Element() {
		return true
	}
	if f.PeekID("levelId") != h.Level {
		return false
	}
	if h.Discipline == c.Discipline && !bytes.Contains(f.Data(), []byte(`"discipline"`)) {
		return true
	}
	r := f.Record()
	return r != nil && model.DisciplineOf(c, r) == h.Discipline
}
