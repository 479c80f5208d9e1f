package repo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/singleflight"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/cache"
	"github.com/openeik/ekgit/repo/internal/history"
	"github.com/openeik/ekgit/repo/internal/objects"
)

// reader answers what a repository's commits hold of one model. It writes nothing
// but caches, needs no lock and is safe for concurrent use.
type reader struct {
	schema  *model.Schema
	prefix  string // the model's folder inside the repository, "" for the whole
	objects *objects.Store
	history *history.Index
	cache   *cache.Cache
	loads   singleflight.Group

	mu     sync.Mutex
	recent []known // snapshots of late, the last one first
}

// known is a snapshot and the tree that it is of.
type known struct {
	tree     Hash
	snapshot *model.Snapshot
}

// keepRecent is how many snapshots are kept at hand. They share what they have in
// common.
const keepRecent = 4

func newReader(schema *model.Schema, prefix string, folders *cache.Cache, history *history.Index, objects *objects.Store) *reader {
	return &reader{schema: schema, prefix: prefix, objects: objects, history: history, cache: folders}
}

func (r *reader) close() {
	r.history.Close()
	r.cache.Close()
}

// modelTree answers the tree of the model's folder in a commit.
func (r *reader) modelTree(ctx context.Context, commit Hash) (Hash, error) {
	c, err := r.objects.Commit(ctx, commit)
	if err != nil {
		return Hash{}, err
	}
	e, ok, err := r.objects.Lookup(ctx, c.Tree, r.prefix)
	if err != nil {
		return Hash{}, err
	}
	if !ok || !e.IsDir() {
		return Hash{}, fmt.Errorf("commit %s has no folder %q: the model was not there yet, or lay elsewhere", commit, r.prefix)
	}
	return e.Hash, nil
}

// at answers the model as a commit holds it.
func (r *reader) at(ctx context.Context, commit Hash) (*model.Snapshot, error) {
	tree, err := r.modelTree(ctx, commit)
	if err != nil {
		return nil, err
	}
	for {
		if s := r.recall(tree); s != nil {
			return s, nil
		}
		s, err, shared := r.loads.Do(string(tree[:]), func() (any, error) { return r.load(ctx, tree) })
		if err == nil {
			return s.(*model.Snapshot), nil
		}
		if !shared || ctx.Err() != nil || !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
			return nil, err
		}
		// The request that this one waited for was cancelled: load here.
	}
}

// load makes the snapshot of a tree: from the last one where there is one, else
// from the cache and the objects.
func (r *reader) load(ctx context.Context, tree Hash) (*model.Snapshot, error) {
	base, ok := r.latest()
	var s *model.Snapshot
	var err error
	if ok {
		s, err = r.follow(ctx, base, tree, nil)
	} else {
		s, err = r.loadAll(ctx, tree)
	}
	if err != nil {
		return nil, fmt.Errorf("read the model: %w", err)
	}
	r.remember(tree, s)
	return s, nil
}

func (r *reader) recall(tree Hash) *model.Snapshot {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.recent, func(k known) bool { return k.tree == tree })
	if i < 0 {
		return nil
	}
	k := r.recent[i]
	r.recent = slices.Insert(slices.Delete(r.recent, i, i+1), 0, k)
	return k.snapshot
}

func (r *reader) latest() (known, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.recent) == 0 {
		return known{}, false
	}
	return r.recent[0], true
}

func (r *reader) remember(tree Hash, s *model.Snapshot) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.recent = slices.DeleteFunc(r.recent, func(k known) bool { return k.tree == tree })
	r.recent = slices.Insert(r.recent, 0, known{tree, s})
	if len(r.recent) > keepRecent {
		r.recent = slices.Delete(r.recent, keepRecent, len(r.recent))
	}
}
