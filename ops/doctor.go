package ops

import (
	"context"

	"github.com/openeik/ekgit/repo"
)

// Doctor answers what about the repository or the machine would get in the way.
func (h *Host) Doctor(ctx context.Context) ([]repo.Complaint, error) {
	found, err := h.repo.Diagnose(ctx)
	if err != nil {
		return nil, problem(err)
	}
	if _, err := h.person(); err != nil {
		found = append(found, repo.Complaint{What: err.Error(), Bad: true, Hint: `git config user.name "Your Name"; git config user.email you@example.org`})
	}
	return found, nil
}
