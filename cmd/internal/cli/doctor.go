package cli

import (
	"context"
	"fmt"
	"io"
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

// examine prints what a host finds in the way.
func (a *app) examine(ctx context.Context, host *ops.Host) error {
	found, err := host.Doctor(ctx)
	if err != nil {
		return err
	}
	style := a.look(a.out).Style
	var text strings.Builder
	for _, c := range found {
		mark := style.Warn.Render("note")
		if c.Bad {
			mark, a.exit = style.Bad.Render("bad "), exitFindings
		}
		fmt.Fprintf(&text, "%s  %s\n      %s\n", mark, ops.Plain(c.What), ops.Plain(c.Hint))
	}
	if a.json {
		return a.printJSON(found)
	}
	if len(found) == 0 {
		return a.say("%s", style.Good.Render("nothing found"))
	}
	_, err = io.WriteString(a.out, text.String())
	return err
}
