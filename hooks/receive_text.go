package hooks

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/openeik/ekgit/repo"
)

// Refusal is one reason why a push is refused.
type Refusal struct {
	Ref     string
	Commit  repo.Hash // zero where it is about the ref alone
	Subject string    // of the commit
	File    string    // from the repository's root, empty where it is about none
	Rule    string    // empty where it is none of the model's
	Why     string
	Hint    string // what to do
}

// How many refusals are kept and printed, and how long a line of them gets, in
// characters. Who pushes needs the first; the rest is for ek validate.
const (
	mostRefusals = 50
	shown        = 20
	longest      = 400
)

func (r *receiver) refuse(why Refusal) {
	if !r.full() {
		r.refusals = append(r.refusals, why)
	}
}

// full tells that there are reasons enough.
func (r *receiver) full() bool { return len(r.refusals) >= mostRefusals }

// String answers the refusal as one line of text that steers no terminal.
func (r Refusal) String() string {
	var b strings.Builder
	if r.Commit.IsZero() {
		b.WriteString(r.Ref)
	} else {
		fmt.Fprintf(&b, "commit %.8s", r.Commit.String())
		if r.Subject != "" {
			fmt.Fprintf(&b, " %q", clipped(r.Subject, 40))
		}
	}
	b.WriteString(": ")
	if r.File != "" {
		b.WriteString(r.File + ": ")
	}
	b.WriteString(r.Why)
	if r.Rule != "" {
		fmt.Fprintf(&b, " (%s)", r.Rule)
	}
	if r.Hint != "" {
		b.WriteString(". " + r.Hint)
	}
	return clipped(b.String(), longest)
}

// clipped answers text on one line, without what does not show, cut to a length.
func clipped(text string, limit int) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
	if utf8.RuneCountInString(text) > limit {
		text = string([]rune(text)[:limit-1]) + "…"
	}
	return text
}

// WriteRefusals writes refusals for who pushes, a line each, and how many more there
// are.
func WriteRefusals(w io.Writer, refusals []Refusal) error {
	for _, r := range refusals[:min(shown, len(refusals))] {
		if _, err := fmt.Fprintf(w, "ek: refused: %s\n", r); err != nil {
			return err
		}
	}
	more := len(refusals) - shown
	if more <= 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "ek: refused: and for %d more reasons at least\n", more)
	return err
}
