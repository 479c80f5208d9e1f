package ci

import (
	"fmt"
	"io"
	"strings"

	"github.com/openeik/ekgit/model"
)

// commands are the workflow commands of GitHub Actions, which Gitea and Forgejo read
// too, by severity.
var commands = map[model.Severity]string{model.Error: "error", model.Warning: "warning", model.Info: "notice"}

var (
	escapeMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// writeGitHub writes annotations, and the count as a line of the log.
func writeGitHub(w io.Writer, r *Result, _ Tool) error {
	var b strings.Builder
	for _, f := range r.counted() {
		fmt.Fprintf(&b, "::%s ", commands[f.Severity])
		if f.Path != "" {
			fmt.Fprintf(&b, "file=%s,line=%d,", escapeProperty.Replace(f.Path), f.Line)
		}
		fmt.Fprintf(&b, "title=%s::%s\n", escapeProperty.Replace(f.Rule), escapeMessage.Replace(f.Message))
	}
	b.WriteString(r.summary() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}
