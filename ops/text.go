package ops

import (
	"fmt"
	"strings"
	"unicode"
)

// plain makes text safe to show: control, invisible and bidirectional characters
// are escaped, so that a model's text can neither move a terminal's cursor nor hide
// what it says.
func plain(text string) string {
	if !strings.ContainsFunc(text, hidden) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if hidden(r) {
			fmt.Fprintf(&b, "\\u%04x", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// hidden tells whether a character does not show itself: controls but newline and
// tab, format characters (bidi, zero width, tags), and what is not assigned.
func hidden(r rune) bool {
	if r == '\n' || r == '\t' {
		return false
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) || r == '\u2028' || r == '\u2029'
}
