package ops

import (
	"context"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// tryCommands works out what commands would do to the committed model, as execute
// does, and answers it instead of writing it.
func (c *call) tryCommands(ctx context.Context, in *validateIn) (*validateOut, error) {
	write := writeIn{Commands: in.Commands}
	if err := write.settle("validate"); err != nil {
		return nil, err
	}
	if _, commits, err := editsToCommit(in.Commands); commits || err != nil {
		return nil, &model.Problem{Code: model.InvalidArgument, Message: "commit_edits takes hand edits as they stand, so there is nothing to try",
			Hint: "Send validate without commands: it checks the folder with its hand edits", Details: map[string]any{"try": model.Object{{Name: "action", Value: "validate"}}}}
	}
	base, err := c.baseAt(ctx, in.At.At)
	if err != nil {
		return nil, err
	}
	if err := writable(base.Snapshot); err != nil {
		return nil, err
	}
	done, err := c.prepare(ctx, &write, base)
	if done == nil {
		return nil, err
	}
	out := &validateOut{Would: describe(done), Assumed: done.assumed}
	out.Would.Sequence, out.Would.Findings = c.meta.Sequence, deltaOf(nil, done.delta.Gone)
	write.Confirm = &confirmation{Records: done.counts.Records, Deletes: done.counts.Deleted}
	refusal := c.admit(&write, done)
	out.list(c, in, done.delta.New)
	if out.Valid = refusal == nil; !out.Valid {
		out.Refused = ErrorOf(refusal)
		return out, nil
	}
	out.MakeReal = c.makeReal(&write, done)
	return out, nil
}

// baseAt answers what commands start from: the branch's head, or another commit.
func (c *call) baseAt(ctx context.Context, at string) (repo.Base, error) {
	if c.head.Unborn && at == "" {
		return repo.Base{Head: c.head, Snapshot: model.NewSnapshot(c.host.repo.Schema(), nil)}, nil
	}
	if at == "" {
		at = c.head.Commit.String()
	}
	s, err := c.committed(ctx, at)
	return repo.Base{Head: c.head, Snapshot: s}, err
}

// makeReal is the request that carries out commands that were tried: the same
// request id makes the same ids.
func (c *call) makeReal(write *writeIn, done *outcome) model.Object {
	request := model.Object{{Name: "action", Value: "execute"}, {Name: "commands", Value: objects(done.pinned(write.Commands))}, {Name: "requestId", Value: c.req.RequestID}}
	var unconfirmed *confirmation
	if unconfirmed.covers(done) != nil {
		request = request.With("confirm", model.Object{{Name: "records", Value: float64(write.Confirm.Records)}, {Name: "deletes", Value: float64(write.Confirm.Deletes)}})
	}
	return request
}
