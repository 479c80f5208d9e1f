package repo

import (
	"context"
	"path"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/objects"
)

// follow makes the snapshot of a tree from one that is there, at a cost of the files
// that differ. Files that are equal stay decoded, and what is indexed stays indexed.
// Files that a hint holds in the version of the tree are taken from it.
func (r *reader) follow(ctx context.Context, base known, tree Hash, hint *model.Snapshot) (*model.Snapshot, error) {
	edits := map[string]*model.File{}
	var paths []string
	var entries []objects.TreeEntry
	err := r.objects.DiffTrees(ctx, base.tree, tree, func(d objects.FileDiff) error {
		edits[d.Path] = nil
		if d.New.Name == "" {
			return nil
		}
		if f := hinted(hint, d); f != nil {
			edits[d.Path] = f
			return nil
		}
		paths, entries = append(paths, d.Path), append(entries, d.New)
		return nil
	})
	if err != nil {
		return nil, err
	}
	files, err := r.files(ctx, paths, entries)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		edits[f.Path] = f
	}
	return r.rekey(ctx, base.snapshot.WithFiles(edits), tree)
}

func hinted(hint *model.Snapshot, d objects.FileDiff) *model.File {
	if hint == nil {
		return nil
	}
	f := hint.FileAt(d.Path)
	if f == nil || f.Broken != nil || Hash(f.Revision) != d.New.Hash || f.Mode != modelMode(d.New.Mode) {
		return nil
	}
	return f
}

// committed answers the snapshot of a commit, given the one that it was made of:
// what is decoded of that serves the next request.
func (r *reader) committed(ctx context.Context, commit Hash, made *model.Snapshot) (*model.Snapshot, error) {
	tree, err := r.modelTree(ctx, commit)
	if err != nil {
		return nil, err
	}
	base, ok := r.latest()
	if !ok {
		return r.at(ctx, commit)
	}
	s, err := r.follow(ctx, base, tree, made)
	if err != nil {
		return nil, err
	}
	r.remember(tree, s)
	return s, nil
}

// files reads files, given by path and entry.
func (r *reader) files(ctx context.Context, paths []string, entries []objects.TreeEntry) ([]*model.File, error) {
	raw := make([]model.RawFile, len(entries))
	var read []*model.RawFile
	for i, e := range entries {
		raw[i] = rawFile(e)
		folder, name := path.Split(paths[i])
		if raw[i].Mode <= model.Executable && lookedInto(strings.TrimSuffix(folder, "/"), name) {
			read = append(read, &raw[i])
		}
	}
	if err := r.readBlobs(ctx, read); err != nil {
		return nil, err
	}
	files := make([]*model.File, len(entries))
	for i := range files {
		files[i] = r.schema.NewFile(paths[i], raw[i])
	}
	return files, nil
}

// rekey gives the folders that have keys of their own the ids of their trees.
func (r *reader) rekey(ctx context.Context, s *model.Snapshot, tree Hash) (*model.Snapshot, error) {
	var named []*model.Folder
	for _, f := range s.Folders() {
		if !f.Key().Provisional() {
			continue
		}
		e, ok, err := r.objects.Lookup(ctx, tree, f.Path())
		if err != nil {
			return nil, err
		}
		if ok && e.IsDir() {
			named = append(named, f.WithKey(model.Key(e.Hash.String())))
		}
	}
	return s.WithFolders(named, nil), nil
}
