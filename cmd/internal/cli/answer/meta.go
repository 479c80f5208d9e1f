package answer

import (
	"io"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// WriteMeta writes what people have to know beside an answer: warnings, and files
// that were edited by hand and are not committed.
func WriteMeta(w io.Writer, m ops.Meta, o Options) error {
	p := &Page{Options: o}
	for _, warning := range m.Warnings {
		p.line(p.Style.Warn.Render("warning:"), warning)
	}
	if n := len(m.Uncommitted); n > 0 {
		p.aside("%s edited by hand and not committed: %s", plural(n, "file"), some(m.Uncommitted, n, lineWidth))
		p.aside("  %s", p.Command(model.Object{{Name: "action", Value: "execute"}, {Name: "commands", Value: []any{
			model.Object{{Name: "command", Value: "commit_edits"}, {Name: "files", Value: model.StringsValue(m.Uncommitted[:min(n, 5)])}}}}}))
	}
	_, err := w.Write(p.text.Bytes())
	return err
}
