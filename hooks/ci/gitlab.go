package ci

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"

	"github.com/openeik/ekgit/model"
)

// issue is one of a GitLab code quality report.
type issue struct {
	Description string   `json:"description"`
	CheckName   string   `json:"check_name"`
	Fingerprint string   `json:"fingerprint"`
	Severity    string   `json:"severity"`
	Location    location `json:"location"`
}

type location struct {
	Path  string `json:"path"`
	Lines struct {
		Begin int `json:"begin"`
	} `json:"lines"`
}

// qualities are GitLab's severities.
var qualities = map[model.Severity]string{model.Error: "major", model.Warning: "minor", model.Info: "info"}

// writeGitLab writes a code quality report. Its fingerprints are those of the findings
// and of their files, so that what moves to another file is another issue there.
func writeGitLab(w io.Writer, r *Result, _ Tool) error {
	issues := []issue{}
	for _, f := range r.counted() {
		sum := sha256.Sum256([]byte(f.Fingerprint + "\x00" + f.Path))
		i := issue{Description: f.Message, CheckName: f.Rule, Fingerprint: hex.EncodeToString(sum[:16]), Severity: qualities[f.Severity]}
		i.Location.Path, i.Location.Lines.Begin = f.Path, f.Line
		issues = append(issues, i)
	}
	return writeJSON(w, issues)
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
