package repo

import (
	"context"
	"fmt"
	"path"
	"runtime"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/filemode"
	"golang.org/x/sync/errgroup"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/cache"
	"github.com/openeik/ekgit/repo/internal/objects"
)

// maxFolders is how many folders a model may have. A tree that names itself over
// and over unfolds into more than any disk holds.
const maxFolders = 1 << 18

// folder is a folder on its way from a tree to a snapshot.
type folder struct {
	path  string
	tree  Hash
	frame cache.Frame // where it was cached
	read  *cache.Folder
	made  *model.Folder
}

// loadAll makes a snapshot of nothing but a tree: folders from the cache where it
// has them, the others from objects, both on all processors.
func (r *reader) loadAll(ctx context.Context, tree Hash) (*model.Snapshot, error) {
	cached := r.cache.Read()
	folders, err := r.walk(ctx, tree, cached)
	if err != nil {
		return nil, err
	}
	var missed []*folder
	for _, f := range folders {
		if f.frame == nil {
			missed = append(missed, f)
		}
	}
	if err := r.readFiles(ctx, missed); err != nil {
		return nil, err
	}
	if err := each(ctx, missed, func(f *folder) error {
		f.frame = cache.Encode(f.tree, f.read)
		r.make(f)
		return nil
	}); err != nil {
		return nil, err
	}
	r.keep(ctx, folders, missed, cached)
	made := make([]*model.Folder, 0, len(folders))
	for _, f := range folders {
		if f.made != nil {
			made = append(made, f.made)
		}
	}
	return model.NewSnapshot(r.schema, made), nil
}

// keep offers what was read to the cache. It is a pity, and no fault, where the
// cache cannot take it.
func (r *reader) keep(ctx context.Context, folders, missed []*folder, cached map[Hash]cache.Frame) {
	var used, fresh []cache.Frame
	for _, f := range folders {
		if _, ok := cached[f.tree]; ok {
			used = append(used, f.frame)
		}
	}
	for _, f := range missed {
		fresh = append(fresh, f.frame)
	}
	_ = r.cache.Keep(ctx, used, fresh)
}

// walk answers every folder below a tree, level by level. Cached ones are made at
// once; of the others only the names are known.
func (r *reader) walk(ctx context.Context, tree Hash, cached map[Hash]cache.Frame) ([]*folder, error) {
	var all []*folder
	level := []*folder{{tree: tree}}
	for len(level) > 0 {
		if len(all)+len(level) > maxFolders {
			return nil, fmt.Errorf("tree %s unfolds into over %d folders: this is no model", tree, maxFolders)
		}
		all = append(all, level...)
		if err := each(ctx, level, func(f *folder) error { return r.list(ctx, f, cached) }); err != nil {
			return nil, err
		}
		var below []*folder
		for _, f := range level {
			for _, d := range f.read.Dirs {
				below = append(below, &folder{path: path.Join(f.path, d.Name), tree: d.Tree})
			}
		}
		level = below
	}
	return all, nil
}

// list reads what a folder holds: all of it from the cache, or the names from its
// tree.
func (r *reader) list(ctx context.Context, f *folder, cached map[Hash]cache.Frame) error {
	if frame, ok := cached[f.tree]; ok {
		if read, err := frame.Folder(); err == nil {
			f.frame, f.read = frame, read
			r.make(f)
			return nil
		}
	}
	tree, err := r.objects.Tree(ctx, f.tree)
	if err != nil {
		return err
	}
	f.read = &cache.Folder{}
	for e := range tree.Entries() {
		if e.IsDir() {
			f.read.Dirs = append(f.read.Dirs, cache.Dir{Name: e.Name, Tree: e.Hash})
			continue
		}
		f.read.Files = append(f.read.Files, rawFile(e))
	}
	return nil
}

func rawFile(e objects.TreeEntry) model.RawFile {
	return model.RawFile{Name: e.Name, Mode: modelMode(e.Mode), Revision: model.Revision(e.Hash)}
}

func modelMode(mode filemode.FileMode) model.Mode {
	switch mode {
	case filemode.Executable:
		return model.Executable
	case filemode.Symlink:
		return model.Symlink
	case filemode.Submodule:
		return model.Submodule
	}
	return model.Regular
}

// readFiles reads the bytes of the files that a model looks into.
func (r *reader) readFiles(ctx context.Context, folders []*folder) error {
	var files []*model.RawFile
	for _, f := range folders {
		for i := range f.read.Files {
			file := &f.read.Files[i]
			if file.Mode <= model.Executable && lookedInto(f.path, file.Name) {
				files = append(files, file)
			}
		}
	}
	return r.readBlobs(ctx, files)
}

// readBlobs fills in size and bytes. A file over the limit of a record gets its size
// alone.
func (r *reader) readBlobs(ctx context.Context, files []*model.RawFile) error {
	hashes := make([]Hash, len(files))
	for i, f := range files {
		hashes[i] = Hash(f.Revision)
	}
	return r.objects.Blobs(ctx, hashes, model.MaxRecordBytes, func(i int, data []byte, size int64) error {
		files[i].Data, files[i].Size = data, size
		return nil
	})
}

// lookedInto tells whether a model reads the bytes of a file: records, waivers and
// the manifest.
func lookedInto(folder, name string) bool {
	file := path.Join(folder, name)
	return model.RecordPlace(file) || file == model.ManifestName || folder == "waivers" && strings.HasSuffix(name, ".json")
}

// make makes the model's folder, where there are files in it.
func (r *reader) make(f *folder) {
	if len(f.read.Files) > 0 {
		f.made = model.NewFolder(r.schema, f.path, model.Key(f.tree.String()), f.read.Files)
	}
}

// each does something with every folder, on all processors, and waits for it.
func each(ctx context.Context, folders []*folder, do func(*folder) error) error {
	n := runtime.GOMAXPROCS(0)
	group, ctx := errgroup.WithContext(ctx)
	for k := range min(n, len(folders)) {
		group.Go(func() error {
			for i := k; i < len(folders); i += n {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := do(folders[i]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}
