package cli

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// initCommand is "ek init": a new model, of a name or as one of the examples.
func (a *app) initCommand() *cobra.Command {
	var name, id, example, site, branch string
	var disciplines []string
	var bare bool
	command := &cobra.Command{
		Use: "init [folder]", Short: "Make a model, in a repository of its own where there is none yet", GroupID: "set-up", Args: cobra.MaximumNArgs(1),
		Example: `  ek init house --name "House on the hill" --site '{"latitude": 47.37, "longitude": 8.54}'
  ek init house --example one-storey-house`,
		RunE: func(cmd *cobra.Command, words []string) error {
			dir := "."
			if len(words) == 1 {
				dir = words[0]
			}
			if example == "" && name == "" {
				return usageError{fmt.Errorf("init needs --name, what people call the building, or --example one-storey-house")}
			}
			host, err := ops.Create(cmd.Context(), dir, ops.CreateOptions{Options: ops.Options{AnyFile: true, TrustPerson: true}, Branch: branch, Bare: bare})
			if err != nil {
				return err
			}
			defer host.Close()
			if example != "" {
				return a.initExample(cmd.Context(), host, example)
			}
			begin := model.Object{{Name: "command", Value: "create_model"}, {Name: "name", Value: name}}
			for member, text := range map[string]string{"id": id, "site": site} {
				if text != "" {
					begin = append(begin, model.Member{Name: member, Value: text})
				}
			}
			if len(disciplines) > 0 {
				begin = append(begin, model.Member{Name: "profiles", Value: model.StringsValue(disciplines)})
			}
			return a.print(host.Do(cmd.Context(), ops.Request{Action: "execute", Person: a.person, Arguments: model.Object{{Name: "commands", Value: []any{begin}}}}))
		},
	}
	flags := command.Flags()
	flags.StringVar(&name, "name", "", "what people call the building or project")
	flags.StringVar(&id, "id", "", "the model's id (default: made from the name)")
	flags.StringVar(&site, "site", "", `where it stands, as JSON: {"latitude": …, "longitude": …, "elevation": mm, "trueNorth": degrees}`)
	flags.StringSliceVar(&disciplines, "profiles", nil, "the disciplines it holds: architecture, structure, mep, site")
	flags.StringVar(&example, "example", "", "start as an example model: one-storey-house")
	flags.StringVar(&branch, "branch", "", "the branch of a repository that is made (default: git's own choice)")
	flags.BoolVar(&bare, "bare", false, "make a bare repository")
	return command
}

// initExample makes the first commit of an example model.
func (a *app) initExample(ctx context.Context, host *ops.Host, example string) error {
	folder, err := os.MkdirTemp("", "ek-example-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	files, err := fs.Sub(ekgit.Examples, path.Join("testdata", path.Base(example)))
	if err == nil {
		_, err = fs.Stat(files, model.ManifestName)
	}
	if err != nil {
		return &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("there is no example %q", example), Hint: "There is one-storey-house"}
	}
	if err := os.CopyFS(folder, files); err != nil {
		return err
	}
	return a.print(host.Do(ctx, ops.Request{Action: "import", Person: a.person,
		Arguments: model.Object{{Name: "file", Value: folder}, {Name: "title", Value: "Start from the example " + filepath.Base(example)}}}))
}

// generate is "ek generate": a plausible building for trying things out at size.
func (a *app) generate() *cobra.Command {
	var storeys int
	var seed uint64
	command := &cobra.Command{
		Use: "generate <folder>", Short: "Make a plausible building of any size, the same for the same seed", GroupID: "set-up", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, words []string) error {
			host, err := ops.Create(cmd.Context(), words[0], ops.CreateOptions{Options: ops.Options{AnyFile: true, TrustPerson: true}})
			if err != nil {
				return err
			}
			defer host.Close()
			answer, err := host.Generate(cmd.Context(), storeys, seed, a.progress("generate"))
			if err != nil {
				return err
			}
			fmt.Fprintf(a.out, "%s: %d records, commit %.12s\n", words[0], answer.Records, answer.Commit)
			return nil
		},
	}
	command.Flags().IntVar(&storeys, "storeys", 5, "how many storeys, about 200 records each")
	command.Flags().Uint64Var(&seed, "seed", 1, "what makes one building differ from another")
	return command
}
