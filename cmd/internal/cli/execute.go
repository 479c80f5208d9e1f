package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

const executeExample = `  ek execute update door-entrance --set width=1010
  ek execute place-window wall-south --distance '2.1 m' --like window-south
  ek execute move wall-partition --by 500,0 --try
  ek execute set-type --category wall --level 1 --type-id wall-type-exterior-300
  ek execute '[{"command": "rename", "id": "wall-south", "name": "South wall"}]'`

// executeShape makes a sub-command of every command, with flags from its arguments;
// "ek execute" itself takes the commands as JSON.
func (a *app) executeShape(command *cobra.Command, bind binder) {
	command.Use = "execute <command> | <JSON> | -"
	command.Example = executeExample
	command.Args = nil // a word is JSON, or looked for among the commands
	command.RunE = func(cmd *cobra.Command, words []string) error {
		arguments, err := bind()
		if err != nil {
			return err
		}
		if len(words) == 0 && len(arguments) == 0 {
			return cmd.Help()
		}
		if len(words) > 0 {
			text, err := a.wordOrInput(words[0])
			if err != nil {
				return err
			}
			if len(words) > 1 || !isJSON(text) {
				return noSuchCommand(cmd, words)
			}
			arguments = arguments.With("commands", text)
		}
		return a.do(cmd.Context(), "execute", "execute", arguments)
	}
	command.Args = cobra.ArbitraryArgs
	for _, name := range []string{"command", "commands", "dry-run"} {
		command.Flags().Lookup(name).Hidden = true // the word is the commands, and validate tries them
	}
	a.requestFlag(command)
	for _, c := range ops.Commands() {
		command.AddCommand(a.commandOf(c))
	}
}

// wordOrInput answers a word of the command line, or, for "-", standard input.
func (a *app) wordOrInput(word string) (string, error) {
	if word != "-" {
		return word, nil
	}
	data, err := io.ReadAll(a.in)
	return string(data), err
}

// The flags that say of a write what is no argument of its command. They have names of their
// own, for commands have arguments called title.
var writeFlags = map[string]string{"subject": "title", "why": "message", "expect": "expect", "confirm": "confirm", "again": "again"}

// commandOf makes the sub-command of a command.
func (a *app) commandOf(c ops.Command) *cobra.Command {
	schema := c.Fields.Schema()
	target, many := targetOf(schema)
	sub := &cobra.Command{Use: kebab(c.Name), Aliases: aliases(c.Name), Short: strings.TrimSuffix(c.Summary, "."), Long: about(c.Summary, c.Name),
		Example: "  " + commandLine(model.Object{{Name: "action", Value: "execute"}, {Name: "commands", Value: []any{c.Example}}}), Args: atMost(0)}
	switch {
	case many:
		sub.Use += " [" + target + "…]"
		sub.Args = cobra.ArbitraryArgs
	case target != "":
		sub.Use += " [" + target + "]"
		sub.Args = atMost(1)
	}
	flags := sub.Flags()
	bind := bindRequest(flags, schema)
	if schema.Properties["filter"] != nil {
		hideFilter(sub, schema)
	}
	about := bindFlags(flags, writeSchema())
	a.requestFlag(sub)
	try := flags.Bool("try", false, "Tell what it would do and break, and write nothing.")
	lenient(flags)
	sub.RunE = func(cmd *cobra.Command, words []string) error {
		arguments, err := bind()
		if err != nil {
			return err
		}
		switch {
		case many && len(words) > 0:
			arguments = arguments.With(target, model.StringsValue(words))
		case len(words) > 0:
			arguments = arguments.With(target, words[0])
		}
		request, err := about()
		if err != nil {
			return err
		}
		for i, m := range request {
			request[i].Name = writeFlags[m.Name]
		}
		command := append(model.Object{{Name: "command", Value: c.Name}}, arguments...)
		commands := model.Object{{Name: "commands", Value: []any{command}}}
		if *try {
			return a.do(cmd.Context(), "validate", "validate", commands)
		}
		return a.do(cmd.Context(), "execute", "execute", append(commands, request...))
	}
	a.complete(sub, schema, target)
	return sub
}

func (a *app) requestFlag(command *cobra.Command) {
	command.Flags().StringVar(&a.requestID, "request-id", "", "An `id` of your choice: what was carried out under it is not done again. Absent: made.")
}

// targetOf answers the argument of a command that needs no flag: what it works on,
// its first argument where that is a list of records or has to be given.
func targetOf(schema *jsonschema.Schema) (name string, many bool) {
	first := schema.PropertyOrder[0]
	p := schema.Properties[first]
	switch {
	case p.Type == "array" && p.Items.Type == "string":
		return first, true
	case slices.Contains(schema.Required, first) && p.Type == "string":
		return first, false
	}
	return "", false
}

// writeSchema is the part of execute's arguments that belongs to every command.
func writeSchema() *jsonschema.Schema {
	whole, part := ops.Find("execute").Input(), &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{}}
	for _, flag := range []string{"subject", "why", "expect", "confirm", "again"} {
		part.Properties[flag] = whole.Properties[writeFlags[flag]]
		part.PropertyOrder = append(part.PropertyOrder, flag)
	}
	return part
}

// hideFilter keeps the criteria of a filter out of a command's help, which they would
// drown.
func hideFilter(sub *cobra.Command, own *jsonschema.Schema) {
	for _, name := range filterSchema().PropertyOrder {
		if f := sub.Flags().Lookup(kebab(name)); f != nil && own.Properties[name] == nil {
			f.Hidden = true
		}
	}
	sub.Long += "\nRecords may be chosen by the flags of ek read: --category wall --level 1"
}
