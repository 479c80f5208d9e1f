package category

import (
	"hash/maphash"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/openeik/ekgit/model"
)

// What is worked out of several records, such as a footprint, is kept with a proof:
// all that was read for it. It is true of every snapshot that still answers the same,
// so nothing is ever invalidated. Old entries make room for new ones by their bytes.

// derivation names what is worked out of a record.
type derivation uint8

const (
	ofStrip derivation = iota
	ofOutline
	ofFootprint
	ofBands
	ofOutlines
	ofCanopy
	ofJoins
	ofLayers
	ofBodies
	ofQuantities
	ofFaces
	ofFloor
	ofBoundary
	ofLeak
)

// cached answers what compute works out of a record, from the cache where it was
// worked out before on a snapshot that answers the same. The value is shared and must
// not be changed.
func cached[T any](s *model.Snapshot, r *model.Record, what derivation, compute func(*model.Snapshot, *model.Record) T) T {
	now, outer := momentOf(s)
	key := cacheKey{what, r.ID()}
	e := now.find(s.Observed(nil), key, r)
	if e == nil {
		e = now.make(s, key, r, func(s *model.Snapshot, r *model.Record) any { return compute(s, r) })
	}
	outer.buildsOn(e)
	return e.value.(T)
}

type cacheKey struct {
	what derivation
	id   string
}

// cacheEntry is a value that was worked out of one version of a record.
type cacheEntry struct {
	key   cacheKey
	of    *model.Record
	value any
	proof *proof
	work  func(*model.Snapshot, *model.Record) any
	told  atomic.Pointer[verdict] // the last answer of stands
}

// verdict is whether an entry's value stood at a moment.
type verdict struct {
	at     *moment
	stands bool
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

// find answers the entry that holds now, nil where none is kept.
func (m *moment) find(s *model.Snapshot, key cacheKey, r *model.Record) *cacheEntry {
	for _, e := range m.cache.get(key) {
		if e.of == r && e.proof.holds(s, m) {
			return e
		}
	}
	return nil
}

// make works a value out and keeps it. A value that comes out as it was before is the
// same one, so that comparing them costs nothing.
func (m *moment) make(s *model.Snapshot, key cacheKey, r *model.Record, work func(*model.Snapshot, *model.Record) any) *cacheEntry {
	t := newTrace()
	e := &cacheEntry{key: key, of: r, value: work(s.Observed(t), r), work: work}
	e.proof = t.proof(m)
	for _, old := range m.cache.get(key) {
		if reflect.DeepEqual(old.value, e.value) {
			e.value = old.value
			break
		}
	}
	m.cache.put(key, e)
	return e
}

// stands tells whether an entry's value is what is worked out now, of other things
// perhaps. What is built on it then stands too: it has read the record that the entry
// is of.
// Many build on the same entry and ask at one moment, so the answer is kept.
func (e *cacheEntry) stands(s *model.Snapshot, now *moment) bool {
	if v := e.told.Load(); v != nil && v.at == now {
		return v.stands
	}
	v := &verdict{now, e.standsAt(s, now)}
	e.told.Store(v)
	return v.stands
}

func (e *cacheEntry) standsAt(s *model.Snapshot, now *moment) bool {
	if e.proof.holds(s, now) {
		return true
	}
	next := now.find(s, e.key, e.of)
	if next == nil {
		next = now.make(s, e.key, e.of, e.work)
	}
	return reflect.DeepEqual(e.value, next.value)
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
