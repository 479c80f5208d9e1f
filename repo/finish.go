package repo

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/journal"
	"github.com/openeik/ekgit/repo/internal/steps"
	"github.com/openeik/ekgit/repo/internal/worktree"
)

// goal is where a file of a journal, and its entry of the index, are brought.
type goal struct {
	journal.File
	to   journal.Blob   // what the commit has
	from []journal.Blob // what of ours may stand in the work tree
	// foreign says that somebody else has staged something since.
	foreign bool
}

// goalsOf answers the goals of a write that has just been done: those to be placed
// in the work tree first.
func goalsOf(j *journal.Journal) []goal {
	goals := make([]goal, 0, len(j.Files))
	for _, f := range j.Files {
		goals = append(goals, goal{File: f, to: f.New, from: []journal.Blob{f.Was}})
	}
	return placeableFirst(goals)
}

func placeableFirst(goals []goal) []goal {
	sorted := make([]goal, 0, len(goals))
	for _, skip := range []bool{false, true} {
		for _, g := range goals {
			if g.Skip == skip {
				sorted = append(sorted, g)
			}
		}
	}
	return sorted
}

// swap answers the swap of the goals that are to be placed, which are first.
func (m *Model) swap(j *journal.Journal, goals []goal) *worktree.Swap {
	var files []worktree.Replacement
	for _, g := range goals {
		if !g.Skip {
			files = append(files, worktree.Replacement{Path: g.Path, From: g.from, To: g.to})
		}
	}
	dir := filepath.Join(m.layout.WorkTree, filepath.FromSlash(j.Model), ".eik", "tmp")
	return m.tree.NewSwap(dir, files)
}

// finish brings work tree and index to the commit of a journal whose files are
// staged, and clears the journal.
func (m *Model) finish(ctx context.Context, j *journal.Journal, ix *index.Index, folders map[string]index.Folder) error {
	if !m.Bare() {
		if err := m.bring(ctx, j, goalsOf(j), ix, folders); err != nil {
			return err
		}
	}
	return journal.Clear(m.fs, m.gitEik())
}

// bring puts staged files in place and then says so in the index.
func (m *Model) bring(ctx context.Context, j *journal.Journal, goals []goal, ix *index.Index, folders map[string]index.Folder) error {
	swap := m.swap(j, goals)
	placed, err := swap.Run(ctx)
	if err != nil {
		return err
	}
	if err := swap.Clear(); err != nil {
		return err
	}
	touched := make(map[string]bool, len(goals))
	edits := make([]index.Edit, 0, len(goals))
	for i, g := range goals {
		touched[g.Path] = true
		if g.foreign {
			continue
		}
		edit := index.Edit{Path: g.Path}
		if g.to != (journal.Blob{}) {
			entry, _ := ix.Get(g.Path)
			entry.Hash, entry.Mode, entry.IntentToAdd, entry.Stat = g.to.Hash, g.to.Mode, false, index.Stat{}
			if i < len(placed) {
				entry.Stat = placed[i].Stat
			}
			edit.Entry = &entry
		}
		edits = append(edits, edit)
	}
	racy, err := m.editedInTheSecond(ctx, ix, touched)
	if err != nil {
		return err
	}
	return m.writeIndex(ix.Smudge(racy).With(edits, folders))
}

// editedInTheSecond answers the files, other than the touched ones, that were
// changed in the second in which the index was written. A newer index would hide
// that from git.
func (m *Model) editedInTheSecond(ctx context.Context, ix *index.Index, touched map[string]bool) ([]string, error) {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(2 * runtime.GOMAXPROCS(0))
	var mu sync.Mutex
	var edited []string
	for _, e := range ix.Entries() {
		if !ix.Racy(e) || e.SkipWorktree || e.Mode != index.ModeRegular && e.Mode != index.ModeExecutable || touched[e.Path] {
			continue
		}
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			file, err := m.tree.Read(e.Path)
			if err == nil && file.Hash != e.Hash {
				mu.Lock()
				defer mu.Unlock()
				edited = append(edited, e.Path)
			}
			return err
		})
	}
	return edited, group.Wait()
}

// indexCache keeps the index as it was last read or written.
type indexCache struct {
	mu    sync.Mutex
	info  fs.FileInfo
	index *index.Index
}

func (m *Model) indexPath() string { return filepath.Join(m.layout.Git, "index") }

// readIndex answers the index, read again where the file is another one by stat.
func (m *Model) readIndex() (*index.Index, error) {
	m.index.mu.Lock()
	defer m.index.mu.Unlock()
	info, err := os.Stat(m.indexPath())
	if errors.Is(err, fs.ErrNotExist) {
		return index.Read(m.indexPath())
	}
	if err != nil {
		return nil, err
	}
	if m.index.index != nil && os.SameFile(m.index.info, info) && m.index.info.Size() == info.Size() && m.index.info.ModTime().Equal(info.ModTime()) {
		return m.index.index, nil
	}
	ix, err := index.Read(m.indexPath())
	if err != nil {
		return nil, err
	}
	m.index.info, m.index.index = info, ix
	return ix, nil
}

// writeIndex replaces the index, durably. The caller holds git's lock on it.
func (m *Model) writeIndex(ix *index.Index) error {
	next := filepath.Join(m.gitEik(), "index.new")
	if err := steps.Replace(m.fs, m.indexPath(), next, ix.Encode()); err != nil {
		return err
	}
	info, err := os.Stat(m.indexPath())
	if err != nil {
		return err
	}
	ix.Time = index.StatOf(info).MTime
	m.index.mu.Lock()
	m.index.info, m.index.index = info, ix
	m.index.mu.Unlock()
	return nil
}
