package edit

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/measure"
)

// subjectLimit is the length of the longest commit subject in characters.
const subjectLimit = 71

// phrase is what one command did, in parts, so that several can be told in one line.
type phrase struct {
	verb     string
	subject  string // of one record: "wall W-01"
	ids      []string
	category string // of all of them, empty where they differ
	rest     string
}

// Say tells what the command did: "Move", the records, "by 500 mm".
func (tx *Tx) Say(verb string, records []*model.Record, rest string) {
	p := phrase{verb: verb, rest: rest}
	for i, r := range records {
		p.ids = append(p.ids, r.ID())
		if c := r.Category(); i == 0 {
			p.category = c
		} else if p.category != c {
			p.category = ""
		}
	}
	if len(records) == 1 {
		p.subject = spoken(records[0])
	}
	tx.phrases = append(tx.phrases, p)
}

func (p *phrase) text() string {
	subject := p.subject
	if subject == "" {
		subject = counted(len(p.ids), p.category)
	}
	return strings.TrimSpace(strings.Join([]string{p.verb, subject, p.rest}, " "))
}

// subject tells what a request did in one line.
func (tx *Tx) subject() string {
	merged := merge(tx.phrases)
	if len(merged) == 0 {
		return strings.Join(tx.names, ", ")
	}
	line := merged[0].text()
	for i := range merged[1:] {
		next := merged[i+1].text()
		next = ", " + strings.ToLower(next[:1]) + next[1:]
		left := len(merged) - i - 1
		more := fmt.Sprintf(" and %d more changes", left)
		if left == 1 {
			more = " and 1 more change"
		}
		if utf8.RuneCountInString(line+next) > subjectLimit-len(more) {
			return shorten(line, subjectLimit-len(more)) + more
		}
		line += next
	}
	return shorten(line, subjectLimit)
}

// merge joins phrases that follow each other and say the same of different records.
func merge(phrases []phrase) []phrase {
	var merged []phrase
	var told map[string]bool // the ids of the last one
	for _, p := range phrases {
		last := len(merged) - 1
		if last < 0 || merged[last].verb != p.verb {
			merged, told = append(merged, p), map[string]bool{}
			for _, id := range p.ids {
				told[id] = true
			}
			continue
		}
		m := &merged[last]
		if m.rest != p.rest {
			m.rest = ""
		}
		if m.category != p.category {
			m.category = ""
		}
		for _, id := range p.ids {
			if !told[id] {
				told[id] = true
				m.ids = append(m.ids, id)
			}
		}
		if len(m.ids) > 1 {
			m.subject = ""
		}
	}
	return merged
}

// spoken names a record as a person would: its category and its mark, number or
// name, else its id.
func spoken(r *model.Record) string {
	what := word(r.Category())
	if r.Category() == "type" {
		what = word(r.Of()) + " type"
	}
	name := r.String("mark")
	if name == "" {
		name = strings.TrimSpace(r.String("number") + " " + r.String("name"))
	}
	if name = shorten(plain(name), 40); name == "" {
		name = r.ID()
	}
	return what + " " + name
}

func word(category string) string { return strings.ReplaceAll(category, "-", " ") }

// counted answers "3 walls", "3 records" where the category is empty.
func counted(n int, category string) string {
	what := word(category)
	switch {
	case category == "":
		what = "record"
	case category == "furniture", category == "equipment":
		return fmt.Sprintf("%d pieces of %s", n, what)
	}
	if n != 1 {
		what = strings.TrimSuffix(what, "y") + map[bool]string{true: "ies", false: "s"}[category == "proxy"]
	}
	return fmt.Sprintf("%d %s", n, what)
}

// plain takes out what is no visible text.
func plain(s string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)), " ")
}

// shorten cuts a line to a number of characters, at a word where there is one.
func shorten(s string, limit int) string {
	runes := []rune(s)
	if len(runes) <= limit {
		return s
	}
	cut := string(runes[:limit-1])
	if i := strings.LastIndexByte(cut, ' '); i > limit/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,") + "…"
}

// Length writes a length in the unit that the model is shown in.
func (tx *Tx) Length(mm float64) string {
	display, _ := tx.base.Manifest().Object.Get("display").(model.Object)
	name, _ := display.Get("length").(string)
	unit, err := measure.ParseUnit(name)
	if err != nil {
		unit = measure.Millimetre
	}
	return measure.FormatLength(mm, unit)
}
