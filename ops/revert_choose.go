package ops

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/repo"
)

// revertChoice is the commits that are taken back, newest first.
type revertChoice struct {
	head     repo.Hash
	commits  []*repo.Commit
	named    map[repo.Hash]bool // asked for by name, not by what they have in common
	reverted map[string]string  // what a later commit took back already: commit -> that one
	line     []repo.Hash        // the line of first parents as far as it was looked at, newest first
	notes    []string
}

// mostReverts is how many commits one request takes back.
const mostReverts = 10_000

// toRevert answers the commits that a request takes back.
func (c *call) toRevert(ctx context.Context, a *revertArgs, head repo.Head) (*revertChoice, error) {
	if err := a.sound(); err != nil {
		return nil, err
	}
	if head.Unborn || head.Commit.IsZero() {
		return nil, &model.Problem{Code: model.NotFound, Message: "there is no commit yet, and so nothing to take back"}
	}
	at := c.meta.At
	defer func() { c.meta.At = at }()
	choice := &revertChoice{head: head.Commit, named: map[repo.Hash]bool{}}
	if len(a.Commits) == 0 {
		if err := choice.stretch(ctx, c, a, a.Since, a.Until); err != nil {
			return nil, err
		}
	}
	for i, text := range a.Commits {
		if err := choice.add(ctx, c, a, text); err != nil {
			p := *problem(err)
			p.Details = maps.Clone(p.Details)
			if p.Details == nil {
				p.Details = map[string]any{}
			}
			p.Details["path"], p.Details["got"] = fmt.Sprintf("/commands/0/commits/%d", i), text
			return nil, &p
		}
	}
	if err := choice.look(ctx, c); err != nil {
		return nil, err
	}
	return choice, choice.settle(ctx, c)
}

// sound refuses a request that does not say what to take back.
func (a *revertArgs) sound() error {
	switch stretch := a.Since != "" || a.Until != ""; {
	case len(a.Commits) > 0 && stretch:
		return hinted(invalid("/commands/0/since", "commits and since or until are two ways to say what to take back", a.Since), "Send commits alone; a stretch among them is \"12..15\"")
	case len(a.Commits) == 0 && a.Since == "" && a.By == find.By{}:
		return hinted(invalid("/commands/0/commits", "revert needs commits, or since, or by", nil), "Name the commit that is to be taken back; changes lists them")
	}
	return nil
}

// add adds what one text of commits means.
func (r *revertChoice) add(ctx context.Context, c *call, a *revertArgs, text string) error {
	if since, until, ok := strings.Cut(text, ".."); ok {
		return r.stretch(ctx, c, a, cmp.Or(since, "HEAD"), strings.TrimPrefix(until, "."))
	}
	if proposalID.MatchString(text) {
		return r.proposal(ctx, c, text)
	}
	commit, err := c.host.repo.Resolve(ctx, text)
	if err != nil {
		return err
	}
	r.named[commit.Hash] = true
	r.commits = append(r.commits, commit)
	return nil
}

// stretch adds the commits of a stretch that a request's criteria keep.
func (r *revertChoice) stretch(ctx context.Context, c *call, a *revertArgs, since, until string) error {
	span, err := c.spanOf(ctx, since, cmp.Or(until, r.head.String()))
	if err != nil {
		return err
	}
	walk := commitWalk{c: c, span: span, by: a.By}
	if !a.Filter.IsZero() {
		if walk.match, r.notes, err = c.matcherOver(ctx, &a.Filter, span); err != nil {
			return err
		}
	}
	var failed error
	err = span.each(ctx, c.host.repo, func(commit *repo.Commit) bool {
		failed = r.keep(ctx, &walk, commit)
		return failed == nil && len(r.commits) <= mostReverts
	})
	return cmp.Or(failed, err)
}

// keep adds a commit of a stretch, or those of the ones it brought, where they are what
// is asked for.
func (r *revertChoice) keep(ctx context.Context, walk *commitWalk, commit *repo.Commit) error {
	kept, _, err := walk.keeps(ctx, commit)
	if err != nil || !kept {
		return err
	}
	made, err := walk.c.madeIn(ctx, commit, walk.by)
	if err != nil {
		return err
	}
	for _, one := range made {
		if one.Hash != commit.Hash {
			if kept, _, err = walk.keeps(ctx, one); err != nil {
				return err
			}
		}
		if kept {
			r.commits = append(r.commits, one)
		}
	}
	return nil
}

var proposalID = regexp.MustCompile(`^p-[a-z2-7]{8}$`)

// proposal adds the commits of the line that an accepted proposal became.
func (r *revertChoice) proposal(ctx context.Context, c *call, id string) error {
	n := len(r.commits)
	err := c.host.repo.Log(ctx, r.head, func(commit *repo.Commit) bool {
		if commit.Trailer("Eik-Proposal") == id {
			r.commits = append(r.commits, commit)
		}
		return true
	})
	if err == nil && len(r.commits) == n {
		return &model.Problem{Code: model.NotFound, Message: "no commit of the branch accepts the proposal " + id, Hint: "Only what was accepted can be taken back; proposals lists those that are open"}
	}
	return err
}

// look reads the history back to the oldest commit: what is on the line of the branch,
// and what was taken back already. What took something back and was taken back itself
// does not count.
func (r *revertChoice) look(ctx context.Context, c *call) error {
	r.line, r.reverted = nil, map[string]string{}
	left := map[repo.Hash]bool{}
	for _, commit := range r.commits {
		left[commit.Hash] = true
	}
	taken := takenBack{}
	var failed error
	err := c.host.repo.Log(ctx, r.head, func(commit *repo.Commit) bool {
		r.line = append(r.line, commit.Hash)
		failed = c.noteTaken(ctx, taken, commit)
		delete(left, commit.Hash)
		return failed == nil && len(left) > 0
	})
	r.reverted = taken
	return cmp.Or(failed, err)
}

// settle brings the commits into order, leaves out what is not to be taken back twice,
// and refuses what cannot be taken back at all.
func (r *revertChoice) settle(ctx context.Context, c *call) error {
	if err := r.sort(ctx, c); err != nil {
		return err
	}
	chosen := map[string]bool{}
	for _, commit := range r.commits {
		chosen[commit.Hash.String()] = true
	}
	if len(r.commits) > mostReverts {
		return hinted(invalid("/commands/0", fmt.Sprintf("more than %d commits would be taken back", mostReverts), nil), "Narrow since and until")
	}
	r.commits = slices.DeleteFunc(r.commits, func(commit *repo.Commit) bool {
		by := r.reverted[commit.Hash.String()]
		if by == "" || chosen[by] {
			return false
		}
		r.notes = append(r.notes, fmt.Sprintf("%.12s was taken back already, by %.12s", commit.Hash, by))
		return !r.named[commit.Hash]
	})
	if len(r.commits) == 0 {
		return r.nothingLeft()
	}
	return nil
}

// sort brings the commits into order, each once: newest first by their place on the
// line, those beside it after the merge that brought them. What came by a merge that
// goes as a whole goes with it.
func (r *revertChoice) sort(ctx context.Context, c *call) error {
	place, on := map[repo.Hash]int{}, map[repo.Hash]int{}
	for i, h := range r.line {
		on[h] = i
	}
	chosen := map[int]bool{}
	for _, commit := range r.commits {
		i, ok := on[commit.Hash]
		if chosen[i] = chosen[i] || ok; !ok {
			var err error
			if i, err = r.broughtAt(ctx, c, commit); err != nil {
				return err
			}
		}
		if len(commit.Parents) == 0 {
			name := commit.Hash.String()[:12]
			return hinted(invalid("/commands/0", name+" is the first commit: there is nothing before it", name), "To begin anew, delete what is there, or make a new model")
		}
		place[commit.Hash] = i
	}
	slices.SortStableFunc(r.commits, func(a, b *repo.Commit) int {
		return cmp.Or(cmp.Compare(place[a.Hash], place[b.Hash]), cmp.Compare(b.Sequence, a.Sequence), cmp.Compare(a.Hash.String(), b.Hash.String()))
	})
	r.commits = slices.CompactFunc(r.commits, func(a, b *repo.Commit) bool { return a.Hash == b.Hash })
	r.commits = slices.DeleteFunc(r.commits, func(commit *repo.Commit) bool {
		_, ok := on[commit.Hash]
		return !ok && chosen[place[commit.Hash]]
	})
	return nil
}

// broughtAt answers the place on the line of the merge that brought a commit which lies
// beside it. It is an error that none did: the commit is no part of what stands.
func (r *revertChoice) broughtAt(ctx context.Context, c *call, commit *repo.Commit) (int, error) {
	n := len(r.line)
	i, err := c.firstWith(ctx, commit.Hash, n, func(i int) (repo.Hash, error) { return r.line[n-1-i], nil })
	if err == nil && i == n {
		name := commit.Hash.String()[:12]
		err = &model.Problem{Code: model.InvalidArgument, Message: name + " is not in the history of what stands now", Hint: "Only what is part of the model can be taken back; changes lists it", Details: map[string]any{"got": name}}
	}
	return n - 1 - i, err
}

// nothingLeft says why nothing would change.
func (r *revertChoice) nothingLeft() error {
	p := &model.Problem{Code: model.InvalidArgument, Message: "nothing of it is left to take back: everything stands as it was before", Hint: "Nothing was written. changes tells what was done and what took it back",
		Details: map[string]any{"try": model.Object{{Name: "action", Value: "changes"}, {Name: "limit", Value: 10.0}}}}
	if len(r.commits) == 0 && len(r.notes) == 0 {
		p.Code, p.Message, p.Hint = model.NotFound, "no commit fits", "changes with the same since, until, filter and by lists those that do"
	}
	if len(r.notes) > 0 {
		p.Message += "; " + list(r.notes, 3)
	}
	return p
}

// runs answers the commits as stretches that follow upon each other, newest first.
func (r *revertChoice) runs() []revertRun {
	var runs []revertRun
	for _, commit := range r.commits {
		if last := len(runs) - 1; last >= 0 && runs[last].before == commit.Hash {
			runs[last].before = commit.Parents[0]
			continue
		}
		runs = append(runs, revertRun{newest: commit.Hash, before: commit.Parents[0]})
	}
	return runs
}

// noteOutside notes the files outside the model's folder that the commits changed: they
// are not the model's to take back.
func (r *revertChoice) noteOutside(ctx context.Context, c *call) error {
	var paths []string
	for _, run := range r.runs() {
		changes, err := c.host.repo.OutsideChanges(ctx, run.before, run.newest)
		if err != nil {
			return err
		}
		for _, change := range changes {
			if !slices.Contains(paths, change.Path) {
				paths = append(paths, change.Path)
			}
		}
		if len(paths) > shownRecords {
			break
		}
	}
	if len(paths) > 0 {
		r.notes = append(r.notes, "what they changed outside the model's folder stays as it is: "+list(paths, 5))
	}
	return nil
}

func (r *revertChoice) hashes() []repo.Hash {
	hashes := make([]repo.Hash, len(r.commits))
	for i, commit := range r.commits {
		hashes[i] = commit.Hash
	}
	return hashes
}

// noteProposals says how proposals whose accepting is taken back can be had again.
func (r *revertChoice) noteProposals() {
	for _, commit := range r.commits {
		id := commit.Trailer("Eik-Proposal")
		note := fmt.Sprintf("%s: ek proposals reopen %s brings it back as a proposal", id, id)
		if proposalID.MatchString(id) && commit.Trailer("Eik-Head") != "" && !slices.Contains(r.notes, note) {
			r.notes = append(r.notes, note)
		}
	}
}
