package ops

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/model/edit"
	"github.com/openeik/ekgit/repo"
)

type commitEditsArgs struct {
	Files []string `json:"files" required:"true" doc:"The files, relative to the model, as meta.uncommitted names them."`
}

var commitEditsCommand = hostCommand{
	spec:    args.For[commitEditsArgs]("commit_edits", args.Options{Selector: "command", Example: `{"command": "commit_edits", "files": ["levels/level-0.json"]}`}),
	summary: "Commit files that were edited by hand, if the model still checks with them.",
	doc: `Files edited with an editor or a script are seen at once and read from; meta.uncommitted names them. This commits the
named ones as they stand, byte for byte, under your name. It stands alone in its request. Edits that are not named stay as
they are. It is refused where a file cannot be read or where the model would get a new error: validate says what is wrong.`,
}

// editsToCommit answers the files of a request that commits hand edits, and whether
// it is one.
func editsToCommit(commands []model.Object) ([]string, bool, error) {
	for i, command := range commands {
		if command.Get("command") != "commit_edits" {
			continue
		}
		if len(commands) > 1 {
			return nil, true, hinted(invalid(fmt.Sprintf("/commands/%d", i), "commit_edits stands alone in its request", nil), "Send the other commands in a request of their own")
		}
		var a commitEditsArgs
		if err := commitEditsCommand.spec.Decode(command, &a); err != nil {
			return nil, true, args.Under(err, "/commands/0")
		}
		return a.Files, true, checkFiles(a.Files)
	}
	return nil, false, nil
}

// nameEdits adds to the problem of a commit_edits that names no files which ones are
// edited.
func (c *call) nameEdits(ctx context.Context, err error, in *writeIn) error {
	p := problem(err)
	if len(in.Commands) != 1 || in.Commands[0].Get("files") != nil || c.host.repo.Bare() {
		return p
	}
	if _, err := c.working(ctx, repo.WorkingOptions{Scan: repo.ScanAll}); err != nil {
		return p
	}
	edited := c.meta.Uncommitted
	if len(edited) == 0 {
		return hinted(p, "No file of the model is edited by hand")
	}
	files := make([]any, len(edited))
	for i, file := range edited {
		files[i] = file
	}
	p = hinted(p, "Edited by hand: "+list(edited, 10))
	p.Details["try"] = in.Commands[0].With("files", files)
	return p
}

// checkFiles refuses names that can be no files of a model.
func checkFiles(files []string) error {
	bad := func(message string, got any) error {
		return hinted(invalid("/commands/0/files", message, got), "Name the files as meta.uncommitted of any answer does, from the model's folder")
	}
	if len(files) == 0 {
		return bad("commit_edits needs files, at least one", nil)
	}
	for _, file := range files {
		if path.Clean(file) != file || path.IsAbs(file) || strings.HasPrefix(file, "..") || len(file) > longestPath || strings.ContainsAny(file, "\\\x00") {
			return bad(fmt.Sprintf("%.100q is no file of the model", file), file)
		}
		for part := range strings.SplitSeq(file, "/") {
			if len(part) > longestName || strings.EqualFold(part, ".git") || part == ".eik" {
				return bad(fmt.Sprintf("%.100q is no file of the model", file), file)
			}
		}
	}
	return nil
}

// The longest path and the longest name in one that file systems take, in bytes.
const (
	longestPath = 4000
	longestName = 255
)

// commitEdits commits the named files as they stand in the folder.
func (c *call) commitEdits(ctx context.Context, in *writeIn, files []string) (*written, error) {
	if c.host.repo.Bare() {
		return nil, &model.Problem{Code: model.Unsupported, Message: "a bare repository has no folder, and so no files edited by hand", Hint: "Change records with commands, or work in a clone"}
	}
	return c.write(ctx, once{in: in, does: "execute commit_edits", files: files, repeats: true}, func(ctx context.Context, base repo.Base) (*outcome, *repo.Plan, error) {
		if err := in.Expect.holds(ctx, c, base.Head, base.Snapshot); err != nil {
			return nil, nil, err
		}
		done, written, err := c.handEdits(ctx, base)
		if err != nil {
			return nil, nil, err
		}
		m, err := c.message(in, done, base.Head)
		if err != nil {
			return nil, nil, err
		}
		return done, &repo.Plan{Files: written, Subject: m.subject, Body: m.body, Trailers: m.trailers}, nil
	})
}

// handEdits works out what the named files change, and refuses them where one cannot
// be read or the model would get a new error.
func (c *call) handEdits(ctx context.Context, base repo.Base) (*outcome, []repo.FileChange, error) {
	before := base.Snapshot
	edits := make(map[string]*model.File, len(base.Edits))
	files := make([]repo.FileChange, len(base.Edits))
	for i, e := range base.Edits {
		files[i] = repo.FileChange{Path: e.Path, Data: e.Data}
		if err := standsEdited(before, e); err != nil {
			return nil, nil, err
		}
		edits[e.Path] = nil
		if e.Data == nil {
			continue
		}
		f := before.Schema().NewFile(e.Path, model.RawFile{Revision: model.RevisionOf(e.Data), Size: int64(len(e.Data)), Data: e.Data})
		if faults := f.Faults(); len(faults) > 0 {
			return nil, nil, &model.Problem{Code: model.CheckFailed, Message: fmt.Sprintf("%s: %s", e.Path, faults[0].Message),
				Hint: "Mend the file and send commit_edits again", Details: map[string]any{"file": e.Path, "rule": faults[0].Rule, "pointer": faults[0].Pointer}}
		}
		edits[e.Path] = f
	}
	o := &outcome{base: base.Head.Commit, before: before, after: before.WithFiles(edits)}
	o.ofFiles(model.Diff(before, o.after))
	var err error
	o.delta, err = check.Changed(ctx, before, o.after, c.host.options.Clock())
	if err != nil {
		return nil, nil, err
	}
	if c.meta.Model == "" {
		c.meta.Model = o.after.Manifest().ID
	}
	if blocking := o.delta.Blocking(); len(blocking) > 0 {
		return nil, nil, refusedByChecks(blocking, "Mend the files; validate lists what is wrong with the folder as it stands")
	}
	if len(o.lines) == 0 {
		o.lines = fileLines(base.Edits)
	}
	o.subject = fmt.Sprintf("Commit hand edits of %d files", len(files))
	if len(files) == 1 {
		o.subject = "Commit the hand edit of " + path.Base(files[0].Path)
	}
	return o, files, protectedBy(o)
}

// standsEdited refuses a file that has no hand edit to commit.
func standsEdited(before *model.Snapshot, e repo.HandEdit) error {
	was := before.FileAt(e.Path)
	p := &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("%s is not edited: it stands as the last commit has it", e.Path),
		Hint:    "Name the files that meta.uncommitted of any answer names, and no others",
		Details: map[string]any{"path": "/commands/0/files", "got": e.Path}}
	switch {
	case was == nil && e.Data == nil:
		p.Code, p.Message = model.NotFound, "there is no file "+e.Path
	case was == nil || e.Data == nil || was.Revision != model.RevisionOf(e.Data):
		return nil
	}
	return p
}

// ofFiles fills the outcome of a change that was made to files, not by commands.
func (o *outcome) ofFiles(diffs []model.RecordDiff) {
	for _, d := range diffs {
		change := model.Change{ID: d.ID, Before: d.Before}
		if d.After != nil {
			change.After = d.After.Record()
		}
		switch {
		case d.Before == nil:
			o.counts.Created++
			o.created = append(o.created, d.ID)
		case d.After == nil:
			o.counts.Deleted++
		default:
			o.counts.Updated++
		}
		o.changes = append(o.changes, change)
	}
	o.counts.Records = len(o.changes)
	o.lines = edit.Lines(o.changes)
}

func fileLines(edits []repo.HandEdit) []string {
	lines := make([]string, len(edits))
	for i, e := range edits {
		lines[i] = "~ " + e.Path
	}
	return lines
}
