package objects

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/filemode"
)

// Edit says what stands at a path from now on. A zero Hash takes away what stood
// there.
type Edit struct {
	Path string // with slashes
	Mode filemode.FileMode
	Hash Hash
}

// EditTree answers the tree that edits make of root and the tree objects that are
// new, children first, which the caller writes. Only folders on the way to an edit
// are read and made again; a folder that is left empty goes. A zero root is the
// empty tree, and the answer is zero where nothing is left. It is an error that two
// edits name one path, or that one needs a folder where another puts a file.
func (s *Store) EditTree(ctx context.Context, root Hash, edits []Edit) (Hash, []Object, error) {
	sorted := slices.Clone(edits)
	slices.SortFunc(sorted, func(a, b Edit) int { return strings.Compare(a.Path, b.Path) })
	for i, e := range sorted {
		for name := range strings.SplitSeq(e.Path, "/") {
			if err := checkName(name); err != nil {
				return Hash{}, nil, fmt.Errorf("edit of %q: %w", e.Path, err)
			}
		}
		if i > 0 && sorted[i-1].Path == e.Path {
			return Hash{}, nil, fmt.Errorf("two edits of %q", e.Path)
		}
	}
	t := treeEdit{store: s}
	hash, err := t.folder(ctx, root, "", sorted)
	if err != nil {
		return Hash{}, nil, err
	}
	return hash, t.made, nil
}

type treeEdit struct {
	store *Store
	made  []Object
}

// folder makes a folder again. edits are sorted by path and all lie below prefix.
func (t *treeEdit) folder(ctx context.Context, h Hash, prefix string, edits []Edit) (Hash, error) {
	tree, err := t.store.Tree(ctx, h)
	if err != nil {
		return Hash{}, err
	}
	put := map[string]TreeEntry{}
	below := map[string][]Edit{}
	var names []string
	for _, e := range edits {
		name, _, nested := strings.Cut(e.Path[len(prefix):], "/")
		switch {
		case !nested:
			put[name] = TreeEntry{Name: name, Mode: e.Mode, Hash: e.Hash}
			continue
		case below[name] == nil:
			names = append(names, name)
		}
		below[name] = append(below[name], e)
	}
	for _, name := range names {
		if e := put[name]; !e.Hash.IsZero() {
			return Hash{}, fmt.Errorf("edits put a file at %q and files below it", prefix+name)
		}
		if put[name], err = t.child(ctx, tree, name, prefix, below[name]); err != nil {
			return Hash{}, err
		}
	}
	return t.write(h, tree, put), nil
}

// child makes a folder inside a tree again; a file of that name gives way to it.
func (t *treeEdit) child(ctx context.Context, parent Tree, name, prefix string, edits []Edit) (TreeEntry, error) {
	old, _ := parent.Entry(name)
	if !old.IsDir() {
		old.Hash = Hash{}
	}
	hash, err := t.folder(ctx, old.Hash, prefix+name+"/", edits)
	return TreeEntry{Name: name, Mode: filemode.Dir, Hash: hash}, err
}

// write makes the tree object of a folder with some entries put or taken away.
func (t *treeEdit) write(was Hash, old Tree, put map[string]TreeEntry) Hash {
	var entries []TreeEntry
	for e := range old.Entries() {
		if _, replaced := put[e.Name]; !replaced {
			entries = append(entries, e)
		}
	}
	for _, e := range put {
		if !e.Hash.IsZero() {
			entries = append(entries, e)
		}
	}
	if len(entries) == 0 {
		return Hash{}
	}
	slices.SortFunc(entries, compareEntries)
	o := NewObject(KindTree, encodeTree(entries))
	if o.Hash != was {
		t.made = append(t.made, o)
	}
	return o.Hash
}
