package cli

import (
	"io"
	"iter"
	"maps"
	"os"

	"github.com/charmbracelet/lipgloss"
	"golang.org/x/term"
)

// The colours of text, used on a terminal only.
var (
	red   = lipgloss.NewStyle().Foreground(lipgloss.Color("1")).Bold(true)
	green = lipgloss.NewStyle().Foreground(lipgloss.Color("2"))
	amber = lipgloss.NewStyle().Foreground(lipgloss.Color("3"))
	faint = lipgloss.NewStyle().Faint(true)
	bold  = lipgloss.NewStyle().Bold(true)
)

// style colours text where it goes to a terminal and NO_COLOR is not set.
func (a *app) style(w io.Writer, s lipgloss.Style, text string) string {
	if !isTerminal(w) || os.Getenv("NO_COLOR") != "" {
		return text
	}
	return s.Render(text)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func keys[V any](m map[string]V) iter.Seq[string] { return maps.Keys(m) }
