package answer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/openeik/ekgit/diffview"
	"github.com/openeik/ekgit/model"
)

// record is one record that was added, removed or changed.
type record struct {
	ID, Category, Name, Change, Path, OldPath string
	Members, Derived                          model.Object
}

// lineWidth is the width up to which short things share a line.
const lineWidth = 96

// sign marks what became of a record.
func (p *Page) sign(change string) string {
	switch change {
	case "added":
		return p.Style.Good.Render("+") + " "
	case "removed":
		return p.Style.Bad.Render("-") + " "
	}
	return p.Style.Warn.Render("~") + " "
}

// records writes what became of records: those added and removed by category, those
// changed with their members.
func (p *Page) records(indent string, records []record) {
	p.gathered(indent, "added", records)
	p.gathered(indent, "removed", records)
	for _, r := range records {
		if r.Change == "added" || r.Change == "removed" {
			continue
		}
		head := indent + p.sign(r.Change) + strings.TrimRight(r.Category+" "+r.ID+" "+quoted(r.Name), " ")
		if text := pairs(r.Members); len(r.Derived) == 0 && r.OldPath == "" && ansi.StringWidth(head+text) < lineWidth {
			p.line(head, " "+text)
			continue
		}
		p.line(head)
		if r.OldPath != "" {
			p.aside("%s    moved from %s to %s", indent, r.OldPath, r.Path)
		}
		p.edits(indent+"    ", r.Members)
		for _, m := range r.Derived {
			p.aside("%s    derived.%s: %s", indent, m.Name, oldNew(m))
		}
	}
}

// gathered writes the records of one change, a line a category.
func (p *Page) gathered(indent, change string, records []record) {
	byCategory := map[string][]string{}
	var categories []string
	for _, r := range records {
		if r.Change != change {
			continue
		}
		if byCategory[r.Category] == nil {
			categories = append(categories, r.Category)
		}
		byCategory[r.Category] = append(byCategory[r.Category], strings.TrimRight(r.ID+" "+quoted(r.Name), " "))
	}
	slices.SortFunc(categories, cmp.Compare)
	rows := make([][]string, len(categories))
	for i, category := range categories {
		rows[i] = []string{category, some(byCategory[category], len(byCategory[category]), lineWidth)}
	}
	p.table(indent+p.sign(change), named("", ""), rows)
}

// edits writes members with their old and new values, a line each.
func (p *Page) edits(indent string, members model.Object) {
	for _, m := range members {
		p.line(indent + oneLine(m.Name) + ": " + oldNew(m))
	}
}

// pairs writes members with their old and new values on one line.
func pairs(members model.Object) string {
	parts := make([]string, len(members))
	for i, m := range members {
		parts[i] = oneLine(m.Name) + ": " + oldNew(m)
	}
	return strings.Join(parts, ", ")
}

// oldNew writes the value of a member that holds [old, new].
func oldNew(m model.Member) string {
	if pair, ok := m.Value.([]any); ok && len(pair) == 2 {
		return diffview.ChangeText(pair[0], pair[1])
	}
	return text(m.Value)
}
