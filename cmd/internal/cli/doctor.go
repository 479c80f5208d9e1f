package cli

import (
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
			host, err := a.open(cmd.Context(), dir)
			if err != nil {
				return err
			}
			defer host.Close()
			found, err := host.Doctor(cmd.Context())
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(found)
			}
			style := a.look(a.out).Style
			for _, c := range found {
				mark := style.Warn.Render("note")
				if c.Bad {
					mark, a.exit = style.Bad.Render("bad "), exitFindings
				}
				if err := a.say("%s  %s\n      %s", mark, ops.Plain(c.What), ops.Plain(c.Hint)); err != nil {
					return err
				}
			}
			if len(found) == 0 {
				return a.say("%s", style.Good.Render("nothing found"))
			}
			return nil
		},
	}
}
