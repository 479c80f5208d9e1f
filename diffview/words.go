package diffview

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/openeik/ekgit/model"
)

// word writes a category or a member's name as people say it: "curtain wall",
// "base offset".
func word(name string) string {
	var b strings.Builder
	for i, r := range strings.ReplaceAll(name, "-", " ") {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.TrimSuffix(strings.TrimSuffix(b.String(), " ids"), " id")
}

// counted writes "1 wall", "24 windows", "3 pieces of furniture".
func counted(n int, category string) string {
	if n == 1 {
		return "1 " + word(category)
	}
	return grouped(fmt.Sprint(n)) + " " + plural(category)
}

func plural(category string) string {
	what := word(category)
	switch what {
	case "furniture", "equipment":
		return "pieces of " + what
	case "proxy":
		return "proxies"
	}
	if stem, ok := strings.CutSuffix(what, "y"); ok && !strings.HasSuffix(stem, "a") {
		return stem + "ies"
	}
	return what + "s"
}

// listed joins texts as a sentence does: "a, b and c".
func listed(texts []string) string {
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:len(texts)-1], ", ") + " and " + texts[len(texts)-1]
}

// some joins the first texts and says how many more there are.
func some(texts []string, limit int) string {
	if len(texts) <= limit {
		return listed(texts)
	}
	return strings.Join(texts[:limit], ", ") + fmt.Sprintf(" and %s more", grouped(fmt.Sprint(len(texts)-limit)))
}

func capital(text string) string {
	for i, r := range text {
		return string(unicode.ToUpper(r)) + text[i+len(string(r)):]
	}
	return text
}

// plain makes a text one line in which everything shows: runs of space become one,
// and control, invisible and bidirectional characters are written as \u202e.
func plain(text string) string {
	var b strings.Builder
	for _, word := range strings.Fields(text) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		for _, r := range word {
			show(&b, r)
		}
	}
	return b.String()
}

// show writes a character so that it is seen.
func show(b *strings.Builder, r rune) {
	if hidden(r) {
		fmt.Fprintf(b, `\u%04x`, r)
		return
	}
	b.WriteRune(r)
}

func hidden(r rune) bool {
	return !unicode.IsPrint(r) || unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// clip cuts a text to a number of characters, at a word where there is one.
func clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	short := string(runes[:limit-1])
	if i := strings.LastIndexByte(short, ' '); i > limit/2 {
		short = short[:i]
	}
	return strings.TrimRight(short, " ,") + "…"
}

// nameLimit is how much of a name from a record a line shows.
const nameLimit = 60

func quoted(name string) string { return "“" + clip(plain(name), nameLimit) + "”" }

// called answers what a record is called by its own members, empty where it has no
// mark, number or name.
func called(r *model.Record) string {
	if mark := plain(r.String("mark")); mark != "" {
		return clip(mark, nameLimit)
	}
	number, name := plain(r.String("number")), plain(r.String("name"))
	switch {
	case number != "" && name != "":
		return clip(number+" "+name, nameLimit)
	case number != "":
		return clip(number, nameLimit)
	case name != "":
		return quoted(name)
	}
	return ""
}
