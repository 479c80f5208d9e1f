package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/openeik/ekgit/cmd/internal/mcpserver"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

const aboutMCP = `Serves the model to an AI agent over the Model Context Protocol on standard input and
output. It is started by the agent's client, which is told of it in a form such as

  {"mcpServers": {"ekgit": {"command": "ek", "args": ["mcp", "/path/to/model"]}}}

The model is the folder given, or -m, or the nearest one at or above the working
directory. A folder that holds no model yet is taken too: the first write makes it.
The agent proposes changes, and people accept them (ek proposals); with --profile edit it
writes itself. Commits are by git's own user, with the agent's name beside. Standard output carries
the protocol alone; what goes wrong on the connection is told on standard error.`

// mcp is "ek mcp" and "ek-mcp": the host for agents.
func (a *app) mcp() *cobra.Command {
	profile := string(ops.ProposeProfile)
	var trust bool
	command := &cobra.Command{
		Use: "mcp [folder]", Short: "Serve the model to an AI agent (MCP on standard input and output)", Long: aboutMCP, GroupID: "set-up", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, words []string) error {
			p, err := ops.ParseProfile(profile)
			if err != nil {
				return usageError{err}
			}
			if a.person != "" {
				return usageError{errors.New("mcp takes no --person: git's own user signs; git config user.name and user.email set it")}
			}
			host, err := a.openToServe(cmd.Context(), words, ops.Options{Profile: p, TrustPerson: trust, Watch: true})
			if err != nil {
				return err
			}
			a.greet()
			signal.Ignore(syscall.SIGPIPE) // a client that is gone must not stop a write half way
			log := slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
			err = mcpserver.Serve(cmd.Context(), host, a.in, a.out, mcpserver.Options{Log: log})
			if errors.Is(err, syscall.EPIPE) {
				err = nil
			}
			return errors.Join(err, host.Close())
		},
	}
	command.Flags().StringVar(&profile, "profile", profile, "what the agent may do: ask (read), propose (and propose changes, which people accept) or edit (and write)")
	command.Flags().BoolVar(&trust, "trust-person", false, `believe the person that a call's metadata names ("ekgit/person"), for hosts behind something that knows who asks`)
	return command
}

// openToServe opens the model that is to be served, or a folder in which the first
// write will make one.
func (a *app) openToServe(ctx context.Context, words []string, o ops.Options) (*ops.Host, error) {
	dir, named := a.model, a.model != ""
	if len(words) == 1 {
		dir, named = words[0], true
	}
	if !named {
		found, err := ops.FindModel(".")
		if err != nil && !mayBegin(".", false) {
			return nil, err
		}
		if dir = found; err != nil {
			dir = "."
		}
	}
	host, err := openAt(ctx, dir, o)
	var problem *model.Problem
	if errors.As(err, &problem) && problem.Code == model.NotFound && mayBegin(dir, named) {
		return ops.Create(ctx, dir, ops.CreateOptions{Options: o})
	}
	return host, err
}

// mayBegin tells whether a model may be made in a folder: it is there and empty but
// for what git keeps, or, where it was named, it holds no records.
func mayBegin(dir string, named bool) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if e.Name() != ".git" && e.Name() != ".eik" && (!named || isRecords(e)) {
			return false
		}
	}
	return true
}

func isRecords(e fs.DirEntry) bool {
	return e.Name() == model.ManifestName || e.IsDir() && model.RecordPlace(e.Name()+"/x.json")
}

// greet tells a person who started this by hand what it is waiting for.
func (a *app) greet() {
	if f, ok := a.in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprintln(a.err, "ek mcp waits for an MCP client on standard input. ek mcp --help says how to connect one; Ctrl-C ends it.")
	}
}
