package ops

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/proposals"
)

type discussIn struct {
	Proposal string       `json:"proposal" required:"true" also:"id" doc:"The proposal (p-…)."`
	Comment  string       `json:"comment" doc:"What to say of it."`
	Record   string       `json:"record" doc:"With comment: the record it is about."`
	Member   string       `json:"member" doc:"With record: the member."`
	ReplyTo  string       `json:"replyTo" doc:"With comment: the one it answers."`
	Done     string       `json:"done" doc:"A comment that is settled."`
	Resolve  []resolution `json:"resolve" doc:"How conflicts are to be settled: kept with the proposal, and taken when it is accepted or rebased."`
	Withdraw string       `json:"withdraw" doc:"Takes your own proposal back, and says why."`
	Rebase   bool         `json:"rebase" doc:"Makes it anew on today's model."`
	Reopen   bool         `json:"reopen" doc:"Opens one that was closed, or reverted."`
}

type discussOut struct {
	Proposal proposalRow  `json:"proposal"`
	Comment  string       `json:"comment,omitempty" jsonschema:"the id of the comment that was made"`
	Settled  []resolution `json:"settled,omitempty"`
	Next     model.Object `json:"next"`
}

func discuss() *Operation {
	return define(Operation{
		Name:       "discuss",
		Title:      "Discuss a proposal",
		Summary:    "Say something of a proposal, settle its conflicts, withdraw your own, rebase it on the model as it is now, or reopen it.",
		Capability: Propose,
		Hints:      Hints{},
		Example:    `{"action": "discuss", "proposal": "p-22fh36qd", "comment": "Is 1,110 mm the clear width?", "record": "door-entrance", "member": "width"}`,
		Help: `One thing at a time: comment, resolve, done, withdraw, rebase or reopen. An agent withdraws what the same agent proposed for the
same person, a person whatever was proposed for them. In resolve, ours is the model and theirs the proposal, for the conflicts that
proposals {"id"} lists; a later word on the same place stands in place of an earlier one.`,
	}, runDiscuss)
}

// asks answers what a request asks for, which has to be one thing.
func (in *discussIn) asks() (string, error) {
	var asked []string
	for _, thing := range []struct {
		name  string
		there bool
	}{{"comment", in.Comment != ""}, {"resolve", len(in.Resolve) > 0}, {"done", in.Done != "" && in.Comment == ""}, {"withdraw", in.Withdraw != ""}, {"rebase", in.Rebase}, {"reopen", in.Reopen}} {
		if thing.there {
			asked = append(asked, thing.name)
		}
	}
	switch {
	case len(asked) == 0:
		return "", invalid("/comment", "discuss needs something to do: comment, resolve, done, withdraw, rebase or reopen", nil)
	case len(asked) > 1 && !(len(asked) == 2 && (in.Rebase || in.Reopen) && len(in.Resolve) > 0):
		return "", hinted(invalid("/"+asked[1], fmt.Sprintf("discuss does one thing at a time, not %s", list(asked, 4)), nil), "Send one of them; rebase and reopen may take resolve with them")
	case in.Rebase:
		return "rebase", nil
	case in.Reopen:
		return "reopen", nil
	case in.Comment == "" && (in.Record != "" || in.Member != "" || in.ReplyTo != ""):
		return "", invalid("/comment", "record, member and replyTo go with a comment", nil)
	case in.Member != "" && in.Record == "":
		return "", invalid("/record", "member needs record: whose member it is", in.Member)
	}
	return asked[0], nil
}

func runDiscuss(ctx context.Context, c *call, in discussIn) (*discussOut, error) {
	what, err := in.asks()
	if err != nil {
		return nil, err
	}
	store, p, err := c.proposal(ctx, in.Proposal)
	if err != nil {
		return nil, err
	}
	d := &discussing{c: c, in: &in, store: store, p: p, out: &discussOut{}}
	switch what {
	case "comment", "done":
		err = d.comment(ctx)
	case "resolve":
		err = d.resolve(ctx)
	case "withdraw":
		err = d.withdraw(ctx)
	case "rebase":
		err = d.rebase(ctx)
	case "reopen":
		err = d.reopen(ctx)
	}
	if err != nil {
		return nil, c.explainUnsettled(err, d.p.ID)
	}
	d.out.Proposal = rowOfProposal(d.p)
	d.out.Next = lookAt(d.p.ID)
	return d.out, nil
}

// discussing is a request about a proposal that is being carried out.
type discussing struct {
	c     *call
	in    *discussIn
	store *proposals.Store
	p     *proposals.Proposal
	out   *discussOut
}

func (d *discussing) comment(ctx context.Context) error {
	said, err := d.words()
	if err != nil {
		return err
	}
	said.Text, said.Record, said.Member, said.ReplyTo, said.Resolves = d.in.Comment, d.in.Record, d.in.Member, d.in.ReplyTo, d.in.Done
	if said.Record != "" {
		done, err := d.c.sides(ctx, d.p)
		if err != nil {
			return err
		}
		if done.before.Get(said.Record) == nil && done.after.Get(said.Record) == nil {
			return &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("neither the model nor the proposal has a record %q", said.Record),
				Hint: "Name a record of the proposal by its id, or leave record out", Details: map[string]any{"path": "/record", "got": said.Record}}
		}
	}
	made, err := d.store.Comment(ctx, d.p.ID, said)
	if err != nil {
		return err
	}
	d.out.Comment = made.ID
	return nil
}

// words is a comment of the caller that says nothing yet.
func (d *discussing) words() (proposals.Comment, error) {
	author, _, err := d.c.signers()
	if err != nil {
		return proposals.Comment{}, err
	}
	agent, err := d.c.agent()
	return proposals.Comment{Author: author, Agent: agent, Head: d.p.Head}, err
}

// resolve keeps resolutions with the proposal, where they settle something.
func (d *discussing) resolve(ctx context.Context) error {
	own, err := d.c.fitting(ctx, d.store, d.p.ID, resolutionsOf(d.in.Resolve))
	if err != nil {
		return err
	}
	kept, err := d.c.settledFor(ctx, d.store, d.p.ID, own)
	if err != nil {
		return err
	}
	if _, err := d.store.Merge(ctx, d.p.ID, kept); err != nil {
		return err
	}
	for i := range own {
		said, err := d.words()
		if err != nil {
			return err
		}
		said.Record, said.Member, said.Resolution = own[i].Record, own[i].Member, &own[i]
		if _, err := d.store.Comment(ctx, d.p.ID, said); err != nil {
			return err
		}
	}
	for _, r := range own {
		d.out.Settled = append(d.out.Settled, resolution{r.Record, r.Member, string(r.Take), model.ToJSON(r.Value)})
	}
	return nil
}

func (d *discussing) withdraw(ctx context.Context) error {
	own, err := d.c.owns(d.p)
	if err != nil {
		return err
	}
	if !own {
		return &model.Problem{Code: model.Forbidden, Message: fmt.Sprintf("%s is %s's proposal, not yours to withdraw", d.p.ID, proposer(d.p)),
			Hint: "Say in a comment what speaks against it; a person rejects it with ek proposals reject " + d.p.ID}
	}
	author, committer, err := d.c.signers()
	if err != nil {
		return err
	}
	p, err := d.store.Close(ctx, proposals.CloseRequest{ID: d.p.ID, State: proposals.Withdrawn, Reason: d.in.Withdraw, Author: author, Committer: committer, Trailers: d.c.trailers()})
	if err == nil {
		d.p = p
	}
	return err
}

func (d *discussing) rebase(ctx context.Context) error {
	_, committer, err := d.c.signers()
	if err != nil {
		return err
	}
	settled, err := d.c.settledFor(ctx, d.store, d.p.ID, resolutionsOf(d.in.Resolve))
	if err != nil {
		return err
	}
	p, err := d.store.Rebase(ctx, proposals.RebaseRequest{ID: d.p.ID, Committer: committer, Resolutions: settled})
	if err == nil {
		d.p = p
	}
	return err
}

func (d *discussing) reopen(ctx context.Context) error {
	_, committer, err := d.c.signers()
	if err != nil {
		return err
	}
	p, err := d.store.Reopen(ctx, proposals.ReopenRequest{ID: d.p.ID, Committer: committer, Resolutions: resolutionsOf(d.in.Resolve)})
	if err == nil {
		d.p = p
	}
	return err
}
