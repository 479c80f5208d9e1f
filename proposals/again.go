package proposals

import (
	"cmp"
	"context"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// taken is what the model branch took of a proposal at a time.
type taken struct {
	into       *repo.Commit   // the commit that took it
	base, head repo.Hash      // what it changed
	commits    []*repo.Commit // the newest first
}

// takes answers all that the model branch ever took of a proposal, the oldest first: the
// parts that are noted beside it, and what it held whenever it was closed as taken,
// without the last time where it is closed now.
func (s *Store) takes(ctx context.Context, f *found) ([]taken, error) {
	all, err := s.parts(ctx, f.ID)
	if err != nil {
		return nil, err
	}
	for at := f.closed; !at.IsZero(); {
		c, err := s.commitAt(ctx, at)
		if err != nil {
			return nil, err
		}
		again := c.Trailer(trailerClosed) == reopened
		if !again && (f.State == Open || at != f.closed) {
			ended, err := s.readClosed(ctx, f.ID, at)
			if err != nil {
				return nil, err
			}
			if !ended.Into.IsZero() && !ended.Base.IsZero() {
				into, err := s.commitAt(ctx, ended.Into)
				if err != nil {
					return nil, err
				}
				all = append(all, taken{into, ended.Base, ended.Head, ended.commits})
			}
		}
		switch { // a closing commit stands on the head that it closed, then on the refs before it
		case again && len(c.Parents) > 0:
			at = c.Parents[0]
		case !again && len(c.Parents) > 1:
			at = c.Parents[1]
		default:
			at = repo.Hash{}
		}
	}
	slices.SortStableFunc(all, func(a, b taken) int { return a.into.Sequence - b.into.Sequence })
	return all, nil
}

// parts answers the parts of a proposal that were accepted, in a certain order.
func (s *Store) parts(ctx context.Context, id string) ([]taken, error) {
	files, err := s.reviewFiles(ctx, id, partFolder)
	if err != nil {
		return nil, err
	}
	var all []taken
	for name := range files {
		c, err := s.repo.CommitAt(ctx, hashOf(name))
		if err != nil {
			return nil, err
		}
		if len(c.Parents) > 0 {
			all = append(all, taken{c, c.Parents[0], c.Hash, []*repo.Commit{c}})
		}
	}
	slices.SortFunc(all, func(a, b taken) int { return cmp.Compare(a.head.String(), b.head.String()) })
	return all, nil
}

// again makes the commits of a proposal once more, on the head of the model branch,
// under them those by which the model took what neither it nor the proposal holds any
// more. It tells whether there are such.
func (s *Store) again(ctx context.Context, f *found, req ReopenRequest) (w *work, missed bool, err error) {
	takes, err := s.takes(ctx, f)
	if err != nil {
		return nil, false, err
	}
	with, err := s.meetingOf(ctx, f)
	if err != nil {
		return nil, false, err
	}
	b := &bringing{s: s, f: f, model: with.ours, ours: with.ours, head: with.head, rest: req.Resolutions}
	if f.State == Open {
		if b.waiting, err = s.mergeFrom(ctx, f, with, nil, nil); err != nil {
			return nil, false, err
		}
	}
	if err := b.after(ctx, takes); err != nil {
		return nil, false, err
	}
	for i, t := range takes {
		if err := b.take(ctx, t, b.sides[i+1:]); err != nil {
			return nil, false, err
		}
	}
	m, err := b.last(ctx, with)
	if err != nil {
		return nil, false, err
	}
	if !m.Clean() {
		return nil, false, unresolved(f.ID, m.Conflicts)
	}
	m.Ours = b.model
	whole := *f
	whole.commits = slices.Concat(f.commits, b.commits)
	w, err = s.remake(ctx, &whole, m, req.Committer)
	return w, len(b.commits) > 0, err
}

// meetingOf answers where a proposal that is made again meets the model: an open one
// where merging it would, one that the model has taken where it left it.
func (s *Store) meetingOf(ctx context.Context, f *found) (with meeting, err error) {
	if with.head, err = s.modelHead(ctx); err != nil {
		return with, err
	}
	if with.ours, err = s.repo.At(ctx, with.head); err != nil {
		return with, err
	}
	if f.State == Open {
		if with.base, err = model.MergeBase(ctx, s.repo, with.head, f.Head); err != nil {
			return with, err
		}
		with.bases, err = s.repo.MergeBases(ctx, with.head, f.Head)
		return with, err
	}
	with.bases = []repo.Hash{f.Base}
	if !f.Base.IsZero() {
		with.base, err = s.repo.At(ctx, f.Base)
	}
	return with, err
}
