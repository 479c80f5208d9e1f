package proposals

import (
	"context"
	"errors"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// Prune puts away what is open, untitled and untouched for longer than Options.Expire,
// by this clone's clock, and answers it. Refs of proposals that are closed are packed
// where there are many.
func (s *Store) Prune(ctx context.Context, by repo.Person) ([]*Proposal, error) {
	all, _, err := s.list(ctx, Filter{States: []State{Open}})
	if err != nil {
		return nil, err
	}
	var gone []*Proposal
	for _, f := range all {
		if f.Titled || s.opt.Clock().Sub(f.Touched) <= s.opt.Expire {
			continue
		}
		p, err := s.Close(ctx, CloseRequest{ID: f.ID, State: PutAway, Reason: "Untitled, and untouched since " + f.Touched.Format("2006-01-02"), Author: by})
		var other *model.Problem
		if errors.As(err, &other) && other.Code == model.Conflict {
			continue // somebody has just touched it
		}
		if err != nil {
			return gone, err
		}
		gone = append(gone, p)
	}
	return gone, s.repo.PackRefs(ctx, closedRefs)
}
