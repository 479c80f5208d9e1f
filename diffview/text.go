package diffview

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/openeik/ekgit/model"
)

// Style says how text for a terminal is written.
type Style struct {
	Color bool
	Width int // in columns; 0 lets lines be as long as they are
}

// Text writes the review as lines: what is proposed, what it means, and then record by
// record, "+" for what is added, "-" for what is removed, "~" for what is changed.
func (r *Review) Text(w io.Writer, style Style) error {
	p := &textPage{Writer: bufio.NewWriter(w), style: style, known: map[string]string{}}
	p.proposal(r)
	p.blocking(r.blocking())
	p.files("Files outside the records", r.files())
	if r.Diff != nil {
		p.diff(r.Diff, r.remaining(), r.More)
	}
	p.conflicts(r)
	p.settled(r.Settled)
	p.comments(r.Comments)
	return p.Flush()
}

// textPage is a page of text being written.
type textPage struct {
	*bufio.Writer
	style Style
	begun bool
	known map[string]string // id -> label
}

// paint wraps a text in a colour of the terminal.
func (p *textPage) paint(code, text string) string {
	if !p.style.Color || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

const (
	bold   = "1"
	faint  = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
)

func (p *textPage) line(format string, values ...any) {
	p.begun = true
	fmt.Fprintf(p.Writer, format+"\n", values...)
}

func (p *textPage) heading(text string) {
	if p.begun {
		p.line("")
	}
	p.line("%s", p.paint(bold, text))
}

// wrapped writes a text in lines of the page's width, at an indent.
func (p *textPage) wrapped(indent, text string) {
	width := p.style.Width - utf8.RuneCountInString(indent)
	if width < 20 {
		p.line("%s%s", indent, text)
		return
	}
	var line string
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			p.line("%s%s", indent, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	p.line("%s%s", indent, line)
}

func (p *textPage) proposal(r *Review) {
	h := r.Proposal
	if h == nil {
		return
	}
	p.line("%s", p.paint(bold, strings.TrimSpace(h.ID+" "+plain(h.Title))))
	p.line("%s", p.paint(faint, h.byline()))
	for _, line := range h.standing() {
		code := ""
		if line.bad {
			code = red
		}
		p.line("%s", p.paint(code, line.text))
	}
	for _, d := range h.decisions() {
		p.line("%s: %s", d[0], d[1])
	}
	if h.Description != "" {
		p.line("")
		p.wrapped("", plain(h.Description))
	}
}

func (p *textPage) files(title string, files []File) {
	if len(files) == 0 {
		return
	}
	p.heading(title)
	for _, f := range files {
		note := ""
		if f.Note != "" {
			note = "  " + plain(f.Note)
		}
		p.line("%s %s%s", p.sign(f.Change), plain(f.Path), note)
		p.fileLines(&f)
	}
}

func (p *textPage) fileLines(f *File) {
	lines, rest := f.lines()
	for _, l := range lines {
		sign, code := " ", faint
		switch l.Op {
		case Old:
			sign, code = "-", red
		case New:
			sign, code = "+", green
		}
		p.line("    %s", p.paint(code, sign+" "+l.Text))
	}
	if rest > 0 {
		p.line("    %s", p.paint(faint, "… and "+counted(rest, "line")+" more"))
	}
}

func (p *textPage) sign(c Change) string {
	switch c {
	case Added:
		return p.paint(green, "+")
	case Removed:
		return p.paint(red, "-")
	case Changed:
		return p.paint(yellow, "~")
	}
	return " "
}

func (p *textPage) diff(d *Diff, findings *Findings, more string) {
	if p.begun {
		p.line("")
	}
	p.wrapped("", d.Sentence)
	p.line("%s", p.paint(faint, d.Counts.text()))
	p.requests(d.Requests)
	p.outside(d.Outside)
	p.strip(d.Strip)
	p.reach(d.Reach)
	p.records(d, more)
	p.totals(d.Totals)
	p.findings(findings)
	if text := d.Noise.text(); text != "" {
		p.line("")
		p.line("%s", p.paint(faint, text))
	}
}

func (p *textPage) requests(requests []Asked) {
	for _, r := range requests {
		p.heading("Request" + by(r.Person, r.Agent))
		if r.Message != "" && r.Message != r.Title {
			p.wrapped("  ", plain(r.Message))
		}
		if len(r.Steps) == 0 {
			p.line("  edited by hand")
		}
		for i, s := range r.Steps {
			p.line("  %d. %s", i+1, s.Words)
			if text := s.result(); text != "" {
				p.wrapped("     ", p.paint(faint, text))
			}
		}
		if r.Problem != "" {
			p.wrapped("  ", "What each command changed is not known: "+r.Problem)
		}
	}
}

func (p *textPage) outside(outside []Outside) {
	if len(outside) == 0 {
		return
	}
	p.heading("Outside the request")
	for i, o := range outside {
		if i == listShown {
			p.line("  %s", p.paint(faint, "… and "+more(len(outside)-i)))
			break
		}
		p.wrapped("  ", p.paint(yellow, "!")+" "+o.Label+" "+o.Says+" ("+o.Why+")")
	}
}

func (p *textPage) strip(strip []Concern) {
	if len(strip) == 0 {
		return
	}
	p.heading("What it concerns")
	for _, c := range strip {
		title := fmt.Sprintf("  %-18s", c.Title)
		if len(c.Notes) == 0 {
			p.line("%s%s", title, p.paint(faint, "nothing"))
		}
		for i, n := range c.Notes {
			if i > 0 {
				title = strings.Repeat(" ", 20)
			}
			p.line("%s%s", title, n.Text)
		}
	}
}

func (p *textPage) reach(reach []Reach) {
	if len(reach) == 0 {
		return
	}
	p.heading("How far it reaches")
	for i, r := range reach {
		if i == listShown {
			p.line("  %s", p.paint(faint, fmt.Sprintf("… and %d more", len(reach)-i)))
			break
		}
		p.line("  %s: %s", r.Label, r.Text)
	}
}

func (p *textPage) records(d *Diff, more string) {
	if len(d.Records) > 0 {
		p.heading("Records")
	}
	for i := range d.Records {
		p.record(&d.Records[i])
	}
	if d.RecordsRest > 0 {
		p.line("%s", p.paint(faint, left(d.RecordsRest, more)))
	}
	if len(d.Followed) == 0 {
		return
	}
	p.heading("What follows, on records that stand as they were")
	for i := range d.Followed {
		f := &d.Followed[i]
		p.line("  %s  %s  %s", f.title(), f.Says, p.paint(faint, f.ID))
	}
	if d.FollowedRest > 0 {
		p.line("%s", p.paint(faint, left(d.FollowedRest, more)))
	}
}

func (p *textPage) record(r *Record) {
	mark := ""
	if r.Outside != "" {
		mark = p.paint(yellow, " ! "+r.Outside)
	}
	p.line("%s %s  %s%s", p.sign(r.Change), p.paint(bold, r.title()), p.paint(faint, r.ID), mark)
	if r.OldPath != "" {
		p.line("    moved from %s to %s", plain(r.OldPath), plain(r.Path))
	}
	small := 0
	for _, m := range r.Members {
		if m.Noise != "" {
			small++
			continue
		}
		p.line("    %s: %s", memberName(m.Name), m.text())
	}
	if r.Change == Changed {
		for _, m := range r.shownDerived() {
			p.line("    %s", p.paint(faint, r.derivedName(m.Name)+": "+m.text()))
		}
	}
	if small > 0 {
		p.line("    %s", p.paint(faint, counted(small, "member")+" differing by less than 1 mm or in order alone"))
	}
}

func (p *textPage) totals(totals []Total) {
	if len(totals) == 0 {
		return
	}
	p.heading("Areas and counts")
	for _, t := range totals {
		p.line("  %s, %s: %s", t.Ref.Label, t.What, t.text())
	}
}

func (p *textPage) findings(f *Findings) {
	if f.none() {
		return
	}
	p.heading("Findings")
	p.each("+", red, f.New)
	p.each("-", green, f.Gone)
	p.each("(waived)", faint, f.Waived)
	for _, w := range f.Waivers {
		p.line("waiver of %s by %s: %s", plain(w.Finding), plain(w.By), plain(w.Reason))
	}
}

func (p *textPage) each(sign, code string, findings []model.Finding) {
	for _, f := range findings {
		p.line("%s %s %s: %s", p.paint(code, sign), f.Severity, f.Rule, plain(f.Message))
	}
}

func (p *textPage) conflicts(r *Review) {
	if len(r.Conflicts) > 0 {
		p.heading("What does not merge")
	}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		p.line("%s %s %s: %s", p.paint(red, "!"), plain(c.Label), plain(c.Member), c.says())
		for i, v := range c.values() {
			p.line("    %-7s %s", [...]string{"base", "ours", "theirs"}[i], v)
		}
	}
	if len(r.ConflictsWith) == 0 {
		return
	}
	p.heading("Other open proposals that want different things")
	for _, o := range r.ConflictsWith {
		p.line("  %s %s%s: %s", plain(o.ID), plain(o.Title), by(o.Person, o.Agent), o.text())
	}
}

func (p *textPage) comments(comments []Comment) {
	if len(comments) == 0 {
		return
	}
	p.heading("Comments")
	for _, c := range comments {
		p.line("  %s", p.paint(faint, c.heading()))
		p.wrapped("    ", plain(c.Text))
	}
}
