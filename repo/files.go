package repo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-git/go-git/v5/plumbing/filemode"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/journal"
	"github.com/openeik/ekgit/repo/internal/refs"
)

// FilesRequest asks for files to be added to those that a ref keeps beside the model,
// such as comments. The ref is begun where it is not there.
type FilesRequest struct {
	Ref       string
	Author    Person
	Committer Person // the author where it is zero
	Subject   string
	Put       []FileChange // by path from the root of the ref's tree
	Parents   []Hash       // commits that are kept reachable
}

// CommitFiles commits files on a ref that is no branch, and answers where the ref
// stands. Where they are there already, nothing is committed.
func (m *Model) CommitFiles(ctx context.Context, req FilesRequest) (at Hash, err error) {
	if req.Committer == (Person{}) {
		req.Committer = req.Author
	}
	held, err := m.lockRefs(ctx, "keep files", time.Now().Add(m.opt.LockWait), req.Ref)
	if err != nil {
		return Hash{}, err
	}
	defer func() { err = join(explain(err), held.release()) }()
	for range replans {
		at, err = m.commitFiles(ctx, held, req)
		var moved *refs.MovedError
		if !errors.As(err, &moved) {
			return at, err
		}
	}
	return Hash{}, fmt.Errorf("%s moved %d times while files were added to it: %w", req.Ref, replans, err)
}

func (m *Model) commitFiles(ctx context.Context, held *heldRefs, req FilesRequest) (Hash, error) {
	ref, err := m.refs.Resolve(req.Ref)
	if err != nil {
		return Hash{}, err
	}
	w := &write{m: m, req: CommitRequest{Author: req.Author, Committer: req.Committer}}
	a := &attempt{head: Head{Ref: req.Ref, Commit: ref.Hash, Unborn: ref.Hash.IsZero()}, plan: &Plan{Subject: req.Subject}}
	if a.root, err = m.rootTree(ctx, ref.Hash); err != nil {
		return Hash{}, err
	}
	if a.change, err = m.added(ctx, a.root, req.Put); err != nil {
		return Hash{}, err
	}
	if a.plan.Parents, err = m.unreached(ctx, ref.Hash, req.Parents); err != nil {
		return Hash{}, err
	}
	if len(a.change.files)+len(a.plan.Parents) == 0 {
		return ref.Hash, nil
	}
	commit, made, err := w.object(ctx, a)
	if err != nil {
		return Hash{}, err
	}
	if err := m.objects.Write(m.opt.Clock(), made...); err != nil {
		return Hash{}, err
	}
	return commit.Hash, held.apply(ctx, w.move(a, commit))
}

// added answers what files change in a tree.
func (m *Model) added(ctx context.Context, root Hash, put []FileChange) (change, error) {
	var c change
	for _, f := range put {
		if err := checkPath(f.Path); err != nil {
			return change{}, err
		}
		file := journal.File{Path: f.Path, New: journal.Blob{Mode: index.ModeRegular, Hash: Hash(model.RevisionOf(f.Data))}}
		if !root.IsZero() {
			if e, ok, err := m.objects.Lookup(ctx, root, f.Path); err != nil || ok && e.Hash == file.New.Hash {
				if err != nil {
					return change{}, err
				}
				continue
			}
		}
		c.files, c.data = append(c.files, file), append(c.data, f.Data)
	}
	return c, nil
}

// unreached keeps the commits that do not lead to a head.
func (m *Model) unreached(ctx context.Context, head Hash, commits []Hash) ([]Hash, error) {
	if head.IsZero() {
		return commits, nil
	}
	var kept []Hash
	for _, c := range commits {
		reached, err := m.IsAncestor(ctx, c, head)
		if err != nil {
			return nil, err
		}
		if !reached {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// ReadFiles answers the files of one folder of a commit's tree by their names, none
// where there is no such folder.
func (m *Model) ReadFiles(ctx context.Context, commit Hash, folder string) (map[string][]byte, error) {
	root, err := m.rootTree(ctx, commit)
	if err != nil {
		return nil, err
	}
	e, ok, err := m.objects.Lookup(ctx, root, folder)
	if err != nil || !ok || !e.IsDir() {
		return nil, err
	}
	tree, err := m.objects.Tree(ctx, e.Hash)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for entry := range tree.Entries() {
		if entry.Mode != filemode.Regular {
			continue
		}
		if files[entry.Name], err = m.objects.Blob(ctx, entry.Hash); err != nil {
			return nil, err
		}
	}
	return files, nil
}
