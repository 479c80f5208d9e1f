package ops

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// encode answers a value as compact JSON in which text stands as it is: < and & are
// not escaped, for an answer is no web page.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// shown answers compact JSON without the characters in its texts that do not show
// themselves, and those characters, each once: what a reader sees is then all that
// an answer says. In the name of a member they are written out instead, so that no
// two names become one.
func shown(data []byte) ([]byte, []rune) {
	if !mayHide(data) {
		return data, nil
	}
	clean := make([]byte, 0, len(data))
	var left []rune
	for len(data) > 0 {
		if data[0] != '"' {
			clean, data = append(clean, data[0]), data[1:]
			continue
		}
		end := textEnd(data)
		name := end < len(data) && data[end] == ':'
		if text := data[:end]; mayHide(text) {
			clean, left = appendShown(clean, text, name, left)
		} else {
			clean = append(clean, text...)
		}
		data = data[end:]
	}
	slices.Sort(left)
	return clean, left
}

// mayHide tells quickly whether JSON can hold a character that does not show: it
// holds an escape or something beyond plain ASCII.
func mayHide(data []byte) bool {
	return slices.ContainsFunc(data, func(b byte) bool { return b == '\\' || b >= 0x7f })
}

// textEnd answers where the text that JSON starts with ends, behind its last quote.
func textEnd(data []byte) int {
	for i := 1; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(data)
}

func appendShown(clean, text []byte, name bool, left []rune) ([]byte, []rune) {
	for len(text) > 0 {
		r, size := character(text)
		switch {
		case !hidden(r):
			clean = append(clean, text[:size]...)
		case name:
			clean = fmt.Appendf(clean, `\\u%04x`, r)
		case !slices.Contains(left, r):
			left = append(left, r)
		}
		text = text[size:]
	}
	return clean, left
}

// character answers the character that a piece of JSON text starts with and how many
// bytes it takes there.
func character(text []byte) (rune, int) {
	if text[0] != '\\' || len(text) < 2 {
		return utf8.DecodeRune(text)
	}
	switch text[1] {
	case 'u':
		return escaped(text)
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case 'r', 'b', 'f':
		return '\r', 2
	}
	return rune(text[1]), 2
}

// escaped reads a character written as \u and four digits, or as two such halves.
func escaped(text []byte) (rune, int) {
	first, ok := half(text)
	if !ok {
		return 'u', 2
	}
	if second, ok := half(text[6:]); ok && utf16.IsSurrogate(first) {
		if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
			return r, 12
		}
	}
	return first, 6
}

func half(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	return rune(n), err == nil
}

// hiddenWarning says in an answer's meta what was left out of it.
func hiddenWarning(left []rune) string {
	names := make([]string, len(left))
	for i, r := range left {
		names[i] = fmt.Sprintf("%U", r)
	}
	return "This answer leaves out characters that do not show themselves (" + list(names, 8) + "); the records hold them still"
}

// shownDetails answers an error's details without what does not show itself.
func shownDetails(details map[string]any) map[string]any {
	data, err := encode(details)
	if err != nil || !mayHide(data) {
		return details
	}
	data, left := shown(data)
	var members map[string]json.RawMessage
	if len(left) == 0 || json.Unmarshal(data, &members) != nil {
		return details
	}
	out := make(map[string]any, len(members))
	for name, value := range members {
		out[name] = value
	}
	return out
}

// Visible answers text without the characters in it that do not show themselves.
func Visible(text string) string {
	if !strings.ContainsFunc(text, hidden) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if hidden(r) {
			return -1
		}
		return r
	}, text)
}
