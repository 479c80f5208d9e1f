package cli

import (
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/hooks"
)

// hook is "ek hook <name>": what git runs, in the folder and with the environment that
// it gives its hooks.
func (a *app) hook() *cobra.Command {
	command := &cobra.Command{Use: "hook", Short: "Be one of git's hooks", Hidden: true, Args: noSuchCommand, RunE: help}
	command.AddCommand(a.preReceive())
	return command
}

// preReceive is the hook of a server that judges a push.
func (a *app) preReceive() *cobra.Command {
	return &cobra.Command{Use: "pre-receive", Short: "Judge a push", Args: atMost(0), RunE: func(cmd *cobra.Command, _ []string) error {
		refusals, err := hooks.Receive(cmd.Context(), hooks.Push{Dir: ".", Getenv: os.Getenv, Updates: a.in, Now: time.Now})
		if err != nil {
			return err
		}
		if len(refusals) > 0 {
			a.exit = exitFindings
		}
		return hooks.WriteRefusals(a.err, refusals)
	}}
}
