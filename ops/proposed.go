package ops

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/proposals"
	"github.com/openeik/ekgit/repo"
)

// reportProposed makes the answer to a commit that was added to a proposal.
func (c *call) reportProposed(ctx context.Context, p *proposals.Proposal, commit repo.Hash, done *outcome) (*written, error) {
	c.meta.Proposal, c.meta.At = p.ID, commit.String()
	made, err := c.host.repo.CommitAt(ctx, commit)
	if err != nil {
		return nil, err
	}
	w := describe(done)
	w.Proposal, w.Commit, w.Subject, w.Sequence = p.ID, commit.String(), made.Subject(), c.meta.Sequence
	w.Verify, w.Next = verifyRequests(done, commit), lookAt(p.ID)
	whole := done
	if p.Commits > 1 {
		if whole, err = c.held(ctx, p); err != nil {
			return nil, err
		}
	}
	if left := leftStanding(whole, done); left != "" {
		w.Notes = append(w.Notes, left)
	}
	if p.Titled {
		w.Notes = append(w.Notes, "It waits for a person, who looks at it and accepts it: ek proposals accept "+p.ID)
		if blocking := whole.delta.Blocking(); len(blocking) > 0 {
			w.Refused = ErrorOf(refusedByChecks(blocking, "Add commands that mend it, with proposal: "+p.ID+"; else a reviewer has to waive the findings"))
		}
		return w, nil
	}
	refusal := c.admit(&writeIn{Confirm: &confirmation{Records: whole.counts.Records, Deletes: whole.counts.Deleted}}, whole)
	switch {
	case refusal != nil:
		w.Refused = ErrorOf(refusal)
	case c.profile().Allows(Write):
		w.MakeReal = applyRequest(p.ID, whole)
	}
	return w, nil
}

// leftStanding says which errors a proposal brings as a whole beside those of one of
// its steps, which lists its own.
func leftStanding(whole, step *outcome) string {
	own := map[string]bool{}
	for _, f := range step.delta.New {
		own[f.Fingerprint] = true
	}
	left := slices.DeleteFunc(whole.delta.Blocking(), func(f model.Finding) bool { return own[f.Fingerprint] })
	switch len(left) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("The proposal still brings 1 error: %s: %s", left[0].Rule, left[0].Message)
	}
	return fmt.Sprintf("The proposal still brings %d errors, the first: %s: %s", len(left), left[0].Rule, left[0].Message)
}

// applyRequest is the request that makes a dry run real, with the counts that it has to
// confirm.
func applyRequest(id string, done *outcome) model.Object {
	return withConfirmation(model.Object{{Name: "action", Value: "execute"}, {Name: "apply", Value: id}}, done.counts)
}

// profile answers what the caller may do.
func (c *call) profile() Profile { return c.host.options.Profile.within(c.req.Profile) }

// proposedBefore answers what the same request proposed before, nil where it did not.
func (c *call) proposedBefore(ctx context.Context, store *proposals.Store, p *proposing) (*written, error) {
	in, to := p.in, p.to
	if to == nil {
		var err error
		if to, err = there(store.Get(ctx, p.id)); to == nil || err != nil {
			return nil, err
		}
	}
	log, err := store.Log(ctx, to.ID)
	if err != nil {
		return nil, err
	}
	for _, commit := range log {
		id, hash, _ := strings.Cut(commit.Trailer("Eik-Request"), " ")
		switch {
		case id != c.req.RequestID:
			continue
		case hash != in.hash():
			return nil, &model.Problem{Code: model.Conflict, Message: fmt.Sprintf("the request %s was carried out with other content, as the proposal %s", id, to.ID),
				Hint: "Send a new requestId for a new request", Details: map[string]any{"proposal": to.ID}}
		}
		done, err := c.redo(ctx, in, commit)
		if err != nil {
			return nil, err
		}
		w, err := c.reportProposed(ctx, to, commit.Hash, done)
		if err == nil {
			w.Replayed = true
		}
		return w, err
	}
	if p.to == nil {
		p.id = "" // somebody else's proposal has it
	}
	return nil, nil
}

// there answers nil for a proposal that is not there.
func there(p *proposals.Proposal, err error) (*proposals.Proposal, error) {
	if err != nil && problem(err).Code == model.NotFound {
		return nil, nil
	}
	return p, err
}

// held answers all that a proposal changes in the model that it was made on, and what
// that does to the findings.
func (c *call) held(ctx context.Context, p *proposals.Proposal) (*outcome, error) {
	o, err := c.sides(ctx, p)
	if err != nil {
		return nil, err
	}
	o.delta, err = check.Changed(ctx, o.before, o.after, c.host.options.Clock())
	return o, err
}

// sides answers all that a proposal changes in the model that it was made on.
func (c *call) sides(ctx context.Context, p *proposals.Proposal) (*outcome, error) {
	o := &outcome{base: p.Base, subject: p.Title, before: model.NewSnapshot(c.host.repo.Schema(), nil)}
	var err error
	if o.after, err = c.host.repo.At(ctx, p.Head); err != nil {
		return nil, err
	}
	if !p.Base.IsZero() {
		if o.before, err = c.host.repo.At(ctx, p.Base); err != nil {
			return nil, err
		}
	}
	o.between()
	return o, nil
}

// waiting knows what this host has proposed, so that the same commands on the same
// commit are not proposed twice by mistake.
type waiting struct {
	mu   sync.Mutex
	byOn map[string]string // hash of the request and the commit -> proposal
}

// mostWaiting is how many proposals a host remembers.
const mostWaiting = 1000

func (w *waiting) note(hash string, base repo.Hash, id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.byOn == nil || len(w.byOn) >= mostWaiting {
		w.byOn = map[string]string{}
	}
	w.byOn[hash+base.String()] = id
}

func (w *waiting) of(hash string, base repo.Hash) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.byOn[hash+base.String()]
}

// kept is the request as it is kept beside the commit that it made: whole, however
// long it is.
func (in *writeIn) kept(requestID string) []byte {
	request := model.Object{{Name: "requestId", Value: requestID}, {Name: "commands", Value: objects(in.Commands)}}
	for _, m := range []model.Member{{Name: "title", Value: in.Title}, {Name: "message", Value: in.Message}} {
		if m.Value != "" {
			request = append(request, m)
		}
	}
	return model.AppendCompact(nil, request)
}
