package repo

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/openeik/ekgit/repo/internal/objects"
)

// Person is who did something.
type Person struct{ Name, Email string }

// Trailer is one line of the last paragraph of a message: "Key: Value".
type Trailer struct{ Key, Value string }

// maxSubject is how long a subject may be, in characters.
const maxSubject = 71

// Subject answers text as the subject of a commit: one line of at most 71
// characters, without those that steer a terminal or hide, and without hyphens at
// its start, where git would take the message to end. Longer text is cut and ends in
// an ellipsis.
func Subject(text string) string {
	return cut(strings.TrimLeft(oneLine(text), "- "), maxSubject)
}

// Body answers text as it stands in the body of a commit.
func Body(text string) string { return bodyText(text) }

// maxPerson is how long a name or an address may be, in characters.
const maxPerson = 200

// signature answers the person as a commit names them. It is an error that nothing
// is left of the name once what would break the header is taken out.
func (p Person) signature(when time.Time) (objects.Signature, error) {
	name := cut(headerText(p.Name), maxPerson)
	if name == "" {
		return objects.Signature{}, fmt.Errorf("%q is no name for a person: it must hold more than <, > and punctuation", p.Name)
	}
	return objects.Signature{Name: name, Email: cut(headerText(p.Email), maxPerson), When: when}, nil
}

// headerText takes out of a name or address what git takes out of it.
func headerText(s string) string {
	s = strings.NewReplacer("<", "", ">", "").Replace(oneLine(s))
	return strings.Trim(s, " .,:;\"\\'")
}

// oneLine answers text as one line: every run of blanks, line breaks and characters
// that steer a terminal or hide is one space.
func oneLine(s string) string {
	clean := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || hidden(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
	return strings.Join(strings.Fields(clean), " ")
}

// hidden tells whether a character steers or hides instead of showing itself. Those
// that join or part letters belong to some scripts.
func hidden(r rune) bool {
	if r == '\u200c' || r == '\u200d' {
		return false
	}
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) || r == '\u2028' || r == '\u2029'
}

// cut shortens text to a number of characters.
func cut(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	runes := []rune(s)
	return strings.TrimRight(string(runes[:limit-1]), " ") + "…"
}

var trailerKey = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]*$`)

// message answers a commit message: subject, body, and the trailers as the last
// paragraph. Text of subject, body or a trailer's value cannot become a trailer of
// its own. It is an error that the subject is empty or a key is no word.
func message(subject, body string, trailers []Trailer) (string, error) {
	subject = Subject(subject)
	if subject == "" {
		return "", fmt.Errorf("a commit needs a subject: say in a few words what changed")
	}
	parts := []string{subject}
	if body = bodyText(body); body != "" {
		parts = append(parts, body)
	}
	var lines []string
	for _, t := range trailers {
		if !trailerKey.MatchString(t.Key) {
			return "", fmt.Errorf("%q is no key for a trailer: only letters, digits and - are", t.Key)
		}
		if value := oneLine(t.Value); value != "" {
			lines = append(lines, t.Key+": "+value)
		}
	}
	if len(lines) > 0 {
		parts = append(parts, strings.Join(lines, "\n"))
	}
	return strings.Join(parts, "\n\n") + "\n", nil
}

var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// bodyText answers a body line by line, without what steers a terminal, without more
// than one empty line at a time, and with a space before lines at which git would take
// the message to end.
func bodyText(body string) string {
	var lines []string
	for line := range strings.SplitSeq(lineBreaks.Replace(strings.ToValidUTF8(body, "\ufffd")), "\n") {
		line = strings.TrimRightFunc(strings.Map(func(r rune) rune {
			if r != '\t' && hidden(r) {
				return -1
			}
			return r
		}, line), unicode.IsSpace)
		if line == "" && (len(lines) == 0 || lines[len(lines)-1] == "") {
			continue
		}
		if strings.HasPrefix(line, "---") || strings.Contains(line, ">8") {
			line = " " + line
		}
		lines = append(lines, line)
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
