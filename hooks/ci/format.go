package ci

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/openeik/ekgit/model"
)

// formats are the forms in which a result is written, by name.
var formats = map[string]func(w io.Writer, r *Result, tool Tool) error{
	"text": writeText, "github": writeGitHub, "gitlab": writeGitLab, "sarif": writeSARIF, "junit": writeJUnit,
}

// Formats answers the names of the forms in which a result is written.
func Formats() []string { return []string{"text", "github", "gitlab", "sarif", "junit"} }

// Tool names the program that checked.
type Tool struct{ Name, Version, Address string }

// Write writes a result in a form. It is an error that there is no such form.
func Write(w io.Writer, format string, r *Result, tool Tool) error {
	write := formats[format]
	if write == nil {
		return fmt.Errorf("there is no format %q; there are %s", format, strings.Join(Formats(), ", "))
	}
	return write(w, r, tool)
}

// counted are the findings that no waiver accepts.
func (r *Result) counted() []Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.Waived })
}

// writeText writes a line a finding, as compilers do, and one that counts them.
func writeText(w io.Writer, r *Result, _ Tool) error {
	var b strings.Builder
	for _, f := range r.counted() {
		fmt.Fprintf(&b, "%s:%d: %s: %s (%s)\n", oneLine(f.Path), f.Line, f.Severity, oneLine(f.Message), f.Rule)
		if len(f.Fix) > 0 {
			fmt.Fprintf(&b, "    ek execute '%s'\n", strings.ReplaceAll(oneLine(string(f.Fix)), "'", `'\''`))
		}
	}
	b.WriteString(r.summary() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// summary counts the findings in a line.
func (r *Result) summary() string {
	n := map[model.Severity]int{}
	for _, f := range r.counted() {
		n[f.Severity]++
	}
	what := "The model"
	if r.Base != "" {
		what = fmt.Sprintf("What is new since %.8s", r.Base)
	}
	text := fmt.Sprintf("%s: %s, %s, %s", what, count(n[model.Error], "error"), count(n[model.Warning], "warning"), count(n[model.Info], "note"))
	if waived := len(r.Findings) - len(r.counted()); waived > 0 {
		text += fmt.Sprintf(", %d waived", waived)
	}
	return text
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// oneLine answers text on one line, without what steers a terminal.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}
