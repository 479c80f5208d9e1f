package model

import (
	"iter"
	"maps"
	"slices"
	"sync"
)

// Index is something known of a whole snapshot that follows changes at their cost.
// It is immutable, and must not keep the snapshot it was built of.
type Index interface {
	// Apply answers the index of the next snapshot, given every file that differs,
	// each path once. A record that moved is two of them.
	Apply(next *Snapshot, changes []FileChange) Index
}

// indexSlot is an index that is built, or one of an earlier snapshot with what
// changed since.
type indexSlot struct {
	once    sync.Once
	base    Index
	changes []FileChange
	built   Index
	ready   bool // guarded by the snapshot's mutex
}

// Index answers the index under a key, building it when it is first asked for or
// bringing the one of an earlier snapshot up to date.
func (s *Snapshot) Index(key any, build func(*Snapshot) Index) Index {
	if s.plain != nil {
		return s.observedIndex(key, build)
	}
	s.mu.Lock()
	slot := s.indexes[key]
	if slot == nil {
		slot = &indexSlot{}
		s.indexes[key] = slot
	}
	s.mu.Unlock()
	slot.once.Do(func() {
		if slot.base != nil {
			slot.built = slot.base.Apply(s, net(slot.changes))
		} else {
			slot.built = build(s)
		}
		s.mu.Lock()
		slot.ready, slot.base, slot.changes = true, nil, nil
		s.mu.Unlock()
	})
	return slot.built
}

// rebuildOver is how many pending changes make building anew the cheaper way.
const rebuildOver = 20_000

// carry answers the slots of a snapshot that differs from s by the changes.
func (s *Snapshot) carry(changes []FileChange) map[any]*indexSlot {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := make(map[any]*indexSlot, len(s.indexes))
	for key, slot := range s.indexes {
		switch {
		case slot.ready:
			next[key] = &indexSlot{base: slot.built, changes: changes}
		case slot.base != nil && len(slot.changes)+len(changes) < rebuildOver:
			pending := append(slot.changes[:len(slot.changes):len(slot.changes)], changes...)
			next[key] = &indexSlot{base: slot.base, changes: pending}
		}
	}
	return next
}

// net folds changes that followed one another into one for each path.
func net(changes []FileChange) []FileChange {
	at := make(map[string]int, len(changes))
	folded := make([]FileChange, 0, len(changes))
	for _, c := range changes {
		path := c.path()
		if i, seen := at[path]; seen {
			folded[i].After = c.After
			continue
		}
		at[path] = len(folded)
		folded = append(folded, c)
	}
	return slices.DeleteFunc(folded, func(c FileChange) bool { return c.Before == c.After })
}

// Table is an immutable map that answers changed copies at a cost of the change:
// a large base that is shared and a small overlay that is copied. The zero Table is
// empty. Indexes are made of it.
type Table[K comparable, V any] struct {
	base    map[K]V
	overlay map[K]entry[V]
	size    int
}

type entry[V any] struct {
	value   V
	present bool
}

// NewTable makes a table of a map, which it owns from then on.
func NewTable[K comparable, V any](base map[K]V) Table[K, V] {
	return Table[K, V]{base: base, size: len(base)}
}

// Get answers the value of a key and whether it is there.
func (t Table[K, V]) Get(key K) (V, bool) {
	if e, ok := t.overlay[key]; ok {
		return e.value, e.present
	}
	v, ok := t.base[key]
	return v, ok
}

// Len answers how many keys there are.
func (t Table[K, V]) Len() int { return t.size }

// All answers every key and value, in no order.
func (t Table[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for k, e := range t.overlay {
			if e.present && !yield(k, e.value) {
				return
			}
		}
		for k, v := range t.base {
			if _, covered := t.overlay[k]; !covered && !yield(k, v) {
				return
			}
		}
	}
}

// Edit answers a table with the edits that f makes: put sets a key, remove takes
// one away.
func (t Table[K, V]) Edit(f func(e *TableEdit[K, V])) Table[K, V] {
	e := TableEdit[K, V]{t: Table[K, V]{base: t.base, overlay: maps.Clone(t.overlay), size: t.size}}
	if e.t.overlay == nil {
		e.t.overlay = map[K]entry[V]{}
	}
	f(&e)
	return e.t.settle()
}

// TableEdit is a table being edited.
type TableEdit[K comparable, V any] struct{ t Table[K, V] }

// Get answers the value of a key as edited so far.
func (e *TableEdit[K, V]) Get(key K) (V, bool) { return e.t.Get(key) }

// Put sets a key.
func (e *TableEdit[K, V]) Put(key K, value V) { e.set(key, entry[V]{value, true}) }

// Remove takes a key away.
func (e *TableEdit[K, V]) Remove(key K) { e.set(key, entry[V]{}) }

func (e *TableEdit[K, V]) set(key K, to entry[V]) {
	_, had := e.t.Get(key)
	if had && !to.present {
		e.t.size--
	}
	if !had && to.present {
		e.t.size++
	}
	e.t.overlay[key] = to
}

// settle folds an overlay into a new base once it has grown past a share of it, so
// that copying it stays cheap.
func (t Table[K, V]) settle() Table[K, V] {
	if len(t.overlay) < 512 || len(t.overlay)*32 < len(t.base) {
		return t
	}
	base := make(map[K]V, t.size)
	for k, v := range t.All() {
		base[k] = v
	}
	return NewTable(base)
}
