// Package cli is the command line: every operation as a sub-command with flags from
// its schema, and what people need around them. It turns words into requests and
// answers into text; no rule of the product lives here.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// The exit codes beside those of ops.ExitCode.
const (
	exitOK       = 0
	exitFindings = 1 // validate found errors
	exitUsage    = 2
)

// app is one run of the program.
type app struct {
	in       io.Reader
	out      io.Writer
	err      io.Writer
	model    string // -m
	person   string
	json     bool
	exit     int
	terminal bool
}

// Main runs the program and answers its exit code. It stops at an interrupt; a write
// that has been accepted is finished first.
func Main(arguments []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	a := &app{in: in, out: out, err: errOut, terminal: isTerminal(out)}
	root := a.root()
	root.SetArgs(arguments)
	if err := root.ExecuteContext(ctx); err != nil {
		return a.fail(err)
	}
	return a.exit
}

// usageError is a command line that means nothing.
type usageError struct{ error }

func (a *app) fail(err error) int {
	var usage usageError
	var problem *model.Problem
	switch {
	case errors.As(err, &problem):
		a.printError(&ops.Error{Code: problem.Code, Message: problem.Message, Hint: problem.Hint, Details: problem.Details})
		return ops.ExitCode(problem.Code)
	case errors.As(err, &usage):
		fmt.Fprintf(a.err, "ek: %v\nRun ek --help for what there is.\n", err)
		return exitUsage
	}
	e := ops.ErrorOf(err)
	a.printError(e)
	return ops.ExitCode(e.Code)
}

const about = `ek works on a building model that lies in a git repository as small JSON records.

Look at it (summary, tree, read, query, relations), check it (validate), change it with
commands that are checked and committed (execute), and see what changed (changes, history,
diff, log, blame). "ek mcp" serves the same operations to an AI agent.

Exit codes: 0 ok, 1 validate found errors, 2 a command line or request that means nothing,
3 refused (precondition, conflict, forbidden, a check), 4 not found, 70 a fault of ek.`

func (a *app) root() *cobra.Command {
	root := &cobra.Command{Use: "ek", Short: "A building model in git", Long: about, SilenceErrors: true, SilenceUsage: true, Version: ops.Version}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	flags := root.PersistentFlags()
	flags.StringVarP(&a.model, "model", "m", "", "the model's folder, or a bare repository (default: the nearest model at or above here)")
	flags.BoolVar(&a.json, "json", false, "print the whole answer as JSON")
	flags.StringVar(&a.person, "person", "", `who asks, "Name <address>" (default: git's own user)`)
	root.AddGroup(&cobra.Group{ID: "ask", Title: "Look and ask:"}, &cobra.Group{ID: "change", Title: "Change:"},
		&cobra.Group{ID: "history", Title: "History:"}, &cobra.Group{ID: "set-up", Title: "Set up:"})
	for _, o := range ops.All() {
		root.AddCommand(a.operation(o))
	}
	root.AddCommand(a.initCommand(), a.demo(), a.schema(), a.request(), a.generate(), a.doctor(), a.log(), a.show(), a.blame(), a.mcp())
	return root
}

// open opens the host that a command works on.
func (a *app) open(ctx context.Context, dir string) (*ops.Host, error) {
	if dir == "" {
		dir = a.model
	}
	if dir == "" {
		found, err := ops.FindModel(".")
		if err != nil {
			return nil, err
		}
		dir = found
	}
	return ops.Open(ctx, dir, ops.Options{Profile: ops.Edit, AnyFile: true, TrustPerson: true})
}
