package objects

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/filemode"
)

// TreeEntry is one name in a folder. The zero entry stands for what is not there.
type TreeEntry struct {
	Name string
	Mode filemode.FileMode
	Hash Hash
}

// IsDir tells whether the entry is a folder.
func (e TreeEntry) IsDir() bool { return e.Mode == filemode.Dir }

// Tree is the content of one folder. It is immutable; the zero Tree is empty.
type Tree struct{ raw string }

// ParseTree reads a tree object. Names that are no plain names of files, and names
// out of git's order, are errors: nothing that is read this way can leave a folder.
func ParseTree(data []byte) (Tree, error) {
	raw := string(data)
	var last TreeEntry
	for rest := raw; rest != ""; {
		var e TreeEntry
		var err error
		if e, rest, err = nextEntry(rest); err != nil {
			return Tree{}, err
		}
		if err := checkName(e.Name); err != nil {
			return Tree{}, err
		}
		if last.Name != "" && !before(last, e) {
			return Tree{}, fmt.Errorf("tree: %q stands after %q: %w", e.Name, last.Name, ErrCorrupt)
		}
		last = e
	}
	return Tree{raw}, nil
}

// before tells whether a may stand before b in a tree: in git's order, and never
// two of one name.
func before(a, b TreeEntry) bool {
	return a.Name != b.Name && compareEntries(a, b) < 0
}

// compareEntries orders names as git does: a folder as if its name ended in "/".
func compareEntries(a, b TreeEntry) int {
	n := min(len(a.Name), len(b.Name))
	if c := strings.Compare(a.Name[:n], b.Name[:n]); c != 0 {
		return c
	}
	return int(after(a, n)) - int(after(b, n))
}

func after(e TreeEntry, n int) byte {
	switch {
	case n < len(e.Name):
		return e.Name[n]
	case e.IsDir():
		return '/'
	}
	return 0
}

func checkName(name string) error {
	if name == "" || name == "." || name == ".." || strings.EqualFold(name, ".git") || strings.Contains(name, "/") {
		return fmt.Errorf("tree: %q is no name of a file: %w", name, ErrCorrupt)
	}
	return nil
}

// nextEntry reads "<octal mode> <name>\0<20 bytes>".
func nextEntry(raw string) (e TreeEntry, rest string, err error) {
	mode := 0
	i := 0
	for ; i < len(raw) && i < 7 && raw[i] >= '0' && raw[i] <= '7'; i++ {
		mode = mode<<3 | int(raw[i]-'0')
	}
	if i == 0 || i >= len(raw) || raw[i] != ' ' {
		return e, "", fmt.Errorf("tree: entry without a mode: %w", ErrCorrupt)
	}
	raw = raw[i+1:]
	end := strings.IndexByte(raw, 0)
	if end < 0 || len(raw) < end+21 {
		return e, "", fmt.Errorf("tree: cut off: %w", ErrCorrupt)
	}
	e.Name, e.Mode = raw[:end], filemode.FileMode(mode)
	copy(e.Hash[:], raw[end+1:end+21])
	return e, raw[end+21:], nil
}

// Entries answers the names of the folder in git's order.
func (t Tree) Entries() iter.Seq[TreeEntry] {
	return func(yield func(TreeEntry) bool) {
		for rest := t.raw; rest != ""; {
			var e TreeEntry
			if e, rest, _ = nextEntry(rest); !yield(e) {
				return
			}
		}
	}
}

// Entry answers the entry of a name, and whether the folder has it.
func (t Tree) Entry(name string) (TreeEntry, bool) {
	for e := range t.Entries() {
		if e.Name == name {
			return e, true
		}
	}
	return TreeEntry{}, false
}

// encodeTree writes entries, which must be in git's order.
func encodeTree(entries []TreeEntry) []byte {
	size := 0
	for _, e := range entries {
		size += len(e.Name) + 28
	}
	data := make([]byte, 0, size)
	for _, e := range entries {
		data = fmt.Appendf(data, "%o %s\x00", uint32(e.Mode), e.Name)
		data = append(data, e.Hash[:]...)
	}
	return data
}

// EmptyTree is the name of the tree that holds nothing. It may be read without
// having been written, as with git.
var EmptyTree = NewObject(KindTree, nil).Hash

// Tree answers a folder. The zero hash is the empty folder too.
func (s *Store) Tree(ctx context.Context, h Hash) (Tree, error) {
	if h.IsZero() || h == EmptyTree {
		return Tree{}, nil
	}
	if t, ok := s.trees.get(h); ok {
		return t, nil
	}
	c, err := s.readKind(ctx, h, KindTree)
	if err != nil {
		return Tree{}, err
	}
	t, err := ParseTree(c.data)
	if err != nil {
		return Tree{}, fmt.Errorf("object %s: %w", h, err)
	}
	s.trees.put(h, t)
	return t, nil
}

// Lookup answers what stands at a path below a tree, and whether anything does. An
// empty path is the tree itself.
func (s *Store) Lookup(ctx context.Context, root Hash, path string) (TreeEntry, bool, error) {
	at := TreeEntry{Mode: filemode.Dir, Hash: root}
	if path == "" {
		return at, true, nil
	}
	for name := range strings.SplitSeq(path, "/") {
		if !at.IsDir() {
			return TreeEntry{}, false, nil
		}
		t, err := s.Tree(ctx, at.Hash)
		if err != nil {
			return TreeEntry{}, false, err
		}
		var ok bool
		if at, ok = t.Entry(name); !ok {
			return TreeEntry{}, false, nil
		}
	}
	return at, true, nil
}
