package proposals

import (
	"context"
	"strings"

	"github.com/openeik/ekgit/repo"
)

// lineage is the first-parent line of the model branch, read from its head back as
// far as it was asked for. Two first-parent lines that meet have the same commits from
// there on, under the same sequence numbers, so where a branch left is found at a cost
// of what came since.
type lineage struct {
	s     *Store
	head  repo.Hash
	bySeq map[int]*repo.Commit
	known map[repo.Hash]*repo.Commit
	low   *repo.Commit // the oldest that was read; nil before the first
	ended bool         // low has no parent here
}

func (s *Store) lineage(head repo.Hash) *lineage {
	return &lineage{s: s, head: head, bySeq: map[int]*repo.Commit{}, known: map[repo.Hash]*repo.Commit{}, ended: head.IsZero()}
}

// next reads one commit more.
func (l *lineage) next(ctx context.Context) error {
	h := l.head
	if l.low != nil {
		h = l.low.Parents[0]
	}
	c, err := l.s.commitAt(ctx, h)
	if err != nil {
		return err
	}
	l.low, l.ended = c, l.s.isFirst(ctx, c)
	l.bySeq[c.Sequence], l.known[c.Hash] = c, c
	return nil
}

// isFirst tells whether a commit has no parent that can be read: it is the first of
// all, or a shallow clone was cut there.
func (s *Store) isFirst(ctx context.Context, c *repo.Commit) bool {
	if len(c.Parents) == 0 {
		return true
	}
	if c.Sequence >= 0 {
		return false
	}
	_, err := s.commitAt(ctx, c.Parents[0])
	return err != nil
}

// mostCommits is how many commits a store keeps in memory: those between the model
// branch's head and where open proposals left it are asked for again and again.
const mostCommits = 10_000

// commitAt reads a commit, or answers it as it was read before. It must not be changed.
func (s *Store) commitAt(ctx context.Context, h repo.Hash) (*repo.Commit, error) {
	s.mu.Lock()
	c := s.commits[h]
	s.mu.Unlock()
	if c != nil {
		return c, nil
	}
	c, err := s.repo.CommitAt(ctx, h)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.commits) >= mostCommits {
		clear(s.commits)
	}
	s.commits[h] = c
	return c, nil
}

// has tells whether a commit lies on the line.
func (l *lineage) has(ctx context.Context, c *repo.Commit) (bool, error) {
	for !l.ended && (c.Sequence < 0 || l.low == nil || l.low.Sequence > c.Sequence) {
		if l.known[c.Hash] != nil {
			break
		}
		if err := l.next(ctx); err != nil {
			return false, err
		}
	}
	return l.known[c.Hash] != nil, nil
}

// since answers the commits of a branch that are not on the line, the newest first,
// along first parents, and the one where it left the line: nil where it never met it.
func (l *lineage) since(ctx context.Context, head repo.Hash) (commits []*repo.Commit, fork *repo.Commit, err error) {
	for {
		c, err := l.s.commitAt(ctx, head)
		if err != nil {
			return nil, nil, err
		}
		on, err := l.has(ctx, c)
		if err != nil {
			return nil, nil, err
		}
		if on {
			return commits, c, nil
		}
		commits = append(commits, c)
		if l.s.isFirst(ctx, c) {
			return commits, nil, nil
		}
		head = c.Parents[0]
	}
}

// takers are the commits by which the model branch took proposals, by what they took.
type takers struct {
	whole map[repo.Hash]*repo.Commit // by the proposal's head
	named map[repo.Hash]*repo.Commit // those among them that say so themselves
	parts map[repo.Hash]*repo.Commit // those that took a part of what the head held
}

// takers looks for the commits that took proposals among those that came after a
// sequence number of the line, on merged branches too.
func (l *lineage) takers(ctx context.Context, after int) (*takers, error) {
	t := &takers{map[repo.Hash]*repo.Commit{}, map[repo.Hash]*repo.Commit{}, map[repo.Hash]*repo.Commit{}}
	if l.head.IsZero() {
		return t, nil
	}
	type step struct {
		to repo.Hash
		by *repo.Commit // of the line, that merged what is looked at; nil on the line
	}
	seen := map[repo.Hash]bool{}
	for waiting := []step{{to: l.head}}; len(waiting) > 0; {
		at := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if seen[at.to] {
			continue
		}
		seen[at.to] = true
		c, err := l.commit(ctx, at.to)
		if err != nil {
			return nil, err
		}
		if c.Sequence >= 0 && c.Sequence <= after {
			continue
		}
		t.add(c, at.by)
		if l.s.isFirst(ctx, c) {
			continue
		}
		for i, parent := range c.Parents {
			by := at.by
			if i > 0 && by == nil {
				by = c
			}
			if l.known[parent] != nil {
				by = nil
			}
			waiting = append(waiting, step{parent, by})
		}
	}
	return t, nil
}

// commit answers a commit, be it on the line or not.
func (l *lineage) commit(ctx context.Context, h repo.Hash) (*repo.Commit, error) {
	if c := l.known[h]; c != nil {
		return c, nil
	}
	return l.s.commitAt(ctx, h)
}

// add notes what a commit took: itself, with all that leads to it, where another one of
// the line merged it, and what it says.
func (t *takers) add(c, by *repo.Commit) {
	if by != nil && t.whole[c.Hash] == nil {
		t.whole[c.Hash] = by
	}
	if !strings.Contains(c.Message, trailerHead) {
		return // most do not, and reading trailers costs more
	}
	head := hashOf(c.Trailer(trailerHead))
	if head.IsZero() || c.Trailer(trailerProposal) == "" || by != nil && by.Trailer(trailerHead) != "" {
		return // the commits of a proposal that was accepted take none, whatever they say
	}
	if c.Trailer(trailerPart) != "" {
		t.parts[head] = c
	} else {
		t.whole[head], t.named[head] = c, c
	}
}
