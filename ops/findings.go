package ops

import (
	"context"
	"sync"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
)

// checked keeps the findings of the snapshot that was looked at last. Those of
// another are worked out from it, at a cost of what differs.
type checked struct {
	mu    sync.Mutex
	state *check.State
}

// findings answers everything the rules say of a snapshot, waived findings too.
func (c *call) findings(ctx context.Context, s *model.Snapshot) ([]model.Finding, error) {
	state, err := c.host.checked.of(ctx, c.host, s)
	if err != nil {
		return nil, err
	}
	return state.Findings(c.host.options.Clock()), nil
}

func (k *checked) of(ctx context.Context, h *Host, s *model.Snapshot) (*check.State, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	var err error
	state := k.state
	switch {
	case state == nil:
		state, err = check.NewState(ctx, s)
	case state.Snapshot() != s:
		state, _, err = state.To(ctx, s, h.options.Clock())
	}
	if err != nil {
		return nil, err
	}
	k.state = state
	return state, nil
}

// counts answers how many findings a snapshot has where that is known without a
// full check, nil where it is not.
func (k *checked) counts(ctx context.Context, h *Host, s *model.Snapshot) *check.Counts {
	k.mu.Lock()
	known := k.state != nil
	k.mu.Unlock()
	if !known {
		return nil
	}
	state, err := k.of(ctx, h, s)
	if err != nil {
		return nil
	}
	counts := state.Counts(h.options.Clock())
	return &counts
}
