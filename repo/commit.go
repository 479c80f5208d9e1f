package repo

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/journal"
	"github.com/openeik/ekgit/repo/internal/lockfile"
	"github.com/openeik/ekgit/repo/internal/objects"
	"github.com/openeik/ekgit/repo/internal/refs"
)

// CommitRequest asks for one commit: on the model's branch, with its index and files,
// or on another ref, beside them.
type CommitRequest struct {
	// Ref is the full name of the ref that the commit goes on, where that is not the
	// model's branch. Nothing else is touched, and nobody waits but for that ref: no
	// work tree may have it checked out.
	Ref string
	// From is the commit that Ref begins at. It must not be there yet then, else the
	// error is a RefMovedError; where From is zero it must be there.
	From      Hash
	Author    Person    // who changed the model
	Authored  time.Time // when; now where it is zero
	Committer Person    // who wrote it down; the author where it is zero
	// Purpose says in a few words what the lock is held for.
	Purpose string
	// Plan answers what the commit changes, or nil for nothing. It is called under the
	// host's lock, with the last commit as base, and again where the branch moved
	// while it planned. It must not write to the repository.
	Plan func(ctx context.Context, base Base) (*Plan, error)
	// HandEdits names files of the model whose hand edits the commit takes up.
	HandEdits []string
}

// Committed is a commit that was made.
type Committed struct {
	Commit   Hash
	Head     Head            // where the branch stands now
	Snapshot *model.Snapshot // of the commit
	// Unfinished says why files of the work tree still wait to be brought to the
	// commit: a full disk, most likely. Nothing is lost, readers see the commit, and
	// the next write or opening finishes it.
	Unfinished error
}

// replans is how often a commit is planned anew because the branch moved.
const replans = 10

// Commit makes one commit: objects, branch, work tree and index, durable before it
// answers. It answers nil where the plan is nil, and ErrNoChange where the plan
// changes nothing. Errors that callers tell apart: LockedError, DetachedError,
// InProgressError, ElsewhereError, ConflictError, UnsupportedError, SigningError,
// ReadOnlyError, NoSpaceError. After an error nothing has changed.
func (m *Model) Commit(ctx context.Context, req CommitRequest) (done *Committed, err error) {
	if req.Committer == (Person{}) {
		req.Committer = req.Author
	}
	if req.Ref != "" {
		return m.commitOn(ctx, req)
	}
	deadline := time.Now().Add(m.opt.LockWait)
	lock, err := m.lock(ctx, req.Purpose, deadline)
	if err != nil {
		return nil, err
	}
	w := &write{m: m, req: req, deadline: deadline}
	defer func() {
		ended := explain(join(w.end(), lock.release()))
		if done != nil {
			done.Unfinished = join(done.Unfinished, ended)
		} else {
			err = join(explain(err), ended)
		}
	}()
	if err := w.begin(ctx); err != nil {
		return nil, err
	}
	for range replans {
		done, err = w.try(ctx)
		var moved *refs.MovedError
		if !errors.As(err, &moved) {
			return done, err
		}
	}
	return nil, fmt.Errorf("the branch moved %d times while the commit was planned: %w", replans, err)
}

// write is one write under the host's lock.
type write struct {
	m        *Model
	req      CommitRequest
	deadline time.Time
	mark     *lockfile.Mark
	index    *lockfile.Lock // nil where bare
}

// begin finishes what a killed writer has left and takes git's lock on the index.
func (w *write) begin(ctx context.Context) error {
	var err error
	if w.mark, err = w.m.openMark(); err != nil {
		return err
	}
	if err := w.m.recover(ctx, w.mark, w.deadline); err != nil {
		return err
	}
	w.index, err = w.m.lockIndex(ctx, w.mark, w.deadline)
	return err
}

// lockIndex takes git's lock on the index; a bare repository has none.
func (m *Model) lockIndex(ctx context.Context, mark *lockfile.Mark, deadline time.Time) (*lockfile.Lock, error) {
	if m.Bare() {
		return nil, nil
	}
	path, start := filepath.Join(m.layout.Git, "index.lock"), time.Now()
	lock, err := mark.Take(ctx, path, time.Until(deadline))
	var held *lockfile.HeldError
	if errors.As(err, &held) {
		return nil, &LockedError{Path: path, Waited: time.Since(start)}
	}
	return lock, err
}

func (w *write) end() error {
	if w.index == nil {
		return nil
	}
	return w.index.Release()
}

// attempt is a commit that is planned on one head.
type attempt struct {
	head   Head
	root   Hash // the tree of the head, zero where unborn
	base   *model.Snapshot
	index  *index.Index // nil where bare
	edits  []HandEdit
	stands map[string]journal.Blob // the hand edits, by path from the repository's root
	plan   *Plan
	change change
}

// try plans and makes the commit on the head as it is now. Where the branch moved
// meanwhile the error is a refs.MovedError and nothing has changed.
func (w *write) try(ctx context.Context) (*Committed, error) {
	a, err := w.planned(ctx)
	if err != nil || a == nil {
		return nil, err
	}
	commit, made, err := w.object(ctx, a)
	if err != nil {
		return nil, err
	}
	j := w.journal(a, commit)
	if err := journal.Write(w.m.fs, w.m.gitEik(), j); err != nil {
		return nil, err
	}
	if err := w.moveBranch(ctx, a, j, made); err != nil {
		return nil, join(err, w.m.forget(j))
	}
	unfinished := explain(w.m.finish(context.WithoutCancel(ctx), j, a.index, w.folders(ctx, a, commit)))
	return w.answer(ctx, a, commit, unfinished)
}

// planned answers the attempt with its plan, nil where there is nothing to do.
func (w *write) planned(ctx context.Context) (*attempt, error) {
	a, err := w.start(ctx)
	if err != nil {
		return nil, err
	}
	if ok, err := w.plan(ctx, a); err != nil || !ok {
		return nil, err
	}
	return a, w.checkHandEdits(a)
}

// plan asks for the plan of an attempt and works out what it changes. It answers false
// where there is nothing to do.
func (w *write) plan(ctx context.Context, a *attempt) (ok bool, err error) {
	if a.plan, err = w.req.Plan(ctx, Base{a.head, a.base, a.edits}); err != nil || a.plan == nil {
		return false, err
	}
	contents, err := w.m.contents(a.plan)
	if err != nil {
		return false, err
	}
	if a.change, err = w.m.changeOf(ctx, a.root, a.base, contents); err != nil {
		return false, err
	}
	if len(a.change.files)+len(a.plan.Parents) == 0 && !a.plan.AllowEmpty {
		return false, ErrNoChange
	}
	return true, nil
}

// start reads where the model stands and what hand edits the request names.
func (w *write) start(ctx context.Context) (*attempt, error) {
	m := w.m
	head, err := m.Head(ctx)
	if err != nil {
		return nil, err
	}
	a := &attempt{head: head, stands: map[string]journal.Blob{}}
	if err := head.Writable(); err != nil && !(m.Bare() && head.Ref != "") {
		return nil, err
	}
	if other := m.layout.Elsewhere(head.Ref); other != "" {
		return nil, &ElsewhereError{head.Branch, other}
	}
	if a.root, a.base, err = m.base(ctx, head); err != nil || m.Bare() {
		return a, err
	}
	if a.index, err = m.readIndex(); err != nil {
		return nil, err
	}
	if path := a.index.Unmerged(); path != "" {
		return nil, fmt.Errorf("%s has a conflict that is not resolved: %w", path, &InProgressError{"merge"})
	}
	for _, path := range w.req.HandEdits {
		file, err := m.handEdit(path)
		if err != nil {
			return nil, err
		}
		a.stands[file.Path] = file.Blob
		a.edits = append(a.edits, HandEdit{path, file.Data})
	}
	return a, nil
}

// base answers the tree of a head and the model in it, both empty before the first
// commit.
func (m *Model) base(ctx context.Context, head Head) (Hash, *model.Snapshot, error) {
	if head.Unborn {
		return Hash{}, model.NewSnapshot(m.opt.Schema, nil), nil
	}
	commit, err := m.objects.Commit(ctx, head.Commit)
	if err != nil {
		return Hash{}, nil, err
	}
	snapshot, err := m.modelAt(ctx, commit)
	return commit.Tree, snapshot, err
}

// modelAt answers the model of a commit, empty where the commit has none.
func (m *Model) modelAt(ctx context.Context, commit *objects.Commit) (*model.Snapshot, error) {
	if m.prefix != "" {
		_, ok, err := m.objects.Lookup(ctx, commit.Tree, m.prefix)
		if err != nil {
			return nil, err
		}
		if !ok {
			return model.NewSnapshot(m.opt.Schema, nil), nil
		}
	}
	return m.reader.at(ctx, commit.Hash)
}
