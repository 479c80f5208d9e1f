package diffview

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
)

// How long a markdown text is at most in bytes, and of that each part that stands
// beside the records. Hostings cut off a description at 65,536 characters.
const (
	markdownLimit = 59_000
	partLimit     = 6_000
	smallPart     = 3_000
)

// Markdown answers the review as the description of a pull request, under 60,000
// characters: what does not fit is counted, and the command that tells it is named.
// Nothing that the model holds can break out of its place in it.
func (r *Review) Markdown() string {
	head := strings.Join(nonEmpty(
		r.mdProposal(),
		mdBlocking(r.blocking()),
		mdFiles(r.files()),
		r.mdConflicts(),
		mdSettled(r.Settled),
		r.mdDiff(),
		mdPictures(r.Diff),
	), "\n")
	tail := ""
	if r.Diff != nil {
		tail = strings.Join(nonEmpty(mdTotals(r.Diff.Totals), mdFollowed(r.Diff, r.More), mdNoise(&r.Diff.Noise)), "\n")
	}
	tail = strings.Join(nonEmpty(tail, mdComments(r.Comments)), "\n")
	records := ""
	if r.Diff != nil {
		records = mdRecords(r.Diff, r.More, markdownLimit-len(head)-len(tail))
	}
	return strings.Join(nonEmpty(head, records, tail), "\n")
}

func nonEmpty(parts ...string) []string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

// mdPart is a part of a markdown text that is kept within a length.
type mdPart struct {
	strings.Builder
	limit int
	items int // written so far
	full  bool
}

// item adds lines where they fit. After the first that does not, none is added.
func (p *mdPart) item(format string, values ...any) bool {
	text := fmt.Sprintf(format, values...)
	if p.full || p.Len()+len(text) > p.limit {
		p.full = true
		return false
	}
	p.items++
	p.WriteString(text)
	return true
}

// rest says how many items of n were left out.
func (p *mdPart) rest(n int, what string) string {
	if left := n - p.items; left > 0 {
		fmt.Fprintf(p, "\nand %s more %s\n", grouped(fmt.Sprint(left)), what)
	}
	return p.String()
}

func (r *Review) mdProposal() string {
	h := r.Proposal
	if h == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s\n\n", escaped(clip(plain(strings.TrimSpace(h.Title+" ("+h.ID+")")), valueLimit*2)), escaped(h.byline()))
	for _, s := range h.standing() {
		mark := "-"
		if s.bad {
			mark = "- ⚠"
		}
		fmt.Fprintf(&b, "%s %s\n", mark, escaped(s.text))
	}
	for _, d := range h.decisions() {
		fmt.Fprintf(&b, "- %s: %s\n", d[0], inCode(clip(d[1], valueLimit)))
	}
	if h.Description != "" {
		fmt.Fprintf(&b, "\n> %s\n", escaped(clip(plain(h.Description), smallPart/2)))
	}
	return b.String()
}

func mdFiles(files []File) string {
	if len(files) == 0 {
		return ""
	}
	p := &mdPart{limit: partLimit}
	p.WriteString("### Files outside the records\n\n")
	for _, f := range files {
		note := ""
		if f.Note != "" {
			note = ": " + escaped(clip(f.Note, 2*valueLimit))
		}
		p.item("- %s %s%s\n%s", f.Change, escaped(clip(f.Path, 2*valueLimit)), note, mdFileLines(&f))
	}
	return p.rest(len(files), "files")
}

// mdFileLines writes the lines in which a file differs, folded up.
func mdFileLines(f *File) string {
	lines, rest := f.lines()
	if len(lines) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n<details><summary>lines</summary>\n\n<pre>\n")
	for _, l := range lines[:min(len(lines), linesShown/2)] {
		indent := l.Text[:len(l.Text)-len(strings.TrimLeft(l.Text, " "))]
		fmt.Fprintf(&b, "%c %s%s\n", " -+"[l.Op], indent, escaped(l.Text))
	}
	if rest += max(0, len(lines)-linesShown/2); rest > 0 {
		fmt.Fprintf(&b, "and %s more\n", counted(rest, "line"))
	}
	b.WriteString("</pre>\n</details>\n\n")
	return b.String()
}

func (r *Review) mdDiff() string {
	d := r.Diff
	if d == nil {
		return ""
	}
	lead := fmt.Sprintf("### What changes\n\n%s\n%s\n", mdPlaces(d), d.Counts.text())
	return strings.Join(nonEmpty(lead, mdRequests(d.Requests), mdOutside(d.Outside),
		mdStrip(d.Strip), mdFindings(r.remaining()), mdReach(d.Reach)), "\n")
}

// mdPlaces tells what differs, place by place.
func mdPlaces(d *Diff) string {
	if len(d.Places) == 0 {
		return escaped(d.Sentence) + "\n"
	}
	p := &mdPart{limit: partLimit}
	for _, place := range d.Places {
		if !p.item("**%s**\n\n", escaped(capital(cmp.Or(place.Name, "The model")))) {
			break
		}
		for _, thing := range place.Things {
			p.item("- %s\n", escaped(clip(capital(thing), 3*valueLimit)))
		}
		if place.Rest > 0 {
			p.item("- and %s\n", more(place.Rest))
		}
		p.item("\n")
	}
	return p.String()
}

func mdRequests(requests []Asked) string {
	p := &mdPart{limit: partLimit}
	steps := 0
	for _, r := range requests {
		if !p.item("### Request %s\n\n", escaped(by(r.Person, r.Agent))) {
			break
		}
		p.items-- // a heading is no command
		if r.Message != "" {
			fmt.Fprintf(p, "> %s\n\n", escaped(clip(plain(r.Message), 4*valueLimit)))
		}
		if len(r.Steps) == 0 {
			p.WriteString("Edited by hand.\n")
		}
		for i, s := range r.Steps {
			p.item("%d. %s — %s\n", i+1, escaped(clip(s.Words, valueLimit)), escaped(clip(s.result(), 2*valueLimit)))
		}
		if r.Problem != "" {
			fmt.Fprintf(p, "\nWhat each command changed is not known: %s\n", escaped(clip(r.Problem, 2*valueLimit)))
		}
	}
	for _, r := range requests {
		steps += len(r.Steps)
	}
	return p.rest(steps, "commands")
}

func mdOutside(outside []Outside) string {
	if len(outside) == 0 {
		return ""
	}
	p := &mdPart{limit: partLimit}
	p.WriteString("### Outside the request\n\n")
	for _, o := range outside {
		p.item("- ⚠ %s\n", escaped(clip(o.Label+" "+o.Says+" ("+o.Why+")", 3*valueLimit)))
	}
	return p.rest(len(outside), "records")
}

func mdStrip(strip []Concern) string {
	if len(strip) == 0 {
		return ""
	}
	p := &mdPart{limit: 2 * partLimit}
	p.WriteString("| Concerns | |\n|---|---|\n")
	for _, c := range strip {
		notes := make([]string, len(c.Notes))
		for i, n := range c.Notes {
			notes[i] = escaped(clip(n.Text, 2*valueLimit))
		}
		if len(notes) == 0 {
			notes = []string{"*nothing*"}
		}
		p.item("| **%s** | %s |\n", c.Title, strings.Join(notes, "<br>"))
	}
	return p.rest(len(strip), "concerns")
}

func mdFindings(f *Findings) string {
	if f.none() {
		return ""
	}
	p := &mdPart{limit: partLimit}
	p.WriteString("### Findings\n\n")
	for _, list := range []struct {
		what     string
		findings []model.Finding
	}{{"new", f.New}, {"gone", f.Gone}, {"waived", f.Waived}} {
		for _, x := range list.findings {
			p.item("- %s %s %s: %s\n", list.what, x.Severity, escaped(x.Rule), escaped(clip(x.Message, 3*valueLimit)))
		}
	}
	for _, w := range f.Waivers {
		p.item("- waiver of %s by %s: %s\n", escaped(clip(w.Finding, nameLimit)), escaped(clip(w.By, nameLimit)), escaped(clip(w.Reason, 2*valueLimit)))
	}
	return p.rest(len(f.New)+len(f.Gone)+len(f.Waived)+len(f.Waivers), "findings")
}

func mdReach(reach []Reach) string {
	if len(reach) == 0 {
		return ""
	}
	p := &mdPart{limit: smallPart}
	p.WriteString("### How far it reaches\n\n")
	for _, r := range reach {
		p.item("- %s: %s\n", escaped(r.Label), escaped(r.Text))
	}
	return p.rest(len(reach), "records that carry")
}

// mdPictures shows the thumbnails, which lie beside the text under their names.
func mdPictures(d *Diff) string {
	if d == nil || len(d.Pictures) == 0 {
		return ""
	}
	p := &mdPart{limit: smallPart}
	for _, picture := range d.Pictures {
		p.item("![%s](%s.png)\n\n", escaped(picture.Alt), picture.Name)
	}
	return p.String()
}
