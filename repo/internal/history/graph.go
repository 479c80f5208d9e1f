package history

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/openeik/ekgit/repo/internal/objects"
	"github.com/openeik/ekgit/repo/internal/sidelog"
)

// graph is every commit that was met, parents before children. A commit's position
// never changes.
type graph struct {
	log *sidelog.Log
	cut map[string]bool // commits whose parents were not cloned

	at         map[Hash]int32
	names      []Hash
	parents    [][]int32
	depth      []int32 // commits along first parents, -1 where cut off
	generation []int32 // longest way to a first commit: a child's is greater
	unsaved    []byte
}

func newGraph(log *sidelog.Log, cut map[string]bool) *graph {
	return &graph{log: log, cut: cut, at: map[Hash]int32{}}
}

// reach answers the position of a commit after adding it and its ancestors.
func (g *graph) reach(ctx context.Context, store *objects.Store, head Hash) (int32, error) {
	if at, ok := g.at[head]; ok {
		return at, nil
	}
	_ = g.log.Refresh(func() {}, g.load) // what cannot be read there is read from objects
	if at, ok := g.at[head]; ok {
		return at, nil
	}
	if err := g.extend(ctx, store, head); err != nil {
		return 0, err
	}
	if g.log.Append(ctx, g.unsaved) == nil {
		g.unsaved = nil
	}
	return g.at[head], nil
}

// extend reads commits from head back to those that are known, and adds them from
// the oldest on.
func (g *graph) extend(ctx context.Context, store *objects.Store, head Hash) error {
	parents := map[Hash][]Hash{}
	stack := []Hash{head}
	for len(stack) > 0 {
		h := stack[len(stack)-1]
		if _, known := g.at[h]; known {
			stack = stack[:len(stack)-1]
			continue
		}
		of, read := parents[h]
		if read {
			g.add(h, of)
			g.unsaved = appendCommit(g.unsaved, h, of)
			stack = stack[:len(stack)-1]
			delete(parents, h)
			continue
		}
		c, err := store.Commit(ctx, h)
		if err != nil {
			return fmt.Errorf("history of %s: %w", head, err)
		}
		if g.cut[h.String()] {
			c.Parents = nil
		}
		parents[h] = c.Parents
		for _, p := range c.Parents {
			if _, known := g.at[p]; !known {
				stack = append(stack, p)
			}
		}
	}
	return nil
}

// add puts a commit behind its parents. It does nothing where a parent is not there:
// a log that was cut short is read as far as it holds together.
func (g *graph) add(h Hash, parents []Hash) {
	if _, known := g.at[h]; known {
		return
	}
	positions := make([]int32, len(parents))
	depth, generation := int32(1), int32(1)
	if g.cut[h.String()] {
		depth = -1
	}
	for i, p := range parents {
		at, ok := g.at[p]
		if !ok {
			return
		}
		positions[i] = at
		generation = max(generation, g.generation[at]+1)
	}
	if len(positions) > 0 {
		if depth = g.depth[positions[0]]; depth > 0 {
			depth++
		}
	}
	g.at[h] = int32(len(g.names))
	g.names = append(g.names, h)
	g.parents = append(g.parents, positions)
	g.depth = append(g.depth, depth)
	g.generation = append(g.generation, generation)
}

// A frame of the graph is a run of commits: name, count of parents, their names.

func appendCommit(b []byte, h Hash, parents []Hash) []byte {
	b = append(b, h[:]...)
	b = binary.AppendUvarint(b, uint64(len(parents)))
	for _, p := range parents {
		b = append(b, p[:]...)
	}
	return b
}

// load adds the commits of a frame, as far as their parents are known.
func (g *graph) load(frame []byte) {
	const size = len(Hash{})
	for len(frame) > size {
		h := Hash(frame[:size])
		frame = frame[size:]
		n, ok := takeUvarint(&frame, size)
		if !ok {
			return
		}
		parents := make([]Hash, n)
		for i := range parents {
			parents[i] = Hash(frame[i*size:])
		}
		frame = frame[n*size:]
		g.add(h, parents)
	}
}

// takeUvarint reads a count of things of at least so many bytes that follow it.
func takeUvarint(b *[]byte, each int) (int, bool) {
	v, n := binary.Uvarint(*b)
	if n <= 0 || v > uint64(len(*b)-n)/uint64(each) {
		return 0, false
	}
	*b = (*b)[n:]
	return int(v), true
}

// ancestors answers a commit and its ancestors up to those that are done, the
// oldest first.
func (g *graph) ancestors(head int32, done func(int32) bool) []int32 {
	seen := map[int32]bool{}
	stack, found := []int32{head}, []int32(nil)
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[at] || done(at) {
			continue
		}
		seen[at] = true
		found = append(found, at)
		stack = append(stack, g.parents[at]...)
	}
	slices.Sort(found)
	return found
}
