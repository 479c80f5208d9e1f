package repo

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/journal"
	"github.com/openeik/ekgit/repo/internal/lockfile"
	"github.com/openeik/ekgit/repo/internal/objects"
)

func (m *Model) markPath() string { return filepath.Join(m.gitEik(), "mark") }

// openMark answers the mark of the locks that this repository's writers take.
func (m *Model) openMark() (*lockfile.Mark, error) {
	return lockfile.OpenMark(m.fs, m.markPath(), rand.Reader)
}

// recoverIfIdle finishes what a killed writer has left, unless somebody writes, who
// will do so, or nothing can be written.
func (m *Model) recoverIfIdle(ctx context.Context) error {
	if _, err := os.Lstat(journal.Path(m.gitEik())); err != nil && !lockfile.AnyLeft(m.markPath(), m.gitLocks()...) {
		return nil
	}
	lock, err := m.lock(ctx, "finish a stopped write", time.Now())
	var busy *LockedError
	if errors.As(err, &busy) || unwritable(err) {
		return nil
	}
	if err != nil {
		return err
	}
	mark, err := m.openMark()
	if err == nil {
		err = m.recover(ctx, mark, time.Now().Add(m.opt.LockWait))
	}
	if err = join(explain(err), lock.release()); unwritable(err) {
		return nil
	}
	return err
}

// clearRefs gives git's locks on refs back that killed writers have left: git waits for
// none. The host's own locks beside them, which are left too, name the refs.
func (m *Model) clearRefs(ctx context.Context) error {
	left, _ := os.ReadDir(m.refFolder()) // no ref was ever moved where it is not there
	for _, entry := range left {
		var was Holder
		raw, err := os.ReadFile(filepath.Join(m.refFolder(), entry.Name()))
		if err != nil || json.Unmarshal(raw, &was) != nil || refFile(was.Ref) != entry.Name() {
			continue
		}
		if err := m.clearRef(ctx, was.Ref); err != nil && !unwritable(err) {
			return err
		}
	}
	return nil
}

// clearRef gives git's lock on a ref back, unless its taker lives.
func (m *Model) clearRef(ctx context.Context, name string) error {
	h := &heldRefs{m: m, until: time.Now()}
	var busy *LockedError
	if err := h.take(ctx, "finish a stopped write", name); errors.As(err, &busy) {
		return nil
	} else if err != nil {
		return err
	}
	err := h.openMark(ctx)
	if err == nil {
		err = h.mark.Clear(m.refs.LockPath(name))
	}
	return join(explain(err), h.release())
}

// unwritable tells whether nothing can be written, which is no reason not to read.
func unwritable(err error) bool {
	var readOnly *ReadOnlyError
	var full *NoSpaceError
	return errors.As(err, &readOnly) || errors.As(err, &full)
}

// gitLocks answers the locks of git that a write takes.
func (m *Model) gitLocks() []string {
	locks := []string{filepath.Join(m.layout.Git, "index.lock"), m.refs.LockPath("HEAD"), m.refs.LockPath("packed-refs")}
	if head, err := m.head(); err == nil && head.Ref != "" {
		locks = append(locks, m.refs.LockPath(head.Ref))
	}
	return locks
}

// recover finishes or forgets the write that a killed writer has left. The caller
// holds the host's lock, so that locks with the mark are nobody's any more.
func (m *Model) recover(ctx context.Context, mark *lockfile.Mark, deadline time.Time) error {
	j, err := journal.Read(m.gitEik())
	if err != nil {
		return err
	}
	left := m.gitLocks()
	if j != nil {
		left = append(left, m.refs.LockPath(j.Branch()))
	}
	if err := mark.Clear(left...); err != nil || j == nil {
		return err
	}
	lock, err := m.lockIndex(ctx, mark, deadline)
	if err != nil {
		return err
	}
	err = m.roll(ctx, j)
	if lock != nil {
		err = join(err, lock.Release())
	}
	return err
}

// roll brings everything that the journal names to what HEAD has now, which is the
// write's commit or a later one. Where the write's commit is not in HEAD, the
// branch never moved, or somebody took it back, and the write is forgotten.
func (m *Model) roll(ctx context.Context, j *journal.Journal) error {
	head, err := m.head()
	if err != nil {
		return err
	}
	if now, err := m.refs.Resolve(j.Branch()); err != nil {
		return err
	} else if now.Hash == j.Commit() {
		if err := m.refs.Relog(j.Move); err != nil {
			return err
		}
	}
	if m.Bare() || len(j.Files) == 0 {
		return journal.Clear(m.fs, m.gitEik())
	}
	done, err := m.isDone(ctx, j, head)
	if err != nil {
		return err
	}
	if !done {
		if err := m.swap(j, everGoals(j)).Restore(); err != nil {
			return err
		}
		return m.forget(j)
	}
	ix, err := m.readIndex()
	if err != nil {
		return err
	}
	goals, err := m.goalsAt(ctx, j, head, ix)
	if err != nil {
		return err
	}
	swap := m.swap(j, goals)
	if err := swap.Restore(); err != nil {
		return err
	}
	err = swap.Stage(ctx, func(i int) ([]byte, error) { return m.objects.Blob(ctx, goals[i].to.Hash) })
	if err != nil {
		return err
	}
	if err := m.bring(ctx, j, goals, ix, nil); err != nil {
		return err
	}
	return journal.Clear(m.fs, m.gitEik())
}

// forget clears away what a write that was refused has prepared.
func (m *Model) forget(j *journal.Journal) error {
	if !m.Bare() {
		if err := m.swap(j, nil).Clear(); err != nil {
			return err
		}
	}
	return journal.Clear(m.fs, m.gitEik())
}

// everGoals answers the goals of a journal, with all that the write may have had in
// its hands.
func everGoals(j *journal.Journal) []goal {
	goals := goalsOf(j)
	for i, g := range goals {
		goals[i].from = []journal.Blob{g.Old, g.New, g.Was}
	}
	return goals
}

// goalsAt answers the goals of a journal's files at a head. A file that holds
// something that the write never had is a hand edit, and stays; so does what
// somebody has staged.
func (m *Model) goalsAt(ctx context.Context, j *journal.Journal, head Head, ix *index.Index) ([]goal, error) {
	commit, err := m.objects.Commit(ctx, head.Commit)
	if err != nil {
		return nil, err
	}
	goals := everGoals(j)
	for i := range goals {
		g := &goals[i]
		e, ok, err := m.objects.Lookup(ctx, commit.Tree, g.Path)
		if err != nil {
			return nil, err
		}
		g.to = journal.Blob{}
		if ok {
			g.to = journal.Blob{Mode: uint32(e.Mode), Hash: e.Hash}
		}
		var staged journal.Blob
		if entry, ok := ix.Get(g.Path); ok {
			staged = journal.Blob{Mode: entry.Mode, Hash: entry.Hash}
		}
		g.foreign = staged != g.to && !slices.Contains(g.from, staged)
	}
	return goals, nil
}

// isDone tells whether the write's commit is in HEAD.
func (m *Model) isDone(ctx context.Context, j *journal.Journal, head Head) (bool, error) {
	if head.Commit == j.Move.Updates[0].Old || !m.objects.Has(j.Commit()) {
		return false, nil
	}
	return m.leadsTo(ctx, head.Commit, j.Commit())
}

// leadsTo tells whether an old commit is a commit or an ancestor of it.
func (m *Model) leadsTo(ctx context.Context, commit, old Hash) (bool, error) {
	seen := map[Hash]bool{commit: true}
	for next := []Hash{commit}; len(next) > 0; next = next[1:] {
		if next[0] == old {
			return true, nil
		}
		c, err := m.objects.Commit(ctx, next[0])
		if errors.Is(err, objects.ErrNotFound) {
			continue // beyond the cut of a shallow clone
		}
		if err != nil {
			return false, err
		}
		for _, parent := range c.Parents {
			if !seen[parent] {
				seen[parent] = true
				next = append(next, parent)
			}
		}
	}
	return false, nil
}
