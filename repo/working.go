package repo

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/journal"
	"github.com/openeik/ekgit/repo/internal/objects"
)

// Scan says which files a working snapshot compares with the last commit.
type Scan int

// The scans.
const (
	// ScanWatched compares what a healthy watcher has reported, and all by stat data
	// where none runs.
	ScanWatched Scan = iota
	// ScanPaths compares the given paths and what is known to be edited.
	ScanPaths
	// ScanAll compares everything by stat data.
	ScanAll
)

// WorkingOptions say what a working snapshot looks at.
type WorkingOptions struct {
	Scan  Scan
	Paths []string // for ScanPaths: files and folders, from the model's root
}

// EditState says what a hand edit does to a file.
type EditState string

// The states.
const (
	Modified EditState = "modified"
	Added    EditState = "added"
	Deleted  EditState = "deleted"
	Broken   EditState = "broken" // no record can be read; the last good one stands in the snapshot
)

// Edit is a file that differs from the last commit.
type Edit struct {
	Path   string // from the model's root
	ID     string // of the record, empty for other files
	State  EditState
	Staged bool // git's index has another content than the last commit
}

// Working is the model as it is in its folder now: the last commit and the hand
// edits. It is immutable.
type Working struct {
	Snapshot *model.Snapshot
	Head     Head
	Edits    []Edit // by path
}

// working keeps what was answered last. Equal folders and files are the same in the
// next answer, so that what is decoded and indexed of them serves again.
type working struct {
	mu    sync.Mutex
	root  Hash // the tree that base is of
	base  *model.Snapshot
	edits map[string]edit // by path from the model's root
	last  *Working
	whole *watcher // since this one began, everything was compared
}

// edit is a hand edit and the file that stands for it in the snapshot, nil where it
// deletes.
type edit struct {
	Edit
	blob journal.Blob
	was  *model.File // in the last commit
	file *model.File
}

// settling is how often a working snapshot is begun anew because somebody else
// commits meanwhile.
const settling = 20

// Working answers the model as it is in its folder. Files of a write that goes on
// are taken from the last commit.
func (m *Model) Working(ctx context.Context, opt WorkingOptions) (*Working, error) {
	if m.Bare() {
		return m.committedOnly(ctx)
	}
	m.working.mu.Lock()
	defer m.working.mu.Unlock()
	for range settling {
		before, err := m.standing(ctx)
		if err != nil {
			return nil, err
		}
		answer, err := m.compare(ctx, before, opt)
		if err != nil {
			return nil, err
		}
		after, err := m.head()
		if err != nil {
			return nil, err
		}
		if j, err := journal.Read(m.gitEik()); err == nil && after.Commit == before.head.Commit && after.Ref == before.head.Ref && sameWrite(j, before.journal) {
			return answer, nil
		}
	}
	return nil, fmt.Errorf("%s changed %d times while it was read; try again when it rests", m, settling)
}

func sameWrite(a, b *journal.Journal) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Commit() == b.Commit()
}

// committedOnly answers the working snapshot of a bare repository: the last commit.
func (m *Model) committedOnly(ctx context.Context) (*Working, error) {
	head, err := m.Head(ctx)
	if err != nil {
		return nil, err
	}
	_, base, err := m.base(ctx, head)
	return &Working{Snapshot: base, Head: head}, err
}

// standing is what a working snapshot is made on.
type standing struct {
	head    Head
	root    Hash
	base    *model.Snapshot
	index   *index.Index
	journal *journal.Journal // of a write that goes on, else nil
}

func (m *Model) standing(ctx context.Context) (s standing, err error) {
	if s.journal, err = journal.Read(m.gitEik()); err == nil && s.journal != nil {
		if err = m.recoverIfIdle(ctx); err == nil {
			s.journal, err = journal.Read(m.gitEik())
		}
	}
	if err != nil {
		return s, err
	}
	if s.head, err = m.Head(ctx); err != nil {
		return s, err
	}
	if s.root, s.base, err = m.base(ctx, s.head); err != nil {
		return s, err
	}
	s.index, err = m.readIndex()
	return s, err
}

// compare brings what is kept up to date and answers it.
func (m *Model) compare(ctx context.Context, now standing, opt WorkingOptions) (*Working, error) {
	w := &m.working
	found := newFindings(m, now)
	dirty, by := m.takeDirty(ctx)
	edits := map[string]edit{}
	var err error
	if opt.Scan == ScanAll || opt.Scan == ScanWatched && (by == nil || w.whole != by) {
		err = found.scan(ctx, "")
	} else {
		maps.Copy(edits, w.edits)
		err = m.compareSome(ctx, found, now, append(dirty, opt.Paths...))
	}
	if err != nil {
		w.whole = nil
		return nil, err
	}
	if opt.Scan != ScanPaths {
		w.whole = by
	}
	for path, e := range found.seen {
		if e == nil {
			delete(edits, path)
		} else {
			edits[path] = *e
		}
	}
	w.keep(now, edits)
	return w.last, nil
}

// compareSome compares paths, all that is known to be edited, and what differs
// between the last commit then and now.
func (m *Model) compareSome(ctx context.Context, found *findings, now standing, paths []string) error {
	w := &m.working
	if w.base != nil && w.root != now.root {
		moved, err := m.differing(ctx, w.root, now.root)
		if err != nil {
			return err
		}
		paths = append(paths, moved...)
	}
	for path := range w.edits {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		if err := found.look(ctx, path); err != nil {
			return err
		}
	}
	return nil
}

// differing answers the model's files that differ between two trees.
func (m *Model) differing(ctx context.Context, old, now Hash) ([]string, error) {
	var paths []string
	err := m.objects.DiffTrees(ctx, old, now, func(d objects.FileDiff) error {
		if own, ok := m.inModel(d.Path); ok {
			paths = append(paths, own)
		}
		return nil
	})
	return paths, err
}

// keep makes the answer of what stands now.
func (w *working) keep(now standing, edits map[string]edit) {
	snapshot := now.base
	delta := map[string]*model.File{}
	if w.last != nil && w.base == now.base {
		snapshot = w.last.Snapshot
		for path := range w.edits {
			if _, still := edits[path]; !still {
				delta[path] = now.base.FileAt(path)
			}
		}
	}
	for path, e := range edits {
		if snapshot.FileAt(path) != e.file {
			delta[path] = e.file
		}
	}
	switch {
	case len(edits) == 0:
		snapshot = now.base
	case len(delta) > 0:
		snapshot = snapshot.WithFiles(delta)
	}
	list := make([]Edit, 0, len(edits))
	for _, path := range slices.Sorted(maps.Keys(edits)) {
		list = append(list, edits[path].Edit)
	}
	w.root, w.base, w.edits = now.root, now.base, edits
	w.last = &Working{Snapshot: snapshot, Head: now.head, Edits: list}
}
