package ops

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain makes text safe to show: control, invisible and bidirectional characters
// are escaped, so that a model's text can neither move a terminal's cursor nor hide
// what it says.
func Plain(text string) string {
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
// tab, format characters (bidi, zero width, tags), variation selectors, fillers that
// are drawn as nothing, and private ones.
func hidden(r rune) bool {
	if r == '\n' || r == '\t' || r < utf8.RuneSelf && r >= ' ' && r != 0x7f {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}
