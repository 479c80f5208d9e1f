package ops

import (
	"context"
	"errors"
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

func execute() *Operation {
	return define(Operation{
		Name:       "execute",
		Title:      "Change the model",
		Summary:    "Carry out commands on the model, all as one commit or none; propose tries them first.",
		Capability: Write,
		Hints:      Hints{Destructive: true},
		Example:    `{"action": "execute", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 1010}}]}`,
		Help: `Carries out commands in order, each seeing what the ones before did, and commits them as one unit on the
model branch: the person is the author, the agent stands in the trailers. Nothing is written where one command fails, where
the model would get a new error, where expect does not hold, or where the write reaches far (over 20 records, over 5
deletions, anything on a level, grid, type or material) and confirm does not say so.

Try first with propose: it answers what this would, on a branch of its own, and apply makes that real with the same ids, unless
the model has changed meanwhile. A proposal with a title is a person's to accept. The answer's verify are ready
requests that show exactly what changed; undo is one that takes it back. The same requestId with the same content is
carried out once, however often it is sent.`,
	}, runExecute)
}

func runExecute(ctx context.Context, c *call, in writeIn) (*written, error) {
	if in.Apply != "" {
		return c.apply(ctx, &in)
	}
	if err := in.settle("execute"); err != nil {
		return nil, err
	}
	if in.DryRun {
		return c.propose(ctx, &in, "")
	}
	if files, ok, err := editsToCommit(in.Commands); ok || err != nil {
		if err != nil {
			return nil, c.nameEdits(ctx, err, &in)
		}
		return c.commitEdits(ctx, &in, files)
	}
	return c.execute(ctx, &in)
}

func objects(list []model.Object) []any {
	out := make([]any, len(list))
	for i := range list {
		out[i] = list[i]
	}
	return out
}

// execute plans, checks and commits a request's commands.
func (c *call) execute(ctx context.Context, in *writeIn) (*written, error) {
	return c.write(ctx, once{in: in, does: "execute " + in.kinds(), repeats: harmlessTwice(in.Commands)}, func(ctx context.Context, base repo.Base) (*outcome, *repo.Plan, error) {
		done, err := c.prepare(ctx, in, base)
		if err != nil {
			return nil, nil, err
		}
		plan, err := c.commitPlan(in, done, base)
		return done, plan, err
	})
}

// prepare works out a write on the committed head and refuses what must not be.
func (c *call) prepare(ctx context.Context, in *writeIn, base repo.Base) (*outcome, error) {
	if err := in.Expect.holds(ctx, c, base.Head, base.Snapshot); err != nil {
		return nil, err
	}
	if m := base.Snapshot.Manifest(); m.File != nil && !m.Readable() {
		return nil, &model.Problem{Code: model.CheckFailed, Message: "eik.json cannot be read: " + m.Faults[0].Message,
			Hint: "Mend it with an editor and commit it with commit_edits: it says what may be changed and how"}
	}
	if a, err := revertOf(in.Commands); a != nil || err != nil {
		if err != nil {
			return nil, err
		}
		done, err := c.revert(ctx, in.Commands[0], a, base)
		if err != nil {
			return nil, err
		}
		return done, c.admit(in, done)
	}
	started, commands, files, err := c.beginModel(ctx, base.Snapshot, in.Commands)
	if err != nil {
		return nil, err
	}
	done, err := c.try(ctx, started, commands)
	if err != nil {
		return nil, later(err, len(in.Commands)-len(commands))
	}
	done.base = base.Head.Commit
	if len(files) > 0 {
		c.meta.Model = started.Manifest().ID
		done.begins(files)
	}
	return done, c.admit(in, done)
}

// writable refuses to write a model of a version that this host does not know.
func writable(s *model.Snapshot) error {
	manifest := s.Manifest()
	if !manifest.Newer() {
		return nil
	}
	return &model.Problem{Code: model.Unsupported, Message: fmt.Sprintf("the model has version %s, newer than this host writes (%s)", manifest.Version, model.FormatVersion),
		Hint: "It can be read; use a newer ek to write it"}
}

func (c *call) commitPlan(in *writeIn, done *outcome, base repo.Base) (*repo.Plan, error) {
	m, err := c.message(in, done, base.Head)
	if err != nil {
		return nil, err
	}
	c.progress(2, 3, "commit")
	return &repo.Plan{Changes: done.records(), Files: done.files, Depends: dependsOn(done), Subject: m.subject, Body: m.body, Trailers: m.trailers}, nil
}

// dependsOn answers the files of records that the changed ones refer to, before and
// after: a write is not made on ground that a hand edit is about to move.
func dependsOn(o *outcome) []string {
	seen := map[string]bool{}
	var paths []string
	add := func(r *model.Record) {
		if r == nil {
			return
		}
		for _, ref := range o.before.Schema().References(r) {
			if f := o.before.Get(ref.To); f != nil && !seen[f.Path] {
				seen[f.Path] = true
				paths = append(paths, f.Path)
			}
		}
	}
	for _, change := range o.changes {
		if change.Before != nil {
			add(change.Before.Record())
		}
		add(change.After)
	}
	return paths
}

// explainConflict adds the request that settles hand edits which stand in the way.
func (c *call) explainConflict(err error) error {
	var conflict *repo.ConflictError
	if !errors.As(err, &conflict) {
		return err
	}
	files := make([]any, len(conflict.Files))
	for i, f := range conflict.Files {
		files[i] = f
	}
	p := problem(err)
	p.Details = map[string]any{"files": conflict.Files, "try": model.Object{{Name: "action", Value: "execute"},
		{Name: "commands", Value: []any{model.Object{{Name: "command", Value: "commit_edits"}, {Name: "files", Value: files}}}}}}
	return p
}
