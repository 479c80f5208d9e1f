package find

import (
	"bytes"
	"iter"
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
	strays     int    // records that belong elsewhere
	others     int    // files that are no records
}

// Shelves answers the folders that hold records, by path, each counted: what a map
// of the model is made of without reading its records. It follows changes at their
// cost.
func Shelves(s *model.Snapshot) iter.Seq[*Shelf] {
	return func(yield func(*Shelf) bool) {
		for _, h := range shelvesOf(s).rows {
			if h.Records > 0 && !yield(h) {
				return
			}
		}
	}
}

// tidy tells whether every file of the folder is a record that belongs there, so
// that what the path says is true of all of them.
func (h *Shelf) tidy() bool { return h.strays == 0 && h.others == 0 }

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

// count counts a file in, or out where n is -1.
func (h *Shelf) count(schema *model.Schema, f *model.File, n int) {
	switch {
	case f.ID() == "":
		h.others += n
		return
	case !h.holds(schema, f):
		h.strays += n
	}
	h.Records += n
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
