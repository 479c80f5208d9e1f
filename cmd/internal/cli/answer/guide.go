package answer

import "strings"

type topic struct{ Topic, Summary string }

type guide struct {
	Text          string
	Topics, Found []topic
}

// guide writes a text of the guide, or where words were found.
func (p *Page) guide(g guide) {
	if g.Text != "" {
		p.text.WriteString(strings.TrimRight(g.Text, "\n") + "\n")
	}
	if len(g.Topics) > 0 {
		p.part("Topics")
		p.topics(g.Topics)
	}
	p.topics(g.Found)
	if g.Text == "" && len(g.Found) == 0 {
		p.aside("nothing found")
	}
}

func (p *Page) topics(topics []topic) {
	rows := make([][]string, len(topics))
	for i, t := range topics {
		rows[i] = []string{t.Topic, oneLine(t.Summary)}
	}
	p.table("", []column{{style: p.Style.Strong}, {}}, rows)
}

// reported writes where a report of a problem is kept.
func (p *Page) reported(r struct{ ID, File string }) {
	p.line("Kept as", p.Style.Strong.Render(r.ID), "in", r.File)
}
