package answer

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/openeik/ekgit/model"
)

// shortCommit is how many digits of a commit are shown: enough to name it.
const shortCommit = 8

func short(commit string) string { return commit[:min(shortCommit, len(commit))] }

// day answers a time of the history as people write it, in its own zone.
func day(when string) string {
	t, err := time.Parse(time.RFC3339, when)
	if err != nil {
		return when
	}
	return t.Format("2006-01-02 15:04")
}

// nameOf answers the name in "Name <address>".
func nameOf(person string) string {
	name, _, _ := strings.Cut(person, " <")
	return name
}

// text writes a value in a table or a list: numbers to a thousandth, lists with
// commas, objects as names and values.
func text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return oneLine(v)
	case float64:
		if math.Abs(v) < 1e12 {
			v = math.Round(v*1000) / 1000
		}
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []any:
		return list(v)
	case model.Object:
		parts := make([]string, 0, len(v))
		for _, m := range v {
			parts = append(parts, oneLine(m.Name)+" "+text(m.Value))
		}
		return strings.Join(parts, ", ")
	case map[string]any:
		var members model.Object
		for _, name := range slices.Sorted(maps.Keys(v)) {
			members = append(members, model.Member{Name: name, Value: v[name]})
		}
		return text(members)
	}
	return fmt.Sprint(v)
}

// list writes a list: words as they are, anything else in brackets.
func list(values []any) string {
	parts := make([]string, len(values))
	words := true
	for i, item := range values {
		_, isText := item.(string)
		words = words && isText
		parts[i] = text(item)
	}
	if words {
		return strings.Join(parts, ", ")
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// oneLine keeps text of a model on the line it stands on.
func oneLine(text string) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(text)
}

// wrapped breaks a long text into lines, between words.
func wrapped(text string) []string {
	lines := []string{""}
	for word := range strings.SplitSeq(text, " ") {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case ansi.StringWidth(*last)+ansi.StringWidth(word) < lineWidth:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return lines
}

// quoted sets a name off from what stands beside it.
func quoted(name string) string {
	if name == "" {
		return ""
	}
	return `"` + oneLine(name) + `"`
}

// tally writes how many there are of each kind, the most first.
func tally(counts map[string]int) string {
	names := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(names, func(a, b string) int { return counts[b] - counts[a] })
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, counts[name])
	}
	return strings.Join(names, ", ")
}

// plural counts things: "1 error", "2 errors".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// some lists texts, the first of so many, up to a width, and counts the rest.
func some(texts []string, of, width int) string {
	out, shown := "", 0
	for _, text := range texts {
		if shown > 0 && len(out)+len(text) > width {
			break
		}
		if shown > 0 {
			out += ", "
		}
		out += oneLine(text)
		shown++
	}
	if rest := of - shown; rest > 0 {
		out += fmt.Sprintf(" … %d more", rest)
	}
	return out
}

// The widest text and the widest list or object that a cell of a table shows.
const (
	cellText = 80
	cellList = 40
)

// cell writes a value in a table, cut where it is long.
func cell(v any) string {
	switch v.(type) {
	case []any, model.Object, map[string]any:
		return ansi.Truncate(text(v), cellList, "…")
	}
	return ansi.Truncate(text(v), cellText, "…")
}
