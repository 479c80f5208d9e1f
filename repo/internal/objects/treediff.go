package objects

import (
	"context"
	"iter"
)

// FileDiff is one file that differs between two trees. Old or New is the zero
// entry where the file is not there.
type FileDiff struct {
	Path     string
	Old, New TreeEntry
}

// DiffTrees calls fn for every file, never for a folder, that differs between two
// trees, by path in git's order. Only folders whose ids differ are read. A zero
// hash is the empty tree.
func (s *Store) DiffTrees(ctx context.Context, a, b Hash, fn func(FileDiff) error) error {
	return s.diffTrees(ctx, a, b, "", fn)
}

func (s *Store) diffTrees(ctx context.Context, a, b Hash, prefix string, fn func(FileDiff) error) error {
	if a == b {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	old, err := s.Tree(ctx, a)
	if err != nil {
		return err
	}
	next, err := s.Tree(ctx, b)
	if err != nil {
		return err
	}
	for x, y := range old.Diff(next) {
		if err := s.diffEntries(ctx, x, y, prefix, fn); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) diffEntries(ctx context.Context, x, y TreeEntry, prefix string, fn func(FileDiff) error) error {
	path := prefix + x.Name
	if x.Name == "" {
		path = prefix + y.Name
	}
	if x.IsDir() || y.IsDir() {
		return s.diffTrees(ctx, x.Hash, y.Hash, path+"/", fn)
	}
	return fn(FileDiff{Path: path, Old: x, New: y})
}

// Diff answers the entries of the folder itself that differ from another's, in
// git's order. Two entries meet where they have one name and are both folders or
// both not; the zero entry stands for one that is not there.
func (t Tree) Diff(other Tree) iter.Seq2[TreeEntry, TreeEntry] {
	return func(yield func(TreeEntry, TreeEntry) bool) {
		restA, restB := t.raw, other.raw
		var x, y TreeEntry
		for {
			if x.Name == "" && restA != "" {
				x, restA, _ = nextEntry(restA)
			}
			if y.Name == "" && restB != "" {
				y, restB, _ = nextEntry(restB)
			}
			var order int
			switch {
			case x.Name == "" && y.Name == "":
				return
			case x.Name == "":
				order = 1
			case y.Name == "":
				order = -1
			default:
				order = compareEntries(x, y)
			}
			var ok bool
			switch {
			case order < 0:
				ok, x = yield(x, TreeEntry{}), TreeEntry{}
			case order > 0:
				ok, y = yield(TreeEntry{}, y), TreeEntry{}
			default:
				ok = x == y || yield(x, y)
				x, y = TreeEntry{}, TreeEntry{}
			}
			if !ok {
				return
			}
		}
	}
}
