package diffview

import (
	"fmt"
	"strings"
)

// mdRecords writes the records, the largest effects first, as many as fit.
func mdRecords(d *Diff, more string, limit int) string {
	if len(d.Records) == 0 {
		return ""
	}
	const reserve = 400 // for the line that says what is left out
	p := &mdPart{limit: limit - reserve}
	p.WriteString("### Records\n\n")
	for i := range d.Records {
		if !p.item("%s", mdRecord(&d.Records[i])) {
			break
		}
	}
	if rest := len(d.Records) - p.items + d.RecordsRest; rest > 0 {
		fmt.Fprintf(p, "\n%s\n", mdLeft(rest, more))
	}
	return p.String()
}

// mdLeft says how many records are left out, and the command that tells them.
func mdLeft(n int, command string) string {
	text := "and " + more(n)
	if command != "" {
		text += ": " + inCode(clip(command, valueLimit))
	}
	return text
}

var changeSigns = map[Change]string{Added: "＋", Removed: "－", Changed: "✎"}

// mdRecord writes a record folded up, with its members as a table.
func mdRecord(r *Record) string {
	var b strings.Builder
	outside := ""
	if r.Outside != "" {
		outside = " ⚠ <i>outside the request: " + escaped(r.Outside) + "</i>"
	}
	head := fmt.Sprintf("%s <b>%s</b> %s%s", changeSigns[r.Change], escaped(r.title()), escaped(clip(r.Says, 2*valueLimit)), outside)
	rows := mdRows(r)
	if rows == "" {
		return "- " + head + " <sub>" + escaped(r.ID) + "</sub>\n\n"
	}
	fmt.Fprintf(&b, "<details><summary>%s</summary>\n\n%s\n\n", head, escaped(r.ID))
	if r.OldPath != "" {
		fmt.Fprintf(&b, "moved from %s to %s\n\n", escaped(r.OldPath), escaped(r.Path))
	}
	fmt.Fprintf(&b, "| Member | Old | New |\n|---|---|---|\n%s\n</details>\n\n", rows)
	return b.String()
}

// rowsShown is how many members of a record are listed.
const rowsShown = 40

func mdRows(r *Record) string {
	if r.Change != Changed {
		return ""
	}
	var rows []string
	for _, m := range r.Members {
		if m.Noise == "" {
			rows = append(rows, mdRow(escaped(memberName(m.Name)), &m))
		}
	}
	for _, m := range r.shownDerived() {
		rows = append(rows, mdRow("*"+escaped(r.derivedName(m.Name))+"*", &m))
	}
	if rest := len(rows) - rowsShown; rest > 0 {
		rows = append(rows[:rowsShown], fmt.Sprintf("| and %d more | | |\n", rest))
	}
	return strings.Join(rows, "")
}

func mdRow(name string, m *Member) string {
	if old, next, ok := m.long(); ok {
		a, b := mdWords(Words(old, next))
		return fmt.Sprintf("| %s | %s | %s |\n", name, a, b)
	}
	return fmt.Sprintf("| %s | %s | %s |\n", name, escaped(m.old()), escaped(m.new()))
}

// mdWords writes both sides of two texts with what differs marked.
func mdWords(pieces []Piece) (old, next string) {
	var a, b strings.Builder
	for _, p := range clipPieces(pieces) {
		text := escaped(p.Text)
		space, end := edges(p.Text)
		switch p.Op {
		case Old:
			fmt.Fprintf(&a, "%s<del>%s</del>%s", space, text, end)
		case New:
			fmt.Fprintf(&b, "%s<ins>%s</ins>%s", space, text, end)
		default:
			fmt.Fprintf(&a, "%s%s%s", space, text, end)
			fmt.Fprintf(&b, "%s%s%s", space, text, end)
		}
	}
	return a.String(), b.String()
}

// edges answers a blank where a text starts and ends with one, which is lost when it
// is made plain. A text of blanks alone has only the first.
func edges(text string) (start, end string) {
	trimmed := strings.TrimSpace(text)
	if strings.TrimLeft(text, " ") != text {
		start = " "
	}
	if strings.TrimRight(text, " ") != text && trimmed != "" {
		end = " "
	}
	return start, end
}

// bothShown is how much of what two texts have in common is shown beside what
// differs.
const bothShown = 160

// clipPieces cuts the middle out of long pieces that both texts have, and long pieces
// that one has.
func clipPieces(pieces []Piece) []Piece {
	out := make([]Piece, len(pieces))
	for i, p := range pieces {
		runes := []rune(p.Text)
		limit := bothShown
		if p.Op != Both {
			limit *= 4
		}
		if len(runes) > limit {
			p.Text = string(runes[:limit/2]) + " … " + string(runes[len(runes)-limit/2:])
		}
		out[i] = p
	}
	return out
}

func mdFollowed(d *Diff, more string) string {
	if len(d.Followed) == 0 {
		return ""
	}
	p := &mdPart{limit: partLimit}
	fmt.Fprintf(p, "<details><summary>What follows, on %s that stand as they were</summary>\n\n", counted(len(d.Followed)+d.FollowedRest, "record"))
	for i := range d.Followed {
		f := &d.Followed[i]
		p.item("- %s: %s\n", escaped(f.title()), escaped(f.Says))
	}
	if rest := len(d.Followed) - p.items + d.FollowedRest; rest > 0 {
		fmt.Fprintf(p, "\n%s\n", mdLeft(rest, more))
	}
	p.WriteString("\n</details>\n")
	return p.String()
}

func mdTotals(totals []Total) string {
	if len(totals) == 0 {
		return ""
	}
	p := &mdPart{limit: partLimit}
	p.WriteString("### Areas and counts\n\n| | | Before → after |\n|---|---|---|\n")
	for _, t := range totals {
		p.item("| %s | %s | %s |\n", escaped(clip(t.Ref.Label, valueLimit)), escaped(t.What), escaped(t.text()))
	}
	return p.rest(len(totals), "totals")
}

func mdNoise(n *Noise) string {
	if text := n.text(); text != "" {
		return "<sub>" + escaped(text) + "</sub>\n"
	}
	return ""
}

func (r *Review) mdConflicts() string {
	var parts []string
	if len(r.Conflicts) > 0 {
		p := &mdPart{limit: partLimit}
		p.WriteString("### What does not merge\n\n| Record | Member | Base | Model branch | Proposal |\n|---|---|---|---|---|\n")
		for i := range r.Conflicts {
			c := &r.Conflicts[i]
			v := c.values()
			p.item("| %s<br><sub>%s</sub> | %s | %s | %s | %s |\n", escaped(clip(c.Label, valueLimit)), c.says(), escaped(clip(c.Member, valueLimit)), escaped(v[0]), escaped(v[1]), escaped(v[2]))
		}
		parts = append(parts, p.rest(len(r.Conflicts), "conflicts"))
	}
	if len(r.ConflictsWith) > 0 {
		p := &mdPart{limit: smallPart}
		p.WriteString("### Other open proposals that want different things\n\n")
		for _, o := range r.ConflictsWith {
			p.item("- %s: %s\n", escaped(clip(o.ID+" "+o.Title+by(o.Person, o.Agent), 2*valueLimit)), escaped(clip(o.text(), 2*valueLimit)))
		}
		parts = append(parts, p.rest(len(r.ConflictsWith), "proposals"))
	}
	return strings.Join(parts, "\n")
}

func mdComments(comments []Comment) string {
	if len(comments) == 0 {
		return ""
	}
	p := &mdPart{limit: partLimit}
	p.WriteString("### Comments\n\n")
	for _, c := range comments {
		p.item("- **%s**: %s\n", escaped(clip(c.heading(), valueLimit)), escaped(clip(plain(c.Text), 4*valueLimit)))
	}
	return p.rest(len(comments), "comments")
}
