package ops

import (
	"context"
	"sync"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/repo"
)

// checked knows the findings of the snapshot that was looked at last. Those of
// another are worked out from it, at a cost of what differs; those of a commit are
// kept beside the repository, so that no process has to run every rule again.
type checked struct {
	mu     sync.Mutex
	state  *check.State // nil before anything was looked at
	commit commitState  // the last state of a commit
	kept   repo.Hash    // the commit whose findings are kept
}

// commitState is what is found in a commit.
type commitState struct {
	commit repo.Hash
	state  *check.State
}

// findings answers everything the rules say of a snapshot, waived findings too.
func (c *call) findings(ctx context.Context, s *model.Snapshot) ([]model.Finding, error) {
	state, err := c.host.checked.of(ctx, c.host, s)
	if err != nil {
		return nil, err
	}
	return state.Findings(c.host.options.Clock()), nil
}

// counts answers how many findings a snapshot has, nil where it has no model yet.
func (c *call) counts(ctx context.Context, s *model.Snapshot) (*check.Counts, error) {
	if s.Manifest().File == nil {
		return nil, nil
	}
	state, err := c.host.checked.of(ctx, c.host, s)
	if err != nil {
		return nil, err
	}
	counts := state.Counts(c.host.options.Clock())
	return &counts, nil
}

func (k *checked) of(ctx context.Context, h *Host, s *model.Snapshot) (*check.State, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.state == nil {
		k.recall(ctx, h)
	}
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
	k.note(ctx, h)
	return state, nil
}

// note remembers a state where it is that of the last commit.
func (k *checked) note(ctx context.Context, h *Host) {
	head, err := h.repo.Head(ctx)
	if err != nil || head.Unborn || k.commit.commit == head.Commit {
		return // it is only not kept
	}
	if s, err := h.repo.At(ctx, head.Commit); err == nil && s == k.state.Snapshot() {
		k.commit = commitState{head.Commit, k.state}
	}
}
