package history

import (
	"container/heap"
	"context"
)

// Bases answers the best common ancestors of two commits: none of them is an ancestor
// of another. It looks at the commits since, not at those before.
func (x *Index) Bases(ctx context.Context, a, b Hash) ([]Hash, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	of, err := x.reach(ctx, a)
	if err != nil {
		return nil, err
	}
	and, err := x.reach(ctx, b)
	if err != nil {
		return nil, err
	}
	var names []Hash
	for _, at := range x.graph.bases(of, and) {
		names = append(names, x.graph.names[at])
	}
	return names, nil
}

// What is known of a commit on the way back from two: which of them it is an ancestor
// of, and that it is one of a common ancestor too.
const (
	ofFirst = 1 << iota
	ofSecond
	older
	both = ofFirst | ofSecond
)

// bases walks back from two commits. A commit's position is greater than those of its
// ancestors, so that everything is known of a commit when it is come to.
func (g *graph) bases(a, b int32) []int32 {
	seen := map[int32]uint8{}
	var waiting latest
	open := 0 // of those waiting, how many may still lead to an answer
	mark := func(at int32, flags uint8) {
		was, known := seen[at]
		if !known {
			heap.Push(&waiting, at)
		}
		seen[at] = was | flags
		if before, now := known && was&older == 0, seen[at]&older == 0; before != now {
			if now {
				open++
			} else {
				open--
			}
		}
	}
	mark(a, ofFirst)
	mark(b, ofSecond)
	var found []int32
	for open > 0 {
		at := heap.Pop(&waiting).(int32)
		flags := seen[at]
		if flags&older == 0 {
			open--
			if flags == both {
				found = append(found, at)
				flags |= older
			}
		}
		for _, p := range g.parents[at] {
			mark(p, flags)
		}
	}
	return found
}

// latest is a heap of commits, those with the greatest position first.
type latest []int32

func (l latest) Len() int           { return len(l) }
func (l latest) Less(i, j int) bool { return l[i] > l[j] }
func (l latest) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l *latest) Push(v any)        { *l = append(*l, v.(int32)) }
func (l *latest) Pop() any {
	old := *l
	last := old[len(old)-1]
	*l = old[:len(old)-1]
	return last
}
