package diffview

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// parted stands within what a hosting would take for a mention, a reference or an
// address after markdown is read: an element without content, which is not seen.
const parted = "<b></b>"

// markdownSigns are the signs that mean something to markdown or HTML. Entities stand
// for them: unlike a backslash they hold inside a cell of a table and inside HTML too.
const markdownSigns = "&<>|\\`\"'*_[]~#!$^{}"

// referring are the signs by which hostings refer to people, issues and the like.
const referring = "@#!$~%&^"

// escaped makes a text from a model safe in markdown: one line that shows as it
// is, whatever it holds. It ends no cell, opens no tag, makes no link, no picture and
// mentions nobody.
func escaped(text string) string {
	text = plain(text)
	var b strings.Builder
	for i, r := range text {
		rest := text[i+utf8.RuneLen(r):]
		if strings.ContainsRune(markdownSigns, r) {
			fmt.Fprintf(&b, "&#%d;", r)
		} else {
			b.WriteRune(r)
		}
		next, _ := utf8.DecodeRuneInString(rest)
		switch {
		case strings.ContainsRune(referring, r) && rest != "" && next != ' ':
			b.WriteString(parted)
		case r == ':' && strings.HasPrefix(rest, "//"):
			b.WriteString(parted)
		case (r == 'w' || r == 'W') && strings.HasPrefix(rest, ".") && i >= 2 && strings.EqualFold(text[i-2:i], "ww"):
			b.WriteString(parted)
		case r == '-' && i >= 2 && strings.EqualFold(text[i-2:i], "gh") && unicode.IsDigit(next):
			b.WriteString(parted)
		}
	}
	return b.String()
}

// inCode writes a command as a code span.
func inCode(text string) string { return "`" + strings.ReplaceAll(plain(text), "`", "'") + "`" }
