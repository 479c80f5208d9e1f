package ops

import (
	"context"
	"errors"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/proposals"
	"github.com/openeik/ekgit/repo"
)

type proposeIn struct {
	Commands []model.Object `json:"commands" doc:"What to do, in order, each such as {\"command\": \"update\", \"id\": …, \"set\": {…}}. guide {topic: command} has a command's arguments."`
	Command  any            `json:"command" unsaid:"true" doc:"One command as an object, where there is only one: the reference's form of commands."`
	Title    string         `json:"title" also:"subject" doc:"What it changes, in words, under 72 characters: then it waits for a person. Absent: a dry run."`
	Message  string         `json:"message" also:"why,reason" doc:"Why."`
	Proposal string         `json:"proposal" also:"id" doc:"An open one to add to (p-…). With title alone: its title."`
	Expect   *expectation   `json:"expect" doc:"What has to be so still, else nothing is written."`
	Confirm  *confirmation  `json:"confirm" unsaid:"true" doc:"Not needed: the answer has the counts that execute asks for."`
	Again    bool           `json:"again" doc:"Though the same is proposed already."`
}

func propose() *Operation {
	return define(Operation{
		Name:       "propose",
		Title:      "Try and propose a change",
		Summary:    "Carry out commands on a branch of their own, the model stays as it is: a dry run, or, with a title, a proposal that a person accepts.",
		Capability: Propose,
		Hints:      Hints{},
		Example:    `{"action": "propose", "title": "Widen the entrance door", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 1110}}]}`,
		Help: `Answers as execute would and writes a proposal (p-…), a branch that every read takes as at. Without a title it is a dry run:
makeReal is the request that makes it real as it stands, refused says why execute would not take it yet. With a title it waits for a
person. With proposal it adds to one, on top of what that holds; with proposal and title alone it titles one.

A trial may bring new errors: findings lists them, and they have to go before it is accepted. confirm is not asked for.
What is protected is proposed with a title only. The same requestId with the same content answers what it answered first.`,
	}, runPropose)
}

func runPropose(ctx context.Context, c *call, in proposeIn) (*written, error) {
	write := &writeIn{Command: in.Command, Commands: in.Commands, Title: in.Title, Message: in.Message, Expect: in.Expect, Again: in.Again}
	if in.Command == nil && len(in.Commands) == 0 && in.Proposal != "" && in.Title != "" {
		return c.entitle(ctx, write, in.Proposal)
	}
	if err := write.settle("propose"); err != nil {
		return nil, err
	}
	return c.propose(ctx, write, in.Proposal)
}

// proposing is a request that is to become a commit of a proposal.
type proposing struct {
	in                *writeIn
	to                *proposals.Proposal // nil for a new one
	id                string              // of a new one
	author, committer repo.Person
}

// titled tells whether what is proposed waits for a person.
func (p *proposing) titled() bool { return p.in.Title != "" || p.to != nil && p.to.Titled }

// proposing answers who proposes what where.
func (c *call) proposing(ctx context.Context, in *writeIn, to string) (*proposals.Store, *proposing, error) {
	p := &proposing{in: in}
	var err error
	if p.author, p.committer, err = c.signers(); err != nil {
		return nil, nil, err
	}
	agent, err := c.agent()
	if err != nil {
		return nil, nil, err
	}
	p.id = derivedID(c.req.RequestID, p.author, agent)
	store, err := c.host.store()
	if err != nil || to == "" {
		return store, p, err
	}
	p.to, err = store.Get(ctx, to)
	return store, p, err
}

// propose works out a request's commands on a branch of their own.
func (c *call) propose(ctx context.Context, in *writeIn, to string) (*written, error) {
	if _, commits, err := editsToCommit(in.Commands); commits || err != nil {
		return nil, &model.Problem{Code: model.InvalidArgument, Message: "commit_edits takes hand edits as they stand, so there is nothing to propose",
			Hint: "Send validate: it checks the folder with its hand edits", Details: map[string]any{"try": model.Object{{Name: "action", Value: "validate"}}}}
	}
	if c.head.Unborn && to == "" {
		return nil, &model.Problem{Code: model.Unsupported, Message: "there is no model yet that a change could be proposed to",
			Hint: "A person makes one with ek init, or starts this host with --profile edit; then execute create_model makes it"}
	}
	store, p, err := c.proposing(ctx, in, to)
	if err != nil {
		return nil, err
	}
	if w, err := c.proposedBefore(ctx, store, p); w != nil || err != nil {
		return w, err
	}
	var done *outcome
	var again *written // the same request, sent beside this one, was faster
	added, err := store.Commit(ctx, c.commitOf(p, func(ctx context.Context, base repo.Base) (plan *repo.Plan, err error) {
		if again, err = c.proposedBefore(ctx, store, p); again != nil || err != nil {
			return nil, err
		}
		if err := c.proposable(p, base); err != nil {
			return nil, err
		}
		done, plan, err = c.planProposal(ctx, p, base)
		return plan, err
	}))
	if err != nil || added == nil {
		return c.proposedMeanwhile(ctx, store, p, again, err)
	}
	if added.Unkept != nil {
		c.warn("The proposal stands, but its request is not kept beside it: " + added.Unkept.Error())
	}
	c.host.proposed.note(in.hash(), done.base, added.Proposal.ID)
	return c.reportProposed(ctx, added.Proposal, added.Commit, done)
}

// proposedMeanwhile answers a request that made no commit: what the same one that was
// faster made, else why.
func (c *call) proposedMeanwhile(ctx context.Context, store *proposals.Store, p *proposing, again *written, err error) (*written, error) {
	switch {
	case again != nil:
		return again, nil
	case err == nil:
		return nil, errors.New("a proposal holds nothing and says nothing")
	case problem(err).Code == model.Conflict:
		if w, failed := c.proposedBefore(ctx, store, p); failed == nil && w != nil {
			return w, nil
		}
	}
	return nil, c.explainConflict(err)
}

// commitOf is the store's request for a commit of a proposal.
func (c *call) commitOf(p *proposing, plan func(ctx context.Context, base repo.Base) (*repo.Plan, error)) proposals.CommitRequest {
	request := proposals.CommitRequest{As: p.id, Author: p.author, Committer: p.committer, Title: p.in.Title,
		Request: p.in.kept(c.req.RequestID), RequestHash: p.in.hash(), Plan: plan}
	if p.in.Title != "" {
		request.Description = p.in.Message
	}
	if p.to != nil {
		request.ID, request.As = p.to.ID, ""
	}
	return request
}

// proposable refuses to propose on what this host cannot write, and what waits as a
// proposal already.
func (c *call) proposable(p *proposing, base repo.Base) error {
	c.meta.Model = base.Snapshot.Manifest().ID
	if err := writable(base.Snapshot); err != nil {
		return err
	}
	if id := c.host.proposed.of(p.in.hash(), base.Head.Commit); id != "" && !p.in.Again {
		return &model.Problem{Code: model.Conflict, Message: "the same commands are proposed already, as " + id,
			Hint: "Nothing was written. Where they are meant a second time, send again: true", Details: map[string]any{"proposal": id}}
	}
	return nil
}

// planProposal works out a commit of a proposal. What execute would refuse for its
// reach, or for the errors it brings, may be tried.
func (c *call) planProposal(ctx context.Context, p *proposing, base repo.Base) (*outcome, *repo.Plan, error) {
	done, err := c.prepare(ctx, p.in, base)
	if done == nil {
		return nil, nil, err
	}
	if err := c.admitTrial(p, done); err != nil {
		return nil, nil, err
	}
	said := *p.in
	if said.Title != "" { // the proposal says them
		said.Title, said.Message = "", ""
	}
	m, err := c.messageOf(&said, p.in.hash(), done, base.Head)
	if err != nil {
		return nil, nil, err
	}
	c.progress(2, 3, "commit")
	return done, &repo.Plan{Changes: done.records(), Files: done.files, Subject: m.subject, Body: m.body, Trailers: m.trailers}, nil
}

// admitTrial refuses a trial that does nothing, or that touches what is protected and
// waits for nobody.
func (c *call) admitTrial(p *proposing, done *outcome) error {
	if err := changesSomething(done); err != nil || p.titled() {
		return err
	}
	return protectedBy(done)
}

// entitle gives a proposal its title, and says what it holds.
func (c *call) entitle(ctx context.Context, in *writeIn, id string) (*written, error) {
	store, p, err := c.proposing(ctx, in, id)
	if err != nil {
		return nil, err
	}
	added, err := store.Commit(ctx, c.commitOf(p, func(_ context.Context, base repo.Base) (*repo.Plan, error) {
		c.meta.Model = base.Snapshot.Manifest().ID
		m, err := c.messageOf(&writeIn{}, in.hash(), &outcome{subject: "Title the proposal: " + in.Title}, base.Head)
		return &repo.Plan{Subject: m.subject, Body: in.Message, Trailers: m.trailers, AllowEmpty: true}, err
	}))
	if err != nil {
		return nil, err
	}
	done, err := c.held(ctx, added.Proposal)
	if err != nil {
		return nil, err
	}
	return c.reportProposed(ctx, added.Proposal, added.Commit, done)
}
