package index

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// treeNode is one folder of the cache of trees: the tree that the entries below it
// would make. It is immutable.
type treeNode struct {
	name  string
	count int // of entries below; negative where the tree is not known
	hash  Hash
	subs  []*treeNode
}

// Folder is a folder whose tree a set of edits changes: its tree before and after,
// zero where it is not there.
type Folder struct{ Old, New Hash }

// parseTree reads the TREE extension.
func parseTree(b []byte) (*treeNode, error) {
	node, rest, err := parseNode(b, 0)
	if err == nil && len(rest) > 0 {
		err = ErrCorrupt
	}
	return node, err
}

// maxDepth bounds the folders that lie in one another: paths are shorter in bytes.
const maxDepth = 4096

func parseNode(b []byte, depth int) (*treeNode, []byte, error) {
	name, b, ok := cutLine(b, 0)
	line, b, more := cutLine(b, '\n')
	count, subs, pair := strings.Cut(line, " ")
	if !ok || !more || !pair || depth > maxDepth {
		return nil, nil, ErrCorrupt
	}
	n := &treeNode{name: name}
	var err error
	if n.count, err = strconv.Atoi(count); err != nil {
		return nil, nil, ErrCorrupt
	}
	left, err := strconv.Atoi(subs)
	if err != nil || left < 0 || left > len(b) {
		return nil, nil, ErrCorrupt
	}
	if n.count >= 0 {
		if n.hash, b, ok = cutHash(b); !ok {
			return nil, nil, ErrCorrupt
		}
	}
	for range left {
		var sub *treeNode
		if sub, b, err = parseNode(b, depth+1); err != nil {
			return nil, nil, err
		}
		n.subs = append(n.subs, sub)
	}
	return n, b, nil
}

func (n *treeNode) encode(b *bytes.Buffer) {
	fmt.Fprintf(b, "%s\x00%d %d\n", n.name, n.count, len(n.subs))
	if n.count >= 0 {
		b.Write(n.hash[:])
	}
	for _, sub := range n.subs {
		sub.encode(b)
	}
}

// step is what an edit does to the number of entries at a path.
type step struct {
	path  string
	delta int
}

// with answers the node after edits below it. path is the node's own. A tree that
// the folders do not tell is no longer known.
func (n *treeNode) with(path string, steps []step, folders map[string]Folder) *treeNode {
	next := &treeNode{name: n.name, count: n.count, hash: n.hash, subs: slices.Clone(n.subs)}
	known := n.count >= 0
	for name, below := range byChild(path, steps) {
		child := join(path, name)
		i := slices.IndexFunc(next.subs, func(s *treeNode) bool { return s.name == name })
		f, told := folders[child]
		switch {
		case i >= 0 && told && f.New.IsZero():
			next.subs = slices.Delete(next.subs, i, i+1)
		case i >= 0:
			next.subs[i] = next.subs[i].with(child, below, folders)
			known = known && next.subs[i].count >= 0
		case told && f.Old.IsZero():
			fresh := &treeNode{name: name}
			next.subs = append(next.subs, fresh.with(child, below, folders))
		default:
			known = false
		}
	}
	f, told := folders[path]
	if !known || !told || f.Old != n.hash || f.New.IsZero() {
		next.count, next.hash = -1, Hash{}
		return next
	}
	next.hash = f.New
	for _, s := range steps {
		next.count += s.delta
	}
	return next
}

// byChild groups steps by the folder below path that they lie in. Those that lie
// in path itself are in none.
func byChild(path string, steps []step) map[string][]step {
	children := map[string][]step{}
	for _, s := range steps {
		rest := s.path
		if path != "" {
			rest = rest[len(path)+1:]
		}
		if name, _, nested := strings.Cut(rest, "/"); nested {
			children[name] = append(children[name], s)
		}
	}
	return children
}

func join(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}

// Root answers the tree that the whole index makes, where that is known.
func (ix *Index) Root() (Hash, bool) {
	if ix.tree == nil || ix.tree.count < 0 {
		return Hash{}, false
	}
	return ix.tree.hash, true
}

// Folder answers the tree that the entries below a folder make, where that is known.
// The empty path is the whole index.
func (ix *Index) Folder(path string) (Hash, bool) {
	node := ix.tree
	for path != "" && node != nil {
		name, rest, _ := strings.Cut(path, "/")
		i := slices.IndexFunc(node.subs, func(s *treeNode) bool { return s.name == name })
		if i < 0 {
			return Hash{}, false
		}
		node, path = node.subs[i], rest
	}
	if node == nil || node.count < 0 {
		return Hash{}, false
	}
	return node.hash, true
}
