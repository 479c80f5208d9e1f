package proposals

import (
	"context"
	"path"

	"github.com/openeik/ekgit/model"
)

// ownOnly refuses what would change another model of the repository: its records would
// merge as plain files, and its rules would not be asked.
func (s *Store) ownOnly(ctx context.Context, m *Merged) error {
	known := map[string]bool{}
	for _, o := range m.Outside {
		if o.Merged == o.Ours {
			continue
		}
		for folder := path.Dir(o.Path); folder != "."; folder = path.Dir(folder) {
			is, seen := known[folder]
			if !seen {
				var err error
				if is, err = s.repo.HasFile(ctx, m.Head, path.Join(folder, model.ManifestName)); err != nil {
					return err
				}
				known[folder] = is
			}
			if is {
				p := problem(model.CheckFailed, "Accept it from that model's folder; what it changes here too can be taken by only",
					"proposal %s changes %s, of the model in %s, whose rules are not asked here", m.Proposal.ID, o.Path, folder)
				p.Details = map[string]any{"proposal": m.Proposal.ID, "model": folder, "file": o.Path}
				return p
			}
		}
	}
	return nil
}
