// Package answer writes what operations answer as people read it at a terminal:
// tables whose columns line up, short commits, values old and new. It is given an
// answer as every interface sends it and a form to write it in; it asks nothing and
// decides nothing.
package answer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// Options say how a page is written.
type Options struct {
	Style   Style
	Width   int  // of the terminal in columns; 0 lets lines be as long as they are
	Verbose bool // a list of commits tells what each of them did
	// Command answers a request as the command line that makes it.
	Command func(model.Object) string
}

// Page is one answer being written. It is used by one goroutine.
type Page struct {
	Options
	text bytes.Buffer
}

// Write writes an answer in a form: that of an operation (its name), or another of
// the same data (log, blame, show). An answer without a form of its own is written
// as names and values.
func Write(w io.Writer, form string, e ops.Envelope, o Options) error {
	data, ok := e.Data.(json.RawMessage)
	if !ok {
		return fmt.Errorf("the answer of %s holds no data", e.Meta.Operation)
	}
	p := &Page{Options: o}
	write := forms[form]
	if write == nil {
		write = generic
	}
	if err := write(p, data); err != nil {
		return fmt.Errorf("the answer of %s: %w", e.Meta.Operation, err)
	}
	_, err := w.Write(p.text.Bytes())
	return err
}

// forms are the ways in which answers are written.
var forms = map[string]func(*Page, json.RawMessage) error{
	"summary":        form((*Page).summary),
	"tree":           form((*Page).tree),
	"read":           form((*Page).read),
	"query":          form((*Page).query),
	"relations":      form((*Page).relations),
	"validate":       form((*Page).validate),
	"execute":        form((*Page).written),
	"propose":        form((*Page).written),
	"proposals":      form((*Page).proposals),
	"discuss":        form((*Page).discussed),
	"reject":         form((*Page).discussed),
	"accept":         form((*Page).written),
	"import":         form((*Page).imported),
	"init":           form((*Page).begun),
	"changes":        form((*Page).changes),
	"log":            form((*Page).log),
	"history":        form((*Page).history),
	"blame":          form((*Page).blame),
	"diff":           form((*Page).diff),
	"show":           form((*Page).show),
	"guide":          form((*Page).guide),
	"snapshot_2d":    form((*Page).picture),
	"snapshot_3d":    form((*Page).picture),
	"report_problem": form((*Page).reported),
}

// form makes a way of writing of a method that takes the members it needs.
func form[T any](write func(*Page, T)) func(*Page, json.RawMessage) error {
	return func(p *Page, data json.RawMessage) error {
		var answer T
		if err := json.Unmarshal(data, &answer); err != nil {
			return err
		}
		write(p, answer)
		return nil
	}
}

// Style is the colours of a page; those of a plain page change nothing.
type Style struct {
	Good, Bad, Warn, Strong, Faint, Folder lipgloss.Style
}

// StyleFor answers the colours for a writer: plain ones where it is no terminal, or
// where the environment asks for none (NO_COLOR).
func StyleFor(w io.Writer) Style {
	r := lipgloss.NewRenderer(w)
	colour := func(ansi string) lipgloss.Style { return r.NewStyle().Foreground(lipgloss.Color(ansi)) }
	return Style{Good: colour("2"), Bad: colour("1").Bold(true), Warn: colour("3"), Folder: colour("4").Bold(true),
		Strong: r.NewStyle().Bold(true), Faint: r.NewStyle().Faint(true)}
}

// line writes parts with a space between them, those that are empty left out.
func (p *Page) line(parts ...string) {
	kept := parts[:0:0]
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	p.text.WriteString(strings.TrimRight(strings.Join(kept, " "), " ") + "\n")
}

// part begins another part of the answer with a heading.
func (p *Page) part(heading string) {
	if p.text.Len() > 0 {
		p.line()
	}
	p.line(p.Style.Strong.Render(heading))
}

// aside writes a remark that is no part of the data.
func (p *Page) aside(format string, values ...any) {
	p.line(p.Style.Faint.Render(fmt.Sprintf(format, values...)))
}

// remarks writes what was taken for what, why nothing was found, and the like.
func (p *Page) remarks(name string, texts ...string) {
	for _, text := range texts {
		if text != "" {
			p.aside("%s: %s", name, oneLine(text))
		}
	}
}
