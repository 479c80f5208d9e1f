package ops

import (
	"context"
	"slices"
	"sort"
	"strconv"

	"github.com/openeik/ekgit/model/find"
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
		leads, err := c.host.repo.IsAncestor(ctx, commit, h)
		failed = err
		return leads
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
	hashes, err := c.broughtBy(ctx, commit)
	if err != nil {
		return err
	}
	told.Brought = len(hashes)
	if !expand {
		return nil
	}
	for _, h := range hashes[:min(len(hashes), mostBrought)] {
		one, err := c.host.repo.CommitAt(ctx, h)
		if err != nil {
			return err
		}
		h := header(one)
		told.Brings = append(told.Brings, brought{h.Commit, h.Person, h.Agent, h.When, h.Subject, h.Why, h.Proposal})
	}
	return nil
}

// broughtBy answers the commits that a merge brought to the line of its first parents,
// newest first.
func (c *call) broughtBy(ctx context.Context, merge *repo.Commit) ([]repo.Hash, error) {
	hashes, err := c.host.repo.Between(ctx, merge.Parents[:1], merge.Hash)
	slices.Reverse(hashes)
	return slices.DeleteFunc(hashes, func(h repo.Hash) bool { return h == merge.Hash }), err
}

// madeIn answers the commits of a person or agent that came to the line with one:
// itself, or those among the ones that it brought. Where all of them are, it is
// answered itself.
func (c *call) madeIn(ctx context.Context, commit *repo.Commit, by find.By) ([]*repo.Commit, error) {
	if madeBy(commit, by) {
		return []*repo.Commit{commit}, nil
	}
	if len(commit.Parents) < 2 {
		return nil, nil
	}
	hashes, err := c.broughtBy(ctx, commit)
	if err != nil {
		return nil, err
	}
	var made []*repo.Commit
	for _, h := range hashes {
		one, err := c.host.repo.CommitAt(ctx, h)
		if err != nil {
			return nil, err
		}
		if madeBy(one, by) {
			made = append(made, one)
		}
	}
	if len(made) > 0 && len(made) == len(hashes) {
		return []*repo.Commit{commit}, nil
	}
	return made, nil
}
