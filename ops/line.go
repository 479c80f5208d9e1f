package ops

import (
	"context"
	"sort"
	"strconv"

	"github.com/openeik/ekgit/repo"
)

// firstWith answers the first of n commits of a line, the oldest first, that a commit
// leads to, and n where it leads to none.
func (c *call) firstWith(ctx context.Context, commit repo.Hash, n int, at func(int) (repo.Hash, error)) (int, error) {
	var failed error
	found := sort.Search(n, func(i int) bool {
		if failed != nil {
			return true
		}
		h, err := at(i)
		if err != nil {
			failed = err
			return true
		}
		missing, err := c.host.repo.Between(ctx, []repo.Hash{h}, commit)
		failed = err
		return len(missing) == 0
	})
	return found, failed
}

// cameWith answers the commit of the branch's line by which a commit came to it: the
// commit itself, or the merge that brought it. It is nil where that is not known: the
// commit is in no history of the branch, or the clone is shallow.
func (c *call) cameWith(ctx context.Context, commit *repo.Commit) (*repo.Commit, error) {
	length := c.head.Sequence
	at := func(i int) (*repo.Commit, error) { return c.host.repo.Resolve(ctx, strconv.Itoa(i+1)) }
	if length < 1 {
		return nil, nil
	}
	if n := commit.Sequence; n >= 1 && n <= length {
		same, err := at(n - 1)
		if err != nil || same.Hash == commit.Hash {
			return same, err
		}
	}
	i, err := c.firstWith(ctx, commit.Hash, length, func(i int) (repo.Hash, error) {
		on, err := at(i)
		if err != nil {
			return repo.Hash{}, err
		}
		return on.Hash, nil
	})
	if err != nil || i == length {
		return nil, err
	}
	return at(i)
}

// brought is a commit that a merge brought to the branch.
type brought struct {
	Commit   string `json:"commit"`
	Person   string `json:"person"`
	Agent    string `json:"agent,omitempty"`
	When     string `json:"when"`
	Subject  string `json:"subject"`
	Why      string `json:"why,omitempty"`
	Proposal string `json:"proposal,omitempty"`
}

// mostBrought is how many commits are listed of a merge.
const mostBrought = 50

// bring tells of the commits that a merge brought, newest first: how many, and, where
// that is asked for, which.
func (c *call) bring(ctx context.Context, commit *repo.Commit, told *commitTold, expand bool) error {
	if len(commit.Parents) < 2 {
		return nil
	}
	hashes, err := c.host.repo.Between(ctx, commit.Parents[:1], commit.Hash)
	if err != nil {
		return err
	}
	told.Brought = len(hashes) - 1 // the merge is one of them
	if !expand {
		return nil
	}
	for i := len(hashes) - 1; i >= 0 && len(told.Brings) < mostBrought; i-- {
		if hashes[i] == commit.Hash {
			continue
		}
		one, err := c.host.repo.CommitAt(ctx, hashes[i])
		if err != nil {
			return err
		}
		h := header(one)
		told.Brings = append(told.Brings, brought{h.Commit, h.Person, h.Agent, h.When, h.Subject, h.Why, h.Proposal})
	}
	return nil
}
