package objects

import "sync"

// generations is a bounded cache of two generations: what was used since the
// young generation began survives the next turn, the rest is dropped. It is safe
// for concurrent use and never holds more than its limit in bytes by much.
type generations[K comparable, V any] struct {
	half int // bytes at which the young generation becomes the old one
	cost func(V) int

	mu         sync.Mutex
	young, old map[K]V
	used       int
}

func newGenerations[K comparable, V any](limit int, cost func(V) int) *generations[K, V] {
	return &generations[K, V]{half: limit / 2, cost: cost, young: map[K]V{}}
}

func (g *generations[K, V]) get(k K) (V, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if v, ok := g.young[k]; ok {
		return v, true
	}
	v, ok := g.old[k]
	if ok {
		g.add(k, v)
	}
	return v, ok
}

func (g *generations[K, V]) put(k K, v V) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, ok := g.young[k]; !ok {
		g.add(k, v)
	}
}

func (g *generations[K, V]) add(k K, v V) {
	cost := g.cost(v)
	if cost > g.half {
		return
	}
	if g.used+cost > g.half {
		g.old, g.young, g.used = g.young, map[K]V{}, 0
	}
	g.young[k] = v
	g.used += cost
}
