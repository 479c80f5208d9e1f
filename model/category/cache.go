package category

import (
	"hash/maphash"
	"slices"
	"sync"

	"github.com/openeik/ekgit/model"
)

// What is worked out of several records, such as a footprint, is kept with a proof:
// all that was read for it. It is true of every snapshot that still answers the same,
// so nothing is ever invalidated. Old entries make room for new ones by their bytes.

// derivation names what is worked out of a record.
type derivation uint8

const (
	ofFootprint derivation = iota
	ofJoins
	ofLayers
	ofBodies
	ofQuantities
)

// cached answers what compute works out of a record, from the cache where it was
// worked out before on a snapshot that answers the same. The value is shared and must
// not be changed.
func cached[T any](s *model.Snapshot, r *model.Record, what derivation, compute func(*model.Snapshot, *model.Record) T) T {
	now, outer := momentOf(s)
	key := cacheKey{what, r.ID()}
	for _, e := range now.cache.get(key) {
		if e.of == r && e.proof.holds(s.Observed(nil), now) {
			outer.buildsOn(e.proof)
			return e.value.(T)
		}
	}
	t := newTrace()
	value := compute(s.Observed(t), r)
	e := &cacheEntry{of: r, value: value, proof: t.proof(now)}
	now.cache.put(key, e)
	outer.buildsOn(e.proof)
	return value
}

type cacheKey struct {
	what derivation
	id   string
}

// cacheEntry is a value that was worked out of one version of a record.
type cacheEntry struct {
	of    *model.Record
	value any
	proof *proof
}

// moment is a snapshot as proofs know it, without keeping it. It leads to the cache
// that all snapshots of a lineage share.
type moment struct{ cache *cache }

type (
	momentKey struct{}
	cacheName struct{}
)

func momentOf(s *model.Snapshot) (*moment, *trace) {
	x := s.Index(momentKey{}, func(s *model.Snapshot) model.Index {
		return &moment{s.Lineage(cacheName{}, func() any { return newCache(cacheBytes) }).(*cache)}
	})
	if w, ok := x.(watchedMoment); ok {
		return w.moment, w.by
	}
	return x.(*moment), nil
}

// Apply implements model.Index.
func (m *moment) Apply(*model.Snapshot, []model.FileChange) model.Index { return &moment{m.cache} }

// Observed implements model.ObservableIndex.
func (m *moment) Observed(by model.Observer) model.Index {
	t, _ := by.(*trace)
	return watchedMoment{m, t}
}

// watchedMoment is the moment of a snapshot of which something is being worked out.
type watchedMoment struct {
	*moment
	by *trace
}

const (
	// cacheBytes is about how much memory a cache takes.
	cacheBytes = 768 << 20

	// cacheVersions is how many versions of one value are kept: the branch and some
	// proposals that differ in it.
	cacheVersions = 4

	cacheShards = 16
)

// cache keeps entries in two halves: what is used again moves from the old half to
// the young one, and the old one is dropped as a whole when the young one is full.
type cache struct {
	seed   maphash.Seed
	shards [cacheShards]cacheShard
}

type cacheShard struct {
	mu         sync.Mutex
	young, old map[cacheKey][]*cacheEntry
	bytes      int // of the young half
	limit      int // of each half
}

func newCache(bytes int) *cache {
	c := &cache{seed: maphash.MakeSeed()}
	for i := range c.shards {
		c.shards[i].limit = bytes / cacheShards / 2
	}
	return c
}

func (c *cache) shard(key cacheKey) *cacheShard {
	return &c.shards[maphash.String(c.seed, key.id)%cacheShards]
}

// get answers the entries of a key, the newest first.
func (c *cache) get(key cacheKey) []*cacheEntry {
	s := c.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if list, ok := s.young[key]; ok {
		return list
	}
	list, ok := s.old[key]
	if ok {
		delete(s.old, key)
		s.keep(key, list)
	}
	return list
}

// put adds an entry, in place of the oldest of its key where there are many.
func (c *cache) put(key cacheKey, e *cacheEntry) {
	s := c.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.young[key]
	if list == nil {
		list = s.old[key]
		delete(s.old, key)
	} else {
		s.bytes -= bytesOfAll(list)
	}
	list = slices.Concat([]*cacheEntry{e}, list[:min(len(list), cacheVersions-1)])
	s.keep(key, list)
}

func (s *cacheShard) keep(key cacheKey, list []*cacheEntry) {
	bytes := bytesOfAll(list)
	if s.young == nil || s.bytes+bytes > s.limit {
		s.young, s.old, s.bytes = map[cacheKey][]*cacheEntry{}, s.young, 0
	}
	s.young[key] = list
	s.bytes += bytes
}

func bytesOfAll(list []*cacheEntry) int {
	sum := 0
	for _, e := range list {
		sum += e.bytes()
	}
	return sum
}
