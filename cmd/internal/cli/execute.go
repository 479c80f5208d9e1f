package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

const executeExample = `  ek execute update door-entrance --set width=1010
  ek execute place-window wall-north --distance '2.1 m' --like window-north
  ek execute move wall-partition --by 500,0 --try
  ek execute set-type --category wall --level 1 --type-id wall-type-exterior-300
  ek execute '[{"command": "rename", "id": "wall-south", "name": "South wall"}]'`

const proposeExample = `  ek propose update door-entrance --set width=1110 --subject "Widen the entrance door" --why "A wheelchair needs 1,000 mm clear."
  ek propose move wall-partition --by 500,0                 # a dry run: no subject, nobody waits for it
  ek propose rename wall-south --name "South wall" --proposal p-22fh36qd
  ek propose '[{"command": "rename", "id": "wall-south", "name": "South wall"}]' --subject "Name the walls"`

// writeShape makes a sub-command of every command, with flags from its arguments, for
// the operations that carry commands out; "ek execute" and "ek propose" themselves take
// the commands as JSON.
func (a *app) writeShape(command *cobra.Command, bind binder) {
	operation := command.Name()
	command.Use = operation + " <command> | <JSON> | -"
	command.Example = map[string]string{"execute": executeExample, "propose": proposeExample}[operation]
	command.Args = nil // a word is JSON, or looked for among the commands
	sayAsCommands(command.Flags())
	try := tryFlag(command.Flags())
	command.RunE = func(cmd *cobra.Command, words []string) error {
		arguments := bind()
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
			if arguments, err = withCommands(arguments, text); err != nil {
				return err
			}
		}
		if *try {
			return a.do(cmd.Context(), "validate", "validate", model.Object{{Name: "commands", Value: arguments.Get("commands")}})
		}
		return a.do(cmd.Context(), operation, operation, arguments)
	}
	command.Args = cobra.ArbitraryArgs
	for _, name := range []string{"command", "commands", "dry-run"} {
		if flag := command.Flags().Lookup(name); flag != nil {
			flag.Hidden = true // the word is the commands, and validate tries them
		}
	}
	a.requestFlag(command)
	for _, c := range ops.Commands() {
		command.AddCommand(a.commandOf(operation, c))
	}
}

// withCommands adds commands given as JSON, a list or one of them, to arguments.
func withCommands(arguments model.Object, text string) (model.Object, error) {
	commands, err := jsonValue(text)
	if err != nil {
		return nil, usagef("ek execute: the commands: %w", err)
	}
	if _, isList := commands.([]any); !isList {
		commands = []any{commands}
	}
	return arguments.With("commands", commands), nil
}

// sayAsCommands gives the flags of "ek execute" the names that they have with every
// command; those of its own arguments go on meaning the same.
func sayAsCommands(flags *pflag.FlagSet) {
	for _, flag := range writeFlags {
		own := flags.Lookup(flag.argument)
		if flag.name == flag.argument || own == nil {
			continue
		}
		own.Hidden = true
		flags.AddFlag(&pflag.Flag{Name: flag.name, Usage: own.Usage, Value: alsoSet{own.Value, own}})
	}
}

// alsoSet is the value of another flag, which is given with it.
type alsoSet struct {
	pflag.Value
	other *pflag.Flag
}

func (s alsoSet) Set(given string) error {
	s.other.Changed = true
	return s.Value.Set(given)
}

func tryFlag(flags *pflag.FlagSet) *bool {
	return flags.Bool("try", false, "Tell what it would do and break, and write nothing.")
}

// wordOrInput answers a word of the command line, or, for "-", standard input.
func (a *app) wordOrInput(word string) (string, error) {
	if word != "-" {
		return word, nil
	}
	data, err := io.ReadAll(a.in)
	return string(data), err
}

// writeFlags are the flags that say of a write what is no argument of its command, and
// execute's arguments for them. Some have names of their own, for there are commands
// with an argument called title.
var writeFlags = []struct{ name, argument string }{
	{"subject", "title"}, {"why", "message"}, {"expect", "expect"}, {"confirm", "confirm"}, {"again", "again"}, {"proposal", "proposal"},
}

// commandOf makes the sub-command of a command, to be executed or proposed.
func (a *app) commandOf(operation string, c ops.Command) *cobra.Command {
	schema := c.Fields.Schema()
	sub := &cobra.Command{Use: kebab(c.Name), Aliases: aliases(c.Name), Short: strings.TrimSuffix(c.Summary, "."), Long: about(c.Summary, c.Name),
		Example: "  " + strings.Replace(commandLine(model.Object{{Name: "action", Value: "execute"}, {Name: "commands", Value: []any{c.Example}}}), "execute", operation, 1)}
	works := targetOf(schema)
	works.describe(sub)
	if first := schema.PropertyOrder[0]; works.name == "" && schema.Properties[first].Type == "string" {
		sub.Args = noWords(kebab(first))
	}
	flags := sub.Flags()
	bind := bindRequest(flags, schema)
	if schema.Properties["filter"] != nil {
		hideFilter(sub, schema)
	}
	writeOf := bindWrite(flags, operation)
	a.requestFlag(sub)
	try := tryFlag(flags)
	lenient(flags)
	sub.RunE = func(cmd *cobra.Command, words []string) error {
		command := append(model.Object{{Name: "command", Value: c.Name}}, works.put(bind(), words)...)
		commands := model.Object{{Name: "commands", Value: []any{command}}}
		if *try {
			return a.do(cmd.Context(), "validate", "validate", commands)
		}
		return a.do(cmd.Context(), operation, operation, append(commands, writeOf()...))
	}
	a.complete(sub, schema, works.words()...)
	return sub
}

func (a *app) requestFlag(command *cobra.Command) {
	command.Flags().StringVar(&a.requestID, "request-id", "", "An `id` of your choice: what was carried out under it is not done again. Absent: made.")
}

// target is the argument of a command that needs no flag: what it works on. It has no
// name where there is none.
type target struct {
	name string
	many bool
}

// targetOf answers a command's first argument, where that is a list of records or has
// to be given.
func targetOf(schema *jsonschema.Schema) target {
	first := schema.PropertyOrder[0]
	p := schema.Properties[first]
	switch {
	case p.Type == "array" && p.Items.Type == "string":
		return target{first, true}
	case slices.Contains(schema.Required, first) && p.Type == "string":
		return target{first, false}
	}
	return target{}
}

// words answers the words that a command line has for it, as use lines write them.
func (t target) words() []string {
	switch {
	case t.name == "":
		return nil
	case t.many:
		return []string{t.name + andMore}
	}
	return []string{t.name}
}

// describe says of a sub-command which words it takes.
func (t target) describe(sub *cobra.Command) {
	sub.Args = atMost(len(t.words()))
	if t.many {
		sub.Args = cobra.ArbitraryArgs
	}
	for _, word := range t.words() {
		sub.Use += " [" + word + "]"
	}
}

// put adds the words of a command line to the arguments of a command.
func (t target) put(arguments model.Object, words []string) model.Object {
	switch {
	case len(words) == 0:
		return arguments
	case t.many:
		return arguments.With(t.name, model.StringsValue(words))
	}
	return arguments.With(t.name, words[0])
}

// bindWrite makes the flags that every command has. The function that it answers gives
// them as arguments of the operation.
func bindWrite(flags *pflag.FlagSet, operation string) binder {
	bind := bindFlags(flags, writeSchema(operation))
	return func() model.Object {
		given := bind()
		var arguments model.Object
		for _, flag := range writeFlags {
			if v, ok := given.Lookup(flag.name); ok {
				arguments = append(arguments, model.Member{Name: flag.argument, Value: v})
			}
		}
		return arguments
	}
}

// writeSchema is the part of an operation's arguments that belongs to every command.
func writeSchema(operation string) *jsonschema.Schema {
	whole, part := ops.Find(operation).Input(), &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{}}
	for _, flag := range writeFlags {
		if whole.Properties[flag.argument] == nil {
			continue
		}
		part.Properties[flag.name] = whole.Properties[flag.argument]
		part.PropertyOrder = append(part.PropertyOrder, flag.name)
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
