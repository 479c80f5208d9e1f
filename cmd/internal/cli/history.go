package cli

import (
	"context"
	"encoding/json"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/openeik/ekgit/cmd/internal/cli/answer"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// log is "ek log": the accepted writes, newest first, a line each.
func (a *app) log() *cobra.Command {
	command := &cobra.Command{
		Use: "log", Short: "List what was changed, by whom and through which agent", GroupID: "history", Args: atMost(0),
		Long: "Lists the commits that changed the model, newest first: sequence, commit, when, who, through which agent, and what.\n" +
			"An accepted proposal is one line; --expand puts what it brought below it. With -v each is also followed by what it did to which records.",
		Example: "  ek log\n  ek log --expand\n  ek log -v --limit 3\n  ek log --since 2026-01-31 --category door",
	}
	flags := command.Flags()
	verbose := flags.BoolP("verbose", "v", false, "Tell what each commit did.")
	schema := ops.Find("changes").Input()
	bind := bindRequest(flags, schema)
	limit := flags.Lookup("limit")
	flags.AddFlag(&pflag.Flag{Name: "max-count", Shorthand: "n", Usage: "As git log has it.", Value: alsoSet{limit.Value, limit}, Hidden: true})
	lenient(flags)
	command.RunE = func(cmd *cobra.Command, _ []string) error {
		form := "log"
		if *verbose {
			form = "changes"
		}
		arguments := bind()
		if *verbose {
			arguments = arguments.With("expand", true)
		}
		return a.do(cmd.Context(), form, "changes", arguments)
	}
	a.complete(command, schema)
	return command
}

// blame is "ek blame": who last set each member of a record.
func (a *app) blame() *cobra.Command {
	return &cobra.Command{
		Use: "blame <id> [member]", Short: "Tell who last set each member of a record", GroupID: "history", Args: between(1, 2),
		Example:           "  ek blame door-entrance\n  ek blame door-entrance offset",
		ValidArgsFunction: a.completeWords([]string{"id", "member"}),
		RunE: func(cmd *cobra.Command, words []string) error {
			member := "*"
			if len(words) == 2 {
				member = words[1]
			}
			return a.do(cmd.Context(), "blame", "history", model.Object{{Name: "id", Value: words[0]}, {Name: "member", Value: member}})
		},
	}
}

// show is "ek show": what one commit did.
func (a *app) show() *cobra.Command {
	return &cobra.Command{
		Use: "show [commit]", Short: "Show one commit and what it did to which records", GroupID: "history", Args: atMost(1),
		Long:              "Shows one commit, the last one where none is named, with what it did to records, to what follows from them, and to the findings.",
		Example:           "  ek show\n  ek show 2           # the commit with this sequence number\n  ek show HEAD~1",
		ValidArgsFunction: a.completeWords([]string{"at"}),
		RunE: func(cmd *cobra.Command, words []string) error {
			commit := "HEAD"
			if len(words) == 1 {
				commit = words[0]
			}
			return a.with(cmd.Context(), "", func(host *ops.Host) error { return a.showCommit(cmd.Context(), host, commit) })
		},
	}
}

func (a *app) showCommit(ctx context.Context, host *ops.Host, commit string) error {
	told := a.ask(ctx, host, "changes", model.Object{{Name: "until", Value: commit}, {Name: "limit", Value: 1.0}, {Name: "expand", Value: true}})
	if !told.OK || a.json {
		return a.print("changes", told)
	}
	shown, err := a.withDiff(ctx, host, told)
	if err != nil {
		return err
	}
	return answer.Write(a.out, "show", shown, a.look(a.out))
}

// withDiff puts the commit that an answer tells of beside what it changed. The first
// commit of a model changed nothing that was there: it has no difference.
func (a *app) withDiff(ctx context.Context, host *ops.Host, told ops.Envelope) (ops.Envelope, error) {
	var data struct{ Commits []json.RawMessage }
	var named struct{ Commit string }
	raw, _ := told.Data.(json.RawMessage)
	if err := json.Unmarshal(raw, &data); err != nil || len(data.Commits) == 0 {
		return told, err
	}
	if err := json.Unmarshal(data.Commits[0], &named); err != nil {
		return told, err
	}
	parts := map[string]any{"commit": data.Commits[0]}
	d := a.ask(ctx, host, "diff", model.Object{{Name: "from", Value: named.Commit + "~1"}, {Name: "to", Value: named.Commit}, {Name: "limit", Value: 500.0}, {Name: "format", Value: "text"}})
	if d.OK {
		parts["diff"] = d.Data
	}
	joined, err := json.Marshal(parts)
	told.Data = json.RawMessage(joined)
	return told, err
}
