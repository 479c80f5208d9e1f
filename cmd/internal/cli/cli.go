// Package cli is the command line: every operation as a sub-command with flags from
// its schema, and what people need around them. It turns words into requests and
// answers into text; no rule of the product lives here.
package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/openeik/ekgit/cmd/internal/cli/answer"
	"github.com/openeik/ekgit/ops"
)

// The exit codes beside those of ops.ExitCode.
const (
	exitFindings = 1 // validate found errors, doctor found what is bad
	exitUsage    = 2
)

// app is one run of the program.
type app struct {
	in     io.Reader
	out    io.Writer
	err    io.Writer
	model  string // -m
	person string
	agent  string
	json   bool
	exit   int

	requestID string // of a write
}

// Main runs the program and answers its exit code. It stops at an interrupt; a write
// that has been accepted is finished first.
func Main(arguments []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	a := &app{in: in, out: out, err: errOut}
	if handled := a.forGit(ctx, arguments); handled {
		return a.exit
	}
	root := a.root()
	root.SetArgs(arguments)
	if err := root.ExecuteContext(ctx); err != nil {
		return a.fail(err)
	}
	return a.exit
}

const introduction = `ek works on a building model that lies in a git repository as small JSON records.

Look at it (summary, tree, read, query, relations), check it (validate), change it with
commands that are checked and committed (execute), and see what changed (log, show, diff,
blame). "ek mcp" serves the same operations to an AI agent.`

const rootExample = `  ek demo                                           # watch an agent work on an example house
  ek init my-house --example one-storey-house
  ek tree architecture/level-0
  ek execute update door-entrance --set width=1010
  ek log -v`

func (a *app) root() *cobra.Command {
	cobra.EnableCommandSorting = false // the order is that in which people come to need them
	root := &cobra.Command{Use: "ek", Short: "A building model in git", Long: introduction, Example: rootExample, Version: ops.Version,
		SilenceErrors: true, SilenceUsage: true, Args: noSuchCommand, RunE: help}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(flagError)
	root.SetUsageTemplate(usageTemplate)
	root.SetHelpCommand(helpCommand())
	flags := root.PersistentFlags()
	flags.SortFlags, root.Flags().SortFlags = false, false
	flags.StringVarP(&a.model, "model", "m", "", "The model's `folder`, or a bare repository (hill.git; hill.git:house for a folder inside it). Absent: the nearest model at or above here.")
	flags.BoolVar(&a.json, "json", false, "Print the whole answer as JSON.")
	flags.StringVar(&a.person, "person", "", "Who asks, \"`Name <address>`\". Absent: git's own user.")
	flags.StringVar(&a.agent, "agent", "", "The agent that acts for the person, as `name/version`.")
	for _, group := range []cobra.Group{{ID: "ask", Title: "Look and ask:"}, {ID: "change", Title: "Change:"}, {ID: "history", Title: "History:"}, {ID: "set-up", Title: "Set up:"}} {
		root.AddGroup(&group)
	}
	root.SetCompletionCommandGroupID("set-up")
	root.AddCommand(a.log(), a.show(), a.blame(), a.revert())
	for _, o := range ops.All() {
		root.AddCommand(a.operation(o))
	}
	root.AddCommand(a.request(), a.initCommand(), a.demo(), a.mcp(), a.schema(), a.generate(), a.doctor(), a.hooks(), a.ci(), a.hook())
	root.InitDefaultCompletionCmd()
	if shells, _, err := root.Find([]string{"completion"}); err == nil {
		shells.Args, shells.RunE = noSuchCommand, help
	}
	_ = root.MarkPersistentFlagDirname("model")
	return root
}

// options are those of a host for this run.
func (a *app) options() (ops.Options, error) {
	o := ops.Options{Profile: ops.ReviewProfile, AnyFile: true, TrustPerson: true, Agent: a.agent}
	if a.person != "" {
		var err error
		if o.Person, err = ops.ParsePerson(a.person); err != nil {
			return o, err
		}
	}
	return o, nil
}

// open opens the host that a command works on: the model of a folder, else that of
// -m, else the nearest one.
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
	o, err := a.options()
	if err != nil {
		return nil, err
	}
	return openAt(ctx, dir, o)
}

// openAt opens the model of a folder or of a bare repository. "hill.git:house" is the
// folder house inside the commits of hill.git, where no folder has that name itself.
func openAt(ctx context.Context, dir string, o ops.Options) (*ops.Host, error) {
	dir, o.Path = placeOf(dir)
	return ops.Open(ctx, dir, o)
}

// placeOf answers the folder or bare repository that -m names, and the folder inside
// the commits of the latter.
func placeOf(dir string) (place, path string) {
	if repository, folder, ok := strings.Cut(dir, ".git:"); ok {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return repository + ".git", folder
		}
	}
	return dir, ""
}

// with works on the model of a folder, or that of -m, or the nearest one.
func (a *app) with(ctx context.Context, dir string, work func(*ops.Host) error) error {
	host, err := a.open(ctx, dir)
	return using(host, err, work)
}

// using works with a host and closes it.
func using(host *ops.Host, err error, work func(*ops.Host) error) error {
	if err != nil {
		return err
	}
	return errors.Join(work(host), host.Close())
}

// create opens a folder for a model that is not there yet.
func (a *app) create(ctx context.Context, dir string, o ops.CreateOptions) (*ops.Host, error) {
	var err error
	if o.Options, err = a.options(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return ops.Create(ctx, dir, o)
}

// look says how text is written to a stream.
func (a *app) look(w io.Writer) answer.Options {
	o := answer.Options{Style: answer.StyleFor(w), Command: commandLine}
	if f, ok := w.(*os.File); ok && isTerminal(w) {
		o.Width, _, _ = term.GetSize(int(f.Fd()))
	}
	return o
}

// isTerminal tells whether a stream is one that a person sits at.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
