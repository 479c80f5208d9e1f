package answer

import (
	"strings"

	"github.com/openeik/ekgit/model"
)

// written is what a write did, or would do.
type written struct {
	Commit, Subject string
	Proposal, State string
	Replayed        bool
	Counts          struct {
		Created, Updated, Deleted, Reached int
		ShapesDropped, JoinsLost           []string
	}
	Affected struct {
		Created, Deleted grid
		Updated          []record
		Rest             int
	}
	Assumed, Notes []string
	Findings       delta
	Undo, MakeReal model.Object
	Refused        *struct{ Message string }
}

// longestCommand is how long a command line may be to be worth showing, in bytes.
const longestCommand = 4 * lineWidth

// written writes what a write did, and how to take it back.
func (p *Page) written(w written) {
	p.line(p.Style.Warn.Render(short(w.Commit)), p.Style.Strong.Render(oneLine(w.Subject)))
	if w.Replayed {
		p.aside("carried out before: this is its answer again")
	}
	if w.Proposal != "" {
		p.aside("proposal %s", strings.TrimSpace(w.Proposal+" "+w.State))
	}
	p.effects(w)
	if w.Refused != nil {
		p.line(p.Style.Warn.Render("It cannot be accepted or made real as it stands:"), oneLine(w.Refused.Message))
	}
	if len(w.MakeReal) > 0 {
		p.aside("make it real: %s", p.Command(w.MakeReal))
	}
	if len(w.Undo) == 0 {
		return
	}
	line := p.Command(w.Undo)
	if len(line) > 2*lineWidth || reverts(w.Undo) {
		line = "ek revert " + short(w.Commit)
	}
	p.aside("take it back: %s", line)
}

// reverts tells whether a request takes a commit back as a whole.
func reverts(request model.Object) bool {
	commands, _ := request.Get("commands").([]any)
	if len(commands) != 1 {
		return false
	}
	command, _ := commands[0].(model.Object)
	return command.Get("command") == "revert"
}

// effects writes what becomes of the records and of the findings.
func (p *Page) effects(w written) {
	records := w.Affected.Created.records("added")
	records = append(records, w.Affected.Updated...)
	p.records("  ", append(records, w.Affected.Deleted.records("removed")...))
	if w.Affected.Rest > 0 {
		p.aside("  … and %d more", w.Affected.Rest)
	}
	if w.Counts.Reached > 0 {
		p.aside("  %s follow", plural(w.Counts.Reached, "record"))
	}
	p.remarks("  shapes dropped", some(w.Counts.ShapesDropped, len(w.Counts.ShapesDropped), lineWidth))
	p.remarks("  joins lost", some(w.Counts.JoinsLost, len(w.Counts.JoinsLost), lineWidth))
	p.remarks("  assumed", w.Assumed...)
	p.remarks("  note", w.Notes...)
	p.delta("  ", w.Findings)
}

// records reads rows of the index as records of which one thing became.
func (g grid) records(change string) []record {
	records := make([]record, len(g.Rows))
	for i, row := range g.Rows {
		records[i].Change = change
		for j, name := range g.Columns[:min(len(g.Columns), len(row))] {
			switch value := text(row[j]); name {
			case "id":
				records[i].ID = value
			case "category":
				records[i].Category = value
			case "name":
				records[i].Name = value
			}
		}
	}
	return records
}

type imported struct {
	Commit                           string
	Records, Created, Updated, Files int
	Counts                           checks
}

// begun writes that a model is made, of nothing or of what was imported.
func (p *Page) begun(i imported) {
	with := ""
	if i.Records > 0 {
		with = "with " + plural(i.Records, "record")
	}
	p.line(p.Style.Warn.Render(short(i.Commit)), p.Style.Strong.Render("The model is made"), with)
}

// imported writes what an import brought.
func (p *Page) imported(i imported) {
	p.line(p.Style.Warn.Render(short(i.Commit)), p.Style.Strong.Render(plural(i.Created, "record")+" new, "+plural(i.Updated, "record")+" changed"))
	p.line("  The model has", plural(i.Records, "record")+";", plural(i.Files, "file"), "were written.")
	if i.Counts != (checks{}) {
		p.line("  Findings:", i.Counts.text()+".", p.Style.Faint.Render("ek validate lists them."))
	}
}
