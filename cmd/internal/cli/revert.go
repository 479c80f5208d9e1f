package cli

import (
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

const revertExample = `  ek revert HEAD --try
  ek revert 1..2 --try                   # what came after 1, up to 2
  ek revert --since 1 --by person=ada --try
  ek revert 2 --only window-south --yes`

// revert is "ek revert": what it would do is shown first, and done when a person says
// so.
func (a *app) revert() *cobra.Command {
	own := commandNamed("revert")
	command := &cobra.Command{
		Use: "revert [commits…]", Short: "Take back what commits did, and keep what was done since", GroupID: "history", Args: cobra.ArbitraryArgs,
		Long: "Takes back commits, stretches (12..15) or accepted proposals (p-…), or all that since, until, filter and by choose, in one commit.\n" +
			"It shows what that would do and asks; what was changed since is listed, never guessed.",
		Example: revertExample,
	}
	flags := command.Flags()
	yes := flags.BoolP("yes", "y", false, "Do not ask.")
	schema := own.Fields.Schema()
	bind := bindRequest(flags, schema)
	flags.Lookup("commits").Hidden = true // the words are
	hideFilter(command, schema)
	writeOf := bindWrite(flags, "execute")
	for _, name := range []string{"confirm", "expect"} {
		flags.Lookup(name).Hidden = true // what was shown is what is done
	}
	a.requestFlag(command)
	try := tryFlag(flags)
	lenient(flags)
	command.RunE = func(cmd *cobra.Command, words []string) error {
		request := append(model.Object{{Name: "command", Value: own.Name}}, target{"commits", true}.put(bind(), words)...)
		commands := model.Object{{Name: "commands", Value: []any{request}}}
		return a.with(cmd.Context(), "", func(host *ops.Host) error {
			tried := a.ask(cmd.Context(), host, "validate", commands)
			if *try || !tried.OK || !dataOf[struct{ Valid bool }](tried).Valid || a.json && !*yes {
				return a.print("validate", tried)
			}
			return a.doShown(cmd.Context(), host, tried, writeOf(), *yes)
		})
	}
	a.complete(command, schema, "commits"+andMore)
	return command
}

// doShown carries out what was tried, as it was tried, once a person has seen it and
// said so.
func (a *app) doShown(ctx context.Context, host *ops.Host, tried ops.Envelope, extra model.Object, yes bool) error {
	real := dataOf[struct{ MakeReal model.Object }](tried).MakeReal
	if !yes {
		agreed, err := a.agreed(tried)
		if err != nil || !agreed {
			return err
		}
		real = real.With("expect", model.Object{{Name: "commit", Value: tried.Meta.Commit}})
	}
	for _, m := range extra {
		real = real.With(m.Name, m.Value)
	}
	id, _ := real.Get("requestId").(string)
	return a.print("execute", a.carryOut(ctx, host, ops.Request{Action: "execute", RequestID: id, Arguments: real.Without("action").Without("requestId")}))
}

// agreed shows what was tried and asks a person at a terminal whether to do it.
func (a *app) agreed(tried ops.Envelope) (bool, error) {
	if err := a.print("validate", withoutMakeReal(tried)); err != nil {
		return false, err
	}
	if !isTerminal(a.in) {
		return false, usagef("nothing was written: revert asks at a terminal, and --yes says so elsewhere")
	}
	return a.yes("Take it back?")
}

// withoutMakeReal leaves out the line that would do it: it is about to be asked.
func withoutMakeReal(tried ops.Envelope) ops.Envelope {
	var data map[string]json.RawMessage
	raw, _ := tried.Data.(json.RawMessage)
	if json.Unmarshal(raw, &data) != nil {
		return tried
	}
	delete(data, "makeReal")
	if left, err := json.Marshal(data); err == nil {
		tried.Data = json.RawMessage(left)
	}
	return tried
}
