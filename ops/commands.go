package ops

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/edit"
)

// Command is what execute accepts, as guides, completions and command lines need it.
type Command struct {
	Name      string
	Summary   string
	Doc       string
	Signature string
	Example   model.Object
	Fields    *args.Spec
}

// Commands answers every command that agents and people use, by name: those that
// change records, and those that need the repository.
var Commands = sync.OnceValue(func() []Command {
	var all []Command
	for _, c := range edit.All() {
		if !c.Internal {
			all = append(all, Command{c.Name, c.Summary, c.Doc, c.Signature(), c.Example(), c.Spec()})
		}
	}
	for _, c := range []hostCommand{commitEditsCommand, createModelCommand, fixCommand, revertCommand} {
		all = append(all, Command{c.spec.Name(), c.summary, c.doc, c.spec.Signature(), c.spec.Example(), c.spec})
	}
	return all
})

// hostCommand is a command that needs more than records.
type hostCommand struct {
	spec    *args.Spec
	summary string
	doc     string
}

// checkNames refuses commands that are not there, where the nearest one is the host's
// own or there is no near one: package edit knows neither.
func checkNames(commands []model.Object) error {
	for i, command := range commands {
		name, ok := command.Get("command").(string)
		if !ok || edit.Find(name) != nil || name == "fix" {
			continue
		}
		p := &model.Problem{Code: model.InvalidArgument, Details: map[string]any{"path": fmt.Sprintf("/commands/%d/command", i), "got": name}}
		if name == createModelCommand.spec.Name() {
			p.Message, p.Hint = "create_model stands first in its request, in a folder that has no model", "There is a model here: leave create_model out"
			return p
		}
		names := make([]string, len(Commands()))
		for i, c := range Commands() {
			names[i] = c.Name
		}
		near := args.Nearest(name, names)
		if near != "" && edit.Find(near) != nil {
			continue
		}
		p.Message, p.Hint = fmt.Sprintf("%.60q is no command", name), "The commands are "+strings.Join(names, ", ")
		if near != "" {
			p.Message += fmt.Sprintf("; use %q", near)
			p.Details["try"] = command.With("command", near)
		}
		return p
	}
	return nil
}

type fixArgs struct {
	Finding string `json:"finding" required:"true" pattern:"f-[0-9a-f]{12}" doc:"The finding as validate names it, f- and 12 digits."`
}

var fixCommand = hostCommand{
	spec:    args.For[fixArgs]("fix", args.Options{Selector: "command", Example: `{"command": "fix", "finding": "f-0123456789ab"}`}),
	summary: "Carry out the fix that a finding offers.",
	doc: `validate lists findings; those with a fix can be mended by it as it stands. A fix never deletes an element but an exact
duplicate, which it names, and such a fix stands alone in its request.`,
}

// expandFixes replaces each fix command by the command that its finding offers.
func (c *call) expandFixes(ctx context.Context, s *model.Snapshot, commands []model.Object) ([]model.Object, error) {
	expanded := commands
	for i, command := range commands {
		if command.Get("command") != "fix" {
			continue
		}
		fix, err := c.fixOf(ctx, s, command)
		if err != nil {
			return nil, args.Under(err, fmt.Sprintf("/commands/%d", i))
		}
		if destructive(fix) && len(commands) > 1 {
			return nil, &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("the fix of %v takes a record away; it stands alone in its request", command.Get("finding")),
				Hint: "Send it by itself, after looking at both records", Details: map[string]any{"path": fmt.Sprintf("/commands/%d", i), "fix": fix}}
		}
		if i == 0 || &expanded[0] == &commands[0] {
			expanded = append([]model.Object(nil), expanded...)
		}
		expanded[i] = fix
	}
	return expanded, nil
}

// destructive tells whether a command takes records away.
func destructive(command model.Object) bool {
	name, _ := command.Get("command").(string)
	c := edit.Find(name)
	return c != nil && c.Destructive
}

func (c *call) fixOf(ctx context.Context, s *model.Snapshot, command model.Object) (model.Object, error) {
	var a fixArgs
	if err := fixCommand.spec.Decode(command, &a); err != nil {
		return nil, err
	}
	findings, err := c.findings(ctx, s)
	if err != nil {
		return nil, err
	}
	for _, f := range findings {
		if f.Fingerprint != a.Finding {
			continue
		}
		if len(f.Fix) == 0 {
			return nil, &model.Problem{Code: model.Unsupported, Message: fmt.Sprintf("%s (%s) offers no fix: %s", f.Fingerprint, f.Rule, f.Message),
				Hint: "Mend it with other commands; guide {\"topic\": \"errors\"} says how"}
		}
		return model.DecodeObject(f.Fix)
	}
	return nil, &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("there is no finding %s", a.Finding),
		Hint: "It may be mended already. validate lists what stands"}
}
