package repo

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/objects"
)

// Staged is the model as an index of git holds it: what a commit that is being made
// would be, while git asks its hooks.
type Staged struct {
	Parent  Hash   // HEAD's commit, zero where there is none yet
	Merging []Hash // what is merged in, as far as git has written that down
	// Changes lead from the parent's model to the staged one, by path in git's order.
	Changes  []model.FileChange
	Unmerged []string // files with conflicts that are not resolved, from the model's root
}

// Staged reads the model from an index file: the path is relative to the process's
// folder. Files that git is only told to expect (git add -N) are not there. It costs
// the index's bytes and what differs from HEAD.
func (m *Model) Staged(ctx context.Context, file string) (*Staged, error) {
	head, err := m.head()
	if err != nil {
		return nil, err
	}
	merging, err := m.mergeHeads()
	if err != nil {
		return nil, err
	}
	s := &Staged{Parent: head.Commit, Merging: merging}
	var root Hash
	if !head.Unborn {
		commit, err := m.objects.Commit(ctx, head.Commit)
		if err != nil {
			return nil, err
		}
		root = commit.Tree
	}
	diffs, err := m.stagedDiffs(ctx, s, root, file)
	if err != nil {
		return nil, err
	}
	changes := make([]RecordChange, len(diffs))
	for i, diff := range diffs {
		diff.Path, _ = m.inModel(diff.Path)
		changes[i] = fileChange(diff)
	}
	s.Changes, err = m.reader.fileChanges(ctx, changes)
	return s, err
}

// unmerged answers the model's files with conflicts, each once.
func (m *Model) unmerged(ix *index.Index) []string {
	var paths []string
	for _, e := range ix.Entries() {
		own, ok := m.inModel(e.Path)
		if e.Stage > 0 && ok && (len(paths) == 0 || paths[len(paths)-1] != own) {
			paths = append(paths, own)
		}
	}
	return paths
}

// mergeHeads answers what a merge that goes on merges into HEAD.
func (m *Model) mergeHeads() ([]Hash, error) {
	text, err := os.ReadFile(filepath.Join(m.layout.Git, "MERGE_HEAD"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	var heads []Hash
	for _, line := range strings.Fields(string(text)) {
		if plumbing.IsHash(line) {
			heads = append(heads, plumbing.NewHash(line))
		}
	}
	return heads, nil
}

// stagedDiffs answers what of the model differs between a tree and an index file.
// Where the index knows what tree it makes, and git has written that, its entries are
// not looked at.
func (m *Model) stagedDiffs(ctx context.Context, s *Staged, root Hash, file string) ([]objects.FileDiff, error) {
	var diffs []objects.FileDiff
	keep := func(d objects.FileDiff) error {
		if _, ok := m.inModel(d.Path); ok {
			diffs = append(diffs, d)
		}
		return nil
	}
	if tree, ok := index.ReadRoot(file); ok && m.objects.Has(tree) {
		err := m.objects.DiffTrees(ctx, root, tree, keep)
		return diffs, err
	}
	ix, err := index.Read(file)
	if err != nil {
		return nil, err
	}
	s.Unmerged = m.unmerged(ix)
	err = (&indexDiff{m: m, ix: ix, found: keep}).folder(ctx, "", root)
	return diffs, err
}

// indexDiff compares a tree with the entries of an index, where the index does not
// know what trees they make.
type indexDiff struct {
	m     *Model
	ix    *index.Index
	found func(objects.FileDiff) error
}

// folder compares one folder, by its path and its tree, zero for none.
func (d *indexDiff) folder(ctx context.Context, folder string, tree Hash) error {
	if known, ok := d.ix.Folder(folder); ok && known == tree {
		return nil
	}
	old, err := d.m.objects.Tree(ctx, tree)
	if err != nil {
		return err
	}
	files, folders := d.children(folder)
	for e := range old.Entries() {
		path := joinedPath(folder, e.Name)
		if e.IsDir() {
			staged, known := folders[path]
			delete(folders, path)
			if err := d.below(ctx, path, e.Hash, staged, known); err != nil {
				return err
			}
			continue
		}
		staged := files[path]
		delete(files, path)
		if staged != e {
			if err := d.found(objects.FileDiff{Path: path, Old: e, New: staged}); err != nil {
				return err
			}
		}
	}
	for path, staged := range files {
		if err := d.found(objects.FileDiff{Path: path, New: staged}); err != nil {
			return err
		}
	}
	for path, staged := range folders {
		if err := d.below(ctx, path, Hash{}, staged, true); err != nil {
			return err
		}
	}
	return nil
}

// below compares a folder inside another: with a tree, where a sparse index has one in
// place of entries.
func (d *indexDiff) below(ctx context.Context, path string, tree, staged Hash, known bool) error {
	if known && staged.IsZero() {
		return d.folder(ctx, path, tree)
	}
	return d.m.objects.DiffTrees(ctx, tree, staged, func(f objects.FileDiff) error {
		f.Path = path + "/" + f.Path
		return d.found(f)
	})
}

// children answers the resolved files of a folder as a tree would hold them, and the
// folders in it with their trees, zero where there are entries instead.
func (d *indexDiff) children(folder string) (files map[string]objects.TreeEntry, folders map[string]Hash) {
	files, folders = map[string]objects.TreeEntry{}, map[string]Hash{}
	prefix := joinedPath(folder, "")
	for rest := d.ix.Under(prefix); len(rest) > 0; {
		e := rest[0]
		name, below, nested := strings.Cut(e.Path[len(prefix):], "/")
		path := prefix + name
		switch {
		case nested && below == "" && e.Mode == index.ModeFolder:
			folders[path], rest = e.Hash, rest[1:]
		case nested:
			folders[path], rest = Hash{}, rest[len(d.ix.Under(path+"/")):]
		default:
			if e.Stage == 0 && !e.IntentToAdd {
				files[path] = objects.TreeEntry{Name: name, Mode: filemode.FileMode(e.Mode), Hash: e.Hash}
			}
			rest = rest[1:]
		}
	}
	return files, folders
}

// Knows tells whether an object is there.
func (m *Model) Knows(h Hash) bool { return m.objects.Has(h) }
