package answer

// blamed is who gave a member its value.
type blamed struct {
	Member, Commit, Person, Agent, When, Subject, Proposal string
	Value                                                  any
	Sequence                                               *int
}

// blame writes who last set each member of a record.
func (p *Page) blame(h history) {
	p.remarks("assumed", h.Assumed...)
	p.blamed(h.Blame)
}

func (p *Page) blamed(members []blamed) {
	columns := named("member", "value", "who", "agent", "when", "commit", "through", "why")
	columns[5].style = p.Style.Warn
	rows := make([][]string, len(members))
	for i, m := range members {
		rows[i] = []string{m.Member, cell(m.Value), oneLine(nameOf(m.Person)), m.Agent, day(m.When), short(m.Commit), m.Proposal, oneLine(m.Subject)}
	}
	p.table("", columns, rows)
}
