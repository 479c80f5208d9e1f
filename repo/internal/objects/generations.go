package objects

import (
	"hash/maphash"
	"sync"
)

// generations is a bounded cache of two generations: what was used since the
// young generation began survives the next turn, the rest is dropped. It is cut
// into shards, so that many goroutines seldom wait for each other, and never holds
// much more than its limit in bytes.
type generations[K comparable, V any] struct {
	seed   maphash.Seed
	shards [16]shard[K, V]
}

type shard[K comparable, V any] struct {
	half int // bytes at which the young generation becomes the old one
	cost func(V) int

	mu         sync.Mutex
	young, old map[K]V
	used       int
}

func newGenerations[K comparable, V any](limit int, cost func(V) int) *generations[K, V] {
	g := &generations[K, V]{seed: maphash.MakeSeed()}
	for i := range g.shards {
		g.shards[i] = shard[K, V]{half: limit / 2 / len(g.shards), cost: cost, young: map[K]V{}}
	}
	return g
}

func (g *generations[K, V]) shard(k K) *shard[K, V] {
	return &g.shards[maphash.Comparable(g.seed, k)%uint64(len(g.shards))]
}

func (g *generations[K, V]) get(k K) (V, bool) {
	s := g.shard(k)
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, ok := s.young[k]; ok {
		return v, true
	}
	v, ok := s.old[k]
	if ok {
		s.add(k, v)
	}
	return v, ok
}

func (g *generations[K, V]) put(k K, v V) {
	s := g.shard(k)
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.young[k]; !ok {
		s.add(k, v)
	}
}

func (s *shard[K, V]) add(k K, v V) {
	cost := s.cost(v)
	if cost > s.half {
		return
	}
	if s.used+cost > s.half {
		s.old, s.young, s.used = s.young, map[K]V{}, 0
	}
	s.young[k] = v
	s.used += cost
}
