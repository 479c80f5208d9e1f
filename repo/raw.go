package repo

import (
	"bytes"
	"context"
	"runtime"
	"sync"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/cache"
)

// Raw is a model at a commit as it is kept, before anything is made of it: for who
// needs a few records of a large one. It is immutable.
type Raw struct {
	m       *Model
	folders []rawFolder
}

type rawFolder struct {
	path  string
	frame cache.Frame
}

// Raw answers the model of a commit without reading what is in it. It costs about as
// much as reading one file of all the records' bytes, where that is at hand.
func (m *Model) Raw(ctx context.Context, commit Hash) (*Raw, error) {
	tree, err := m.reader.modelTree(ctx, commit)
	if err != nil {
		return nil, err
	}
	raw := &Raw{m: m}
	cached := m.reader.cache.Read()
	var all, missed []*folder
	for level := []*folder{{tree: tree}}; len(level) > 0; {
		var below []*folder
		for _, f := range level {
			frame, ok := cached[f.tree]
			if f.frame = frame; ok {
				f.read = &cache.Folder{Dirs: frame.Dirs()}
			} else {
				missed = append(missed, f)
				if err := m.reader.list(ctx, f, nil); err != nil {
					return nil, err
				}
			}
			for _, d := range f.read.Dirs {
				below = append(below, &folder{path: joinedPath(f.path, d.Name), tree: d.Tree})
			}
		}
		all, level = append(all, level...), below
	}
	if err := m.reader.readFiles(ctx, missed); err != nil {
		return nil, err
	}
	for _, f := range missed {
		f.frame = cache.Encode(f.tree, f.read)
	}
	m.reader.keep(ctx, all, missed, cached)
	for _, f := range all {
		raw.folders = append(raw.folders, rawFolder{f.path, f.frame})
	}
	return raw, nil
}

func joinedPath(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}

// Find answers the files of some folders that a function wants, by folder and name.
// Both functions are called by several goroutines at once; the bytes are not to be
// kept or changed.
func (r *Raw) Find(in func(folder string) bool, wants func(name, data []byte) bool) []*model.File {
	return r.gather(func(folder rawFolder) []*model.File {
		var found []*model.File
		if !in(folder.path) {
			return nil
		}
		folder.frame.Each(func(f cache.RawEntry) {
			if wants(f.Name, f.Data) {
				found = append(found, r.file(folder.path, f))
			}
		})
		return found
	})
}

// Mentioning answers the files in whose names or bytes one of some words stands, by
// folder and name.
func (r *Raw) Mentioning(words []string) []*model.File {
	needles := make([]needle, len(words))
	for i, w := range words {
		needles[i] = newNeedle(w)
	}
	mentions := func(text []byte) bool {
		for i := range needles {
			if needles[i].in(text) {
				return true
			}
		}
		return false
	}
	return r.gather(func(folder rawFolder) []*model.File {
		if !mentions(folder.frame) {
			return nil
		}
		var found []*model.File
		folder.frame.Each(func(f cache.RawEntry) {
			if mentions(f.Name) || mentions(f.Data) {
				found = append(found, r.file(folder.path, f))
			}
		})
		return found
	})
}

func (r *Raw) file(folder string, f cache.RawEntry) *model.File {
	path := joinedPath(folder, string(f.Name))
	return r.m.opt.Schema.NewFile(path, model.RawFile{Mode: f.Mode, Revision: f.Revision, Size: f.Size, Data: f.Data})
}

// gather looks through all folders on all processors.
func (r *Raw) gather(look func(rawFolder) []*model.File) []*model.File {
	parts := make([][]*model.File, runtime.GOMAXPROCS(0))
	var workers sync.WaitGroup
	for k := range parts {
		workers.Go(func() {
			from, to := k*len(r.folders)/len(parts), (k+1)*len(r.folders)/len(parts)
			for _, folder := range r.folders[from:to] {
				parts[k] = append(parts[k], look(folder)...)
			}
		})
	}
	workers.Wait()
	var found []*model.File
	for _, part := range parts {
		found = append(found, part...)
	}
	return found
}

// needle is a word that is looked for by its rarest letter.
type needle struct {
	word []byte
	rare int // where that letter stands in the word
}

// common are the letters of records from the most frequent on, roughly.
const common = `" -0e1atlriosdn2,:63w457c98pxmugh.fbky` + "\n"

func newNeedle(word string) needle {
	n := needle{word: []byte(word)}
	rarest := -1
	for i := range n.word {
		rank := bytes.IndexByte([]byte(common), n.word[i])
		if rank < 0 {
			rank = len(common)
		}
		if rank > rarest {
			rarest, n.rare = rank, i
		}
	}
	return n
}

func (n *needle) in(text []byte) bool {
	if len(n.word) == 0 {
		return false
	}
	for from := n.rare; from < len(text); {
		at := bytes.IndexByte(text[from:], n.word[n.rare])
		if at < 0 {
			return false
		}
		at += from
		if start := at - n.rare; start+len(n.word) <= len(text) && string(text[start:start+len(n.word)]) == string(n.word) {
			return true
		}
		from = at + 1
	}
	return false
}
