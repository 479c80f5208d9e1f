package model

import (
	"slices"
	"sort"
	"strings"
)

// Key names the content of a folder exactly, its own files only. It is opaque
// here: a repository gives the id of its tree, a changed folder gets one of its
// own. Equal keys at one path mean equal files.
type Key string

// Provisional tells whether the key was made here, for a folder that no repository
// has named yet.
func (k Key) Provisional() bool { return strings.HasPrefix(string(k), provisional) }

const provisional = "~"

// Folder is one folder of a model with its files, sorted by name. It is immutable
// and shared by every snapshot that has the same content there.
type Folder struct {
	path  string
	key   Key
	files []*File
}

// NewFolder makes a folder of raw files, which it owns from then on. The schema
// says which category's records are expected there.
func NewFolder(schema *Schema, path string, key Key, raw []RawFile) *Folder {
	category := schema.categoryAt(path)
	files := make([]*File, len(raw))
	for i := range raw {
		files[i] = newFile(path, raw[i], category)
	}
	sort.Slice(files, func(i, j int) bool { return files[i].Path < files[j].Path })
	return &Folder{path: path, key: key, files: files}
}

// Path answers where the folder lies, relative to the model's root, with slashes.
func (f *Folder) Path() string { return f.path }

// Key answers the content key.
func (f *Folder) Key() Key { return f.key }

// Files answers the folder's files by name. The slice must not be changed.
func (f *Folder) Files() []*File { return f.files }

// File answers the file of that name, nil where there is none.
func (f *Folder) File(name string) *File {
	i, ok := f.find(name)
	if !ok {
		return nil
	}
	return f.files[i]
}

// WithKey answers the same folder under the key that a repository gives it.
func (f *Folder) WithKey(key Key) *Folder {
	return &Folder{path: f.path, key: key, files: f.files}
}

// keeping answers the folder with the files of an earlier version in the place of
// equal ones: one file of a snapshot is then one pointer, in folders and in indexes.
func (f *Folder) keeping(old *Folder) *Folder {
	if f == nil || old == nil || len(f.files) == 0 {
		return f
	}
	kept := &Folder{path: f.path, key: f.key, files: slices.Clone(f.files)}
	rest := old.files
	for i, file := range kept.files {
		for len(rest) > 0 && rest[0].Path < file.Path {
			rest = rest[1:]
		}
		if len(rest) > 0 && rest[0].Path == file.Path && sameFile(rest[0], file) {
			kept.files[i] = rest[0]
		}
	}
	return kept
}

func (f *Folder) find(name string) (int, bool) {
	path := join(f.path, name)
	i := sort.Search(len(f.files), func(i int) bool { return f.files[i].Path >= path })
	return i, i < len(f.files) && f.files[i].Path == path
}

// with answers the folder with some files put (by path) or, where nil, taken away.
func (f *Folder) with(edits map[string]*File) *Folder {
	files := make([]*File, 0, len(f.files)+len(edits))
	for _, old := range f.files {
		if _, edited := edits[old.Path]; !edited {
			files = append(files, old)
		}
	}
	for _, file := range edits {
		if file != nil {
			files = append(files, file)
		}
	}
	sort.Slice(files, func(i, j int) bool { return files[i].Path < files[j].Path })
	return &Folder{path: f.path, key: contentKey(files), files: files}
}

// contentKey makes a key of its own for a folder that no repository has named yet.
func contentKey(files []*File) Key {
	var names strings.Builder
	for _, f := range files {
		names.WriteString(f.Name())
		names.WriteByte(0)
		names.Write(f.Revision[:])
		names.WriteByte(byte(f.Mode))
		for _, fault := range f.Broken {
			names.WriteString(fault.Message)
		}
	}
	return Key(provisional + RevisionOf([]byte(names.String())).String())
}
