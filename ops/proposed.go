package ops

import (
	"context"
	"fmt"
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
	w := describe(done)
	w.Proposal, w.Commit, w.Sequence = p.ID, commit.String(), c.meta.Sequence
	w.Verify = verifyRequests(done, commit)
	look := lookAt(p.ID)
	if p.Titled {
		w.Next = look
		w.Notes = append(w.Notes, "It waits for a person, who looks at it and accepts it: ek proposals accept "+p.ID)
		return w, nil
	}
	whole := done
	if p.Commits > 1 {
		var err error
		if whole, err = c.held(ctx, p); err != nil {
			return nil, err
		}
	}
	refusal := c.admit(&writeIn{Confirm: &confirmation{Records: whole.counts.Records, Deletes: whole.counts.Deleted}}, whole)
	switch {
	case refusal != nil:
		w.Refused = ErrorOf(refusal)
	case c.profile().Allows(Write):
		w.MakeReal = applyRequest(p.ID, whole)
	}
	w.Next = look
	return w, nil
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
