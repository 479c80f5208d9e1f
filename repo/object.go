package repo

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/journal"
	"github.com/openeik/ekgit/repo/internal/objects"
	"github.com/openeik/ekgit/repo/internal/refs"
)

// object answers the commit of an attempt and every object that it needs written,
// itself last.
func (w *write) object(ctx context.Context, a *attempt) (*objects.Commit, []objects.Object, error) {
	text, err := message(a.plan.Subject, a.plan.Body, a.plan.Trailers)
	if err != nil {
		return nil, nil, err
	}
	now := w.m.opt.Clock()
	authored := w.req.Authored
	if authored.IsZero() {
		authored = now
	}
	c := &objects.Commit{Message: text}
	if c.Author, err = w.req.Author.signature(authored); err != nil {
		return nil, nil, fmt.Errorf("author: %w", err)
	}
	if c.Committer, err = w.req.Committer.signature(now); err != nil {
		return nil, nil, fmt.Errorf("committer: %w", err)
	}
	if !a.head.Unborn {
		c.Parents = []Hash{a.head.Commit}
	}
	c.Parents = append(c.Parents, a.plan.Parents...)
	var made []objects.Object
	if c.Tree, made, err = w.m.objectsOf(ctx, a.root, a.change); err != nil {
		return nil, nil, err
	}
	if err := w.m.sign(c); err != nil {
		return nil, nil, err
	}
	raw, err := c.Encode()
	if err != nil {
		return nil, nil, err
	}
	o := objects.NewObject(objects.KindCommit, raw)
	c.Hash = o.Hash
	return c, append(made, o), nil
}

// journal answers the journal of an attempt.
func (w *write) journal(a *attempt, c *objects.Commit) *journal.Journal {
	move := w.move(a, c)
	if !w.m.Bare() {
		move.Head = a.head.Ref
	}
	j := &journal.Journal{Writer: w.req.Purpose, Model: w.m.prefix, Move: move}
	if !w.m.Bare() {
		j.Files = a.change.files
	}
	return j
}

// move answers the move of the ref that the commit goes on.
func (w *write) move(a *attempt, c *objects.Commit) refs.Move {
	when := c.Committer.When
	move := refs.Move{
		Updates: []refs.Update{{Name: a.head.Ref, Old: a.head.Commit, New: c.Hash}},
		Who:     fmt.Sprintf("%s <%s> %d %s", c.Committer.Name, c.Committer.Email, when.Unix(), when.Format("-0700")),
		Message: "commit: " + oneLine(a.plan.Subject),
	}
	switch {
	case a.head.Unborn:
		move.Message = "commit (initial): " + oneLine(a.plan.Subject)
	case len(c.Parents) > 1:
		move.Message = "commit (merge): " + oneLine(a.plan.Subject)
	}
	return move
}

// write makes the objects of a commit durable, and keeps those that it takes up as they
// are from being collected.
func (w *write) write(ctx context.Context, a *attempt, made []objects.Object) error {
	for i, f := range a.change.files {
		if a.change.data[i] != nil || f.New == (journal.Blob{}) || f.New.Mode == index.ModeSubmodule {
			continue
		}
		if err := w.m.objects.Keep(ctx, w.m.opt.Clock(), f.New.Hash); err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
	}
	return w.m.objects.Write(w.m.opt.Clock(), made...)
}

// moveBranch writes everything that the commit needs and then moves the branch. It
// answers nil once the branch has moved, whatever happens after.
func (w *write) moveBranch(ctx context.Context, a *attempt, j *journal.Journal, made []objects.Object) error {
	m := w.m
	if err := w.write(ctx, a, made); err != nil {
		return err
	}
	if !m.Bare() {
		data := map[string][]byte{}
		for i, f := range j.Files {
			data[f.Path] = a.change.data[i]
		}
		goals := goalsOf(j)
		content := func(i int) ([]byte, error) {
			if g := goals[i]; data[g.Path] == nil && g.to != (journal.Blob{}) {
				return m.objects.Blob(ctx, g.to.Hash)
			}
			return data[goals[i].Path], nil
		}
		if err := m.swap(j, goals).Stage(ctx, content); err != nil {
			return err
		}
	}
	move := j.Move
	move.Wait = waitUntil(w.deadline)
	err := m.refs.Apply(ctx, w.mark, move)
	if err == nil {
		return nil
	}
	if now, readErr := m.refs.Read(j.Branch()); readErr == nil && now.Hash == j.Commit() {
		return nil // the branch moved; only its log was not written
	}
	return err
}

// folders answers the trees of the folders that the commit touches.
func (w *write) folders(ctx context.Context, a *attempt, c *objects.Commit) map[string]index.Folder {
	if w.m.Bare() {
		return nil
	}
	folders, err := w.m.foldersOf(context.WithoutCancel(ctx), a.root, c.Tree, a.change.files)
	if err != nil {
		return nil // the index then forgets these trees, and git makes them again
	}
	return folders
}

// answer tells what was committed.
func (w *write) answer(ctx context.Context, a *attempt, c *objects.Commit, unfinished error) (*Committed, error) {
	ctx = context.WithoutCancel(ctx)
	done := &Committed{Commit: c.Hash, Head: a.head, Unfinished: unfinished}
	done.Head.Commit, done.Head.Unborn = c.Hash, false
	if a.head.Sequence >= 0 {
		done.Head.Sequence++
	}
	made, err := a.base.Apply(a.plan.Changes)
	if err == nil && len(a.plan.Files)+len(a.plan.Blobs) == 0 {
		done.Snapshot, err = w.m.reader.committed(ctx, c.Hash, made)
	} else {
		done.Snapshot, err = w.m.modelAt(ctx, c)
	}
	if err != nil {
		done.Snapshot, done.Unfinished = made, join(unfinished, err)
	}
	return done, nil
}
