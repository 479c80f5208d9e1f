package history

import (
	"bytes"
	"context"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/openeik/ekgit/repo/internal/objects"
)

const (
	coverRun   = 32   // neighbouring commits that one goroutine compares: they share trees
	coverBatch = 2048 // commits after which what was found is kept
)

// lineage is a commit to be compared with its parents.
type lineage struct {
	commit  Hash
	parents []Hash
}

// cover makes the lists of a commit and of all its ancestors that have none, and
// answers the graph and the lists that belong together. The caller holds building;
// readers of the graph alone do not wait for it.
func (x *Index) cover(ctx context.Context, head Hash) (*graph, *touched, error) {
	x.mu.Lock()
	at, err := x.reach(ctx, head)
	g, t := x.graph, x.touched
	if err != nil || t.isCovered(at) {
		x.mu.Unlock()
		return g, t, err
	}
	_ = t.log.Refresh(func() {}, t.load) // what cannot be read there is compared anew
	ancestors := g.ancestors(at, t.isCovered)
	missing := t.missing(g, ancestors)
	x.mu.Unlock()
	for batch := range slices.Chunk(missing, coverBatch) {
		if err := x.compareAll(ctx, t, batch); err != nil {
			return nil, nil, err
		}
	}
	t.cover(ancestors)
	return g, t, nil
}

func (t *touched) isCovered(at int32) bool { return int(at) < len(t.covered) && t.covered[at] }

// cover notes that commits, the oldest first, and all their ancestors have lists.
func (t *touched) cover(commits []int32) {
	if n := int(commits[len(commits)-1]) + 1 - len(t.covered); n > 0 {
		t.covered = append(t.covered, make([]bool, n)...)
	}
	for _, at := range commits {
		t.covered[at] = true
	}
}

func (t *touched) missing(g *graph, commits []int32) (missing []lineage) {
	for _, at := range commits {
		if _, ok := t.lists[g.names[at]]; ok {
			continue
		}
		of := lineage{commit: g.names[at]}
		for _, p := range g.parents[at] {
			of.parents = append(of.parents, g.names[p])
		}
		missing = append(missing, of)
	}
	return missing
}

// compareAll makes the lists of commits and keeps them.
func (x *Index) compareAll(ctx context.Context, t *touched, commits []lineage) error {
	lists := make([][][]byte, len(commits))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for from := 0; from < len(commits); from += coverRun {
		group.Go(func() (err error) {
			for i := from; i < min(from+coverRun, len(commits)) && err == nil; i++ {
				lists[i], err = x.compare(inner, commits[i])
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	var frame []byte
	for i, of := range commits {
		t.lists[of.commit] = lists[i]
		frame = appendLists(frame, of.commit, lists[i])
	}
	_ = t.log.Append(ctx, frame) // unkept lists are compared again by the next process
	return nil
}

// compare makes the lists of one commit.
func (x *Index) compare(ctx context.Context, of lineage) ([][]byte, error) {
	root, err := x.tree(ctx, of.commit)
	if err != nil {
		return nil, err
	}
	if len(of.parents) == 0 {
		keys, err := x.differing(ctx, Hash{}, root)
		return [][]byte{join(keys)}, err
	}
	lists := make([][]byte, len(of.parents))
	var first []key
	for i, p := range of.parents {
		tree, err := x.tree(ctx, p)
		if err != nil {
			return nil, err
		}
		keys, err := x.differing(ctx, tree, root)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			first = keys
		}
		lists[i] = join(common(first, keys))
	}
	return lists, nil
}

// tree answers the id of the model's folder in a commit, zero where it has none.
func (x *Index) tree(ctx context.Context, commit Hash) (Hash, error) {
	c, err := x.Store.Commit(ctx, commit)
	if err != nil {
		return Hash{}, err
	}
	e, ok, err := x.Store.Lookup(ctx, c.Tree, x.Prefix)
	if err != nil || !ok || !e.IsDir() {
		return Hash{}, err
	}
	return e.Hash, nil
}

// differing answers the names, as sorted keys, of the files that differ.
func (x *Index) differing(ctx context.Context, a, b Hash) ([]key, error) {
	var keys []key
	err := x.Store.DiffTrees(ctx, a, b, func(d objects.FileDiff) error {
		keys = append(keys, keyOf(x.Name(d.Path)))
		return nil
	})
	slices.SortFunc(keys, compareKeys)
	return slices.Compact(keys), err
}

func compareKeys(a, b key) int { return bytes.Compare(a[:], b[:]) }

// common answers the keys of b that are in a as well; both are sorted.
func common(a, b []key) []key {
	var both []key
	for _, k := range b {
		if _, found := slices.BinarySearchFunc(a, k, compareKeys); found {
			both = append(both, k)
		}
	}
	return both
}

func join(keys []key) []byte {
	list := make([]byte, 0, len(keys)*len(key{}))
	for _, k := range keys {
		list = append(list, k[:]...)
	}
	return list
}
