package repo

import (
	"context"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/objects"
)

// MergeBases answers the best common ancestors of two commits, as git merge-base --all
// does, so that a Model is the history that model.MergeBase asks.
func (m *Model) MergeBases(ctx context.Context, a, b Hash) ([]Hash, error) {
	return m.reader.history.Bases(ctx, a, b)
}

// IsAncestor tells whether a commit is another or leads to it.
func (m *Model) IsAncestor(ctx context.Context, commit, of Hash) (bool, error) {
	bases, err := m.MergeBases(ctx, commit, of)
	return slices.Contains(bases, commit), err
}

// OutsideChange is a file outside the model's folder that differs between two commits.
// Hashes are zero where there is none.
type OutsideChange struct {
	Path             string // from the repository's root
	Old, New         Hash
	OldMode, NewMode model.Mode
}

// OutsideChanges answers what differs between two commits outside the model's folder,
// by path. A zero hash is the time before the first commit.
func (m *Model) OutsideChanges(ctx context.Context, from, to Hash) ([]OutsideChange, error) {
	if m.prefix == "" {
		return nil, nil
	}
	a, err := m.rootTree(ctx, from)
	if err != nil {
		return nil, err
	}
	b, err := m.rootTree(ctx, to)
	if err != nil {
		return nil, err
	}
	var changes []OutsideChange
	err = m.objects.DiffTrees(ctx, a, b, func(d objects.FileDiff) error {
		if _, inside := m.inModel(d.Path); inside {
			return nil
		}
		changes = append(changes, OutsideChange{Path: d.Path, Old: d.Old.Hash, New: d.New.Hash, OldMode: modelMode(d.Old.Mode), NewMode: modelMode(d.New.Mode)})
		return nil
	})
	return changes, err
}

func (m *Model) rootTree(ctx context.Context, commit Hash) (Hash, error) {
	if commit.IsZero() {
		return Hash{}, nil
	}
	c, err := m.objects.Commit(ctx, commit)
	if err != nil {
		return Hash{}, err
	}
	return c.Tree, nil
}
