package ops

import (
	"context"
	"errors"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/proposals"
	"github.com/openeik/ekgit/repo"
)

type acceptIn struct {
	Proposal    string       `json:"proposal" required:"true" also:"id" doc:"The proposal (p-…)."`
	Head        string       `json:"head" doc:"The commit of the proposal that was looked at: where it has moved on, nothing is accepted."`
	Only        []string     `json:"only" doc:"Only these of the records that it changes (ids; other files by path): the rest stays open."`
	Squash      bool         `json:"squash" doc:"One ordinary commit, by who proposed it, in place of a merge."`
	Resolutions []resolution `json:"resolutions" doc:"How conflicts are settled, beside what discuss has kept."`
	Message     string       `json:"message" also:"why" doc:"The reviewer's words, for the commit."`
	Waive       []waiving    `json:"waive" doc:"New findings that are accepted: {finding, reason, until?}."`
}

// waiving is a finding that a reviewer accepts.
type waiving struct {
	Finding string `json:"finding" required:"true" pattern:"f-[0-9a-f]{12}" doc:"The finding as the proposal's review names it."`
	Reason  string `json:"reason" required:"true" doc:"Why it may stand."`
	Until   string `json:"until" doc:"The last day that it may, such as 2027-01-31. Absent: for good."`
}

func accept() *Operation {
	return define(Operation{
		Name:       "accept",
		Title:      "Accept a proposal",
		Summary:    "Merge a proposal, or some of its records, into the model, checked before the model moves. For people alone.",
		Capability: Review,
		Hints:      Hints{Destructive: true},
		Example:    `{"action": "accept", "proposal": "p-22fh36qd"}`,
		Help: `Merges the proposal record by record and member by member into the model as it is now, and checks the result before the
branch moves. It is refused where both changed the same member (settle it with resolutions, or with discuss), and where the model would
have a new error that waive does not accept. With only, the rest of the proposal stays open, rebased on what was taken.`,
	}, runAccept)
}

func runAccept(ctx context.Context, c *call, in acceptIn) (*written, error) {
	store, p, err := c.proposal(ctx, in.Proposal)
	if err != nil {
		return nil, err
	}
	reviewer, committer, err := c.signers()
	if err != nil {
		return nil, err
	}
	request := proposals.AcceptRequest{ID: p.ID, Head: p.Head, Reviewer: reviewer, Committer: committer, Message: in.Message, Only: in.Only, Squash: in.Squash,
		Trailers: c.trailers(), Guard: func(_ context.Context, base repo.Base) error {
			c.at(base.Head)
			c.meta.Model = base.Snapshot.Manifest().ID
			return writable(base.Snapshot)
		}}
	if in.Head != "" {
		seen, err := c.host.repo.Resolve(ctx, in.Head)
		if err != nil {
			return nil, err
		}
		request.Head = seen.Hash
	}
	if request.Resolutions, err = c.settledFor(ctx, store, p.ID, resolutionsOf(in.Resolutions)); err != nil {
		return nil, err
	}
	for _, w := range in.Waive {
		request.Waive = append(request.Waive, proposals.Waiver{Finding: w.Finding, Reason: w.Reason, Until: w.Until})
	}
	done, err := store.Accept(ctx, request)
	switch {
	case err != nil:
		return nil, c.explainBreaking(c.explainUnsettled(c.explainConflict(err), p.ID), in.Waive)
	case done == nil:
		return nil, errors.New("an accept committed nothing and said nothing")
	}
	c.host.tidier.committed()
	return c.reportAccepted(ctx, done)
}

// reportAccepted makes the answer to an accept, in the form of execute's.
func (c *call) reportAccepted(ctx context.Context, done *proposals.Done) (*written, error) {
	commit, err := c.host.repo.CommitAt(ctx, done.Committed.Commit)
	if err != nil {
		return nil, err
	}
	o := &outcome{before: done.Before, after: done.Committed.Snapshot, subject: commit.Subject(), verbatim: true}
	if len(commit.Parents) > 0 {
		o.base = commit.Parents[0]
	}
	o.between()
	if o.delta, err = check.Changed(ctx, o.before, o.after, c.host.options.Clock()); err != nil {
		return nil, err
	}
	w := c.report(done.Committed, o)
	w.Proposal, w.State = done.Proposal.ID, string(done.Proposal.State)
	if done.Unsettled != nil {
		c.warn("The model holds it; the proposal's own refs follow with the next look at the proposals: " + done.Unsettled.Error())
	}
	return w, nil
}

type rejectIn struct {
	Proposal string `json:"proposal" required:"true" also:"id" doc:"The proposal (p-…)."`
	Message  string `json:"message" required:"true" also:"reason,why" doc:"Why, for who proposed it."`
}

func reject() *Operation {
	return define(Operation{
		Name:       "reject",
		Title:      "Reject a proposal",
		Summary:    "Close a proposal without taking it, and say why. For people alone.",
		Capability: Review,
		Hints:      Hints{Destructive: true},
		Example:    `{"action": "reject", "proposal": "p-22fh36qd", "message": "The corridor has to stay 1,500 mm wide."}`,
		Help:       `What the proposal held stays in the repository, and discuss {"reopen": true} opens it again.`,
	}, runReject)
}

func runReject(ctx context.Context, c *call, in rejectIn) (*discussOut, error) {
	store, p, err := c.proposal(ctx, in.Proposal)
	if err != nil {
		return nil, err
	}
	author, committer, err := c.signers()
	if err != nil {
		return nil, err
	}
	p, err = store.Close(ctx, proposals.CloseRequest{ID: p.ID, State: proposals.Rejected, Reason: in.Message, Author: author, Committer: committer, Trailers: c.trailers()})
	if err != nil {
		return nil, err
	}
	return &discussOut{Proposal: rowOfProposal(p), Next: lookAt(p.ID)}, nil
}

// trailers say in a commit about a proposal which request it came of.
func (c *call) trailers() []repo.Trailer {
	list := []repo.Trailer{{Key: "Eik-Command", Value: c.req.Action}, {Key: "Eik-Correlation", Value: c.req.CorrelationID}}
	if agent, err := c.agent(); err == nil && agent != "" {
		list = append(list, repo.Trailer{Key: "Eik-Agent", Value: agent})
	}
	return append(list, repo.Trailer{Key: "Eik-Version", Value: model.FormatVersion + " ekgit/" + Version})
}

// explainUnsettled adds the request that settles the first conflict to a refusal.
func (c *call) explainUnsettled(err error, id string) error {
	p := problem(err)
	conflicts, ok := p.Details["conflicts"].([]model.MergeConflict)
	if !ok || len(conflicts) == 0 {
		return err
	}
	resolve := model.Object{{Name: "record", Value: conflicts[0].Record}, {Name: "take", Value: "theirs"}}
	if conflicts[0].Member != "" {
		resolve = resolve.With("member", conflicts[0].Member)
	}
	p.Details["example"] = proposalRequest("discuss", id, model.Member{Name: "resolve", Value: []any{resolve}})
	return p
}

// explainBreaking adds to a refusal for new errors the same request with the waivers
// that would let them stand, each with its reason left to be written.
func (c *call) explainBreaking(err error, given []waiving) error {
	p := problem(err)
	findings, ok := p.Details["findings"].([]model.Finding)
	if p.Code != model.CheckFailed || !ok || len(findings) == 0 {
		return err
	}
	var waive []any
	for _, w := range given {
		waiver := model.Object{{Name: "finding", Value: w.Finding}, {Name: "reason", Value: w.Reason}}
		if w.Until != "" {
			waiver = waiver.With("until", w.Until)
		}
		waive = append(waive, waiver)
	}
	for _, f := range firstFindings(findings) {
		waive = append(waive, model.Object{{Name: "finding", Value: f.Fingerprint}, {Name: "reason", Value: "<why it may stand>"}})
	}
	p.Details["example"] = asRequest("accept", c.req.Arguments.With("waive", waive))
	return p
}
