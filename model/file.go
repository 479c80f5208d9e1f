package model

import (
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"strings"
	"sync/atomic"
)

// Revision is the git blob id of a file's bytes.
type Revision [20]byte

// RevisionOf answers the git blob id of the bytes.
func RevisionOf(data []byte) Revision {
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return Revision(h.Sum(nil))
}

// String answers the whole id in hex.
func (r Revision) String() string { return hex.EncodeToString(r[:]) }

// Short answers the first 12 hex digits, the form in which people and agents see it.
func (r Revision) Short() string { return hex.EncodeToString(r[:6]) }

// Mode says what a file is in the work tree or in a git tree.
type Mode uint8

// The modes. Only regular files are ever read.
const (
	Regular Mode = iota
	Executable
	Symlink
	Submodule
)

// RawFile is a file as a repository holds it. Data is read for record files, the
// manifest and waivers, and is nil for all others and for files over
// MaxRecordBytes. It is owned by the model from then on.
type RawFile struct {
	Name     string // within its folder
	Mode     Mode
	Revision Revision
	Size     int64
	Data     []byte
}

// File is one file of a model. Its record is decoded when it is first asked for,
// and kept. A File is immutable and shared by snapshots.
type File struct {
	Path     string // relative to the model's root, with slashes
	Mode     Mode
	Revision Revision
	Size     int64
	// Broken is set where a hand edit made the file unreadable: the record is then
	// the last good one and these are the faults of the bytes that stand there now.
	Broken  []Fault
	raw     []byte
	id      string
	cat     string
	decoded atomic.Pointer[decoded]
}

type decoded struct {
	record *Record
	faults []Fault
}

func newFile(folder string, raw RawFile, category string) *File {
	f := &File{Path: join(folder, raw.Name), Mode: raw.Mode, Revision: raw.Revision, Size: raw.Size, raw: raw.Data}
	if raw.Data == nil || raw.Mode > Executable || !RecordPlace(f.Path) {
		return f
	}
	f.identify(strings.TrimSuffix(raw.Name, ".json"), category)
	return f
}

// identify finds the record's id and category. A canonical file at its own place
// starts with both, so that most files are not decoded for it.
func (f *File) identify(stem, category string) {
	if f.startsWith(stem, category) {
		f.id, f.cat = stem, category
		return
	}
	record := f.Record()
	if record == nil {
		f.id = stem
		return
	}
	f.id, f.cat = record.ID(), record.Category()
}

func (f *File) startsWith(id, category string) bool {
	rest, ok := bytes.CutPrefix(f.raw, []byte("{\n  \"id\": \""))
	if !ok || CheckID(id) != nil {
		return false
	}
	if rest, ok = bytes.CutPrefix(rest, []byte(id)); !ok {
		return false
	}
	if rest, ok = bytes.CutPrefix(rest, []byte("\",\n  \"category\": \"")); !ok {
		return false
	}
	rest, ok = bytes.CutPrefix(rest, []byte(category))
	return ok && bytes.HasPrefix(rest, []byte(`"`))
}

// ID answers the record's id: its own, or its file's name where it cannot be read.
// It is empty for files that are no records.
func (f *File) ID() string { return f.id }

// Category answers the record's category, empty where it cannot be read.
func (f *File) Category() string { return f.cat }

// Name answers the file's name within its folder.
func (f *File) Name() string { return f.Path[strings.LastIndexByte(f.Path, '/')+1:] }

// Folder answers the folder that the file lies in, empty for the model's root.
func (f *File) Folder() string {
	if i := strings.LastIndexByte(f.Path, '/'); i >= 0 {
		return f.Path[:i]
	}
	return ""
}

// Data answers the file's bytes, nil where they are not read. They must not be changed.
func (f *File) Data() []byte { return f.raw }

// Record answers the file's record, nil where the file holds none that can be read.
func (f *File) Record() *Record { return f.decode().record }

// Faults answers what the file's bytes break by themselves.
func (f *File) Faults() []Fault {
	if f.Broken != nil {
		return f.Broken
	}
	return f.decode().faults
}

var nothing = &decoded{}

func (f *File) decode() *decoded {
	if d := f.decoded.Load(); d != nil {
		return d
	}
	d := nothing
	switch {
	case f.raw != nil && readAsJSON(f.Path):
		record, faults := Decode(f.raw)
		d = &decoded{record, faults}
	case f.Mode == Symlink || f.Mode == Submodule:
		d = &decoded{faults: []Fault{{Rule: "file.symlink", Message: "a symbolic link or a submodule is never followed; put the file itself here"}}}
	case RecordPlace(f.Path) && f.Size > MaxRecordBytes:
		d = &decoded{faults: []Fault{{Rule: "file.size", Message: fmt.Sprintf("the file has %d bytes, a record at most %d; move large data into shapes/", f.Size, MaxRecordBytes)}}}
	}
	f.decoded.CompareAndSwap(nil, d)
	return f.decoded.Load()
}

// readAsJSON tells whether a file at a path is one that the model reads.
func readAsJSON(path string) bool {
	return path == ManifestName || RecordPlace(path) || strings.HasPrefix(path, "waivers/") && strings.HasSuffix(path, ".json")
}

// BrokenBy answers a copy of a file that still has its record but carries the
// faults of bytes that could not be read in its stead.
func (f *File) BrokenBy(raw RawFile, faults []Fault) *File {
	broken := &File{Path: f.Path, Mode: raw.Mode, Revision: raw.Revision, Size: raw.Size, Broken: faults, raw: f.raw, id: f.id, cat: f.cat}
	broken.decoded.Store(f.decode())
	return broken
}

func join(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}
