package diffview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// How many places the sentence tells, and how many things at one place.
const (
	placesTold = 3
	thingsTold = 6
)

// group is records of which the same is said.
type group struct {
	category, level, says string
	records               []*Record
	levels                map[string]bool
	outside               bool // of the request
	weight                float64
}

// sentence tells the whole change in the building's words, level by level. Several
// records of which the same is said are one thing.
func (b *builder) sentence() {
	if len(b.out.Records) == 0 {
		b.out.Sentence = b.nothing()
		return
	}
	var names []string
	at := map[string][]*group{}
	for _, g := range b.groups() {
		place := g.level
		if len(g.levels) > 1 {
			place = "" // told of all of them at once
		}
		if at[place] == nil {
			names = append(names, place)
		}
		at[place] = append(at[place], g)
	}
	var told []string
	left := 0
	for i, name := range names {
		place := Place{Name: name}
		place.Things, place.Rest = things(at[name])
		b.out.Places = append(b.out.Places, place)
		if i < placesTold {
			told = append(told, place.text())
			left += place.Rest
			continue
		}
		for _, g := range at[name] {
			left += len(g.records)
		}
	}
	if left > 0 {
		told = append(told, "And "+more(left)+".")
	}
	b.out.Sentence = strings.Join(told, " ")
}

// text tells of a place in one sentence.
func (p *Place) text() string {
	text := strings.Join(p.Things, "; ")
	if p.Name != "" {
		text = p.Name + ": " + text
	}
	return capital(text) + "."
}

func more(n int) string {
	if n == 1 {
		return "1 more record"
	}
	return grouped(fmt.Sprint(n)) + " more records"
}

// nothing tells of a change that leaves the building as it is.
func (b *builder) nothing() string {
	switch {
	case len(b.out.Noise.IDs) > 0:
		return "Nothing in the building changes; " + counted(len(b.out.Noise.IDs), "record") + " written in another form."
	case len(b.out.Findings.Waivers) > 0:
		return "No record changes; " + counted(len(b.out.Findings.Waivers), "finding") + " accepted by a waiver."
	case len(b.out.Files) > 0:
		return "No record changes; " + counted(len(b.out.Files), "file") + " outside the records."
	}
	return "Nothing differs."
}

// groups puts records of which the same is said together: those that were asked for
// before those that were not, the heaviest first.
func (b *builder) groups() []*group {
	var groups []*group
	by := map[[2]string]*group{}
	for i := range b.out.Records {
		r := &b.out.Records[i]
		says := r.Says
		if j := strings.Index(says, ", "); r.Change == Added && j > 0 {
			says = says[:j] // where exactly differs from one to the next
		}
		key := [2]string{r.Category, says}
		if r.Outside != "" {
			key[1] += "\x00outside"
		}
		g := by[key]
		if g == nil {
			g = &group{category: r.Category, level: r.Level, says: says, outside: r.Outside != "", levels: map[string]bool{}}
			by[key] = g
			groups = append(groups, g)
		}
		g.records = append(g.records, r)
		g.levels[r.Level] = true
		g.weight += r.Weight
	}
	groups = gathered(groups)
	slices.SortStableFunc(groups, func(x, y *group) int {
		if x.outside != y.outside {
			return either(x.outside, 1, -1)
		}
		return cmp.Compare(y.weight, x.weight)
	})
	return groups
}

// severalWays is how many different things are said of one category before they are
// told as one.
const severalWays = 4

// gathered puts groups of a category together where too many different things are
// said of it: 40 walls of 40 lengths are 40 walls.
func gathered(groups []*group) []*group {
	type kind struct {
		category string
		change   Change
		outside  bool
	}
	ways := map[kind][]*group{}
	of := func(g *group) kind { return kind{g.category, g.records[0].Change, g.outside} }
	for _, g := range groups {
		ways[of(g)] = append(ways[of(g)], g)
	}
	var out []*group
	for _, g := range groups {
		same := ways[of(g)]
		switch {
		case len(same) == 1, len(same) <= severalWays && !numerous(same):
			out = append(out, g)
		case same[0] == g:
			out = append(out, together(same))
		}
	}
	return out
}

// manyNew is from how many records on that come or go their sizes are not told.
const manyNew = 12

func numerous(groups []*group) bool {
	n := 0
	for _, g := range groups {
		n += len(g.records)
	}
	return groups[0].records[0].Change != Changed && n > manyNew
}

// together makes one group of several.
func together(groups []*group) *group {
	first := groups[0]
	out := &group{category: first.category, level: first.level, outside: first.outside, levels: map[string]bool{}, says: firstWord(first.says)}
	for _, g := range groups {
		if firstWord(g.says) != out.says {
			out.says = "changed in several ways"
		}
		out.records = append(out.records, g.records...)
		out.weight += g.weight
		for level := range g.levels {
			out.levels[level] = true
		}
	}
	if change := out.records[0].Change; change != Changed {
		out.says = string(change)
	}
	return out
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

// things tells groups at one place, and how many records it leaves out.
func things(groups []*group) (told []string, rest int) {
	for i, g := range groups {
		if i >= thingsTold {
			rest += len(g.records)
			continue
		}
		told = append(told, g.text())
	}
	return told, rest
}

func (g *group) text() string {
	if g.outside {
		return g.plainText() + " (outside the request)"
	}
	return g.plainText()
}

func (g *group) plainText() string {
	if len(g.records) == 1 {
		r := g.records[0]
		if r.Where == "" || strings.HasPrefix(r.Says, "moved to ") {
			return r.Label + " " + r.Says
		}
		verb, place, placed := strings.Cut(r.Says, "placed")
		if placed { // "window W-03, 1,200 × 1,200 mm, placed in the north wall, 1.5 m from its east end"
			if verb != "" {
				verb = ", " + strings.TrimSpace(verb) + ","
			}
			return r.Label + verb + " placed " + r.Where + place
		}
		return r.Label + " " + r.Where + " " + r.Says
	}
	text := counted(len(g.records), g.category)
	if names := g.names(); names != "" {
		text += " (" + names + ")"
	}
	if len(g.levels) > 1 {
		text += fmt.Sprintf(" on %d levels", len(g.levels))
	}
	return text + " " + strings.ReplaceAll(g.says, " its ", " their ")
}

// names answers what a few records are called where each has a name.
func (g *group) names() string {
	if len(g.records) > thingsTold {
		return ""
	}
	var names []string
	for _, r := range g.records {
		if r.Name == "" {
			return ""
		}
		names = append(names, clip(r.Name, nameLimit/2))
	}
	return listed(names)
}
