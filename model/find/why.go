package find

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
)

// Why says which criterion emptied an empty answer and what is there instead. It is
// empty where something matched, or where the model has no records at all.
func (m *Matches) Why() string {
	if m.total > 0 {
		return ""
	}
	left := &Matches{s: m.s}
	for f := range m.s.RecordFiles() {
		left.add([]*model.File{f})
	}
	for i := range m.criteria {
		c := &m.criteria[i]
		kept := left.keep(c)
		if kept.total > 0 {
			left = kept
			continue
		}
		why := "none matches"
		if c.why != nil {
			why = c.why(left)
		}
		return fmt.Sprintf("0 of %d %s: %s.", left.total, left.noun(), why)
	}
	return ""
}

// keep answers what of m matches one more criterion.
func (m *Matches) keep(c *criterion) *Matches {
	kept := &Matches{s: m.s, criteria: append(slices.Clone(m.criteria), *c)}
	for f := range m.All() {
		if m.matches(f, []criterion{*c}) {
			kept.add([]*model.File{f})
		}
	}
	return kept
}

// noun names the records as their criteria leave them: "walls on level level-1".
func (m *Matches) noun() string {
	noun := "records"
	var rest []string
	for _, c := range m.criteria {
		if c.name == "categories" && !strings.Contains(c.said, ",") {
			noun = plural(c.said)
			continue
		}
		rest = append(rest, c.said)
	}
	if len(rest) == 0 {
		return noun
	}
	return noun + " (" + strings.Join(rest, "; ") + ")"
}

// why says why a condition left nothing.
func (w Condition) why(left *Matches, test func(any, bool) bool) string {
	set := 0
	for f := range left.All() {
		if _, ok := Field(left.s, f, w.Field); ok {
			set++
		}
	}
	if set > 0 {
		return fmt.Sprintf("%q is set on %d: %s", w.Field, set, tally(left, w.Field))
	}
	why := fmt.Sprintf("%q is set on none", w.Field)
	twin := derivedTwin(w.Field)
	matching := 0
	for f := range left.All() {
		if v, ok := Field(left.s, f, twin); twin != "" && ok && test(v, ok) {
			matching++
		}
	}
	if matching > 0 {
		w.Field = twin
		why += fmt.Sprintf(". %s matches %d", w, matching)
	}
	return why
}

// derivedTwin answers the derived value that says from geometry what a member may
// leave out, empty where the field is no member.
func derivedTwin(field string) string {
	switch {
	case strings.Contains(field, "."):
		return ""
	case field == "external":
		return "derived.exterior"
	}
	return "derived." + field
}

// tally counts the values of a field, most frequent first: "wall 146, door 100".
func tally(left *Matches, field string) string {
	counts, unset := map[string]int{}, 0
	for f := range left.All() {
		v, ok := Field(left.s, f, field)
		if !ok {
			unset++
			continue
		}
		anyOf(v, func(item any) bool {
			counts[textOf(item)]++
			return false
		})
	}
	values := make([]string, 0, len(counts))
	for v := range counts {
		values = append(values, v)
	}
	slices.SortFunc(values, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	const most = 6
	var parts []string
	for i, v := range values {
		if i == most {
			parts = append(parts, fmt.Sprintf("%d other", len(values)-most))
			break
		}
		parts = append(parts, fmt.Sprintf("%s %d", v, counts[v]))
	}
	if unset > 0 {
		parts = append(parts, fmt.Sprintf("none %d", unset))
	}
	return strings.Join(parts, ", ")
}

// textOf writes a value as a person would: text bare, the rest as JSON.
func textOf(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return string(model.AppendCompact(nil, v))
}
