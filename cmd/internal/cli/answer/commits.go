package answer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// commit is what the history says of one commit.
type commit struct {
	Commit, Person, Agent, When, Subject, Why, RevertedBy, Proposal, Through string
	Sequence                                                                 *int
	Brought                                                                  int
	Brings                                                                   []commit
	Counts                                                                   counts
	Records                                                                  []record
	Rest                                                                     int
	Files                                                                    []string
}

type counts struct {
	Added, Removed, Changed int
	ByCategory              map[string]int
}

// text writes counts as git's summary of a commit does.
func (c counts) text() string {
	var parts []string
	for _, kind := range []struct {
		n    int
		name string
	}{{c.Added, "added"}, {c.Changed, "changed"}, {c.Removed, "removed"}} {
		if kind.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", kind.n, kind.name))
		}
	}
	if len(parts) == 0 {
		return "no record changed"
	}
	return strings.Join(parts, ", ") + " (" + tally(c.ByCategory) + ")"
}

type history struct {
	ID      string
	Commits []commit
	Blame   []blamed
	Assumed []string
	listed
}

// log writes a line a commit.
func (p *Page) log(h history) {
	for i, line := range p.commitLines(h.Commits) {
		p.line(line)
		p.brings(h.Commits[i])
		if p.Verbose {
			p.told(h.Commits[i])
		}
	}
	p.remarks("assumed", h.Assumed...)
	if len(h.Commits) == 0 {
		p.aside("no commits")
	}
	p.more(h.listed, len(h.Commits))
}

// changes writes each commit with what it did.
func (p *Page) changes(h history) {
	if h.ID != "" {
		p.history(h)
		return
	}
	p.Verbose = true
	p.log(h)
}

// history writes the commits that changed a record, and what they did to it.
func (p *Page) history(h history) {
	p.line(p.Style.Strong.Render(h.ID))
	p.remarks("assumed", h.Assumed...)
	if len(h.Blame) > 0 {
		p.blamed(h.Blame)
		p.line()
	}
	for i, line := range p.commitLines(h.Commits) {
		p.line(line)
		p.why(detail, h.Commits[i])
		for _, r := range h.Commits[i].Records {
			if r.Change != "changed" {
				p.line(detail + p.sign(r.Change) + r.Change)
			}
			p.edits(detail, r.Members)
		}
	}
	p.more(h.listed, len(h.Commits))
}

// detail sets in what a commit did below its line.
const detail = "      "

// commitLines makes a line of each commit: sequence, commit, when, who, through which
// agent, and what.
func (p *Page) commitLines(commits []commit) []string {
	columns := []column{{style: p.Style.Faint}, {style: p.Style.Warn, text: true}, {style: p.Style.Faint}, {}, {style: p.Style.Faint}, {style: p.Style.Faint}, {}}
	rows := make([][]string, len(commits))
	for i, c := range commits {
		rows[i] = []string{number(c.Sequence), short(c.Commit), day(c.When), oneLine(nameOf(c.Person)), c.Agent, came(c), oneLine(c.Subject)}
	}
	_, lines := p.lay(columns, rows)
	return lines
}

// came says how a commit came to the branch, and how many came with it.
func came(c commit) string {
	text := c.Proposal
	if c.Through != "" {
		text = strings.TrimSpace(text + " by " + short(c.Through))
	}
	if c.Brought > 0 {
		text = strings.TrimSpace(text + " " + plural(c.Brought, "commit"))
	}
	return text
}

// brings writes the commits that a merge brought, below its line.
func (p *Page) brings(c commit) {
	for _, line := range p.commitLines(c.Brings) {
		p.line(detail + line)
	}
	if rest := c.Brought - len(c.Brings); rest > 0 && len(c.Brings) > 0 {
		p.aside("%s… and %d more", detail, rest)
	}
}

// told writes what a commit did, below its line.
func (p *Page) told(c commit) {
	p.why(detail, c)
	p.aside("%s%s", detail, c.Counts.text())
	p.records(detail, c.Records)
	if c.Rest > 0 {
		p.aside("%s… and %d more", detail, c.Rest)
	}
	if len(c.Files) > 0 {
		p.aside("%sfiles: %s", detail, some(c.Files, len(c.Files), lineWidth))
	}
	if c.RevertedBy != "" {
		p.line(detail + p.Style.Warn.Render("taken back by "+short(c.RevertedBy)))
	}
}

func (p *Page) why(indent string, c commit) {
	for line := range strings.Lines(c.Why) {
		p.line(indent + strings.TrimSuffix(line, "\n"))
	}
}

// show writes one commit as git does, and all that it did to records.
func (p *Page) show(s struct {
	Commit commit
	Diff   *difference
}) {
	c := s.Commit
	p.line(p.Style.Warn.Render("commit " + c.Commit))
	rows := [][]string{{"Sequence:", number(c.Sequence)}, {"Person:", oneLine(c.Person)}, {"Agent:", c.Agent}, {"Date:", day(c.When)}, {"Proposal:", c.Proposal}, {"Reverted:", revertedBy(c)}}
	rows = slices.DeleteFunc(rows, func(row []string) bool { return row[1] == "" })
	p.facts("", rows)
	p.line()
	p.line("    " + p.Style.Strong.Render(oneLine(c.Subject)))
	if c.Why != "" {
		p.line()
		p.why("    ", c)
	}
	p.line()
	if len(c.Brings) > 0 {
		p.brings(c)
		p.line()
	}
	if s.Diff != nil {
		p.diff(*s.Diff)
		return
	}
	c.Why = ""
	p.told(c)
}

func revertedBy(c commit) string {
	if c.RevertedBy == "" {
		return ""
	}
	return "by " + short(c.RevertedBy)
}

func number(sequence *int) string {
	if sequence == nil {
		return ""
	}
	return strconv.Itoa(*sequence)
}
