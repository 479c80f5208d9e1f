package model

import (
	"slices"
	"sort"
)

type idsKey struct{}

// idIndex finds files by id. Files beyond the first that claim an id are kept
// apart: a sound model has none.
type idIndex struct {
	files Table[string, *File]
	more  Table[string, []*File]
}

func (s *Snapshot) ids() *idIndex {
	return s.Index(idsKey{}, func(s *Snapshot) Index {
		x := &idIndex{}
		first, more := map[string]*File{}, map[string][]*File{}
		for f := range s.RecordFiles() {
			if _, taken := first[f.id]; taken {
				more[f.id] = append(more[f.id], f)
			} else {
				first[f.id] = f
			}
		}
		x.files, x.more = NewTable(first), NewTable(more)
		return x
	}).(*idIndex)
}

func (x *idIndex) get(id string) *File {
	f, _ := x.files.Get(id)
	return f
}

func (x *idIndex) claims(id string) []*File {
	f, ok := x.files.Get(id)
	if !ok {
		return nil
	}
	more, _ := x.more.Get(id)
	return append([]*File{f}, more...)
}

// Apply implements Index.
func (x *idIndex) Apply(_ *Snapshot, changes []FileChange) Index {
	touched := map[string][]*File{}
	claims := func(id string) []*File {
		if _, ok := touched[id]; !ok {
			touched[id] = x.claims(id)
		}
		return touched[id]
	}
	for _, c := range changes {
		if b := c.Before; b != nil && b.id != "" {
			touched[b.id] = slices.DeleteFunc(claims(b.id), func(f *File) bool { return f.Path == b.Path })
		}
		if a := c.After; a != nil && a.id != "" {
			touched[a.id] = append(claims(a.id), a)
		}
	}
	return &idIndex{
		files: x.files.Edit(func(e *TableEdit[string, *File]) {
			for id, files := range touched {
				if len(files) == 0 {
					e.Remove(id)
					continue
				}
				sort.Slice(files, func(i, j int) bool { return files[i].Path < files[j].Path })
				e.Put(id, files[0])
			}
		}),
		more: x.more.Edit(func(e *TableEdit[string, []*File]) {
			for id, files := range touched {
				if len(files) > 1 {
					e.Put(id, files[1:])
				} else if _, had := e.Get(id); had {
					e.Remove(id)
				}
			}
		}),
	}
}

type countsKey struct{}

// countIndex counts records by category and knows which folders hold each.
type countIndex struct {
	of      map[string]int
	folders map[string]map[string]int // category -> folder path -> records
	total   int
}

func (s *Snapshot) counts() *countIndex {
	return s.Index(countsKey{}, func(s *Snapshot) Index {
		x := &countIndex{of: map[string]int{}, folders: map[string]map[string]int{}}
		for f := range s.RecordFiles() {
			x.add(f, 1)
		}
		return x
	}).(*countIndex)
}

func (x *countIndex) add(f *File, n int) {
	x.total += n
	x.of[f.cat] += n
	if x.folders[f.cat] == nil {
		x.folders[f.cat] = map[string]int{}
	}
	x.folders[f.cat][f.Folder()] += n
}

// Apply implements Index.
func (x *countIndex) Apply(_ *Snapshot, changes []FileChange) Index {
	next := &countIndex{of: map[string]int{}, folders: map[string]map[string]int{}, total: x.total}
	for category, n := range x.of {
		next.of[category] = n
	}
	for category, folders := range x.folders {
		next.folders[category] = folders
	}
	copied := map[string]bool{}
	own := func(f *File) {
		if copied[f.cat] {
			return
		}
		folders := make(map[string]int, len(next.folders[f.cat])+1)
		for path, n := range next.folders[f.cat] {
			folders[path] = n
		}
		next.folders[f.cat], copied[f.cat] = folders, true
	}
	for _, c := range changes {
		if c.Before != nil && c.Before.id != "" {
			own(c.Before)
			next.add(c.Before, -1)
		}
		if c.After != nil && c.After.id != "" {
			own(c.After)
			next.add(c.After, 1)
		}
	}
	return next
}

func (s *Snapshot) foldersOf(category string) []*Folder {
	paths := s.counts().folders[category]
	folders := make([]*Folder, 0, len(paths))
	for path, n := range paths {
		if n > 0 {
			folders = append(folders, s.Folder(path))
		}
	}
	sort.Slice(folders, func(i, j int) bool { return folders[i].path < folders[j].path })
	return folders
}
