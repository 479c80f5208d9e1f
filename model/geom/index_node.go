package geom

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
)

// leafSize is how many entries stand in one leaf before it is divided.
const leafSize = 8

// node is a persistent binary tree over keys that divides at the first bit in
// which its keys differ. A tree of at most leafSize entries, or of equal keys, is
// one leaf, so equal entries always make equal trees. The nil node is empty.
// Nodes are never changed once made.
type node struct {
	bounds  Box
	count   int
	entries []entry // of a leaf, by key and id
	bit     int     // of an inner node: where its kids differ, from 0 at the top
	prefix  key     // of an inner node: a key whose bits above bit all kids share
	kids    [2]*node
}

type entry struct {
	key key
	*item
}

type item struct {
	id  string
	box Box
}

// key is 128 bits, hi first.
type key struct{ hi, lo uint64 }

func (k key) bit(i int) int {
	if i < 64 {
		return int(k.hi >> (63 - i) & 1)
	}
	return int(k.lo >> (127 - i) & 1)
}

// differs returns the first bit in which two keys differ, 128 for equal ones.
func (k key) differs(o key) int {
	if k.hi != o.hi {
		return bits.LeadingZeros64(k.hi ^ o.hi)
	}
	return 64 + bits.LeadingZeros64(k.lo^o.lo)
}

func compareEntries(a, b entry) int {
	if a.key != b.key {
		return cmp.Or(cmp.Compare(a.key.hi, b.key.hi), cmp.Compare(a.key.lo, b.key.lo))
	}
	return strings.Compare(a.id, b.id)
}

// build returns the tree of the entries, which it sorts and keeps.
func build(entries []entry) *node {
	slices.SortFunc(entries, compareEntries)
	return divide(entries)
}

// divide returns the tree of sorted entries.
func divide(entries []entry) *node {
	if len(entries) == 0 {
		return nil
	}
	first, last := entries[0].key, entries[len(entries)-1].key
	if len(entries) <= leafSize || first == last {
		n := &node{bounds: EmptyBox(), count: len(entries), entries: slices.Clip(entries)}
		for _, e := range entries {
			n.bounds = n.bounds.Include(e.box.Min).Include(e.box.Max)
		}
		return n
	}
	bit := first.differs(last)
	cut, _ := slices.BinarySearchFunc(entries, 1, func(e entry, one int) int { return e.key.bit(bit) - one })
	return join(bit, first, divide(entries[:cut]), divide(entries[cut:]))
}

// join returns the node over two trees, more than a leaf together.
func join(bit int, prefix key, zero, one *node) *node {
	return &node{
		bounds: zero.bounds.Include(one.bounds.Min).Include(one.bounds.Max),
		count:  zero.count + one.count,
		bit:    bit,
		prefix: prefix,
		kids:   [2]*node{zero, one},
	}
}

// put returns the tree with an entry whose id it does not hold.
func (n *node) put(e entry) *node {
	switch {
	case n == nil:
		return divide([]entry{e})
	case n.entries != nil:
		at, _ := slices.BinarySearchFunc(n.entries, e, compareEntries)
		return divide(slices.Insert(n.entries, at, e)) // clipped, so this copies
	}
	kids := n.kids
	if apart := e.key.differs(n.prefix); apart < n.bit {
		side := e.key.bit(apart)
		kids[side], kids[1-side] = divide([]entry{e}), n
		return join(apart, e.key, kids[0], kids[1])
	}
	side := e.key.bit(n.bit)
	kids[side] = kids[side].put(e)
	return join(n.bit, n.prefix, kids[0], kids[1])
}

// remove returns the tree without an entry that it holds.
func (n *node) remove(e entry) *node {
	if n.entries != nil {
		at, _ := slices.BinarySearchFunc(n.entries, e, compareEntries)
		return divide(slices.Concat(n.entries[:at], n.entries[at+1:]))
	}
	side := e.key.bit(n.bit)
	rest, other := n.kids[side].remove(e), n.kids[1-side]
	if rest == nil {
		return other
	}
	if n.count-1 <= leafSize {
		all := make([]entry, 0, n.count-1)
		kids := [2]*node{}
		kids[side], kids[1-side] = rest, other
		return divide(kids[1].collect(kids[0].collect(all)))
	}
	kids := n.kids
	kids[side] = rest
	return join(n.bit, n.prefix, kids[0], kids[1])
}

// collect appends the entries of the tree, sorted.
func (n *node) collect(to []entry) []entry {
	if n.entries != nil {
		return append(to, n.entries...)
	}
	return n.kids[1].collect(n.kids[0].collect(to))
}

// find returns the item of an id, whose key is k.
func (n *node) find(k key, id string) *item {
	for n != nil && n.entries == nil {
		n = n.kids[k.bit(n.bit)]
	}
	if n == nil {
		return nil
	}
	for _, e := range n.entries {
		if e.key == k && e.id == id {
			return e.item
		}
	}
	return nil
}

// search calls yield for the ids of all boxes that meet box, until it returns
// false; it reports whether to go on.
func (n *node) search(box *Box, yield func(string) bool) bool {
	if n == nil || !n.bounds.meets(box) {
		return true
	}
	for _, e := range n.entries {
		if e.box.meets(box) && !yield(e.id) {
			return false
		}
	}
	return n.entries != nil || n.kids[0].search(box, yield) && n.kids[1].search(box, yield)
}
