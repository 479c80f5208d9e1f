package ops

import (
	"context"
	"fmt"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/model/edit"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/repo"
)

type revertArgs struct {
	Commits     []string         `json:"commits" also:"commit" doc:"What to take back: commits, sequence numbers, stretches (\"12..15\": after the first, up to the last) or accepted proposals (p-…). Absent: since, until, filter and by choose."`
	Since       string           `json:"since" doc:"Commits after this one, or after a date."`
	Until       string           `json:"until" doc:"The last commit that is taken back. Absent: the newest."`
	Filter      find.Filter      `json:"filter" brief:"as changes' filter" doc:"Of those, the commits that changed a record which matches."`
	By          find.By          `json:"by" doc:"Of those, the commits of this person or agent."`
	Only        []string         `json:"only" doc:"Of what they changed, only these records (ids) and other files (paths)."`
	Cascade     bool             `json:"cascade" doc:"Where a record goes that others depend on since, also delete what cannot be without it, and take it out of what only names it."`
	Resolutions []revertDecision `json:"resolutions" doc:"What becomes of the conflicts that a refusal listed."`
}

// revertDecision is a resolution as a request spells it.
type revertDecision struct {
	Record string `json:"record" required:"true" doc:"The record of a conflict, as it was listed."`
	Member string `json:"member" doc:"Its member; absent: every conflict of the record."`
	Take   string `json:"take" required:"true" enum:"ours,theirs,value" doc:"ours keeps what stands now, theirs takes what stood before the commit."`
	Value  any    `json:"value" doc:"With value: what the member becomes."`
}

var revertCommand = hostCommand{
	spec:    args.For[revertArgs]("revert", args.Options{Selector: "command", Example: `{"command": "revert", "commits": ["HEAD"]}`}),
	summary: "Take back what earlier commits did, and keep what was done since.",
	doc: `One commit takes back one commit, several, a stretch, an accepted proposal, or all of a person or agent since a point: member by member, so that later changes to
others stay. Where the same was changed since, it is refused and lists base (what the commit made), ours (what stands now) and theirs (what stood before): decide with
resolutions. Where what goes is depended on, it is refused and names what depends on it. It stands alone in its request. A revert is a commit like others: revert it to
bring all back.`,
}

// revertOf answers the arguments of a request that takes commits back, nil where it is
// another one.
func revertOf(commands []model.Object) (*revertArgs, error) {
	for i, command := range commands {
		if command.Get("command") != "revert" {
			continue
		}
		if len(commands) > 1 {
			return nil, hinted(invalid(fmt.Sprintf("/commands/%d", i), "revert stands alone in its request", nil), "Send the other commands in a request of their own")
		}
		var a revertArgs
		if err := revertCommand.spec.Decode(command, &a); err != nil {
			return nil, args.Under(err, "/commands/0")
		}
		return &a, nil
	}
	return nil, nil
}

// harmlessTwice tells whether a request takes commits back: done twice it changes
// nothing, so that nothing is done twice by mistake.
func harmlessTwice(commands []model.Object) bool {
	return len(commands) == 1 && commands[0].Get("command") == "revert"
}

// undone tells whether everything that a commit changed stands again as before it.
func (c *call) undone(ctx context.Context, h repo.Hash, head repo.Head) bool {
	commit, err := c.host.repo.CommitAt(ctx, h)
	if err != nil || len(commit.Parents) == 0 {
		return false
	}
	did, err := c.host.repo.ChangesIn(ctx, h)
	if err != nil {
		return false
	}
	differs, err := c.host.repo.Changes(ctx, commit.Parents[0], head.Commit)
	return err == nil && !slices.ContainsFunc(did, func(change repo.RecordChange) bool {
		return slices.ContainsFunc(differs, func(d repo.RecordChange) bool { return d.ID == change.ID && (d.ID != "" || d.Path == change.Path) })
	})
}

// revert works out what taking commits back does to a model, and writes nothing.
func (c *call) revert(ctx context.Context, command model.Object, a *revertArgs, base repo.Base) (*outcome, error) {
	chosen, err := c.toRevert(ctx, a, base.Head)
	if err != nil {
		return nil, err
	}
	c.progress(0, 3, "work out what to take back")
	r := &reverting{call: c, command: command, a: a, chosen: chosen, today: base.Snapshot}
	after, err := r.work(ctx)
	if err != nil {
		return nil, err
	}
	if err := chosen.noteOutside(ctx, c); err != nil {
		return nil, err
	}
	changes := model.FileChanges(base.Snapshot, after)
	if len(changes) == 0 {
		return nil, chosen.nothingLeft()
	}
	if after.Manifest().File == nil {
		return nil, &model.Problem{Code: model.CheckFailed, Message: "nothing would be left of the model: eik.json would go", Hint: "Nothing was written. Leave the commit that began the model out"}
	}
	chosen.noteProposals()
	o := &outcome{base: base.Head.Commit, before: base.Snapshot, after: after, verbatim: true, subject: chosen.subject(a), about: chosen.listed(), reverted: chosen.hashes(), notes: chosen.notes}
	o.ofFiles(model.DiffFiles(changes))
	o.counts = edit.Count(o.before, o.after, o.changes)
	if o.files, err = c.filesOf(ctx, changes); err != nil {
		return nil, err
	}
	if err := otherFiles(o, changes); err != nil {
		return nil, err
	}
	c.progress(1, 3, "check what it reaches")
	o.delta, err = check.Changed(ctx, o.before, o.after, c.host.options.Clock())
	return o, err
}

// filesOf answers changes as a commit puts them, byte for byte.
func (c *call) filesOf(ctx context.Context, changes []model.FileChange) ([]repo.FileChange, error) {
	files := make([]repo.FileChange, 0, len(changes))
	for _, change := range changes {
		f := change.After
		if f == nil {
			files = append(files, repo.FileChange{Path: change.Before.Path})
			continue
		}
		if f.Mode > model.Executable {
			return nil, &model.Problem{Code: model.Unsupported, Message: f.Path + " was a link, and a model holds files", Hint: "Nothing was written. Bring it back with git, or leave it out with only"}
		}
		data := f.Data()
		if data == nil {
			var err error
			if data, err = c.blobOf(ctx, f, largestFile); err != nil {
				return nil, err
			}
		}
		files = append(files, repo.FileChange{Path: f.Path, Data: data, Executable: f.Mode == model.Executable})
	}
	return files, nil
}

// otherFiles tells in the outcome of the changed files that are no records, and
// refuses those that the manifest protects.
func otherFiles(o *outcome, changes []model.FileChange) error {
	protected := o.before.Manifest().Protected
	for _, change := range changes {
		f, sign := change.After, "~ "
		switch {
		case change.Before == nil:
			sign = "+ "
		case change.After == nil:
			f, sign = change.Before, "- "
		}
		if f.ID() != "" {
			continue
		}
		o.lines = append(o.lines, sign+f.Path)
		if by := protects(protected, model.Change{ID: f.Path, Before: change.Before}); by != "" {
			return &model.Problem{Code: model.Forbidden, Message: fmt.Sprintf("%s is protected by %q in eik.json", f.Path, by),
				Hint: "Only a reviewed change touches it: leave it out with only, or make the change on a branch of its own and have a person merge it"}
		}
	}
	return nil
}

// onlyOf answers theirs with those of its changes against base that are asked for, and
// adds to met which of the names were met.
func onlyOf(base, theirs *model.Snapshot, names []string, met map[string]bool) *model.Snapshot {
	wanted := func(f *model.File) bool {
		if f == nil {
			return false
		}
		for _, name := range []string{f.ID(), f.Path} {
			if name != "" && slices.Contains(names, name) {
				met[name] = true
				return true
			}
		}
		return false
	}
	edits := map[string]*model.File{}
	for _, change := range model.FileChanges(base, theirs) {
		goes, comes := wanted(change.Before), wanted(change.After)
		switch {
		case comes:
			edits[change.After.Path] = change.After
		case goes:
			edits[change.Before.Path] = nil
		}
	}
	if len(edits) == 0 {
		return base
	}
	return base.WithFiles(edits)
}
