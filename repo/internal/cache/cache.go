// Package cache keeps the contents of folders beside a repository, under the ids
// of their trees, so that a model opens at about the cost of reading one file.
// Whatever it holds can be read from the repository's objects as well.
//
// It does not say what a folder means, and keeps nothing that was computed.
package cache

import (
	"context"
	"path/filepath"
	"sync"

	"github.com/openeik/ekgit/repo/internal/sidelog"
)

const (
	// worthKeeping is the size in bytes from which a snapshot is kept at all: a
	// smaller one is read from objects in no time.
	worthKeeping = 256 << 10
	// spare is how much the file may hold beyond twice what one snapshot needs.
	spare = 1 << 20
	// missShare is the share of a snapshot, one in so many bytes, that may be missing
	// before the file is extended.
	missShare = 32
)

// format names what a frame holds. It rises when frames change, or what of a folder
// a model reads.
const format = "ekgit folders 1"

// Cache is the file of folders. It is safe for concurrent use; several processes
// share it.
type Cache struct {
	log *sidelog.Log

	mu   sync.Mutex
	size int // bytes of the frames that were read or added
}

// New names the cache in a directory, which is made when there is something to
// keep.
func New(dir string) *Cache {
	return &Cache{log: sidelog.New(filepath.Join(dir, "folders"), format)}
}

// ReadOnly names the cache in a directory for one who must not write there: what
// Keep is offered is refused.
func ReadOnly(dir string) *Cache {
	return &Cache{log: sidelog.ReadOnly(filepath.Join(dir, "folders"), format)}
}

// Map has the file mapped into memory: for a process that ends when it has looked at
// it once.
func (c *Cache) Map() { c.log.Map() }

// Read answers every folder that was added since the last call. The frames share
// one buffer, which lives as long as one of them. A cache that cannot be read is
// empty.
func (c *Cache) Read() map[Hash]Frame {
	c.mu.Lock()
	defer c.mu.Unlock()
	found := map[Hash]Frame{}
	err := c.log.Refresh(func() { c.size = 0; clear(found) }, func(data []byte) {
		c.size += len(data)
		if f := Frame(data); len(data) > len(Hash{}) {
			found[f.Tree()] = f
		}
	})
	if err != nil {
		return nil
	}
	return found
}

// Keep offers the folders of a whole snapshot: those that came from the cache and
// those that it lacked. They are kept where that is worth the writing, and what no
// snapshot of late needed is dropped when the file has grown past twice this one.
func (c *Cache) Keep(ctx context.Context, used, missed []Frame) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	old, fresh := total(used), total(missed)
	if old+fresh < worthKeeping || fresh*missShare < old {
		return nil
	}
	if c.size+fresh > 2*(old+fresh)+spare {
		if err := c.log.Replace(ctx, raw(append(used[:len(used):len(used)], missed...))...); err != nil {
			return err
		}
		c.size = old + fresh
		return nil
	}
	if err := c.log.Append(ctx, raw(missed)...); err != nil {
		return err
	}
	c.size += fresh
	return nil
}

// Close lets go of the file.
func (c *Cache) Close() { c.log.Close() }

func total(frames []Frame) (n int) {
	for _, f := range frames {
		n += len(f)
	}
	return n
}

func raw(frames []Frame) [][]byte {
	data := make([][]byte, len(frames))
	for i, f := range frames {
		data[i] = f
	}
	return data
}
