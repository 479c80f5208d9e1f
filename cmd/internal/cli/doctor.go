package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/ops"
)

// doctor is "ek doctor": what would get in the way.
func (a *app) doctor() *cobra.Command {
	return &cobra.Command{
		Use: "doctor [model]", Short: "Look for what would get in the way", GroupID: "set-up", Args: atMost(1),
		Long: "Looks for what about the repository or this machine would get in the way: exit code 1 where something has to be mended.",
		RunE: func(cmd *cobra.Command, words []string) error {
			dir := ""
			if len(words) == 1 {
				dir = words[0]
			}
			return a.with(cmd.Context(), dir, func(host *ops.Host) error { return a.examine(cmd.Context(), host) })
		},
	}
}

// complaint is what a host finds, as JSON.
type complaint struct {
	What string `json:"what"`
	Hint string `json:"hint"`
	Bad  bool   `json:"bad"`
}

// examine prints what a host finds in the way.
func (a *app) examine(ctx context.Context, host *ops.Host) error {
	found, err := host.Doctor(ctx)
	if err != nil {
		return err
	}
	style := a.look(a.out).Style
	var text strings.Builder
	complaints := []complaint{}
	for _, c := range found {
		complaints = append(complaints, complaint(c))
		mark := style.Warn.Render("note")
		if c.Bad {
			mark, a.exit = style.Bad.Render("bad "), exitFindings
		}
		fmt.Fprintf(&text, "%s  %s\n      %s\n", mark, ops.Plain(c.What), ops.Plain(c.Hint))
	}
	if len(found) == 0 {
		text.WriteString(style.Good.Render("nothing found") + "\n")
	}
	return a.done("doctor", map[string]any{"found": complaints}, "%s", strings.TrimSuffix(text.String(), "\n"))
}
