package diffview

import (
	"fmt"
	"html/template"
	"reflect"
	"strings"

	"github.com/openeik/ekgit/model"
)

// pageRecords is how many records the page lists.
const pageRecords = 1000

// pageFunctions are what the page's template asks of its data.
var pageFunctions = template.FuncMap{
	"heading":   heading,
	"byline":    func(h *Proposal) string { return capital(h.byline()) },
	"standing":  badges,
	"files":     func(r shownReview) []File { return r.files() },
	"lines":     pageLinesOf,
	"decisions": func(h *Proposal) [][2]string { return h.decisions() },
	"more":      more,
	"counts":    func(c Counts) string { return c.text() },
	"capital":   capital,
	"source":    shownPictureOf,
	"first":     first,
	"rest":      rest,
	"title":     func(r Record) string { return r.title() },
	"place":     place,
	"asked":     func(a Asked) string { return asked(&a) },
	"number":    func(i int) int { return i + 1 },
	"result":    result,
	"values":    conflictValues,
	"by":        func(o Other) string { return strings.TrimSpace(by(o.Person, o.Agent)) },
	"other":     func(o Other) string { return o.text() },
	"findings":  findingRows,
	"blocking":  blockingRows,
	"settled":   func() string { return settledTitle },
	"what":      func(s Settled) string { return s.what() },
	"how":       func(s Settled) string { return s.says() },
	"blocks":    func() string { return blockingTitle },
	"remaining": func(r shownReview) *Findings { return r.remaining() },
	"total":     totalRow,
	"followed":  followedPart,
	"listed":    func(d *Diff) []Record { return d.Records[:min(len(d.Records), pageRecords)] },
	"unlisted":  unlisted,
	"rows":      rows,
	"commented": func(c Comment) string { return c.heading() },
	"noise":     func(d *Diff) string { return d.Noise.text() },
}

// pageLines are the lines in which a file differs.
type pageLines struct {
	Lines []pageLine
	Rest  string
}

type pageLine struct{ Class, Text string }

func pageLinesOf(f File) *pageLines {
	lines, rest := f.lines()
	if len(lines) == 0 {
		return nil
	}
	out := &pageLines{}
	for _, l := range lines {
		out.Lines = append(out.Lines, pageLine{[...]string{"", "old", "new"}[l.Op], string(" -+"[l.Op]) + " " + l.Text})
	}
	if rest > 0 {
		out.Rest = "and " + counted(rest, "line") + " more"
	}
	return out
}

// badge is how a proposal stands, as the page shows it.
type badge struct{ Text, Class string }

func badges(h *Proposal) []badge {
	var out []badge
	for _, s := range h.standing() {
		b := badge{Text: strings.TrimPrefix(s.text, "state: ")}
		switch {
		case s.bad:
			b.Class = "bad"
		case s.good:
			b.Class = "good"
		}
		out = append(out, b)
	}
	return out
}

// first answers the items of a list that are shown.
func first(list any) any {
	v := reflect.ValueOf(list)
	return v.Slice(0, min(v.Len(), listShown)).Interface()
}

// rest says how many items of a list are not shown, empty for none.
func rest(list any) string {
	if n := reflect.ValueOf(list).Len() - listShown; n > 0 {
		return "and " + grouped(fmt.Sprint(n)) + " more"
	}
	return ""
}

// place says where a record is, as a line of its own.
func place(r Record) string {
	text := r.Where
	if r.Level != "" && r.Category != "level" {
		if text != "" {
			text += ", "
		}
		text += r.Level
	}
	return capital(text)
}

func asked(a *Asked) string {
	text := by(a.Person, a.Agent)
	if !a.When.IsZero() {
		text += ", " + day(a.When)
	}
	return capital(strings.TrimSpace(text))
}

// stepResult is what a command changed: the records that it named and those that it
// did not.
type stepResult struct{ Named, Also string }

func result(s Step) stepResult {
	named, also := s.changed()
	if len(named)+len(also) == 0 {
		return stepResult{Named: "nothing that still differs"}
	}
	return stepResult{capital(some(named, 8)), some(also, 8)}
}

// conflictRow is a conflict in words.
type conflictRow struct{ Says, Base, Ours, Theirs string }

func conflictValues(c Conflict) conflictRow {
	v := c.values()
	return conflictRow{c.says(), v[0], v[1], v[2]}
}

// findingRow is a finding and what became of it.
type findingRow struct{ What, Severity, Rule, Message string }

// blockingRows are the findings that block, with their names in the place of what
// became of them.
func blockingRows(r shownReview) []findingRow {
	var out []findingRow
	for _, x := range r.blocking() {
		out = append(out, findingRow{plain(x.Fingerprint), string(x.Severity), plain(x.Rule), plain(x.Message)})
	}
	return out
}

func findingRows(f *Findings) []findingRow {
	var out []findingRow
	add := func(what string, findings []model.Finding) {
		for _, x := range findings {
			out = append(out, findingRow{what, string(x.Severity), x.Rule, plain(x.Message)})
		}
	}
	add("new", f.New)
	add("gone", f.Gone)
	add("waived", f.Waived)
	for _, w := range f.Waivers {
		out = append(out, findingRow{"waiver", "", plain(w.Finding), "Accepted by " + plain(w.By) + ": " + plain(w.Reason)})
	}
	return out
}

// totalCells are the cells of a total.
type totalCells struct{ Before, After, By string }

func totalRow(t Total) totalCells {
	out := totalCells{By: t.units.signed(t.By, t.Unit)}
	if t.Before != nil && t.After != nil {
		out.Before, out.After = t.units.sum(*t.Before, t.Unit), t.units.sum(*t.After, t.Unit)
	}
	return out
}

// followedList are the records that follow, and how many more there are.
type followedList struct {
	List []Record
	Rest string
}

func followedPart(d *Diff) *followedList {
	if len(d.Followed) == 0 {
		return nil
	}
	out := &followedList{List: d.Followed}
	if d.FollowedRest > 0 {
		out.Rest = "and " + more(d.FollowedRest)
	}
	return out
}

func unlisted(d *Diff) string {
	if n := len(d.Records) - pageRecords; n > 0 || d.RecordsRest > 0 {
		return "and " + more(max(n, 0)+d.RecordsRest) + ", which the command below tells"
	}
	return ""
}

// row is a member of a record, old and new in pieces.
type row struct {
	Name     string
	Old, New []rowPiece
	Derived  bool
}

type rowPiece struct {
	Text string
	Mark bool
}

func rows(r Record) []row {
	if r.Change != Changed {
		return nil
	}
	var out []row
	for _, m := range r.Members {
		if m.Noise == "" {
			out = append(out, rowOf(memberName(m.Name), &m, false))
		}
	}
	for _, m := range r.shownDerived() {
		out = append(out, rowOf(r.derivedName(m.Name), &m, true))
	}
	return out
}

func rowOf(name string, m *Member, derived bool) row {
	old, next, ok := m.long()
	if !ok {
		return row{name, []rowPiece{{Text: m.old()}}, []rowPiece{{Text: m.new()}}, derived}
	}
	out := row{Name: name, Derived: derived}
	for _, p := range clipPieces(Words(old, next)) {
		if p.Op != New {
			out.Old = append(out.Old, rowPiece{p.Text, p.Op == Old})
		}
		if p.Op != Old {
			out.New = append(out.New, rowPiece{p.Text, p.Op == New})
		}
	}
	return out
}
