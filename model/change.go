package model

import (
	"fmt"
	"sort"
)

// Change puts a record (After set) or takes one away (After nil). Before is the
// file that it replaces, nil for a new record.
type Change struct {
	ID     string
	Before *File
	After  *Record
}

// FileChange is a file that differs between two snapshots, at one path. Before or
// After is nil where the file is not there.
type FileChange struct {
	Before, After *File
}

func (c FileChange) path() string {
	if c.Before != nil {
		return c.Before.Path
	}
	return c.After.Path
}

// Apply answers the snapshot after the changes, at a cost of the changes. It is an
// error that a record has no legal place or that a place is taken by another id.
func (s *Snapshot) Apply(changes []Change) (*Snapshot, error) {
	edits := make(map[string]*File, 2*len(changes))
	for _, c := range changes {
		if c.Before != nil {
			if _, set := edits[c.Before.Path]; !set {
				edits[c.Before.Path] = nil
			}
		}
		if c.After == nil {
			continue
		}
		file, err := s.schema.NewRecordFile(c.After)
		if err != nil {
			return nil, err
		}
		if taken := edits[file.Path]; taken != nil && taken.id != file.id {
			return nil, fmt.Errorf("%s and %s would lie in one file, %s", taken.id, file.id, file.Path)
		}
		edits[file.Path] = file
	}
	return s.WithFiles(edits), nil
}

// NewRecordFile makes the file of a record: its place, canonical bytes and revision.
func (s *Schema) NewRecordFile(r *Record) (*File, error) {
	path, err := s.PathOf(r)
	if err != nil {
		return nil, err
	}
	raw := s.Encode(r)
	f := &File{Path: path, Revision: RevisionOf(raw), Size: int64(len(raw)), raw: raw, id: r.ID(), cat: r.Category()}
	f.decoded.Store(&decoded{record: r})
	return f, nil
}

// NewFile makes a file of raw bytes at a path, such as a hand edit.
func (s *Schema) NewFile(path string, raw RawFile) *File {
	folder, name := split(path)
	raw.Name = name
	category := s.categoryAt(folder)
	return newFile(folder, raw, category)
}

// WithFiles answers the snapshot with some files put or, where nil, taken away, by
// path. Untouched folders are shared.
func (s *Snapshot) WithFiles(edits map[string]*File) *Snapshot {
	byFolder := map[string]map[string]*File{}
	for path, file := range edits {
		folder, _ := split(path)
		if byFolder[folder] == nil {
			byFolder[folder] = map[string]*File{}
		}
		byFolder[folder][path] = file
	}
	replaced := make([]*Folder, 0, len(byFolder))
	for path, files := range byFolder {
		old := s.Folder(path)
		if old == nil {
			old = &Folder{path: path}
		}
		replaced = append(replaced, old.with(files))
	}
	return s.WithFolders(replaced, nil)
}

// WithFolders answers the snapshot with some folders replaced or added and some
// paths removed; a folder without files is removed too. What is indexed over s
// follows at a cost of the files that differ.
func (s *Snapshot) WithFolders(replaced []*Folder, removed []string) *Snapshot {
	sort.Slice(replaced, func(i, j int) bool { return replaced[i].path < replaced[j].path })
	gone := make(map[string]bool, len(removed))
	for _, path := range removed {
		gone[path] = true
	}
	var changes []FileChange
	folders := make([]*Folder, 0, len(s.folders)+len(replaced))
	put := func(old, next *Folder) {
		next = next.keeping(old)
		changes = folderChanges(changes, old, next)
		if next != nil && len(next.files) > 0 {
			folders = append(folders, next)
		}
	}
	i := 0
	for _, old := range s.folders {
		for ; i < len(replaced) && replaced[i].path < old.path; i++ {
			put(nil, replaced[i])
		}
		switch {
		case i < len(replaced) && replaced[i].path == old.path:
			put(old, replaced[i])
			i++
		case gone[old.path]:
			put(old, nil)
		default:
			folders = append(folders, old)
		}
	}
	for ; i < len(replaced); i++ {
		put(nil, replaced[i])
	}
	next := &Snapshot{schema: s.schema, folders: folders, manifest: s.manifest, lineage: s.lineage, indexes: s.Observed(nil).carry(changes)}
	if f := next.FileAt(ManifestName); f != s.manifest.File {
		next.manifest = parseManifest(f)
	}
	return next
}

// folderChanges adds the files that differ between two versions of a folder.
func folderChanges(changes []FileChange, old, next *Folder) []FileChange {
	if old != nil && next != nil && old.key == next.key {
		return changes
	}
	var a, b []*File
	if old != nil {
		a = old.files
	}
	if next != nil {
		b = next.files
	}
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Path < b[0].Path:
			changes = append(changes, FileChange{Before: a[0]})
			a = a[1:]
		case len(a) == 0 || b[0].Path < a[0].Path:
			changes = append(changes, FileChange{After: b[0]})
			b = b[1:]
		default:
			if !sameFile(a[0], b[0]) {
				changes = append(changes, FileChange{Before: a[0], After: b[0]})
			}
			a, b = a[1:], b[1:]
		}
	}
	return changes
}

func sameFile(a, b *File) bool {
	return a == b || a.Revision == b.Revision && a.Mode == b.Mode && len(a.Broken) == 0 && len(b.Broken) == 0
}
