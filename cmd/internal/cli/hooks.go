package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/hooks"
	"github.com/openeik/ekgit/ops"
)

const aboutHooks = `Lets git check the model before it commits, merges and pushes, merge records by member,
and show their differences as lines. Hooks that are there already stay, and run after ek's lines.`

const hooksExample = `  ek hooks install
  ek hooks install --strict
  ek hooks install --server -m hill.git
  ek hooks status`

// hooks is "ek hooks": what git runs by itself.
func (a *app) hooks() *cobra.Command {
	command := &cobra.Command{Use: "hooks", Short: "Let git check what it commits, merges and pushes", Long: aboutHooks, Example: hooksExample, GroupID: "set-up", Args: noSuchCommand, RunE: help}
	command.AddCommand(a.hooksInstall(),
		&cobra.Command{Use: "remove", Short: "Take away what install has set up", Args: atMost(0), RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := a.hooksDir()
			if err != nil {
				return err
			}
			r, err := hooks.Remove(cmd.Context(), dir)
			if err != nil {
				return err
			}
			return a.hooksDone("hooks remove", r)
		}},
		&cobra.Command{Use: "status", Short: "Tell which hooks are active", Args: atMost(0), RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := a.hooksDir()
			if err != nil {
				return err
			}
			return a.hooksStatus(cmd.Context(), dir)
		}})
	return command
}

func (a *app) hooksInstall() *cobra.Command {
	var o hooks.Options
	command := &cobra.Command{Use: "install", Short: "Set up the hooks and the drivers, or bring them up to date", Args: atMost(0), RunE: func(cmd *cobra.Command, _ []string) error {
		dir, err := a.hooksDir()
		if err != nil {
			return err
		}
		if o.Program, err = os.Executable(); err != nil {
			return err
		}
		r, err := hooks.Install(cmd.Context(), dir, o)
		if err != nil {
			return err
		}
		return a.hooksDone("hooks install", r)
	}}
	command.Flags().BoolVar(&o.Strict, "strict", false, "Refuse whatever moves the branch to new errors: also cherry-pick, rebase, --no-verify.")
	command.Flags().BoolVar(&o.Server, "server", false, "Judge what is pushed to the repository.")
	return command
}

// hooksDir answers the folder of the model, or a bare repository.
func (a *app) hooksDir() (string, error) {
	if dir, _ := placeOf(a.model); dir != "" {
		return dir, nil
	}
	return ops.FindModel(".")
}

// hooksDone tells what was set up or taken away.
func (a *app) hooksDone(what string, r *hooks.Report) error {
	lines := []string{"hooks in " + r.Folder}
	for _, done := range r.Done {
		lines = append(lines, "  "+done)
	}
	if r.Entries != "" {
		lines = append(lines, "Not touched here, because something else looks after these hooks. Add yourself:", r.Entries)
	}
	return a.done(what, map[string]any{"folder": r.Folder, "done": r.Done, "add": r.Entries}, "%s", ops.Plain(strings.Join(lines, "\n")))
}

// hooksStatus prints what is active.
func (a *app) hooksStatus(ctx context.Context, dir string) error {
	s, err := hooks.StatusOf(ctx, dir)
	if err != nil {
		return err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "hooks in %s\n", s.Folder)
	for _, h := range s.Hooks {
		fmt.Fprintf(&text, "  %-22s %s\n", h.Name, cmp.Or(h.What, "-"))
	}
	for _, line := range []struct {
		name string
		is   bool
	}{{"merge by member", s.Merge}, {"diff as lines", s.Diff}, {"attributes", s.Attributes}} {
		fmt.Fprintf(&text, "  %-22s %s\n", line.name, map[bool]string{true: "set up", false: "-"}[line.is])
	}
	if s.Tool != "" {
		fmt.Fprintf(&text, "  %s manages the hooks: ek hooks install tells what to add there\n", s.Tool)
	}
	return a.done("hooks status", s, "%s", strings.TrimSuffix(ops.Plain(text.String()), "\n"))
}
