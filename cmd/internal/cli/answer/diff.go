package answer

import "github.com/openeik/ekgit/model"

// difference is what differs between two states.
type difference struct {
	Counts   counts
	Records  []record
	Findings delta
	Text     string
	Assumed  []string
	listed
}

// delta is findings that appear and go.
type delta struct {
	New, Gone []model.Finding
	Rest      int
}

// diff writes what differs, record by record, and what it does to the findings.
func (p *Page) diff(d difference) {
	p.remarks("assumed", d.Assumed...)
	if d.Text != "" {
		p.text.WriteString(d.Text)
		return
	}
	p.records("", d.Records)
	p.more(d.listed, len(d.Records))
	p.delta("", d.Findings)
	p.aside("%s", d.Counts.text())
}

// delta writes findings that appear and go.
func (p *Page) delta(indent string, d delta) {
	for _, f := range d.New {
		p.line(indent + p.sign("added") + p.finding(f))
	}
	for _, f := range d.Gone {
		p.line(indent + p.sign("removed") + p.finding(f))
	}
	if d.Rest > 0 {
		p.aside("%s… and %s", indent, plural(d.Rest, "more finding"))
	}
}
