package cli

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/hooks/ci"
	"github.com/openeik/ekgit/ops"
)

const aboutCI = `Checks the committed model for a pipeline and prints what it finds in the form that the
hosting reads: exit code 1 where there are errors. With --base only what is new since
HEAD left that branch or commit counts, so that a model with old errors can be worked on.`

const ciExample = `  ek ci --format github --base main
  ek ci --format sarif > ek.sarif
  ek ci comment --base main > difference.md
  ek ci init --github`

// ci is "ek ci": the check of a pipeline.
func (a *app) ci() *cobra.Command {
	var o ci.Options
	format := "text"
	command := &cobra.Command{Use: "ci", Short: "Check the model in a pipeline", Long: aboutCI, Example: ciExample, GroupID: "set-up", Args: atMost(0)}
	command.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := a.locateCI(&o); err != nil {
			return err
		}
		if err := oneOf("--format", format, ci.Formats()); err != nil {
			return err
		}
		result, err := ci.Check(cmd.Context(), o)
		if err != nil {
			return err
		}
		if result.Errors() > 0 {
			a.exit = exitFindings
		}
		return ci.Write(a.out, format, result, ci.Tool{Name: "ek", Version: ops.Version, Address: "https://github.com/openeik/ekgit"})
	}
	command.Flags().StringVar(&format, "format", format, "The `form`: "+strings.Join(ci.Formats(), ", ")+".")
	commitFlags(command, &o)
	command.AddCommand(a.ciComment(), a.ciInit())
	return command
}

// commitFlags are the flags that name what is checked.
func commitFlags(command *cobra.Command, o *ci.Options) {
	command.Flags().StringVar(&o.Base, "base", "", "Only what is new since the `commit` or branch from which HEAD left counts.")
	command.Flags().StringVar(&o.At, "at", "", "The `commit` that is checked. Absent: HEAD.")
}

func (a *app) ciComment() *cobra.Command {
	var o ci.Options
	command := &cobra.Command{Use: "comment", Short: "Tell what a branch changes, as markdown for a pull request", Args: atMost(0),
		Long: "Prints what HEAD changes since it left --base, in the building's words, as markdown that a pull request takes.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.locateCI(&o); err != nil {
				return err
			}
			text, err := ci.Comment(cmd.Context(), o)
			if err != nil {
				return err
			}
			return a.say("%s", strings.TrimSuffix(text, "\n"))
		}}
	commitFlags(command, &o)
	return command
}

func (a *app) ciInit() *cobra.Command {
	hostings := map[string]*bool{}
	var force, show bool
	command := &cobra.Command{Use: "init", Short: "Make the workflow file of a hosting", Args: atMost(0),
		Long: "Writes the file by which a hosting checks what is pushed. Another file that stands there is never overwritten without --force."}
	for _, h := range ci.Hostings() {
		hostings[h] = command.Flags().Bool(h, false, "For "+h+".")
	}
	command.Flags().BoolVar(&force, "force", false, "Overwrite another file.")
	command.Flags().BoolVar(&show, "print", false, "Print it and write nothing.")
	command.RunE = func(cmd *cobra.Command, _ []string) error {
		var chosen []string
		for _, h := range ci.Hostings() {
			if *hostings[h] {
				chosen = append(chosen, h)
			}
		}
		if len(chosen) != 1 {
			return usagef("name one hosting: --%s", strings.Join(ci.Hostings(), ", --"))
		}
		if show {
			text, _, err := ci.Workflow(chosen[0], "main", "")
			if err != nil {
				return err
			}
			return a.say("%s", strings.TrimSuffix(string(text), "\n"))
		}
		var o ci.Options
		if err := a.locateCI(&o); err != nil {
			return err
		}
		place, err := ci.WriteWorkflow(cmd.Context(), o, chosen[0], force)
		if err != nil {
			return err
		}
		return a.done("ci init", map[string]any{"file": place}, "%s is written: look at it, and commit it", place)
	}
	return command
}

// locateCI says where the model is that a pipeline checks.
func (a *app) locateCI(o *ci.Options) (err error) {
	o.Now = time.Now()
	if o.Dir, o.Path = placeOf(a.model); o.Dir == "" {
		o.Dir, err = ops.FindModel(".")
	}
	return err
}

// oneOf is a usage error where a flag's value is not one of some words.
func oneOf(flag, value string, words []string) error {
	if slices.Contains(words, value) {
		return nil
	}
	return usagef("%s takes %s, not %q", flag, strings.Join(words, ", "), value)
}
