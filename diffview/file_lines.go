package diffview

import (
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// fileLine is a line of a file that two versions have in common or one of them has.
type fileLine struct {
	Op   Op
	Text string // without its end, and showing all that it holds
}

// How many lines beside those that differ are shown, and how many in all.
const (
	linesBeside = 3
	linesShown  = 60
	lineWidth   = 200
)

// lines answers the lines in which the two versions of a file differ, with a few
// beside them, and how many more there are. Without both texts there are none.
func (f *File) lines() (shown []fileLine, rest int) {
	if f.Old == "" && f.New == "" {
		return nil, 0
	}
	all := diffLines(f.Old, f.New)
	near := make([]bool, len(all))
	for i, l := range all {
		if l.Op == Both {
			continue
		}
		for k := max(0, i-linesBeside); k < min(len(all), i+linesBeside+1); k++ {
			near[k] = true
		}
	}
	for i, l := range all {
		switch {
		case !near[i] && (i == 0 || near[i-1]) && len(shown) < linesShown:
			shown = append(shown, fileLine{Both, "…"})
		case !near[i]:
		case len(shown) < linesShown:
			shown = append(shown, l)
		default:
			rest++
		}
	}
	return shown, rest
}

func diffLines(a, b string) []fileLine {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0
	table := &lexicon{numbers: map[string]rune{}}
	old, next := table.encodeBy(a, lineLen), table.encodeBy(b, lineLen)
	parts := endsOnly(d, old, next)
	if len(old)*len(next) <= comparedPairs {
		parts = d.DiffMainRunes(old, next, false)
	}
	var out []fileLine
	for _, part := range parts {
		for _, number := range part.Text {
			out = append(out, fileLine{opOf(part.Type), shownLine(table.word(number))})
		}
	}
	return out
}

func lineLen(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return i + 1
	}
	return len(text)
}

// shownLine makes a line of a file one in which everything shows, its indent kept.
func shownLine(line string) string {
	line = strings.TrimRight(line, "\n")
	body := strings.TrimLeft(line, " \t")
	indent := strings.ReplaceAll(line[:len(line)-len(body)], "\t", "    ")
	var b strings.Builder
	for _, r := range clip(body, lineWidth) {
		if r == '\t' {
			b.WriteByte(' ')
			continue
		}
		show(&b, r)
	}
	return indent[:min(len(indent), lineWidth/2)] + b.String()
}
