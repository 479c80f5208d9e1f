package ops

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/repo"
)

type importIn struct {
	Format  string `json:"format" enum:"auto,folder,single" default:"auto" doc:"What the file is; auto looks at it."`
	File    string `json:"file" required:"true" doc:"A model folder, or a single file (.eik.json), on the host's machine."`
	Strict  bool   `json:"strict" doc:"Refuse a model with errors."`
	Title   string `json:"title" doc:"The commit's subject."`
	Propose bool   `json:"propose" doc:"As a proposal, not a commit."`
}

type importOut struct {
	Commit   string          `json:"commit"`
	Proposal string          `json:"proposal,omitempty" jsonschema:"the proposal that was made, which waits for a person"`
	Sequence *int            `json:"sequence"`
	Records  int             `json:"records" jsonschema:"how many records the model has now"`
	Created  int             `json:"created"`
	Updated  int             `json:"updated"`
	Files    int             `json:"files" jsonschema:"how many files were written, shapes among them"`
	Counts   check.Counts    `json:"counts" jsonschema:"findings of the model as it is now"`
	Findings []model.Finding `json:"findings,omitempty" jsonschema:"the first of them, errors first"`
	Next     model.Object    `json:"next"`
}

func importOperation() *Operation {
	return define(Operation{
		Name:       "import",
		Title:      "Import a model",
		Summary:    "Take a model from a folder or a single file into this one, as one commit; nothing is deleted by being absent there.",
		Capability: Propose,
		Hints:      Hints{Idempotent: true},
		Example:    `{"action": "import", "file": "house.eik.json"}`,
		Help: `Reads the folder form or the single-file form and writes every record, shape and waiver that differs, as one commit.
A record that is here and not there stays. Real models have faults: they are listed as findings and the import is taken, but
with strict. With propose it waits for a person, as a branch; without, the host has to be allowed to write. Over MCP the file has to lie in
the model's own folder or below.`,
	}, runImport)
}

func runImport(ctx context.Context, c *call, in importIn) (*importOut, error) {
	if in.File == "" {
		return nil, hinted(invalid("/file", "import needs file", ""), "Send the path of a model folder or of a .eik.json file")
	}
	if err := c.mayImport(&in); err != nil {
		return nil, err
	}
	file := c.fileNamed(in.File)
	if err := c.mayRead(file); err != nil {
		return nil, err
	}
	c.progress(0, 4, "read "+in.File)
	source, left, err := readImport(in.Format, file)
	if err != nil {
		return nil, err
	}
	if len(left) > 0 {
		c.warn(fmt.Sprintf("%d files are left out, which are links or no part of a model: %s", len(left), list(left, 5)))
	}
	var done *importing
	write := &writeIn{Title: in.Title, Commands: []model.Object{importCommand(&in, source)}}
	if in.Propose {
		return c.proposeImport(ctx, &in, write, source)
	}
	committed, again, err := c.commit(ctx, once{in: write, does: "import", repeats: true,
		plan: func(ctx context.Context, base repo.Base) (*repo.Plan, error) {
			var err error
			if done, err = c.planImport(ctx, &in, write, source, base); err != nil {
				return nil, err
			}
			return done.plan, nil
		}})
	switch {
	case err != nil:
		return nil, err
	case again != nil:
		return c.importedBefore(ctx, again)
	}
	c.at(committed.Head)
	done.out.Commit, done.out.Sequence = committed.Commit.String(), c.meta.Sequence
	return done.out, nil
}

// importedBefore answers an import that was carried out before, from its commit.
func (c *call) importedBefore(ctx context.Context, r *replayed) (*importOut, error) {
	commit, err := c.host.repo.CommitAt(ctx, r.commit)
	if err != nil {
		return nil, err
	}
	before, after, err := c.bothSides(ctx, commit)
	if err != nil {
		return nil, err
	}
	changes, err := c.host.repo.ChangesIn(ctx, commit.Hash)
	if err != nil {
		return nil, err
	}
	findings, err := c.findings(ctx, after)
	if err != nil {
		return nil, err
	}
	o := &outcome{before: before, after: after}
	o.ofFiles(model.Diff(before, after))
	out := importedOut(o, len(changes), findings)
	out.Commit, out.Sequence = commit.Hash.String(), c.meta.Sequence
	return out, nil
}

// importing is an import that is worked out and not yet committed.
type importing struct {
	plan *repo.Plan
	out  *importOut
}

func (c *call) planImport(ctx context.Context, in *importIn, write *writeIn, source []repo.FileChange, base repo.Base) (*importing, error) {
	before := base.Snapshot
	c.progress(1, 4, fmt.Sprintf("compare %d files", len(source)))
	files := differing(before, c.withCompanions(before, source))
	if len(differing(before, source)) == 0 {
		return nil, &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("%s holds nothing that is not here already", in.File), Hint: "Nothing was written"}
	}
	after := before.WithFiles(filesOf(before, files))
	c.meta.Model = after.Manifest().ID
	c.progress(2, 4, fmt.Sprintf("check %d records", after.Total()))
	findings, err := c.findings(ctx, after)
	if err != nil {
		return nil, err
	}
	counts := check.CountOf(findings)
	if in.Strict && counts.Error > 0 {
		return nil, refusedByChecks(findings[:counts.Error], "Mend the model that is imported, or take it as it is, without strict")
	}
	o := &outcome{before: before, after: after}
	o.ofFiles(model.Diff(before, after))
	if err := protectedBy(o); err != nil && !in.Propose {
		return nil, err
	}
	o.subject = fmt.Sprintf("Import %s: %d records", after.Manifest().Name, len(o.changes))
	m, err := c.message(write, o, base.Head)
	if err != nil {
		return nil, err
	}
	c.progress(3, 4, fmt.Sprintf("commit %d files", len(files)))
	return &importing{
		plan: &repo.Plan{Files: files, Subject: m.subject, Body: m.body, Trailers: m.trailers},
		out:  importedOut(o, len(files), findings),
	}, nil
}

func importedOut(o *outcome, files int, findings []model.Finding) *importOut {
	return &importOut{Records: o.after.Total(), Created: o.counts.Created, Updated: o.counts.Updated, Files: files, Counts: check.CountOf(findings),
		Findings: firstFindings(findings), Next: model.Object{{Name: "action", Value: "summary"}}}
}

// importCommand is what a commit's message says of an import. The hash tells one
// source from another.
func importCommand(in *importIn, source []repo.FileChange) model.Object {
	sum := sha256.New()
	for _, f := range source {
		fmt.Fprintf(sum, "%s %d\n%s", f.Path, len(f.Data), f.Data)
	}
	return model.Object{{Name: "command", Value: "import"}, {Name: "format", Value: in.Format}, {Name: "sha256", Value: fmt.Sprintf("%x", sum.Sum(nil)[:8])}}
}

// withCompanions adds the files that stand beside a model's records where neither
// the source nor the model has them.
func (c *call) withCompanions(before *model.Snapshot, source []repo.FileChange) []repo.FileChange {
	there := map[string]bool{}
	name := before.Manifest().Name
	for _, f := range source {
		there[f.Path] = true
		if f.Path == model.ManifestName {
			if o, err := model.DecodeObject(f.Data); err == nil {
				name, _ = o.Get("name").(string)
			}
		}
	}
	for _, f := range companions(name) {
		if !there[f.Path] && !c.has(before, f.Path) {
			source = append(source, f)
		}
	}
	return source
}

// differing answers the files whose bytes the snapshot does not have already.
func differing(s *model.Snapshot, files []repo.FileChange) []repo.FileChange {
	var out []repo.FileChange
	for _, f := range files {
		if old := s.FileAt(f.Path); old == nil || old.Revision != model.RevisionOf(f.Data) {
			out = append(out, f)
		}
	}
	return out
}
