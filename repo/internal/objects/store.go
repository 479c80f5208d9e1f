// Package objects reads and writes the object database of a git repository:
// commits, trees and blobs, loose and in packs, in the repository itself and in
// its alternates. Every object that is read is checked against its name.
//
// It knows nothing of branches, of the index or the work tree, and nothing of
// what a model is. Outside processes may repack the repository at any moment.
package objects

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/openeik/ekgit/repo/internal/steps"
)

const (
	baseCacheBytes = 48 << 20
	treeCacheBytes = 32 << 20
	smallWindow    = 4 << 10
	bulkWindow     = 128 << 10
)

// Store is the object database of one repository. It is safe for concurrent use.
type Store struct {
	fs   steps.FS
	dirs []string // objects directories, the repository's own first

	listing sync.Mutex
	packs   atomic.Pointer[[]*pack]
	recent  atomic.Pointer[pack] // where the last object was found

	readers sync.Pool
	bases   *generations[baseKey, content]
	trees   *generations[Hash, Tree]
	temps   atomic.Uint64
}

// Open opens the objects of the repository with that common directory and of the
// alternates it names. Further objects directories, such as the quarantine of a push,
// are read after those and never written. It is an error that the repository is of a format that is
// not read here, such as one with SHA-256 names or reftables.
func Open(commonDir string, fs steps.FS, further ...string) (*Store, error) {
	dirs, err := withAlternates(append([]string{filepath.Join(commonDir, "objects")}, further...)...)
	if err != nil {
		return nil, err
	}
	s := &Store{
		fs:    fs,
		dirs:  dirs,
		bases: newGenerations[baseKey](baseCacheBytes, func(c content) int { return len(c.data) + 128 }),
		trees: newGenerations[Hash](treeCacheBytes, func(t Tree) int { return len(t.raw) + 128 }),
	}
	s.readers.New = func() any { return newPackReader(s.bases, smallWindow) }
	return s, s.relist()
}

// read answers an object of any kind. Where no copy is found, the packs are listed
// again and all places tried once more: git may have moved the object meanwhile.
func (s *Store) read(ctx context.Context, h Hash, limit int64) (content, error) {
	r := s.readers.Get().(*packReader)
	defer s.readers.Put(r)
	r.limit = limit
	var first error
	for range 2 {
		if err := ctx.Err(); err != nil {
			return content{}, err
		}
		c, ok, err := s.readOnce(r, h)
		if ok {
			return c, nil
		}
		var large errTooLarge
		if errors.As(err, &large) {
			return content{}, err
		}
		if first == nil {
			first = err
		}
		if err := s.relist(); err != nil {
			return content{}, err
		}
	}
	if first != nil {
		return content{}, fmt.Errorf("object %s: %w", h, first)
	}
	return content{}, fmt.Errorf("object %s: %w", h, ErrNotFound)
}

// readOnce tries every place that holds the object until one copy is sound.
func (s *Store) readOnce(r *packReader, h Hash) (c content, ok bool, first error) {
	note := func(err error) {
		if first == nil {
			first = err
		}
	}
	for p := range s.packsFor() {
		off, found, err := p.find(h)
		if err == nil && found {
			if c, err = r.object(p, off); err == nil {
				err = verify(h, c.kind, c.data)
			}
			if err == nil {
				s.recent.Store(p)
				return c, true, nil
			}
		}
		if err != nil {
			note(err)
		}
	}
	for _, dir := range s.dirs {
		c, found, err := readLoose(dir, h, r.limit)
		if err == nil && found {
			err = verify(h, c.kind, c.data)
		}
		if err != nil {
			note(err)
		} else if found {
			return c, true, nil
		}
	}
	return content{}, false, first
}

// Has tells whether the repository holds the object, without reading it.
func (s *Store) Has(h Hash) bool {
	if s.hasOnce(h) {
		return true
	}
	return s.relist() == nil && s.hasOnce(h)
}

func (s *Store) hasOnce(h Hash) bool {
	_, _, found := s.locate(h)
	if !found {
		_, found = s.findLoose(h)
	}
	return found
}

// locate finds an object in the packs as they were last listed.
func (s *Store) locate(h Hash) (*pack, int64, bool) {
	for p := range s.packsFor() {
		if off, ok, err := p.find(h); err == nil && ok {
			s.recent.Store(p)
			return p, off, true
		}
	}
	return nil, 0, false
}

// Blob answers the content of a blob. It must not be changed.
func (s *Store) Blob(ctx context.Context, h Hash) ([]byte, error) {
	c, err := s.readKind(ctx, h, KindBlob)
	return c.data, err
}

// BlobUpTo answers the content of a blob of at most so many bytes and its size; of a larger
// one only the size.
func (s *Store) BlobUpTo(ctx context.Context, h Hash, most int64) ([]byte, int64, error) {
	c, err := s.read(ctx, h, most)
	var large errTooLarge
	switch {
	case errors.As(err, &large):
		return nil, large.size, nil
	case err == nil && c.kind != KindBlob:
		return nil, 0, fmt.Errorf("object %s is a %s, not a blob: %w", h, c.kind, ErrKind)
	}
	return c.data, int64(len(c.data)), err
}

func (s *Store) readKind(ctx context.Context, h Hash, kind Kind) (content, error) {
	c, err := s.read(ctx, h, maxObject)
	if err == nil && c.kind != kind {
		err = fmt.Errorf("object %s is a %s, not a %s: %w", h, c.kind, kind, ErrKind)
	}
	if err != nil {
		return content{}, err
	}
	return c, nil
}

// workers is how many goroutines read in bulk.
func workers() int { return max(2, runtime.GOMAXPROCS(0)) }
