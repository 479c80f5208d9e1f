package answer

import "strings"

// conflict is one thing that a merge or a revert leaves to decide.
type conflict struct {
	Kind, Record, Member, With string
	Base, Ours, Theirs         any
	Dependents                 []struct{ Record, Member string }
}

// mostConflicts is how many conflicts are shown.
const mostConflicts = 20

// conflicts writes what is left to decide: members with their three values, and of
// whole records what became of them.
func (p *Page) conflicts(all []conflict) {
	var members [][]string
	shown := all[:min(len(all), mostConflicts)]
	for _, c := range shown {
		if c.Member != "" {
			members = append(members, []string{c.Record, c.Member, present(c.Base), present(c.Ours), present(c.Theirs)})
		}
	}
	p.table("  ", named("record", "member", "base", "ours", "theirs"), members)
	for _, c := range shown {
		if c.Member == "" {
			p.line("  " + c.Record + "  " + c.whole())
		}
	}
	if rest := len(all) - len(shown); rest > 0 {
		p.aside("  … and %d more", rest)
	}
}

// present writes a value of a conflict.
func present(v any) string {
	if v == nil {
		return "absent"
	}
	return oneLine(cell(v))
}

// whole says what is in question of a whole record.
func (c conflict) whole() string {
	text := strings.ReplaceAll(c.Kind, "-", " ")
	if c.With != "" {
		text += " as " + c.With
	}
	var dependents []string
	for _, d := range c.Dependents {
		dependents = append(dependents, d.Record+" "+d.Member)
	}
	if len(dependents) > 0 {
		text += ": " + some(dependents, len(dependents), lineWidth)
	}
	return text
}
