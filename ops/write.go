package ops

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/model/edit"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/repo"
)

// mostCommands is how many commands one request may hold.
const mostCommands = 500

// writeIn is the arguments of every request that writes.
type writeIn struct {
	Command  any            `json:"command" unsaid:"true" doc:"One command as an object, where there is only one: the reference's form of commands."`
	Commands []model.Object `json:"commands" doc:"What to do, in order, each such as {\"command\": \"update\", \"id\": …, \"set\": {…}}: one commit for all, or nothing. guide {topic: command} has a command's arguments."`
	Title    string         `json:"title" doc:"The commit's subject, under 72 characters. Absent: made from what the commands did."`
	Message  string         `json:"message" doc:"Why, for the commit's body."`
	Expect   *expectation   `json:"expect" doc:"What has to be so still, else nothing is written."`
	Confirm  *confirmation  `json:"confirm" doc:"The counts that a dry run or a refusal gave, where a write reaches far."`
	Again    bool           `json:"again" doc:"Though the same was done within five minutes."`
	Apply    string         `json:"apply" doc:"Instead of commands: an own dry run (p-…), made real as it stands."`
	DryRun   bool           `json:"dryRun" unsaid:"true" doc:"The same as propose."`
}

// settle puts the two forms of a request into one and checks its size.
func (in *writeIn) settle(o string) error {
	if in.Command != nil {
		command, ok := in.Command.(model.Object)
		if !ok || len(in.Commands) > 0 {
			return hinted(invalid("/command", "command is one command as an object, and stands instead of commands", in.Command), "Send commands, a list, alone")
		}
		in.Commands, in.Command = []model.Object{command}, nil
	}
	switch n := len(in.Commands); {
	case n == 0:
		p := invalid("/commands", o+" needs commands, at least one", nil)
		p.Details["example"] = Find(o).spec.Example()
		return p
	case n > mostCommands:
		return hinted(invalid("/commands", fmt.Sprintf("%d commands are more than one request takes (%d)", n, mostCommands), n),
			"Send them in parts, or change many records by one command with a filter")
	}
	return nil
}

// kinds names the request's commands for people, the first of them where there are
// many kinds.
func (in *writeIn) kinds() string { return list(commandNames(in.Commands), 3) }

func (in *writeIn) hash() string {
	text := canonical(in.Commands)
	return hash(append(append(text, in.Title...), in.Message...))
}

func invalid(path, message string, got any) *model.Problem {
	return &model.Problem{Code: model.InvalidArgument, Message: message, Details: map[string]any{"path": path, "got": model.ToJSON(got)}}
}

func hinted(p *model.Problem, hint string) *model.Problem {
	p.Hint = hint
	return p
}

// outcome is what a write's commands would do: nothing of it is written yet.
type outcome struct {
	base    repo.Hash // the commit it was worked out on, zero where there is none
	before  *model.Snapshot
	after   *model.Snapshot
	changes []model.Change
	created []string
	assumed []string
	notes   []string
	counts  edit.Counts
	subject string
	lines   []string          // one a record, for the commit's body
	files   []repo.FileChange // files beside the records: those of a new model
	delta   check.Delta

	verbatim bool        // files holds the records too, byte for byte
	about    string      // a paragraph of the commit's body
	reverted []repo.Hash // the commits that it takes back
}

// records answers the changes that a commit writes as records.
func (o *outcome) records() []model.Change {
	if o.verbatim {
		return nil
	}
	return o.changes
}

// begins adds the files of a new model to what the commands after create_model do.
func (o *outcome) begins(files []repo.FileChange) {
	o.files = files
	o.subject = "Begin the model " + o.before.Manifest().Name
	o.lines = append([]string{"+ " + model.ManifestName}, o.lines...)
}

// try works out what commands do to a snapshot and what that does to the findings.
func (c *call) try(ctx context.Context, s *model.Snapshot, commands []model.Object) (*outcome, error) {
	if len(commands) == 0 {
		return &outcome{before: s, after: s}, nil
	}
	c.progress(0, 3, "work out the commands")
	if err := checkNames(commands); err != nil {
		return nil, err
	}
	commands, err := c.expandFixes(ctx, s, commands)
	if err != nil {
		return nil, err
	}
	result, err := edit.Run(ctx, s, commands, edit.Options{RequestID: c.req.RequestID, Sources: c.sources(s)})
	if err != nil {
		return nil, err
	}
	o := &outcome{before: s, after: result.After, changes: result.Changes, created: result.Created, assumed: result.Assumed, notes: result.Notes,
		counts: result.Counts, subject: result.Subject, lines: result.Body()}
	if len(o.changes) == 0 {
		return o, nil
	}
	c.progress(1, 3, "check what they reach")
	o.delta, err = check.Changed(ctx, s, o.after, c.host.options.Clock())
	return o, err
}

// later moves the place that an error names in a request's commands on by n, where
// the first n were carried out apart.
func later(err error, n int) error {
	p := problem(err)
	path, ok := p.Details["path"].(string)
	var index int
	if _, scanned := fmt.Sscanf(path, "/commands/%d", &index); n == 0 || !ok || scanned != nil {
		return err
	}
	moved := *p
	moved.Details = maps.Clone(p.Details)
	rest := strings.TrimPrefix(path, fmt.Sprintf("/commands/%d", index))
	moved.Details["path"] = fmt.Sprintf("/commands/%d%s", index+n, rest)
	return &moved
}

// admit refuses an outcome that does nothing, reaches further than was confirmed,
// touches what is protected, or brings new errors.
func (c *call) admit(in *writeIn, o *outcome) error {
	if err := changesSomething(o); err != nil {
		return err
	}
	if err := protectedBy(o); err != nil {
		return err
	}
	if err := in.Confirm.covers(o); err != nil {
		return err
	}
	if blocking := o.delta.Blocking(); len(blocking) > 0 {
		return refusedByChecks(blocking, "Change the commands so that the findings go; propose tries them, whatever they break")
	}
	return nil
}

func changesSomething(o *outcome) error {
	if len(o.changes) > 0 || len(o.files) > 0 {
		return nil
	}
	return &model.Problem{Code: model.InvalidArgument, Message: "the commands change nothing: everything stands as they ask already",
		Hint: "Nothing was written. Read the records to see what stands", Details: map[string]any{"assumed": o.assumed}}
}

// refusedByChecks refuses what would bring errors, with what to do about them.
func refusedByChecks(findings []model.Finding, do string) error {
	p := &model.Problem{Code: model.CheckFailed, Message: fmt.Sprintf("the model would have %d new errors, the first: %s: %s", len(findings), findings[0].Rule, findings[0].Message),
		Hint:    "Nothing was written. " + do,
		Details: map[string]any{"findings": firstFindings(findings)}}
	if len(findings) == 1 {
		p.Message = fmt.Sprintf("the model would have a new error: %s: %s", findings[0].Rule, findings[0].Message)
	}
	return p
}

// shownFindings is how many findings an answer to a write lists.
const shownFindings = 20

func firstFindings(findings []model.Finding) []model.Finding {
	return findings[:min(len(findings), shownFindings)]
}

// sources answers what filters ask that a snapshot alone cannot know.
func (c *call) sources(s *model.Snapshot) find.Sources {
	return find.Sources{
		Changed: c.changedSince,
		Findings: func(ctx context.Context, of find.Findings) (map[string]bool, error) {
			if of.Rule != "" {
				if err := knownRules([]string{of.Rule}); err != nil {
					return nil, err
				}
			}
			findings, err := c.findings(ctx, s)
			if err != nil {
				return nil, err
			}
			ids := map[string]bool{}
			for _, f := range findings {
				if (of.Rule == "" || ofRule(f.Rule, of.Rule)) && (of.Severity == "" || of.Severity == string(f.Severity)) && !f.Waived {
					for _, id := range f.IDs {
						ids[id] = true
					}
				}
			}
			return ids, nil
		},
	}
}
