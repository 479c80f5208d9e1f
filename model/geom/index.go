package geom

import "iter"

// Index finds the boxes that intersect a given one among many, each known by an
// id. It is immutable: Put and Remove return another Index that shares almost
// all of its memory with the one before, at a cost that grows with the logarithm
// of the number of boxes. Where the boxes lie and how large they are does not
// matter. A nil *Index is the empty one.
//
// What an Index holds decides its inner shape and the order of its answers; how
// it came to hold it does not.
type Index struct {
	space *node // by size and place
	ids   *node // by hash of the id
}

// NewIndex returns an index of all boxes of seq. The last box of an id wins, and
// ids with an empty box are left out.
func NewIndex(seq iter.Seq2[string, Box]) *Index {
	last := map[string]Box{}
	for id, box := range seq {
		last[id] = box
	}
	ids := make([]entry, 0, len(last))
	space := make([]entry, 0, len(last))
	items := make([]item, 0, len(last))
	for id, box := range last {
		if box.IsEmpty() {
			continue
		}
		items = append(items, item{id, box})
		it := &items[len(items)-1]
		ids = append(ids, entry{idKey(id), it})
		space = append(space, entry{placeKey(it), it})
	}
	return &Index{space: build(space), ids: build(ids)}
}

// Put returns an index in which id has the box. An empty box takes the id out.
func (x *Index) Put(id string, box Box) *Index {
	old, known := x.Get(id)
	if known && old == box {
		return x
	}
	x = x.Remove(id)
	if box.IsEmpty() {
		return x
	}
	var next Index
	if x != nil {
		next = *x
	}
	it := &item{id, box}
	next.space = next.space.put(entry{placeKey(it), it})
	next.ids = next.ids.put(entry{idKey(id), it})
	return &next
}

// Remove returns an index without id.
func (x *Index) Remove(id string) *Index {
	it := x.find(id)
	if it == nil {
		return x
	}
	return &Index{
		space: x.space.remove(entry{placeKey(it), it}),
		ids:   x.ids.remove(entry{idKey(id), it}),
	}
}

// Get returns the box of an id.
func (x *Index) Get(id string) (Box, bool) {
	if it := x.find(id); it != nil {
		return it.box, true
	}
	return EmptyBox(), false
}

func (x *Index) find(id string) *item {
	if x == nil {
		return nil
	}
	return x.ids.find(idKey(id), id)
}

// Len returns the number of boxes.
func (x *Index) Len() int {
	if x == nil || x.space == nil {
		return 0
	}
	return x.space.count
}

// Bounds returns the smallest box around all boxes, at no cost.
func (x *Index) Bounds() Box {
	if x == nil || x.space == nil {
		return EmptyBox()
	}
	return x.space.bounds
}

// Search returns the ids whose boxes intersect box, touching included. The order
// is always the same for the same content but has no meaning.
func (x *Index) Search(box Box) iter.Seq[string] {
	return func(yield func(string) bool) {
		if x != nil && !box.IsEmpty() {
			x.space.search(&box, yield)
		}
	}
}
