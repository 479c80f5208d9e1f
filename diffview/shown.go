package diffview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/openeik/ekgit/model"
)

// listShown is how many items of a list beside the records are shown.
const listShown = 30

// files answers the files that are no records, those outside the model first.
func (r *Review) files() []File {
	if r.Diff == nil {
		return r.Files
	}
	return slices.Concat(r.Files, r.Diff.Files)
}

// text answers the counts in words.
func (c *Counts) text() string {
	return grouped(fmt.Sprint(c.Added)) + " added, " + grouped(fmt.Sprint(c.Removed)) + " removed, " + grouped(fmt.Sprint(c.Changed)) + " changed"
}

// title names a record with its place: "door D-01 in the south wall, Ground floor".
func (r *Record) title() string {
	text := r.Label
	if r.Where != "" {
		text += " " + r.Where
	}
	if r.Level != "" && r.Category != "level" {
		text += ", " + r.Level
	}
	return text
}

// shownDerived answers the derived values that differ, without boxes, which say
// nothing to a person.
func (r *Record) shownDerived() []Member {
	var out []Member
	for _, m := range r.Derived {
		if m.Name != "bounds" {
			out = append(out, m)
		}
	}
	return out
}

// derivedName writes the name of a derived value; where the record has a member of that
// name too, it is the one that holds.
func (r *Record) derivedName(name string) string {
	if _, own := get(r.Members, name); own {
		return "effective " + word(name)
	}
	return word(name)
}

// memberName writes the name of a member as records have it.
func memberName(name string) string { return clip(plain(name), 2*nameLimit) }

// text answers the value old and new. Of long texts it shows what differs.
func (m *Member) text() string {
	old, next, texts := m.long()
	if texts {
		return markedText(Words(old, next))
	}
	return span(m.old(), " → ", m.new())
}

func (m *Member) old() string { return cmp.Or(m.was, m.value(m.Old)) }
func (m *Member) new() string { return cmp.Or(m.is, m.value(m.New)) }

// long answers two texts that are long enough to be compared within.
func (m *Member) long() (old, next string, ok bool) {
	old, isText := m.Old.(string)
	next, areTexts := m.New.(string)
	size := len(old) + len(next)
	if !isText || !areTexts || size <= longText || size >= hugeText {
		return "", "", false
	}
	return plain(old), plain(next), true
}

// value writes a value with its unit as records hold it.
func (m *Member) value(v any) string {
	switch v := v.(type) {
	case nil:
		return "none"
	case float64:
		return noUnits.quantity(v, m.Unit)
	case string:
		return `"` + clip(plain(v), 2*valueLimit) + `"`
	}
	return clip(plain(string(model.AppendCompact(nil, v))), 2*valueLimit)
}

// text answers a total, before, after and the difference.
func (t *Total) text() string {
	by := t.units.signed(t.By, t.Unit)
	if t.Before == nil || t.After == nil {
		return by
	}
	return span(t.units.sum(*t.Before, t.Unit), " → ", t.units.sum(*t.After, t.Unit)) + " (" + by + ")"
}

func (f *Findings) none() bool {
	return len(f.New)+len(f.Gone)+len(f.Waived)+len(f.Waivers) == 0
}

// text answers the noise on one line, empty for none.
func (n *Noise) text() string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{n.Formatting, "in formatting only"}, {n.Small, "by less than 1 mm"}, {n.Order, "in the order of a set"},
		{n.Place, "in their distance along a host that begins elsewhere"}} {
		if p.n > 0 {
			parts = append(parts, grouped(fmt.Sprint(p.n))+" "+p.what)
			if p.n == len(n.IDs) { // the only kind
				parts = []string{p.what}
			}
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Folded: " + counted(len(n.IDs), "record") + " differing " + listed(parts)
}

// changed answers the records that a command changed: those it named, and the rest.
func (s *Step) changed() (named, rest []string) {
	also := map[string]bool{}
	for _, r := range s.Also {
		also[r.ID] = true
	}
	for _, r := range s.Changed {
		if also[r.ID] {
			rest = append(rest, r.Label)
		} else {
			named = append(named, r.Label)
		}
	}
	return named, rest
}

// result answers what a command changed, in words.
func (s *Step) result() string {
	named, rest := s.changed()
	text := "changes nothing that still differs"
	if len(named) > 0 {
		text = "changes " + some(named, 6)
	}
	if len(rest) > 0 {
		text += "; not named: " + some(rest, 6)
	}
	return text
}

// by answers who did something, with a leading blank.
func by(person, agent string) string {
	switch {
	case person == "" && agent == "":
		return ""
	case agent == "":
		return " by " + plain(person)
	case person == "":
		return " by " + plain(agent)
	}
	return " by " + plain(person) + " with " + plain(agent)
}

// left says how many records a rendering leaves out, and the command that tells.
func left(n int, command string) string {
	text := "… and " + more(n)
	if command != "" {
		text += ": " + plain(command)
	}
	return text
}

// day writes a time for people.
func day(t time.Time) string { return t.Format("2 January 2006, 15:04") }

// byline says who proposed it, when and on what.
func (h *Proposal) byline() string {
	text := strings.TrimSpace("proposed" + by(h.Person, h.Agent))
	if !h.Created.IsZero() {
		text += " on " + day(h.Created)
	}
	if h.Base != "" {
		text += ", based on " + short(h.Base)
	}
	return text
}

func short(commit string) string {
	const digits = 10
	return plain(commit[:min(len(commit), digits)])
}

// status is one line of how a proposal stands.
type status struct {
	text      string
	bad, good bool
}

// standing says how a proposal stands: its state, whether the model branch moved, and
// whether it still merges and checks.
func (h *Proposal) standing() []status {
	state := h.State
	if h.Reason != "" {
		state += ", " + plain(h.Reason)
	}
	out := []status{{text: "state: " + plain(state), bad: h.State == "closed", good: h.State == "accepted"}}
	if h.Stale {
		text := "the model branch moved since"
		if h.Behind > 0 {
			text += ", by " + counted(h.Behind, "commit")
		}
		out = append(out, status{text: text})
	}
	for _, c := range []struct {
		holds    *bool
		yes, not string
	}{{h.StillMerges, "merges", "does not merge: see the conflicts"}, {h.StillChecks, "brings no new error", "brings new errors"}} {
		if c.holds != nil {
			out = append(out, status{either(*c.holds, c.yes, c.not), !*c.holds, *c.holds})
		}
	}
	if h.Needs != "" {
		out = append(out, status{text: "before it can be accepted: " + plain(h.Needs), bad: true})
	}
	return out
}

// decisions are the commands that decide, each with its name.
func (h *Proposal) decisions() [][2]string {
	var out [][2]string
	for _, d := range [][2]string{{"settle", h.Settle}, {"accept", h.Accept}, {"reject", h.Reject}} {
		if d[1] != "" {
			out = append(out, [2]string{d[0], plain(d[1])})
		}
	}
	return out
}

// text names the records that another proposal conflicts on.
func (o *Other) text() string {
	var labels []string
	for _, r := range o.Records {
		labels = append(labels, plain(r.Label))
	}
	text := some(labels, 5)
	if o.Rest > 0 {
		text += " and " + more(o.Rest)
	}
	return text
}

// heading says who commented, when and on what.
func (c *Comment) heading() string {
	text := strings.TrimPrefix(by(c.Person, c.Agent), " by ")
	if !c.When.IsZero() {
		text += ", " + day(c.When)
	}
	if c.Record != nil {
		text += ", on " + plain(c.Record.Label)
	}
	if c.Member != "" {
		text += ", " + memberName(c.Member)
	}
	return text
}
