package answer

import (
	"strconv"
	"strings"
)

// proposal is one proposal in a list.
type proposal struct {
	ID, Title, State, Reason, Person, Agent, Touched string
	DryRun, Stale                                    bool
	Commits, Comments                                int
	StillMerges, StillChecks                         *bool
	ConflictsWith                                    []string
}

// proposals writes proposals, a line each, or one as it was told.
func (p *Page) proposals(a struct {
	Proposals []proposal
	Text      string
	Unchecked int
	listed
}) {
	if a.Text != "" {
		p.text.WriteString(a.Text)
		return
	}
	rows := make([][]string, len(a.Proposals))
	for i, one := range a.Proposals {
		rows[i] = []string{one.ID, day(one.Touched), oneLine(nameOf(one.Person)), one.Agent, p.standing(one), oneLine(one.Title)}
	}
	columns := []column{{style: p.Style.Warn}, {style: p.Style.Faint}, {}, {style: p.Style.Faint}, {}, {}}
	p.table("", columns, rows)
	if len(rows) == 0 {
		p.aside("no proposals; ek propose makes one")
		return
	}
	p.more(a.listed, len(rows))
}

// standing says in a few words how a proposal stands.
func (p *Page) standing(one proposal) string {
	if one.State != "open" {
		return one.State
	}
	parts := []string{"proposal"}
	if one.DryRun {
		parts[0] = "dry run"
	}
	if one.Stale {
		parts = append(parts, "behind")
	}
	if one.StillMerges != nil && !*one.StillMerges {
		parts = append(parts, "conflicts with the model")
	}
	if one.StillChecks != nil && !*one.StillChecks {
		parts = append(parts, "brings errors")
	}
	if len(one.ConflictsWith) > 0 {
		parts = append(parts, "against "+strings.Join(one.ConflictsWith, " "))
	}
	if one.Comments > 0 {
		parts = append(parts, plural(one.Comments, "comment"))
	}
	if one.Commits > 1 {
		parts = append(parts, strconv.Itoa(one.Commits)+" commits")
	}
	return strings.Join(parts, ", ")
}

// discussed writes how a proposal stands after something was said of it.
func (p *Page) discussed(a struct {
	Proposal proposal
	Comment  string
}) {
	p.line(p.Style.Warn.Render(a.Proposal.ID), p.Style.Strong.Render(oneLine(a.Proposal.Title)), p.standing(a.Proposal))
	p.remarks("comment", a.Comment)
	p.remarks("reason", a.Proposal.Reason)
}
