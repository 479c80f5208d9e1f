package ops

import (
	"context"
	"errors"
	"fmt"
	"path"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// mayImport refuses to write where the caller may only propose.
func (c *call) mayImport(in *importIn) error {
	if in.Propose || c.profile().Allows(Write) {
		return nil
	}
	return &model.Problem{Code: model.Forbidden, Message: fmt.Sprintf("an import needs the capability %q, which the profile %q does not have", Write, c.profile()),
		Hint:    "Send propose: true: a person accepts it. A host started with --profile edit writes itself",
		Details: map[string]any{"try": asRequest("import", c.req.Arguments.With("propose", true))}}
}

// proposeImport takes a model into this one on a branch of its own. It always waits for
// a person: it has the title that it is given, or one of the file's name.
func (c *call) proposeImport(ctx context.Context, in *importIn, write *writeIn, source []repo.FileChange) (*importOut, error) {
	if write.Title == "" {
		write.Title = "Import " + path.Base(in.File)
	}
	store, p, err := c.proposing(ctx, write, "")
	if err != nil {
		return nil, err
	}
	if out, err := c.importProposedBefore(ctx, p); out != nil || err != nil {
		return out, err
	}
	var done *importing
	request := c.commitOf(p, func(ctx context.Context, base repo.Base) (*repo.Plan, error) {
		if err := writable(base.Snapshot); err != nil {
			return nil, err
		}
		var err error
		if done, err = c.planImport(ctx, in, write, source, base); err != nil {
			return nil, err
		}
		return done.plan, nil
	})
	request.Request, request.RequestHash = nil, "" // the commit is all that there is to say
	added, err := store.Commit(ctx, request)
	switch {
	case err != nil:
		return nil, err
	case added == nil:
		return nil, errors.New("a proposal holds nothing and says nothing")
	}
	return c.importProposed(done.out, added.Proposal.ID, added.Commit), nil
}

func (c *call) importProposed(out *importOut, id string, commit repo.Hash) *importOut {
	c.meta.Proposal, c.meta.At = id, commit.String()
	out.Proposal, out.Commit, out.Sequence, out.Next = id, commit.String(), c.meta.Sequence, lookAt(id)
	return out
}

// importProposedBefore answers what the same request proposed before, nil where it did
// not.
func (c *call) importProposedBefore(ctx context.Context, p *proposing) (*importOut, error) {
	store, err := c.host.store()
	if err != nil {
		return nil, err
	}
	to, err := there(store.Get(ctx, p.id))
	if to == nil || err != nil {
		return nil, err
	}
	log, err := store.Log(ctx, to.ID)
	if err != nil || len(log) == 0 {
		return nil, err
	}
	if log[0].Trailer("Eik-Request") != c.req.RequestID+" "+p.in.hash() {
		return nil, &model.Problem{Code: model.Conflict, Message: fmt.Sprintf("the request %s was carried out with other content, as the proposal %s", c.req.RequestID, to.ID),
			Hint: "Send a new requestId for a new request", Details: map[string]any{"proposal": to.ID}}
	}
	out, err := c.importedBefore(ctx, &replayed{remembered{commit: log[0].Hash}})
	if err != nil {
		return nil, err
	}
	return c.importProposed(out, to.ID, log[0].Hash), nil
}
