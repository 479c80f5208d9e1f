package worktree

import (
	"context"
	"os"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/openeik/ekgit/repo/internal/index"
)

// Scan walks folders of a work tree.
type Scan struct {
	Tree  *Tree
	Index *index.Index
	// Ignore holds the patterns of the whole work tree.
	Ignore *Ignore
	// Skip names a folder that is left out.
	Skip func(folder string) bool
	// Visit gets the files of each folder: those of the index and those that are not
	// ignored, by name. It is called by several goroutines.
	Visit func(folder string, files []File) error
}

// All visits a folder and all below it. Folders that are repositories of their own
// and symbolic links are files to it.
func (s *Scan) All(ctx context.Context, folder string) error {
	ignore, err := s.Ignore.on(s.Tree, folder)
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(2 * runtime.GOMAXPROCS(0))
	var walk func(folder string, ignore *Ignore) error
	walk = func(folder string, ignore *Ignore) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		below, err := s.folder(folder, ignore)
		if err != nil {
			return err
		}
		for _, sub := range below {
			ignore, err := ignore.in(s.Tree, sub)
			if err != nil {
				return err
			}
			visit := func() error { return walk(sub, ignore) }
			if !group.TryGo(visit) {
				if err := visit(); err != nil {
					return err
				}
			}
		}
		return nil
	}
	group.Go(func() error { return walk(folder, ignore) })
	return group.Wait()
}

// folder visits one folder and answers those in it that are to be walked.
func (s *Scan) folder(folder string, ignore *Ignore) (below []string, err error) {
	entries, err := os.ReadDir(s.Tree.Path(folder))
	if absent(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	files := make([]File, 0, len(entries))
	for _, entry := range entries {
		path := entry.Name()
		if folder != "" {
			path = folder + "/" + path
		}
		if entry.IsDir() && (entry.Name() == ".git" || s.Skip(path)) {
			continue
		}
		if entry.IsDir() && !isRepository(s.Tree.Path(path)) {
			if len(s.Index.Under(path+"/")) > 0 || !ignore.match(path, true) {
				below = append(below, path)
			}
			continue
		}
		if _, tracked := s.Index.Get(path); !tracked && ignore.match(path, entry.IsDir()) {
			continue
		}
		info, err := entry.Info()
		if absent(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		file, err := s.Tree.look(path, info, s.Index)
		if err != nil {
			return nil, err
		}
		if file.Mode != 0 {
			files = append(files, file)
		}
	}
	return below, s.Visit(folder, files)
}
