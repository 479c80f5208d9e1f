package ops

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/repo"
)

type validateIn struct {
	Commands []model.Object `json:"commands" doc:"As in execute: what they would do and break."`
	Scope    string         `json:"scope" unsaid:"true" doc:"What is checked: folder (as it is now, the default), index (what git would commit), or a commit, sequence number, tag, branch or proposal."`
	Filter   find.Filter    `json:"filter" brief:"as read's filter" doc:"Keeps the findings that name a record which matches."`
	Rules    []string       `json:"rules" doc:"Of these rules: hosted.overlap, or a family such as hosted."`
	Severity string         `json:"severity" enum:"error,warning,info" default:"info" doc:"The least severity that is listed."`
	At
	Page
	Whole
}

type validateOut struct {
	Valid    bool            `json:"valid" jsonschema:"no errors but waived ones; with commands: they would be carried out"`
	Counts   check.Counts    `json:"counts"`
	ByRule   map[string]int  `json:"byRule,omitempty" jsonschema:"how many findings each rule has, where they are more than are listed here"`
	Findings []model.Finding `json:"findings"`
	Would    *written        `json:"would,omitempty" jsonschema:"with commands: what they would do; findings are then the new ones"`
	Refused  *Error          `json:"refused,omitempty" jsonschema:"with commands: why execute would refuse them as they stand"`
	MakeReal model.Object    `json:"makeReal,omitempty" jsonschema:"with commands: the request that carries them out"`
	Assumed  []string        `json:"assumed,omitempty"`
	Listed
}

func validate() *Operation {
	return define(Operation{
		Name:       "validate",
		Title:      "Check the model",
		Summary:    "Findings of the rules with fixes, on the folder as it is now; with commands, what they would do and break, writing nothing.",
		Capability: Read,
		Hints:      Hints{ReadOnly: true, Idempotent: true},
		Example:    `{"action": "validate"}`,
		Help: `valid is true where there is no error that is not waived: done means valid. Each finding has a rule, a severity, the
ids, file and JSON pointer it is about, a message, and often fix: a command that execute accepts as it stands (execute
{"commands": [{"command": "fix", "finding": "f-…"}]} does the same). Every file of the folder is looked at, hand edits included.

Where a page does not hold all findings, byRule counts them.

With commands nothing is written: would is what execute would answer, findings are the ones they would bring. makeReal is the
request that carries them out, with the confirm that it needs; refused says why there is none, such as new errors.`,
	}, runValidate)
}

func runValidate(ctx context.Context, c *call, in validateIn) (*validateOut, error) {
	if in.Scope != "" && in.Scope != "folder" && in.Scope != "index" {
		if in.At.At != "" && in.At.At != in.Scope {
			return nil, invalid("/scope", "scope and at name two places; send one of them", in.Scope)
		}
		in.At.At = in.Scope
	}
	if err := knownRules(in.Rules); err != nil {
		return nil, err
	}
	if len(in.Commands) > 0 {
		return c.tryCommands(ctx, &in)
	}
	c.progress(0, 2, "look at every file")
	s, err := c.toCheck(ctx, in.At.At, in.Scope)
	if err != nil {
		return nil, err
	}
	c.progress(1, 2, fmt.Sprintf("check %d records", s.Total()))
	findings, err := c.findings(ctx, s)
	if err != nil {
		return nil, err
	}
	out := &validateOut{}
	if !in.Filter.IsZero() {
		matches, err := in.Filter.Apply(ctx, s, c.sources(s))
		if err != nil {
			return nil, err
		}
		findings = naming(findings, setOf(matches.IDs()))
		out.Assumed = matches.Assumed
	}
	out.list(c, &in, findings)
	return out, nil
}

// toCheck answers the snapshot of a commit, what git would commit, or the folder with
// every file looked at.
func (c *call) toCheck(ctx context.Context, at, scope string) (*model.Snapshot, error) {
	switch {
	case at != "" && scope == "index":
		return nil, invalid("/scope", "scope and at name two places; send one of them", scope)
	case at != "":
		return c.committed(ctx, at)
	case scope == "index":
		return c.staged(ctx)
	}
	return c.working(ctx, repo.WorkingOptions{Scan: repo.ScanAll})
}

// staged answers the model as git's index holds it. Where git has left a conflict open
// in it, there is none.
func (c *call) staged(ctx context.Context) (*model.Snapshot, error) {
	m := c.host.repo
	if m.Bare() {
		return nil, hinted(invalid("/scope", "a bare repository has no index", "index"), "Send a commit or a branch as scope")
	}
	index, err := m.Staged(ctx, filepath.Join(m.GitDir(), "index"))
	if err != nil {
		return nil, err
	}
	if len(index.Unmerged) > 0 {
		return nil, &model.Problem{Code: model.PreconditionFailed, Message: fmt.Sprintf("git waits for %s to be resolved", list(index.Unmerged, 3)),
			Hint: "Resolve the conflicts and git add the files, or validate the folder as it is now", Details: map[string]any{"files": index.Unmerged}}
	}
	base := model.NewSnapshot(m.Schema(), nil)
	if !index.Parent.IsZero() {
		if base, err = m.At(ctx, index.Parent); err != nil {
			return nil, err
		}
	}
	s := base.WithChanges(index.Changes)
	c.meta.Model = s.Manifest().ID
	return s, nil
}

// list fills in what is asked for of the findings.
func (out *validateOut) list(c *call, in *validateIn, findings []model.Finding) {
	findings = slices.DeleteFunc(append([]model.Finding{}, findings...), func(f model.Finding) bool {
		return len(in.Rules) > 0 && !slices.ContainsFunc(in.Rules, func(rule string) bool { return ofRule(f.Rule, rule) })
	})
	out.Counts = check.CountOf(findings)
	out.Valid = out.Counts.Error == 0
	least := weight(model.Severity(in.Severity))
	findings = slices.DeleteFunc(findings, func(f model.Finding) bool { return weight(f.Severity) < least })
	from, to := in.Page.window(len(findings))
	page := findings[from:to]
	out.Findings = page[:within(page, in.MaxBytes)]
	out.Listed = c.listed("validate", in.Page, len(findings), len(out.Findings))
	if len(out.Findings) < len(findings) {
		out.ByRule = byRule(findings)
	}
}

// byRule answers how many findings there are of each rule.
func byRule(findings []model.Finding) map[string]int {
	counts := map[string]int{}
	for _, f := range findings {
		counts[f.Rule]++
	}
	return counts
}

// ofRule tells whether a rule is the one that is asked for, or of that family.
func ofRule(rule, asked string) bool {
	return rule == asked || strings.HasPrefix(rule, strings.TrimSuffix(asked, ".")+".")
}

func weight(s model.Severity) int {
	return slices.Index([]model.Severity{model.Info, model.Warning, model.Error}, s)
}

func knownRules(asked []string) error {
	var names []string
	for _, r := range check.All() {
		names = append(names, r.Name)
	}
	for _, rule := range asked {
		if slices.ContainsFunc(names, func(name string) bool { return ofRule(name, rule) }) {
			continue
		}
		return unknownRule(rule, names)
	}
	return nil
}

func unknownRule(rule string, names []string) error {
	var families []string
	for _, name := range names {
		if family, _, _ := strings.Cut(name, "."); !slices.Contains(families, family) {
			families = append(families, family)
		}
	}
	p := invalid("/rules", "there is no rule "+rule, rule)
	p.Hint = "Families of rules are " + strings.Join(families, ", ")
	if near := args.Nearest(rule, append(families, names...)); near != "" {
		p.Details["candidates"] = []string{near}
	}
	return p
}

// narrow implements narrower.
func (out *validateOut) narrow(arguments model.Object) (map[string]any, []model.Object) {
	holds := map[string]any{"counts": out.Counts, "byRule": byRule(out.Findings)}
	tries := []model.Object{arguments.With("severity", "error"), limited(arguments, fitting(out.Findings))}
	if len(out.Findings) > 0 {
		holds["first"] = out.Findings[0]
		tries = append(tries, arguments.With("rules", []any{out.Findings[0].Rule}))
	}
	return holds, tries
}
