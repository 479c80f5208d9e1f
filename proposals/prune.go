package proposals

import (
	"context"

	"github.com/openeik/ekgit/repo"
)

// Prune puts away what is open, untitled and untouched for longer than Options.Expire,
// by this clone's clock, and answers it.
func (s *Store) Prune(ctx context.Context, by repo.Person) ([]*Proposal, error) {
	all, err := s.list(ctx, Filter{States: []State{Open}})
	if err != nil {
		return nil, err
	}
	var gone []*Proposal
	for _, f := range all {
		if f.Titled || s.opt.Clock().Sub(f.Touched) <= s.opt.Expire {
			continue
		}
		p, err := s.Close(ctx, CloseRequest{ID: f.ID, State: PutAway, Reason: "Untitled, and untouched since " + f.Touched.Format("2006-01-02"), Author: by})
		if err != nil {
			return gone, err
		}
		gone = append(gone, p)
	}
	return gone, nil
}
