package ops

import (
	"context"
	"fmt"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/model/edit"
	"github.com/openeik/ekgit/proposals"
	"github.com/openeik/ekgit/repo"
)

// apply makes a dry run real: the commit, and the answer, that execute alone would have
// given for what was proposed. It is made once, however often it is asked for.
func (c *call) apply(ctx context.Context, in *writeIn) (*written, error) {
	if in.Command != nil || len(in.Commands) > 0 || in.DryRun {
		return nil, hinted(invalid("/apply", "apply makes a dry run real as it stands, and takes no commands", in.Apply),
			"Send apply alone, or add the commands to the dry run with propose {\"proposal\", \"commands\"}")
	}
	store, p, err := c.proposal(ctx, in.Apply)
	if err != nil {
		return nil, err
	}
	if err := c.appliable(p); err != nil {
		return nil, err
	}
	requests, err := c.askedOf(ctx, store, p)
	if err != nil {
		return nil, err
	}
	if p.State == proposals.MadeReal {
		return c.appliedBefore(ctx, p, requests)
	}
	_, committer, err := c.signers()
	if err != nil {
		return nil, err
	}
	var done *outcome
	made, err := store.Apply(ctx, proposals.ApplyRequest{ID: p.ID, Head: p.Head, Committer: committer,
		Guard: func(ctx context.Context, base repo.Base) error {
			c.at(base.Head)
			c.meta.Model = base.Snapshot.Manifest().ID
			if err := in.Expect.holds(ctx, c, base.Head, base.Snapshot); err != nil {
				return err
			}
			was, err := c.sides(ctx, p)
			if err != nil || len(model.FileChanges(was.before, base.Snapshot)) > 0 {
				return err // the store tells what moved
			}
			if done, err = c.again(ctx, requests, base.Snapshot, was.after); err != nil {
				return err
			}
			done.base = base.Head.Commit
			return c.admit(in, done)
		}})
	if err != nil {
		if now, failed := store.Get(ctx, p.ID); failed == nil && now.State == proposals.MadeReal {
			return c.appliedBefore(ctx, now, requests) // the same, sent beside this one, was faster
		}
		return nil, c.explainMoved(ctx, c.explainConflict(err), p)
	}
	c.host.tidier.committed()
	commit, err := c.host.repo.CommitAt(ctx, made.Committed.Commit)
	if err != nil {
		return nil, err
	}
	done.subject = commit.Subject()
	return c.report(made.Committed, done), nil
}

// appliable refuses to make real what is not the caller's own dry run.
func (c *call) appliable(p *proposals.Proposal) error {
	own, err := c.owns(p)
	if err != nil {
		return err
	}
	switch {
	case p.State == proposals.MadeReal && own:
		return nil
	case p.Titled && p.State == proposals.Open:
		return &model.Problem{Code: model.Forbidden, Message: fmt.Sprintf("%s has a title, so it is a person's to accept", p.ID),
			Hint: "Tell the person what it does; they look at it and run: ek proposals accept " + p.ID, Details: map[string]any{"try": lookAt(p.ID)}}
	case !own:
		return &model.Problem{Code: model.Forbidden, Message: fmt.Sprintf("%s is %s's dry run, not yours", p.ID, proposer(p)),
			Hint: "Propose the same commands yourself, or have its title set and a person accept it", Details: map[string]any{"try": lookAt(p.ID)}}
	case p.State != proposals.Open:
		return closedAlready(p)
	}
	return nil
}

func closedAlready(p *proposals.Proposal) error {
	return &model.Problem{Code: model.Conflict, Message: fmt.Sprintf("%s is closed: %s", p.ID, p.State),
		Hint: "Propose it again, or reopen it with discuss", Details: map[string]any{"state": p.State, "reason": p.Reason, "try": proposalRequest("discuss", p.ID, model.Member{Name: "reopen", Value: true})}}
}

// explainMoved says of a model that moved whether what the dry run changes is part of
// it, and how to go on.
func (c *call) explainMoved(ctx context.Context, err error, p *proposals.Proposal) error {
	q := problem(err)
	moved, ok := q.Details["moved"].([]string)
	if !ok {
		return err
	}
	o, failed := c.sides(ctx, p)
	if failed != nil {
		return err
	}
	touched := []string{}
	for _, change := range o.changes {
		if slices.Contains(moved, change.ID) {
			touched = append(touched, change.ID)
		}
	}
	q.Hint = "None of it is what the dry run changes. Rebase it, look again, and apply it"
	if len(touched) > 0 {
		q.Hint = "The dry run changes some of it too: " + list(touched, 5) + ". Rebase it, look again, and apply it"
	}
	q.Details["touched"] = touched
	q.Details["since"] = model.Object{{Name: "action", Value: "changes"}, {Name: "since", Value: p.Base.String()}}
	q.Details["try"] = proposalRequest("discuss", p.ID, model.Member{Name: "rebase", Value: true})
	return q
}

// proposer names who a proposal is by.
func proposer(p *proposals.Proposal) string {
	if p.Agent != "" {
		return p.Agent + " for " + p.Person.Name
	}
	return p.Person.Name
}

// appliedBefore answers what making a dry run real answered.
func (c *call) appliedBefore(ctx context.Context, p *proposals.Proposal, requests []asked) (*written, error) {
	commit, err := c.host.repo.CommitAt(ctx, p.Into)
	if err != nil {
		return nil, err
	}
	before, after, err := c.bothSides(ctx, commit)
	if err != nil {
		return nil, err
	}
	done, err := c.again(ctx, requests, before, after)
	if err != nil {
		return nil, err
	}
	if done.subject = commit.Subject(); len(commit.Parents) > 0 {
		done.base = commit.Parents[0]
	}
	w := c.report(&repo.Committed{Commit: commit.Hash, Head: c.head, Snapshot: after}, done)
	w.Replayed = true
	return w, nil
}

// again works out what the requests of a dry run did between two models: of one, what
// it answered; of several, all of them together.
func (c *call) again(ctx context.Context, requests []asked, before, after *model.Snapshot) (*outcome, error) {
	if len(requests) == 1 && requests[0].in != nil {
		own := c.req.RequestID
		c.req.RequestID = requests[0].id // the ids of what it creates are made of it
		defer func() { c.req.RequestID = own }()
		o, err := c.redone(ctx, requests[0].in, before, after)
		if err != nil || len(model.FileChanges(o.after, after)) == 0 {
			return o, err
		} // else its commit was changed by hand
	}
	o := &outcome{before: before, after: after, verbatim: true}
	o.between()
	var err error
	o.delta, err = check.Changed(ctx, before, after, c.host.options.Clock())
	return o, err
}

// between fills in what differs between the two models of an outcome.
func (o *outcome) between() {
	o.ofFiles(model.Diff(o.before, o.after))
	o.counts = edit.Count(o.before, o.after, o.changes)
}
