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
	var walk func(at place) error
	walk = func(at place) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		below, err := s.folder(at)
		if err != nil {
			return err
		}
		for _, sub := range below {
			visit := func() error { return walk(sub) }
			if !group.TryGo(visit) {
				if err := visit(); err != nil {
					return err
				}
			}
		}
		return nil
	}
	group.Go(func() error { return walk(place{folder, ignore, false}) })
	return group.Wait()
}

// place is a folder on the way of a scan.
type place struct {
	folder  string
	ignore  *Ignore
	ignored bool // it, or a folder above: only tracked files in it count
}

func (p place) path(name string) string {
	if p.folder == "" {
		return name
	}
	return p.folder + "/" + name
}

// folder visits one folder and answers those in it that are to be walked.
func (s *Scan) folder(at place) (below []place, err error) {
	entries, err := os.ReadDir(s.Tree.Path(at.folder))
	if absent(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	files := make([]File, 0, len(entries))
	for _, entry := range entries {
		path := at.path(entry.Name())
		if entry.Name() == ".git" || entry.IsDir() && s.Skip(path) {
			continue // a file of that name is git's too, in a linked work tree
		}
		if entry.IsDir() && !isRepository(s.Tree.Path(path)) {
			sub, wanted, err := s.below(at, path)
			if err != nil {
				return nil, err
			}
			if wanted {
				below = append(below, sub)
			}
			continue
		}
		if _, tracked := s.Index.Get(path); !tracked && (at.ignored || at.ignore.match(path, entry.IsDir())) {
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
	return below, s.Visit(at.folder, files)
}

// below answers a folder in another one, and whether it is walked: an ignored one
// is only for what is tracked in it.
func (s *Scan) below(at place, path string) (place, bool, error) {
	ignored := at.ignored || at.ignore.match(path, true)
	if ignored && len(s.Index.Under(path+"/")) == 0 {
		return place{}, false, nil
	}
	ignore, err := at.ignore.in(s.Tree, path)
	return place{path, ignore, ignored}, true, err
}
