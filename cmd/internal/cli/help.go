package cli

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
)

// helpWidth is the width in which help is written.
const helpWidth = 100

// usageTemplate is how the help of every command ends; that of ek itself tells the
// exit codes.
const usageTemplate = `Usage:
  {{if .HasParent}}{{.UseLine}}{{else}}ek <command> [flags]{{end}}
{{- if .HasExample}}

Examples:
{{.Example}}
{{- end}}
{{- $commands := .Commands}}
{{- range $group := .Groups}}

{{.Title}}
{{- range $commands}}{{if and (eq .GroupID $group.ID) (or .IsAvailableCommand (eq .Name "help"))}}
  {{rpad .Name .NamePadding}} {{.Short}}
{{- end}}{{end}}{{end}}
{{- if and .HasAvailableSubCommands (not .Groups)}}

Commands:
{{- range $commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}
{{- end}}{{end}}{{end}}
{{- if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsagesWrapped 100 | trimTrailingWhitespaces}}
{{- end}}
{{- if .HasAvailableInheritedFlags}}

Every command takes -m folder, --json, --person and --agent: ek --help tells of them.
{{- end}}
{{- if not .HasParent}}

Exit codes:
  0   it went well            3   refused: precondition, conflict, forbidden, a check
  1   validate found errors   4   not found
  2   a wrong command line    70  a fault of ek itself
{{- end}}
`

// helpCommand is "ek help", which knows what there is no help for.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help [command]", Short: "Tell what a command does", GroupID: "set-up",
		RunE: func(cmd *cobra.Command, words []string) error {
			found, rest, err := cmd.Root().Find(words)
			if err != nil || found == nil {
				return noSuchCommand(cmd.Root(), words)
			}
			if len(rest) > 0 {
				return noSuchCommand(found, rest)
			}
			found.InitDefaultHelpFlag()
			found.InitDefaultVersionFlag()
			return found.Help()
		},
	}
}

func help(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// about is the long form of a command's help: what it does, and where there is more.
func about(summary, topic string) string {
	return ansi.Wordwrap(strings.TrimSuffix(summary, ".")+".", helpWidth, "") + "\n\nMore: ek guide " + topic
}
