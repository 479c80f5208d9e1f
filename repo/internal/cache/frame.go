package cache

import (
	"encoding/binary"
	"errors"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/openeik/ekgit/model"
)

// Hash is the id of a tree or a blob.
type Hash = plumbing.Hash

// Folder is what a tree holds: folders by id, and files with their bytes where a
// model reads them.
type Folder struct {
	Dirs  []Dir
	Files []model.RawFile
}

// Dir is a folder inside a folder.
type Dir struct {
	Name string
	Tree Hash
}

// Frame is a folder in the form in which it is kept:
//
//	tree id
//	count of folders, each: name, tree id
//	count of files, each: name, mode, blob id, size, 1 and that many bytes or 0
//
// Counts, sizes and the lengths before names are variable-length integers.
type Frame []byte

// errFrame says that the bytes are no frame.
var errFrame = errors.New("cached folder is damaged")

// Encode makes the frame of a folder.
func Encode(tree Hash, folder *Folder) Frame {
	size := 64
	for _, d := range folder.Dirs {
		size += len(d.Name) + 32
	}
	for _, f := range folder.Files {
		size += len(f.Name) + len(f.Data) + 40
	}
	b := append(make([]byte, 0, size), tree[:]...)
	b = binary.AppendUvarint(b, uint64(len(folder.Dirs)))
	for _, d := range folder.Dirs {
		b = append(appendText(b, d.Name), d.Tree[:]...)
	}
	b = binary.AppendUvarint(b, uint64(len(folder.Files)))
	for _, f := range folder.Files {
		b = append(appendText(b, f.Name), byte(f.Mode))
		b = append(b, f.Revision[:]...)
		b = binary.AppendUvarint(b, uint64(f.Size))
		if f.Data == nil {
			b = append(b, 0)
			continue
		}
		b = append(append(b, 1), f.Data...)
	}
	return b
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// Tree answers the id that the frame is kept under.
func (f Frame) Tree() Hash { return Hash(f[:len(Hash{})]) }

// Folder reads the frame. The files' bytes are parts of it.
func (f Frame) Folder() (*Folder, error) {
	if len(f) < len(Hash{}) {
		return nil, errFrame
	}
	r := frameReader{rest: f[len(Hash{}):]}
	folder := &Folder{Dirs: r.dirs()}
	folder.Files = make([]model.RawFile, r.count(24))
	for i := range folder.Files {
		folder.Files[i] = r.file()
	}
	if r.broken || len(r.rest) > 0 {
		return nil, errFrame
	}
	return folder, nil
}

// frameReader takes values off the front of a frame. Once something is missing it
// gives only zeros.
type frameReader struct {
	rest   []byte
	broken bool
}

func (r *frameReader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.broken, r.rest = true, nil
		return nil
	}
	taken := r.rest[:n:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *frameReader) number() int {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || v > 1<<40 {
		r.broken, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return int(v)
}

// count reads how many things of at least so many bytes each follow.
func (r *frameReader) count(each int) int {
	n := r.number()
	if n > len(r.rest)/each {
		r.broken, r.rest = true, nil
		return 0
	}
	return n
}

func (r *frameReader) text() []byte { return r.take(r.number()) }

func (r *frameReader) hash() (h Hash) {
	copy(h[:], r.take(len(h)))
	return h
}

func (r *frameReader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *frameReader) file() model.RawFile {
	f := model.RawFile{Name: string(r.text()), Mode: model.Mode(r.byte()), Revision: model.Revision(r.hash())}
	size := r.number()
	f.Size = int64(size)
	if r.byte() == 1 {
		f.Data = r.take(size)
	}
	return f
}

// Dirs answers the folders of a frame, none where it is damaged.
func (f Frame) Dirs() []Dir {
	r := frameReader{rest: f[len(Hash{}):]}
	return r.dirs()
}

func (r *frameReader) dirs() []Dir {
	dirs := make([]Dir, r.count(21))
	for i := range dirs {
		dirs[i] = Dir{Name: string(r.text()), Tree: r.hash()}
	}
	return dirs
}

// RawEntry is a file of a frame. Name and Data are parts of the frame.
type RawEntry struct {
	Name     []byte
	Mode     model.Mode
	Revision model.Revision
	Size     int64
	Data     []byte // nil where the model does not read it
}

// Each calls fn for the files of a frame, and makes nothing of its own.
func (f Frame) Each(fn func(RawEntry)) {
	r := frameReader{rest: f[len(Hash{}):]}
	for range r.count(21) {
		r.text()
		r.hash()
	}
	for range r.count(24) {
		e := RawEntry{Name: r.text(), Mode: model.Mode(r.byte()), Revision: model.Revision(r.hash())}
		size := r.number()
		e.Size = int64(size)
		if r.byte() == 1 {
			e.Data = r.take(size)
		}
		if r.broken {
			return
		}
		fn(e)
	}
}
