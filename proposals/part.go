package proposals

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// part is some of what a proposal changes: records by id, other files by path, and
// files outside the model's folder by their path from the repository's root after a
// slash. A nil part is all of it.
type part []string

func (p part) has(key string) bool { return p == nil || slices.Contains(p, key) }

// keyOf answers what a changed file is called in a part.
func keyOf(c model.FileChange) string {
	for _, f := range []*model.File{c.After, c.Before} {
		if f != nil && f.ID() != "" {
			return f.ID()
		}
	}
	return pathOf(c)
}

func pathOf(c model.FileChange) string {
	if c.After != nil {
		return c.After.Path
	}
	return c.Before.Path
}

// keysOf answers what differs between two snapshots, each once, in order.
func keysOf(base, theirs *model.Snapshot) []string {
	var keys []string
	for _, c := range model.FileChanges(base, theirs) {
		keys = append(keys, keyOf(c))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// only answers base with some of what theirs changed: what takes is told of.
func only(base, theirs *model.Snapshot, takes func(key string) bool) *model.Snapshot {
	edits := map[string]*model.File{}
	for _, c := range model.FileChanges(base, theirs) {
		if takes(keyOf(c)) {
			edits[pathOf(c)] = c.After
		}
	}
	return base.WithFiles(edits)
}

// checkPart tells whether a proposal changes everything that a part names.
func checkPart(id string, p part, changed []string) error {
	for _, key := range p {
		if slices.Contains(changed, key) {
			continue
		}
		q := problem(model.NotFound, "Name records by id, other files by path", "proposal %s does not change %q", id, key)
		q.Details = map[string]any{"got": key, "known": changed}
		q.Hint += "; it changes " + strings.Join(changed[:min(len(changed), 8)], ", ")
		return q
	}
	return nil
}

// changedBy answers what a proposal changes from what it has in common with the model.
func (s *Store) changedBy(ctx context.Context, base *model.Snapshot, f *found) ([]string, error) {
	theirs, err := s.repo.At(ctx, f.Head)
	if err != nil {
		return nil, err
	}
	if base == nil {
		base = model.NewSnapshot(theirs.Schema(), nil)
	}
	changed := keysOf(base, theirs)
	outside, err := s.repo.OutsideChanges(ctx, f.Base, f.Head)
	if err != nil {
		return nil, err
	}
	for _, c := range outside {
		changed = append(changed, "/"+c.Path)
	}
	return changed, nil
}

// touching answers which of a proposal's commits change something of a part.
func (s *Store) touching(ctx context.Context, commits []*repo.Commit, p part) ([]*repo.Commit, error) {
	var touch []*repo.Commit
	for _, c := range commits {
		step := &found{Proposal: Proposal{Head: c.Hash}}
		var before *model.Snapshot
		if len(c.Parents) > 0 {
			step.Base = c.Parents[0]
			var err error
			if before, err = s.repo.At(ctx, step.Base); err != nil {
				return nil, err
			}
		}
		changed, err := s.changedBy(ctx, before, step)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(changed, p.has) {
			touch = append(touch, c)
		}
	}
	return touch, nil
}

// settlePart rebases what is left of a proposal after a part of it was accepted, or
// ends it where nothing is left.
func (s *Store) settlePart(ctx context.Context, f *found) error {
	r := &replay{s: s, found: f, committer: f.taker.Committer, leave: trailersOf(f.taker, trailerPart)}
	note := repo.FileChange{Path: partFolder + "/" + f.taker.Hash.String(), Data: []byte(strings.Join(r.leave, "\n") + "\n")}
	err := s.review(ctx, f.ID, amendment{author: f.taker.Committer, subject: "Part of " + f.ID + " accepted by " + short(f.taker.Hash), put: []repo.FileChange{note}})
	if err != nil {
		return err
	}
	// The rest may stand on the part, so it goes onto the commit that took it. Where the
	// model has changed the same meanwhile it stays on what it was made on: there the
	// part is left out without a trace, and the conflict shows when it is merged.
	w, err := r.on(ctx, f.taker.Hash)
	if errors.Is(err, errInTheWay) {
		w, err = r.on(ctx, f.Base)
	}
	if err != nil {
		return err
	}
	if !w.made {
		f.Into = f.taker.Hash
		return s.close(ctx, f, CloseRequest{ID: f.ID, State: Accepted, Author: personOf(f.taker.Trailer(trailerReviewer)), Committer: f.taker.Committer})
	}
	return s.replace(ctx, f, w, "part accepted by "+short(f.taker.Hash))
}

// partFolder holds the names of the commits by which parts of a proposal were accepted.
const partFolder = "parts"

// replace gives a proposal another head. The one that it had stays reachable.
func (s *Store) replace(ctx context.Context, f *found, w *work, why string) error {
	if err := s.keep(ctx, f, f.Head, why); err != nil {
		return w.give(ctx, err)
	}
	if err := w.put(ctx, repo.RefUpdate{Name: s.branch(f.ID), Old: f.Head, New: w.head, Message: "proposal: " + why}); err != nil {
		return w.give(ctx, err)
	}
	return nil
}
