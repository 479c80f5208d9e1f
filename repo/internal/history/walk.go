package history

import (
	"bytes"
	"slices"
)

// walk follows one name through a graph whose commits all have lists.
type walk struct {
	graph   *graph
	touched *touched
	key     key
}

// versions answers the commits that made versions, from the newest on.
func (w walk) versions(head int32) []Version {
	made := map[int32][]int32{}
	var order []int32
	todo := w.nearest([]int32{head})
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		if _, done := made[at]; done {
			continue
		}
		made[at] = w.nearest(w.graph.parents[at])
		order = append(order, at)
		todo = append(todo, made[at]...)
	}
	slices.SortFunc(order, w.newestFirst)
	versions := make([]Version, len(order))
	for i, at := range order {
		versions[i].Commit = w.graph.names[at]
		for _, p := range made[at] {
			versions[i].Before = append(versions[i].Before, w.graph.names[p])
		}
	}
	return versions
}

// newestFirst puts a commit before its ancestors, and others in an order that is
// the same in every clone.
func (w walk) newestFirst(a, b int32) int {
	g := w.graph
	if d := g.generation[b] - g.generation[a]; d != 0 {
		return int(d)
	}
	return bytes.Compare(g.names[a][:], g.names[b][:])
}

// nearest answers for each commit the one at or before it that made the version it
// has, each once, none where the thing never was.
func (w walk) nearest(from []int32) []int32 {
	var found []int32
	for _, at := range from {
		if at, ok := w.maker(at); ok && !slices.Contains(found, at) {
			found = append(found, at)
		}
	}
	return found
}

// maker goes back along the parents that have the version that at has.
func (w walk) maker(at int32) (int32, bool) {
	for {
		parents := w.graph.parents[at]
		same := slices.IndexFunc(parents, func(p int32) bool {
			return !w.differs(at, p)
		})
		switch {
		case same >= 0:
			at = parents[same]
		case w.touched.has(w.graph.names[at], 0, w.key):
			return at, true
		default:
			return 0, false // a first commit that lacks it
		}
	}
}

// differs tells whether a commit's version is another than its parent's.
func (w walk) differs(at, parent int32) bool {
	i := slices.Index(w.graph.parents[at], parent)
	name := w.graph.names[at]
	return w.touched.has(name, 0, w.key) && (i == 0 || w.touched.has(name, i, w.key))
}
