package model

import (
	"iter"
	"sort"
	"sync"
)

// Snapshot is a whole model at one moment: immutable, shared by any number of
// readers. Two snapshots share every folder that is equal in both, and what is
// indexed over a snapshot follows changes at their cost, not the model's.
type Snapshot struct {
	schema   *Schema
	folders  []*Folder // by path
	manifest *Manifest
	lineage  *sync.Map // shared by all snapshots made of one another
	mu       sync.Mutex
	indexes  map[any]*indexSlot

	plain    *Snapshot // what is observed, nil where this is not
	observer Observer
}

// NewSnapshot makes a snapshot of folders, each path once, in any order.
func NewSnapshot(schema *Schema, folders []*Folder) *Snapshot {
	sort.Slice(folders, func(i, j int) bool { return folders[i].path < folders[j].path })
	return newSnapshot(schema, folders)
}

func newSnapshot(schema *Schema, sorted []*Folder) *Snapshot {
	s := &Snapshot{schema: schema, folders: sorted, lineage: &sync.Map{}, indexes: map[any]*indexSlot{}}
	s.manifest = parseManifest(s.FileAt(ManifestName))
	return s
}

// Schema answers the categories that the snapshot is read by.
func (s *Snapshot) Schema() *Schema { return s.schema }

// Manifest answers eik.json as it was read; its Faults say what is wrong with it.
func (s *Snapshot) Manifest() *Manifest {
	if s.plain != nil {
		s.observer.Managed(s.manifest)
	}
	return s.manifest
}

// Folders answers every folder by path. The slice must not be changed.
func (s *Snapshot) Folders() []*Folder {
	s.walked()
	return s.folders
}

// Folder answers the folder at a path, nil where there is none with files of its own.
func (s *Snapshot) Folder(path string) *Folder {
	s.walked()
	i := sort.Search(len(s.folders), func(i int) bool { return s.folders[i].path >= path })
	if i < len(s.folders) && s.folders[i].path == path {
		return s.folders[i]
	}
	return nil
}

// Under answers the folder at a path and all below it, by path. An empty path
// means all.
func (s *Snapshot) Under(path string) []*Folder {
	s.walked()
	if path == "" {
		return s.folders
	}
	from := sort.Search(len(s.folders), func(i int) bool { return s.folders[i].path >= path })
	var under []*Folder
	for _, f := range s.folders[from:] {
		if f.path == path || len(f.path) > len(path) && f.path[:len(path)] == path && f.path[len(path)] == '/' {
			under = append(under, f)
		} else if f.path > path+"0" { // "0" is the character after "/"
			break
		}
	}
	return under
}

// FileAt answers the file at a path relative to the model's root, nil where there
// is none.
func (s *Snapshot) FileAt(path string) *File {
	folder, name := split(path)
	if f := s.Folder(folder); f != nil {
		return f.File(name)
	}
	return nil
}

// Files answers every file of the model by folder and name.
func (s *Snapshot) Files() iter.Seq[*File] {
	s.walked()
	return func(yield func(*File) bool) {
		for _, folder := range s.folders {
			for _, f := range folder.files {
				if !yield(f) {
					return
				}
			}
		}
	}
}

// RecordFiles answers every file that is a record or stands where one would, by
// folder and name.
func (s *Snapshot) RecordFiles() iter.Seq[*File] {
	return func(yield func(*File) bool) {
		for f := range s.Files() {
			if f.id != "" && !yield(f) {
				return
			}
		}
	}
}

// Get answers the file of a record by its id, nil where there is none. Where two
// files claim one id it is the first by path.
func (s *Snapshot) Get(id string) *File {
	if s.plain != nil {
		f := s.plain.Get(id)
		s.observer.Got(id, f)
		return f
	}
	return s.ids().get(id)
}

// Record answers a record by its id, nil where there is none that can be read.
func (s *Snapshot) Record(id string) *Record {
	if f := s.Get(id); f != nil {
		return f.Record()
	}
	return nil
}

// Claims answers every file that claims an id, by path: more than one is an error
// of the model.
func (s *Snapshot) Claims(id string) []*File { return s.ids().claims(id) }

// InCategory answers the files of a category's records, by path.
func (s *Snapshot) InCategory(category string) iter.Seq[*File] {
	return func(yield func(*File) bool) {
		for _, folder := range s.foldersOf(category) {
			for _, f := range folder.files {
				if f.cat == category && !yield(f) {
					return
				}
			}
		}
	}
}

// Count answers how many records of a category there are.
func (s *Snapshot) Count(category string) int { return s.counts().of[category] }

// Total answers how many records there are.
func (s *Snapshot) Total() int { return s.counts().total }

// ReferringTo answers who names a record in a reference member, by id and member.
func (s *Snapshot) ReferringTo(id string) []Reference {
	if s.plain != nil {
		refs := s.plain.ReferringTo(id)
		s.observer.Referred(id, refs)
		return refs
	}
	return s.references().to(id)
}

func split(path string) (folder, name string) {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[:i], path[i+1:]
		}
	}
	return "", path
}
