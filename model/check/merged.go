package check

import (
	"context"
	"time"

	"github.com/openeik/ekgit/model"
)

// Merged answers what a merge breaks that neither of its sides breaks alone, such as
// two doors on one spot or a door in a wall that the other side took away. The
// findings are sorted as those of Check; waived ones are among them, marked. It costs
// what differs between ours and the result. The only error is the context's.
func Merged(ctx context.Context, ours, theirs, after *model.Snapshot, now time.Time) ([]model.Finding, error) {
	delta, err := Changed(ctx, ours, after, now)
	if err != nil || len(delta.New) == 0 {
		return nil, err
	}
	there, err := Check(ctx, theirs, ownersOf(theirs, delta.New), now)
	if err != nil {
		return nil, err
	}
	return missing(there, delta.New), nil
}

// ownersOf answers the files of a snapshot whose findings may be the given ones,
// which were found in another.
func ownersOf(s *model.Snapshot, findings []model.Finding) Scope {
	paths := map[string]struct{}{}
	for _, f := range findings {
		paths[f.File] = struct{}{}
		for _, id := range f.IDs {
			for _, claim := range s.Claims(id) {
				paths[claim.Path] = struct{}{}
			}
		}
		if first := firstUnder(s, f.File); first != nil {
			paths[first.Path] = struct{}{}
		}
	}
	return Scope{paths: paths}
}
