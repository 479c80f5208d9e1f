package proposals

import (
	"context"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// Clash is another open proposal that cannot be merged with one by itself.
type Clash struct {
	ID, Title string
	// Conflicts have the one as ours and the other as theirs.
	Conflicts []model.MergeConflict
}

// ConflictsWith answers the open proposals that change the same as one, in the order
// of their ids. Those that cannot be read are left out. Two are merged only where they touch the same record.
func (s *Store) ConflictsWith(ctx context.Context, id string) ([]Clash, error) {
	one, err := s.find(ctx, id)
	if err != nil {
		return nil, err
	}
	mine, err := s.touches(ctx, one)
	if err != nil || len(mine) == 0 || one.State != Open {
		return nil, err
	}
	all, _, err := s.list(ctx, Filter{States: []State{Open}})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b *found) int { return strings.Compare(a.ID, b.ID) })
	var clashes []Clash
	for _, other := range all {
		if other.ID == one.ID {
			continue
		}
		conflicts, err := s.clash(ctx, one, other, mine)
		if repo.IsDamaged(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(conflicts) > 0 {
			clashes = append(clashes, Clash{other.ID, other.Title, conflicts})
		}
	}
	return clashes, nil
}

// clash answers what two proposals both changed, to different ends.
func (s *Store) clash(ctx context.Context, one, other *found, mine map[string]bool) ([]model.MergeConflict, error) {
	theirs, err := s.touches(ctx, other)
	if err != nil {
		return nil, err
	}
	both := map[string]bool{}
	for key := range theirs {
		if mine[key] {
			both[key] = true
		}
	}
	if len(both) == 0 {
		return nil, nil
	}
	m, err := s.merge(ctx, other, one.Head, nil, nil)
	if err != nil {
		return nil, err
	}
	// What one of them has from a newer model is no clash of the two.
	return slices.DeleteFunc(m.Conflicts, func(c model.MergeConflict) bool { return !both[c.Record] }), nil
}

// touches answers what a proposal changes, as parts name it. Only trees are read.
func (s *Store) touches(ctx context.Context, f *found) (map[string]bool, error) {
	inside, err := s.repo.Changes(ctx, f.Base, f.Head)
	if err != nil {
		return nil, err
	}
	outside, err := s.repo.OutsideChanges(ctx, f.Base, f.Head)
	if err != nil {
		return nil, err
	}
	keys := map[string]bool{}
	for _, c := range inside {
		keys[changeKey(c)] = true
	}
	for _, c := range outside {
		keys["/"+c.Path] = true
	}
	return keys, nil
}

func changeKey(c repo.RecordChange) string {
	if c.ID != "" {
		return c.ID
	}
	return c.Path
}
