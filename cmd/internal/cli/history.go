package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/model"
)

// log is "ek log": the accepted writes, newest first, one line each.
func (a *app) log() *cobra.Command {
	var since string
	var limit int
	command := &cobra.Command{
		Use: "log", Short: "List what was changed, by whom and by which agent, newest first", GroupID: "history", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			arguments := model.Object{{Name: "limit", Value: float64(limit)}}
			if since != "" {
				arguments = append(arguments, model.Member{Name: "since", Value: since})
			}
			return a.do(cmd.Context(), "", "changes", arguments)
		},
	}
	command.Flags().StringVar(&since, "since", "", "a commit, sequence number, tag or branch to stop at")
	command.Flags().IntVar(&limit, "limit", 20, "how many at most")
	return command
}

// show is "ek show": what one commit did to records.
func (a *app) show() *cobra.Command {
	return &cobra.Command{
		Use: "show [commit]", Short: "Show what one commit did, record by record", GroupID: "history", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, words []string) error {
			commit := "HEAD"
			if len(words) == 1 {
				commit = words[0]
			}
			return a.do(cmd.Context(), "", "diff", model.Object{{Name: "from", Value: commit + "~1"}, {Name: "to", Value: commit}})
		},
	}
}

// blame is "ek blame": who last set each member of a record.
func (a *app) blame() *cobra.Command {
	command := &cobra.Command{
		Use: "blame <id> [member]", Short: "Tell who last set each member of a record", GroupID: "history", Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, words []string) error {
			if len(words) == 0 {
				return usageError{fmt.Errorf("blame needs the id of a record")}
			}
			member := "*"
			if len(words) == 2 {
				member = words[1]
			}
			return a.do(cmd.Context(), "", "history", model.Object{{Name: "id", Value: words[0]}, {Name: "member", Value: member}})
		},
	}
	command.ValidArgsFunction = a.completeIDs("*")
	return command
}
