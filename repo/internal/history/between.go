package history

import (
	"container/heap"
	"context"
	"slices"
)

// Between answers the commits reachable from a head and from none of the others, each
// after its parents. Zero hashes among the others count as nothing. It looks at the
// commits since the ones in common, not at those before.
func (x *Index) Between(ctx context.Context, others []Hash, head Hash) ([]Hash, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	var known []int32
	for _, other := range others {
		if other.IsZero() {
			continue
		}
		at, err := x.reach(ctx, other)
		if err != nil {
			return nil, err
		}
		known = append(known, at)
	}
	at, err := x.reach(ctx, head)
	if err != nil {
		return nil, err
	}
	var names []Hash
	for _, c := range x.graph.between(known, at) {
		names = append(names, x.graph.names[c])
	}
	return names, nil
}

// between walks back from a head and from what is known, the greatest position first:
// everything is known of a commit when it is come to.
func (g *graph) between(known []int32, head int32) []int32 {
	isKnown := map[int32]bool{} // of the commits that were come by
	var waiting latest
	open := 0 // of those waiting, how many are not known
	mark := func(at int32, as bool) {
		was, seen := isKnown[at]
		switch {
		case !seen:
			heap.Push(&waiting, at)
			if !as {
				open++
			}
		case as && !was:
			open--
		}
		isKnown[at] = was || as
	}
	for _, at := range known {
		mark(at, true)
	}
	mark(head, false)
	var found []int32
	for open > 0 {
		at := heap.Pop(&waiting).(int32)
		as := isKnown[at]
		if !as {
			open--
			found = append(found, at)
		}
		for _, p := range g.parents[at] {
			mark(p, as)
		}
	}
	slices.Reverse(found)
	return found
}
