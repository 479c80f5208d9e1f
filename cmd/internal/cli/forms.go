package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// special gives some operations the forms that people and the reference use.
func (a *app) special(o *ops.Operation, command *cobra.Command) {
	switch o.Name {
	case "execute":
		a.executeForms(command)
	case "export":
		a.exportForm(command)
	case "import":
		a.importForm(command)
	case "validate":
		a.validateForm(command)
	}
}

// executeForms makes a sub-command of every command, with flags from its arguments;
// "ek execute" itself takes the commands as JSON.
func (a *app) executeForms(command *cobra.Command) {
	command.Use = "execute [command | JSON | -]"
	command.Args = cobra.MaximumNArgs(1)
	command.Example = `  ek execute update --id door-entrance --set '{"width": 1010}'
  ek execute '[{"command": "rename", "id": "wall-south", "name": "South wall"}]'`
	plain := command.RunE
	command.RunE = func(cmd *cobra.Command, words []string) error {
		if len(words) == 0 {
			return plain(cmd, nil)
		}
		text := words[0]
		if text == "-" {
			data, err := io.ReadAll(a.in)
			if err != nil {
				return err
			}
			text = string(data)
		}
		if !strings.HasPrefix(strings.TrimSpace(text), "[") && !strings.HasPrefix(strings.TrimSpace(text), "{") {
			return usageError{fmt.Errorf("%q is no command; ek execute --help lists them", text)}
		}
		return a.do(cmd.Context(), "", "execute", model.Object{{Name: "commands", Value: text}})
	}
	for _, c := range ops.Commands() {
		command.AddCommand(a.commandForm(c))
	}
}

func (a *app) commandForm(c ops.Command) *cobra.Command {
	sub := &cobra.Command{Use: strings.ReplaceAll(c.Name, "_", "-"), Aliases: aliases(c.Name), Short: c.Summary,
		Long: c.Summary + "\n\n" + c.Doc + "\n\n" + c.Signature + "\n\nAs JSON: " + string(model.AppendCompact(nil, c.Example)), Args: cobra.NoArgs}
	schema := c.Fields.Schema()
	bind := bindFlags(sub.Flags(), schema)
	flags := sub.Flags()
	confirm := flags.String("confirm", "", `{"records": n, "deletes": n} as a refusal gave them`)
	subject := flags.String("subject", "", "the commit's subject")
	why := flags.String("why", "", "why, for the commit's body")
	again := flags.Bool("again", false, "do it though the same was done within five minutes")
	try := flags.Bool("try", false, "tell what it would do and break, and write nothing")
	sub.RunE = func(cmd *cobra.Command, _ []string) error {
		command := append(model.Object{{Name: "command", Value: c.Name}}, bind()...)
		request := model.Object{{Name: "commands", Value: []any{command}}}
		if *try {
			return a.do(cmd.Context(), "", "validate", request)
		}
		put := func(name string, value any, given bool) {
			if given {
				request = append(request, model.Member{Name: name, Value: value})
			}
		}
		put("confirm", *confirm, *confirm != "")
		put("title", *subject, *subject != "")
		put("message", *why, *why != "")
		put("again", true, *again)
		return a.do(cmd.Context(), "", "execute", request)
	}
	a.complete(sub, schema)
	return sub
}

// exportForm adds "ek export <model> <folder or file>".
func (a *app) exportForm(command *cobra.Command) {
	command.Use = "export [model] <folder or file.eik.json>"
	command.Args = cobra.MaximumNArgs(2)
	plain := command.RunE
	command.RunE = func(cmd *cobra.Command, words []string) error {
		if len(words) == 0 {
			return plain(cmd, nil)
		}
		from, to := "", words[len(words)-1]
		if len(words) == 2 {
			from = words[0]
		}
		host, err := a.open(cmd.Context(), from)
		if err != nil {
			return err
		}
		defer host.Close()
		at, _ := cmd.Flags().GetString("at")
		return a.exportTo(cmd.Context(), host, to, at)
	}
}

// exportTo writes a model as a folder or a single file.
func (a *app) exportTo(ctx context.Context, host *ops.Host, to, at string) error {
	format := "folder"
	if strings.HasSuffix(to, ".json") {
		format = "single"
	}
	files, err := host.ExportFiles(ctx, format, at)
	if err != nil {
		return err
	}
	if format == "single" {
		if err := os.WriteFile(to, files[0].Data, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(a.out, "wrote %s, %d bytes\n", to, len(files[0].Data))
		return nil
	}
	if entries, err := os.ReadDir(to); err == nil && len(entries) > 0 {
		return &model.Problem{Code: model.Conflict, Message: to + " is not empty", Hint: "Name a folder that is not there yet"}
	}
	for _, f := range files {
		name := filepath.Join(to, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintf(a.out, "wrote %s, %d files\n", to, len(files))
	return nil
}

// importForm adds "ek import <folder> <file.json>", which writes the file, and "ek
// import <file or folder> --into <model>", which writes the model.
func (a *app) importForm(command *cobra.Command) {
	command.Use = "import <file or folder> --into <model>  |  import <folder> <file.json>"
	command.Args = cobra.MaximumNArgs(2)
	into := command.Flags().String("into", "", "the model to write, made where it is not there (default: the nearest model)")
	command.RunE = func(cmd *cobra.Command, words []string) error {
		file, _ := cmd.Flags().GetString("file")
		if len(words) == 2 {
			host, err := a.open(cmd.Context(), words[0])
			if err != nil {
				return err
			}
			defer host.Close()
			return a.exportTo(cmd.Context(), host, words[1], "")
		}
		if len(words) == 1 {
			file = words[0]
		}
		arguments := model.Object{{Name: "file", Value: file}}
		for _, name := range []string{"format", "title"} {
			if text, _ := cmd.Flags().GetString(name); text != "" {
				arguments = append(arguments, model.Member{Name: name, Value: text})
			}
		}
		if strict, _ := cmd.Flags().GetBool("strict"); strict {
			arguments = append(arguments, model.Member{Name: "strict", Value: true})
		}
		return a.importInto(cmd.Context(), *into, arguments)
	}
}

func (a *app) importInto(ctx context.Context, into string, arguments model.Object) error {
	var host *ops.Host
	var err error
	if into == "" {
		host, err = a.open(ctx, "")
	} else if _, missing := os.Stat(filepath.Join(into, model.ManifestName)); missing == nil {
		host, err = a.open(ctx, into)
	} else {
		host, err = ops.Create(ctx, into, ops.CreateOptions{Options: ops.Options{AnyFile: true, TrustPerson: true}})
	}
	if err != nil {
		return err
	}
	defer host.Close()
	return a.print(host.Do(ctx, ops.Request{Action: "import", Person: a.person, Arguments: arguments}))
}

// validateForm adds "ek validate <model>".
func (a *app) validateForm(command *cobra.Command) {
	command.Use = "validate [model]"
	command.Args = cobra.MaximumNArgs(1)
	plain := command.RunE
	command.RunE = func(cmd *cobra.Command, words []string) error {
		if len(words) == 1 {
			a.model = words[0]
		}
		return plain(cmd, nil)
	}
}

// request is "ek request <model> '<json>'": any request, its whole answer.
func (a *app) request() *cobra.Command {
	return &cobra.Command{
		Use: "request [model] <json | ->", Short: "Carry out any request, given as JSON, and print its whole answer", GroupID: "ask", Args: cobra.RangeArgs(1, 2),
		Example: `  ek request house '{"action": "tree", "path": "architecture/level-0"}'`,
		RunE: func(cmd *cobra.Command, words []string) error {
			dir, text := "", words[len(words)-1]
			if len(words) == 2 {
				dir = words[0]
			}
			data := []byte(text)
			if text == "-" {
				var err error
				if data, err = io.ReadAll(a.in); err != nil {
					return err
				}
			}
			a.json = true
			request, err := ops.ParseRequest(data)
			if err != nil {
				return a.print(ops.Envelope{Error: ops.ErrorOf(err)})
			}
			host, err := a.open(cmd.Context(), dir)
			if err != nil {
				return a.print(ops.Envelope{Error: ops.ErrorOf(err)})
			}
			defer host.Close()
			return a.print(host.Do(cmd.Context(), request))
		},
	}
}

// schema is "ek schema [category]": the JSON Schema of one category or of all.
func (a *app) schema() *cobra.Command {
	return &cobra.Command{
		Use: "schema [category]", Short: "Print the JSON Schema of a category of records, or of all", GroupID: "set-up", Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return ops.Categories(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, words []string) error {
			var v any
			var err error
			if len(words) == 1 {
				v, err = ops.CategorySchema(words[0])
			} else {
				v, err = ops.CategorySchemas()
			}
			if err != nil {
				return err
			}
			encoder := json.NewEncoder(a.out)
			encoder.SetIndent("", "  ")
			return encoder.Encode(v)
		},
	}
}
