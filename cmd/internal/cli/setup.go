package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// begin is what "ek init" is told.
type begin struct {
	example string
	options ops.CreateOptions
}

// initCommand is "ek init": a new model, of a name or as one of the examples.
func (a *app) initCommand() *cobra.Command {
	var b begin
	command := &cobra.Command{
		Use: "init [folder]", Short: "Make a model, in a repository of its own where there is none", GroupID: "set-up", Args: atMost(1),
		Long: "Makes a model and its first commit. Where the folder lies in a git repository, the model is made in that one.",
		Example: `  ek init hill --name "House on the hill" --site latitude=47.37 --site longitude=8.54
  ek init my-house --example two-storey-house`,
	}
	flags := command.Flags()
	schema := commandNamed("create_model").Fields.Schema()
	bind := bindFlags(flags, schema)
	a.completeFlags(command, schema)
	flags.StringVar(&b.example, "example", "", "Start as an `example`: one-storey-house, or two-storey-house, which has rooms, a stair, a roof and furniture.")
	flags.StringVar(&b.options.Branch, "branch", "", "The `branch` of a repository that is made. Absent: git's own choice.")
	flags.BoolVar(&b.options.Bare, "bare", false, "Make a bare repository.")
	lenient(flags)
	command.RunE = func(cmd *cobra.Command, words []string) error {
		dir := "."
		if len(words) == 1 {
			dir = words[0]
		}
		return a.begin(cmd.Context(), dir, b, bind())
	}
	return command
}

func commandNamed(name string) ops.Command {
	for _, c := range ops.Commands() {
		if c.Name == name {
			return c
		}
	}
	panic("cli: there is no command " + name)
}

// begin makes a model in a folder.
func (a *app) begin(ctx context.Context, dir string, b begin, arguments model.Object) error {
	var source fs.FS
	var err error
	if b.example == "" {
		arguments, err = a.named(arguments)
	} else {
		source, err = exampleFiles(b.example)
	}
	if err != nil {
		return err
	}
	host, err := a.create(ctx, dir, b.options)
	return using(host, err, func(host *ops.Host) error { return a.beginIn(ctx, host, dir, b.example, source, arguments) })
}

// beginIn makes the first commit of a model: an example's, where there is a source.
func (a *app) beginIn(ctx context.Context, host *ops.Host, dir, example string, source fs.FS, arguments model.Object) error {
	var err error
	var answer ops.Envelope
	if source != nil {
		answer, err = a.importExample(ctx, host, example, source)
	} else {
		command := append(model.Object{{Name: "command", Value: "create_model"}}, arguments...)
		answer = a.ask(ctx, host, "execute", model.Object{{Name: "commands", Value: []any{command}}})
	}
	if err != nil {
		return err
	}
	if err := a.print("init", answer); err != nil || !answer.OK || a.json {
		return err
	}
	if source == nil {
		return a.say("How to go on: ek guide new-model")
	}
	return a.say("Look at it: ek tree -m %s", shellWord(dir))
}

// named asks a person at a terminal for the name of a model that has none; a script
// has to give it.
func (a *app) named(arguments model.Object) (model.Object, error) {
	if arguments.Get("name") != nil {
		return arguments, nil
	}
	if !isTerminal(a.in) {
		return nil, usagef("init needs --name, what people call the building, or --example one-storey-house or two-storey-house")
	}
	fmt.Fprint(a.err, "What do people call the building? ")
	line, err := bufio.NewReader(a.in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if line = strings.TrimSpace(line); line == "" {
		return nil, usagef("a model needs a name")
	}
	return arguments.With("name", line), nil
}

// exampleFiles answers the files of an example model.
func exampleFiles(example string) (fs.FS, error) {
	files, err := fs.Sub(ekgit.Examples, path.Join("testdata", example))
	if err == nil {
		_, err = fs.Stat(files, model.ManifestName)
	}
	if err != nil {
		return nil, &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("there is no example %q", example), Hint: "There are one-storey-house and two-storey-house"}
	}
	return files, nil
}

// importExample makes the first commit of an example model.
func (a *app) importExample(ctx context.Context, host *ops.Host, example string, files fs.FS) (ops.Envelope, error) {
	folder, err := os.MkdirTemp("", "ek-example-")
	if err != nil {
		return ops.Envelope{}, err
	}
	if err := os.CopyFS(folder, files); err != nil {
		return ops.Envelope{}, errors.Join(err, os.RemoveAll(folder))
	}
	e := a.ask(ctx, host, "import", model.Object{{Name: "file", Value: folder}, {Name: "title", Value: "Start from the example " + example}})
	return e, os.RemoveAll(folder)
}

// generate is "ek generate": a plausible building for trying things out at size.
func (a *app) generate() *cobra.Command {
	var storeys int
	var seed uint64
	command := &cobra.Command{
		Use: "generate <folder>", Short: "Make a plausible building of any size", GroupID: "set-up", Args: between(1, 1),
		Long:    "Makes a plausible building of about 200 records a storey, the same for the same seed, for trying things out at size.",
		Example: "  ek generate tower --storeys 5 --seed 7",
		RunE: func(cmd *cobra.Command, words []string) error {
			host, err := a.create(cmd.Context(), words[0], ops.CreateOptions{})
			return using(host, err, func(host *ops.Host) error {
				bar := a.progress("generate")
				answer, err := host.Generate(cmd.Context(), storeys, seed, func(done, total int) { bar.show(float64(done), float64(total), "write") })
				bar.end()
				if err != nil {
					return err
				}
				return a.done("generate", answer, "Made %s: %d records, commit %.8s", words[0], answer.Records, answer.Commit)
			})
		},
	}
	command.Flags().IntVar(&storeys, "storeys", 5, "How many storeys.")
	command.Flags().Uint64Var(&seed, "seed", 1, "What makes one building differ from another.")
	return command
}

// done says that something was done that is no operation: in a line, or as an answer
// where JSON is asked for.
func (a *app) done(what string, data any, format string, values ...any) error {
	if a.json {
		return a.printJSON(ops.Envelope{OK: true, Data: data, Meta: ops.Meta{Operation: what}})
	}
	return a.say(format, values...)
}

// say prints a line.
func (a *app) say(format string, values ...any) error {
	_, err := fmt.Fprintf(a.out, format+"\n", values...)
	return err
}
