package ops

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/proposals"
	"github.com/openeik/ekgit/repo"
)

// openStore opens where the model's proposals are kept.
func (h *Host) openStore() (*proposals.Store, error) {
	return proposals.New(h.repo, proposals.Options{Clock: h.options.Clock, NewWord: func() string { return digits(h.options.NewID()) }})
}

// derivedID answers the id that the proposal of a request gets. It follows from who
// asked and the request's id, so that a request that is sent again finds what it
// proposed before.
func derivedID(requestID string, author repo.Person, agent string) string {
	name, _, _ := strings.Cut(agent, "/")
	return "p-" + digits(requestID+"\x00"+author.Email+"\x00"+name)
}

// digits answers 8 digits of base32 that follow from a text.
func digits(text string) string {
	sum := sha256.Sum256([]byte(text))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
}

// resolve answers the commit that a text means: of a proposal, the last one.
func (c *call) resolve(ctx context.Context, at string) (*repo.Commit, error) {
	if !proposalID.MatchString(at) {
		return c.host.repo.Resolve(ctx, at)
	}
	store, err := c.host.store()
	if err != nil {
		return nil, err
	}
	p, err := store.Get(ctx, at)
	if err != nil {
		return nil, err
	}
	c.meta.Proposal = p.ID
	return c.host.repo.CommitAt(ctx, p.Head)
}

// proposal answers a proposal that a request names.
func (c *call) proposal(ctx context.Context, id string) (*proposals.Store, *proposals.Proposal, error) {
	store, err := c.host.store()
	if err != nil {
		return nil, nil, err
	}
	p, err := store.Get(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	c.meta.Proposal = p.ID
	return store, p, nil
}

// owns tells whether a proposal is the caller's own: of the same person, and, where an
// agent asks, of an agent of the same name. What a person's agents proposed is the
// person's too.
func (c *call) owns(p *proposals.Proposal) (bool, error) {
	author, _, err := c.signers()
	if err != nil {
		return false, err
	}
	mine, _, _ := strings.Cut(c.req.Agent, "/")
	theirs, _, _ := strings.Cut(p.Agent, "/")
	return strings.EqualFold(author.Email, p.Person.Email) && (mine == "" || mine == theirs), nil
}

// proposalRequest is a request about one proposal.
func proposalRequest(action, id string, members ...model.Member) model.Object {
	return append(model.Object{{Name: "action", Value: action}, {Name: "proposal", Value: id}}, members...)
}

// lookAt is the request that shows a proposal as a person sees it.
func lookAt(id string) model.Object {
	return model.Object{{Name: "action", Value: "proposals"}, {Name: "id", Value: id}}
}

// PutAway closes dry runs that nobody has touched for long, and answers their ids.
// What they hold stays.
func (h *Host) PutAway(ctx context.Context) ([]string, error) {
	store, err := h.store()
	if err != nil {
		return nil, err
	}
	by, err := h.person()
	if err != nil {
		return nil, err
	}
	away, err := store.Prune(ctx, by)
	ids := make([]string, len(away))
	for i, p := range away {
		ids[i] = p.ID
	}
	return ids, err
}
