package answer

import (
	"fmt"
	"strings"
)

// proposal is a proposal in a list.
type proposal struct {
	ID, Title, State, Reason, Person, Agent, Touched string
	DryRun, Stale                                    bool
	Comments                                         int
	StillMerges, StillChecks                         *bool
	ConflictsWith                                    []string
}

type proposalList struct {
	Proposals []proposal
	Unchecked int
	Text      string
	listed
}

// proposals writes proposals as a table, or one of them as a person reads it.
func (p *Page) proposals(l proposalList) {
	if l.Text != "" {
		p.text.WriteString(l.Text)
		return
	}
	rows := make([][]string, len(l.Proposals))
	for i, one := range l.Proposals {
		rows[i] = []string{one.ID, one.State, oneLine(one.Title), oneLine(one.by()), day(one.Touched), strings.Join(one.remarks(), ", ")}
	}
	if len(rows) == 0 {
		p.aside("no proposals")
		return
	}
	p.table("", named("proposal", "state", "title", "by", "touched", "remarks"), rows)
	p.more(l.listed, len(rows))
	if l.Unchecked > 0 {
		p.aside("%d of them were not merged and checked; ask for one by its id", l.Unchecked)
	}
}

func (one proposal) by() string {
	name, _, _ := strings.Cut(one.Person, " <")
	if agent, _, _ := strings.Cut(one.Agent, "/"); agent != "" {
		return name + ", " + agent
	}
	return name
}

// remarks says in words what is to be known of a proposal before it is looked at.
func (one proposal) remarks() []string {
	var said []string
	add := func(there bool, text string) {
		if there {
			said = append(said, text)
		}
	}
	add(one.DryRun, "dry run")
	add(one.Stale, "the model moved")
	add(one.StillMerges != nil && !*one.StillMerges, "does not merge")
	add(one.StillChecks != nil && !*one.StillChecks, "brings errors")
	add(len(one.ConflictsWith) > 0, "conflicts with "+some(one.ConflictsWith, len(one.ConflictsWith), lineWidth))
	add(one.Comments > 0, fmt.Sprintf("%d said", one.Comments))
	add(one.Reason != "", oneLine(one.Reason))
	return said
}

// settled is how a conflict is decided.
type settled struct {
	Record, Member, Take string
	Value                any
}

func (s settled) text() string {
	if s.Take == "value" {
		return strings.TrimSpace(s.Record+" "+s.Member) + ": " + present(s.Value)
	}
	of := map[string]string{"ours": "as the model has it (ours)", "theirs": "as the proposal has it (theirs)"}
	return strings.TrimSpace(s.Record+" "+s.Member) + ": " + of[s.Take]
}

// discussed writes what became of a proposal.
func (p *Page) discussed(d struct {
	Proposal proposal
	Settled  []settled
}) {
	p.line(p.Style.Warn.Render(d.Proposal.ID), p.Style.Strong.Render(oneLine(d.Proposal.Title)), d.Proposal.State)
	if remarks := d.Proposal.remarks(); len(remarks) > 0 {
		p.aside("%s", strings.Join(remarks, ", "))
	}
	for _, s := range d.Settled {
		p.line("settled: " + s.text())
	}
}
