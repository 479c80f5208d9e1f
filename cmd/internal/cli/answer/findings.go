package answer

import (
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
)

// checks counts findings.
type checks struct{ Error, Warning, Info, Waived int }

func (c checks) text() string {
	text := fmt.Sprintf("%s, %s, %s", plural(c.Error, "error"), plural(c.Warning, "warning"), fmt.Sprintf("%d info", c.Info))
	if c.Waived > 0 {
		text += fmt.Sprintf(", %d waived", c.Waived)
	}
	return text
}

type validated struct {
	Valid    bool
	Counts   checks
	ByRule   map[string]int
	Findings []model.Finding
	Would    *written
	Refused  *struct {
		Code, Message, Hint string
	}
	MakeReal model.Object
	Assumed  []string
	listed
}

// validate writes findings as a compiler writes its messages: the file and where in
// it, what is wrong, and how to mend it. Of commands it writes what they would do.
func (p *Page) validate(v validated) {
	if v.Would != nil {
		p.would(v)
		return
	}
	p.remarks("assumed", v.Assumed...)
	for _, f := range v.Findings {
		p.line(p.place(f), p.finding(f))
		if len(f.Fix) > 0 {
			p.aside("  fix: %s", p.Command(model.Object{{Name: "action", Value: "execute"}, {Name: "commands", Value: []any{
				model.Object{{Name: "command", Value: "fix"}, {Name: "finding", Value: f.Fingerprint}}}}}))
		}
	}
	p.more(v.listed, len(v.Findings))
	p.remarks("by rule", tally(v.ByRule))
	p.verdict(v.Valid, "valid", "not valid", v.Counts.text())
}

// would writes what commands would do, and whether they would be carried out.
func (p *Page) would(v validated) {
	p.line(p.Style.Faint.Render("would:"), p.Style.Strong.Render(oneLine(v.Would.Subject)))
	p.effects(*v.Would)
	p.delta("  ", delta{New: v.Findings})
	p.more(v.listed, len(v.Findings))
	if v.Refused != nil {
		p.verdict(v.Valid, "would be written", "would be refused", oneLine(v.Refused.Message))
		return
	}
	news := "no new findings"
	if v.Counts != (checks{}) {
		news = "new findings: " + v.Counts.text()
	}
	p.verdict(v.Valid, "would be written", "would be refused", news)
	if len(v.MakeReal) > 0 {
		p.aside("do it: %s", p.real(v.MakeReal))
	}
}

// real answers the command line that carries out what was tried, or, where that is
// long, what it has beside the commands.
func (p *Page) real(request model.Object) string {
	line := p.Command(request)
	if len(line) <= longestCommand {
		return line
	}
	return p.Command(request.Without("commands").With("commands", "-"))
}

func (p *Page) verdict(ok bool, good, bad, why string) {
	if ok {
		p.line(p.Style.Good.Render(good+":"), why)
		return
	}
	p.line(p.Style.Bad.Render(bad+":"), why)
}

// place says where a finding is: the file and the member in it.
func (p *Page) place(f model.Finding) string {
	if f.File == "" {
		return ""
	}
	return p.Style.Strong.Render(f.File) + strings.ReplaceAll(f.Pointer, "\n", " ") + ":"
}

// finding writes a finding on one line, without its place.
func (p *Page) finding(f model.Finding) string {
	style := p.Style.Faint
	switch f.Severity {
	case model.Error:
		style = p.Style.Bad
	case model.Warning:
		style = p.Style.Warn
	}
	severity := string(f.Severity)
	if f.Waived {
		severity += " (waived)"
	}
	return style.Render(severity) + " " + f.Rule + ": " + oneLine(f.Message)
}
