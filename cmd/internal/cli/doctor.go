package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// doctor is "ek doctor": what would get in the way.
func (a *app) doctor() *cobra.Command {
	return &cobra.Command{
		Use: "doctor", Short: "Look for what about the repository or this machine would get in the way", GroupID: "set-up", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			host, err := a.open(cmd.Context(), "")
			if err != nil {
				return err
			}
			defer host.Close()
			found, err := host.Doctor(cmd.Context())
			if err != nil {
				return err
			}
			for _, c := range found {
				mark := a.style(a.out, amber, "note")
				if c.Bad {
					mark = a.style(a.out, red, "bad ")
					a.exit = exitFindings
				}
				fmt.Fprintf(a.out, "%s  %s\n      %s\n", mark, c.What, c.Hint)
			}
			if len(found) == 0 {
				fmt.Fprintln(a.out, a.style(a.out, green, "nothing found"))
			}
			return nil
		},
	}
}
