package proposals

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/openeik/ekgit/repo"
)

// place is where the refs of a proposal stand; the zero hash where there is none.
type place struct {
	id             string
	branch, closed repo.Hash
	touched        time.Time // when the branch was last moved here
	err            error     // why a ref of it cannot be read
}

// found is a proposal with what it was derived from.
type found struct {
	Proposal
	place
	commits []*repo.Commit // the newest first
	// taker is the commit of the model branch that took it, or a part of it, while its
	// refs do not say so yet.
	taker *repo.Commit
	part  bool
	// passing tells that this is so on the branch that HEAD names now, by git's hand
	// alone, and may be meant as a trial: the refs are left as they are.
	passing bool
	// reopened tells that it was closed as it says, and reopened since.
	reopened bool
}

// Get answers one proposal. It is a NotFound problem that there is none.
func (s *Store) Get(ctx context.Context, id string) (*Proposal, error) {
	f, err := s.get(ctx, id)
	if err != nil {
		return nil, err
	}
	return &f.Proposal, nil
}

// get answers one proposal, with its refs brought to what the model branch says of it
// where that can be done.
func (s *Store) get(ctx context.Context, text string) (*found, error) {
	f, err := s.find(ctx, text)
	if err != nil || !f.unsettled() {
		return f, err
	}
	if s.settle(ctx, f) == nil {
		return s.find(ctx, text)
	}
	return f, nil // another writer is at it, or nothing can be written here: it is as derived
}

// open answers a proposal that can be written: it is open, and its refs tell all that
// became of it. Doing says what is to be done with it.
func (s *Store) open(ctx context.Context, id, doing string) (*found, error) {
	f, err := s.find(ctx, id)
	if err != nil {
		return nil, err
	}
	if f.unsettled() {
		failed := s.settle(ctx, f)
		if f, err = s.find(ctx, id); err != nil {
			return nil, err
		}
		if f.part && failed != nil {
			return nil, failed
		}
	}
	if f.State != Open {
		return nil, notOpen(&f.Proposal, doing)
	}
	return f, nil
}

// find answers one proposal and writes nothing.
func (s *Store) find(ctx context.Context, text string) (*found, error) {
	id, err := s.idOf(text)
	if err != nil {
		return nil, err
	}
	p, err := s.place(ctx, id)
	if err != nil {
		return nil, err
	}
	if p.branch.IsZero() && p.closed.IsZero() {
		all, err := s.places(ctx)
		if err != nil {
			return nil, err
		}
		var known []string
		for _, other := range all {
			known = append(known, other.id)
		}
		return nil, notFound(id, known)
	}
	all, broken, err := s.derive(ctx, []*place{p}, true)
	if err != nil {
		return nil, err
	}
	if len(broken) > 0 {
		return nil, broken[0].Err
	}
	return all[0], nil
}

// List answers the proposals that a filter chooses, the one touched last first, and,
// by id, those that cannot be read, whatever their state. What a writer that was stopped
// has left to do for them is done where it can be.
func (s *Store) List(ctx context.Context, filter Filter) ([]*Proposal, []Broken, error) {
	if len(filter.States) == 0 {
		filter.States = []State{Open}
	}
	all, broken, err := s.list(ctx, filter)
	if err != nil {
		return nil, nil, err
	}
	listed := make([]*Proposal, len(all))
	for i, f := range all {
		listed[i] = &f.Proposal
	}
	return listed, broken, nil
}

func (s *Store) list(ctx context.Context, filter Filter) ([]*found, []Broken, error) {
	places, err := s.places(ctx)
	if err != nil {
		return nil, nil, err
	}
	onlyOpen := !filter.All && slices.Equal(filter.States, []State{Open})
	all, broken, err := s.derive(ctx, places, !onlyOpen)
	if err != nil {
		return nil, nil, err
	}
	for i, f := range all {
		if !f.unsettled() {
			continue
		}
		if all[i], err = s.get(ctx, f.ID); err != nil {
			return nil, nil, err
		}
	}
	all = slices.DeleteFunc(all, func(f *found) bool { return !filter.All && !slices.Contains(filter.States, f.State) })
	slices.SortStableFunc(all, func(a, b *found) int {
		return cmp.Or(b.Touched.Compare(a.Touched), strings.Compare(a.ID, b.ID))
	})
	return all, broken, nil
}

// Log answers the commits of a proposal, the oldest first.
func (s *Store) Log(ctx context.Context, id string) ([]*repo.Commit, error) {
	f, err := s.find(ctx, id)
	if err != nil {
		return nil, err
	}
	commits := slices.Clone(f.commits)
	slices.Reverse(commits)
	return commits, nil
}

// unsettled tells whether the refs of a proposal lag behind what became of it.
func (f *found) unsettled() bool {
	if f.taker != nil {
		return !f.passing
	}
	return f.State != Open && !f.branch.IsZero() && f.Head == f.branch
}

// derive answers what refs and commits say of proposals: accepted before closed before
// open. The model branch is read once, from its head back to where the first of those
// left it that it may have taken. Closed ones are left out unless they are asked for.
func (s *Store) derive(ctx context.Context, places []*place, closedToo bool) (all []*found, broken []Broken, err error) {
	head, trunk, err := s.modelBranch(ctx)
	if err != nil {
		return nil, nil, err
	}
	line := s.lineage(head)
	var waiting []*found // those that the model branch may have taken
	after := -1
	for _, p := range places {
		if p.branch.IsZero() && !closedToo && p.err == nil {
			continue
		}
		f, fork, err := s.asItStands(ctx, p, line)
		switch {
		case ctx.Err() != nil:
			return nil, nil, ctx.Err()
		case err != nil:
			broken = append(broken, Broken{p.id, err})
			continue
		}
		all = append(all, f)
		if f.mayBeTaken() {
			waiting = append(waiting, f)
			if after < 0 || fork < after {
				after = fork
			}
		}
	}
	if len(waiting) == 0 {
		return all, broken, nil
	}
	t, err := line.takers(ctx, after)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range waiting {
		f.taken(t, head)
		f.passing = f.taker != nil && !trunk && hashOf(f.taker.Trailer(trailerHead)) != f.Head
	}
	return all, broken, nil
}

// asItStands answers a proposal as its own refs and commits tell it: ended, or open, with
// the sequence number of the commit where it left the model branch.
func (s *Store) asItStands(ctx context.Context, p *place, line *lineage) (*found, int, error) {
	if p.err != nil {
		return nil, 0, p.err
	}
	if f, err := s.ended(ctx, p); f != nil || err != nil {
		if err != nil || !f.mayBeTaken() || f.Base.IsZero() {
			return f, 0, err
		}
		return f, s.sequenceOf(ctx, f.Base), nil
	}
	f := &found{place: *p, Proposal: Proposal{ID: p.id, State: Open, Branch: s.opt.Prefix + p.id, Head: p.branch, Touched: p.touched}}
	fork, err := f.read(ctx, line)
	return f, fork, err
}

// sequenceOf answers the sequence number of a commit, 0 where a shallow clone does not
// hold it, so that the whole line is looked at.
func (s *Store) sequenceOf(ctx context.Context, h repo.Hash) int {
	c, err := s.commitAt(ctx, h)
	if err != nil {
		return 0
	}
	return max(0, c.Sequence)
}

// read reads the commits of an open proposal, and answers the sequence number of the
// commit where it left the model branch, 0 where it never did.
func (f *found) read(ctx context.Context, line *lineage) (int, error) {
	commits, fork, err := line.since(ctx, f.Head)
	if err != nil {
		return 0, err
	}
	f.commits = commits
	if fork != nil {
		f.Base = fork.Hash
	}
	if len(commits) == 0 && fork.Trailer(trailerProposal) == f.ID {
		f.taker = fork // the model branch was moved forward to it
		for c := fork; c.Trailer(trailerProposal) == f.ID && len(c.Parents) > 0; {
			f.commits, f.Base = append(f.commits, c), c.Parents[0]
			if c, err = line.s.commitAt(ctx, c.Parents[0]); err != nil {
				return 0, err
			}
		}
	}
	f.describe(f.commits)
	if f.Touched.IsZero() && len(f.commits) > 0 {
		f.Touched = f.commits[0].Committed
	}
	if fork == nil {
		return 0, nil
	}
	return max(0, fork.Sequence), nil
}

// mayBeTaken tells whether the model branch can have taken a proposal while its refs say
// otherwise: of one that was closed here another clone may have accepted the same head.
func (f *found) mayBeTaken() bool {
	return f.State == Open || f.State == Rejected || f.State == Withdrawn || f.State == PutAway
}

// taken notes the commit of the model branch that took a proposal. One that was closed
// is taken only by a commit that names it: what was built on it may have been accepted.
func (f *found) taken(t *takers, head repo.Hash) {
	if f.State != Open {
		if c := t.named[f.Head]; c != nil && c.Trailer(trailerProposal) == f.ID {
			f.taker, f.State, f.Into, f.Reason = c, takenState(c), c.Hash, ""
		}
		return
	}
	if c := t.whole[f.Head]; c != nil && f.taker == nil {
		f.taker = c
	}
	if f.taker != nil {
		f.State, f.Into, f.Branch = takenState(f.taker), f.taker.Hash, ""
		return
	}
	if c := t.parts[f.Head]; c != nil {
		f.taker, f.part = c, true
	}
	f.Stale = f.Base != head && !slices.ContainsFunc(f.commits, func(c *repo.Commit) bool { return slices.Contains(c.Parents, head) })
}

// takenState tells whether a commit of the model branch accepted a proposal or made it
// real: only an accepted one names who reviewed it, or is a merge.
func takenState(c *repo.Commit) State {
	if c.Trailer(trailerHead) != "" && c.Trailer(trailerReviewer) == "" && len(c.Parents) < 2 {
		return MadeReal
	}
	return Accepted
}

// ended answers a proposal that is closed as its closing commit tells it, nil for one
// that is not.
func (s *Store) ended(ctx context.Context, p *place) (*found, error) {
	if p.closed.IsZero() {
		return nil, nil
	}
	s.mu.Lock()
	known := s.closed[p.closed]
	s.mu.Unlock()
	if known == nil {
		var err error
		if known, err = s.readClosed(ctx, p.id, p.closed); err != nil {
			return nil, err
		}
		s.mu.Lock()
		s.closed[p.closed] = known
		s.mu.Unlock()
	}
	if known.reopened && !p.branch.IsZero() {
		return nil, nil
	}
	f := *known
	f.place = *p
	return &f, nil
}

// closedAs answers how a closing commit says that a proposal ended; one that was made by
// hand and says nothing of the kind rejects it.
func closedAs(c *repo.Commit) State {
	switch state := State(c.Trailer(trailerClosed)); state {
	case Accepted, MadeReal, Withdrawn, PutAway:
		return state
	}
	return Rejected
}

// readClosed reads a closing commit, or one that reopened what the one before it had
// closed.
func (s *Store) readClosed(ctx context.Context, id string, commit repo.Hash) (*found, error) {
	c, err := s.repo.CommitAt(ctx, commit)
	if err != nil {
		return nil, err
	}
	if c.Trailer(trailerClosed) == reopened && len(c.Parents) > 0 {
		f, err := s.readClosed(ctx, id, c.Parents[0])
		if err == nil {
			f.reopened = true
		}
		return f, err
	}
	f := &found{Proposal: Proposal{
		ID: id, State: closedAs(c), Reason: c.Body(), ClosedBy: c.Author, Touched: c.Committed,
		Into: hashOf(c.Trailer(trailerInto)), Base: hashOf(c.Trailer(trailerBase)),
	}}
	if len(c.Parents) == 0 {
		return f, nil
	}
	f.Head = c.Parents[0]
	for h := f.Head; h != f.Base; {
		one, err := s.commitAt(ctx, h)
		if err != nil {
			return nil, err
		}
		f.commits = append(f.commits, one)
		if len(one.Parents) == 0 || f.Base.IsZero() {
			break
		}
		h = one.Parents[0]
	}
	f.describe(f.commits)
	return f, nil
}
