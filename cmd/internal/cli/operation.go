package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// positional names the arguments that a sub-command takes without a flag, in order;
// a trailing "..." takes all that follow.
var positional = map[string][]string{
	"tree": {"path"}, "relations": {"id"}, "history": {"id", "member"}, "guide": {"topic"}, "report_problem": {"message"}, "diff": {"from", "to"},
}

var groups = map[string]string{
	"execute": "change", "import": "change", "changes": "history", "history": "history", "diff": "history",
}

// operation makes the sub-command of an operation.
func (a *app) operation(o *ops.Operation) *cobra.Command {
	group := groups[o.Name]
	if group == "" {
		group = "ask"
	}
	command := &cobra.Command{
		Use: usage(o), Aliases: aliases(o.Name), GroupID: group, Short: o.Summary, Long: o.Summary + "\n\n" + o.Help + "\n\n" + o.Signature() + "\n\nAs a request: " + o.Example,
		Args: cobra.MaximumNArgs(len(positional[o.Name])),
	}
	schema := o.Input()
	bind := bindFlags(command.Flags(), schema)
	command.RunE = func(cmd *cobra.Command, words []string) error {
		arguments := bind()
		for i, word := range words {
			arguments = arguments.With(positional[o.Name][i], word)
		}
		return a.do(cmd.Context(), "", o.Name, arguments)
	}
	a.complete(command, schema)
	a.special(o, command)
	return command
}

func usage(o *ops.Operation) string {
	use := strings.ReplaceAll(o.Name, "_", "-")
	for _, name := range positional[o.Name] {
		use += " [" + name + "]"
	}
	return use
}

func aliases(name string) []string {
	if strings.Contains(name, "_") {
		return []string{name}
	}
	return nil
}

// bindFlags makes a flag of every argument of a schema. The function it answers
// gives the arguments that were set.
func bindFlags(flags *pflag.FlagSet, schema *jsonschema.Schema) func() model.Object {
	for _, name := range schema.PropertyOrder {
		p := schema.Properties[name]
		help := p.Description
		if len(p.Enum) > 0 {
			help += fmt.Sprintf(" One of %v.", p.Enum)
		}
		switch {
		case p.Type == "boolean":
			flags.Bool(kebab(name), false, help)
		case p.Type == "array" && p.Items != nil && p.Items.Type == "string":
			flags.StringSlice(kebab(name), nil, help)
		default:
			flags.String(kebab(name), "", help)
		}
	}
	flags.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName { return pflag.NormalizedName(kebab(name)) })
	return func() model.Object {
		var arguments model.Object
		for _, name := range schema.PropertyOrder {
			if f := flags.Lookup(kebab(name)); f != nil && f.Changed {
				arguments = append(arguments, model.Member{Name: name, Value: flagValue(flags, f)})
			}
		}
		return arguments
	}
}

// flagValue answers what a flag was set to. Objects and lists are given as JSON;
// the operation reads them, and everything else, from text.
func flagValue(flags *pflag.FlagSet, f *pflag.Flag) any {
	switch f.Value.Type() {
	case "bool":
		on, _ := flags.GetBool(f.Name)
		return on
	case "stringSlice":
		list, _ := flags.GetStringSlice(f.Name)
		return model.StringsValue(list)
	}
	return f.Value.String()
}

// kebab writes a name as flags are written: maxBytes as max-bytes.
func kebab(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.ReplaceAll(b.String(), "_", "-")
}

// do carries out a request on a model and prints its answer.
func (a *app) do(ctx context.Context, dir, action string, arguments model.Object) error {
	host, err := a.open(ctx, dir)
	if err != nil {
		return err
	}
	defer host.Close()
	return a.print(host.Do(ctx, ops.Request{Action: action, Person: a.person, Arguments: arguments}))
}

// print prints an answer and sets the exit code.
func (a *app) print(e ops.Envelope) error {
	if a.json {
		if err := a.printJSON(e); err != nil {
			return err
		}
	}
	if !e.OK {
		a.exit = ops.ExitCode(e.Error.Code)
		if !a.json {
			a.printError(e.Error)
		}
		return nil
	}
	data, err := decoded(e.Data)
	if err != nil {
		return err
	}
	if e.Meta.Operation == "validate" && data["valid"] == false {
		a.exit = exitFindings
	}
	if !a.json {
		a.render(e, data)
	}
	return nil
}

func (a *app) printJSON(e ops.Envelope) error {
	encoder := json.NewEncoder(a.out)
	encoder.SetEscapeHTML(false)
	if a.terminal {
		encoder.SetIndent("", "  ")
	}
	return encoder.Encode(e)
}

func decoded(data any) (map[string]any, error) {
	raw, ok := data.(json.RawMessage)
	if !ok {
		return nil, errors.New("an answer holds no data")
	}
	var m map[string]any
	return m, json.Unmarshal(raw, &m)
}

// printError tells a person what went wrong and what to do next.
func (a *app) printError(e *ops.Error) {
	fmt.Fprintf(a.err, "%s %s\n", a.style(a.err, red, "ek: "+string(e.Code)+":"), e.Message)
	if e.Hint != "" {
		fmt.Fprintln(a.err, e.Hint)
	}
	for _, name := range slices.Sorted(keys(e.Details)) {
		if name == "want" || name == "got" || name == "path" || name == "limit" {
			continue
		}
		text, err := json.Marshal(e.Details[name])
		if err == nil && len(text) < 2000 {
			fmt.Fprintf(a.err, "  %s: %s\n", name, text)
		}
	}
}
