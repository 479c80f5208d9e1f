package answer

import (
	"encoding/json"
	"io"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// mostTries is how many requests that would work are shown.
const mostTries = 3

// WriteError tells a person what went wrong, what to do, and which command lines
// would work.
func WriteError(w io.Writer, e *ops.Error, o Options) error {
	p := &Page{Options: o}
	p.line(p.Style.Bad.Render("ek: "+string(e.Code)+":"), e.Message)
	if e.Hint != "" {
		p.line(e.Hint)
	}
	details := detailsOf(e)
	for _, f := range details.Findings {
		p.line(" ", p.place(f), p.finding(f))
	}
	p.conflicts(append(details.Conflicts, details.Dangling...))
	for i, request := range requests(details.Try) {
		switch {
		case i == 0:
			p.line("Try:  " + p.real(request))
		case i < mostTries:
			p.line("      " + p.real(request))
		}
	}
	for _, request := range requests(details.Example) {
		of := "An example, of another house:"
		if len(details.Conflicts)+len(details.Findings) > 0 {
			of = "For example:"
		}
		p.aside("%s  %s", of, p.Command(request))
	}
	_, err := w.Write(p.text.Bytes())
	return err
}

// details are what of an error's details people are shown.
type details struct {
	Findings            []model.Finding
	Conflicts, Dangling []conflict
	Try, Example        json.RawMessage
}

// detailsOf reads the details of an error. What is not there, or is something else,
// is not shown.
func detailsOf(e *ops.Error) details {
	var d details
	data, err := json.Marshal(e.Details)
	if err == nil {
		err = json.Unmarshal(data, &d)
	}
	if err != nil {
		return details{}
	}
	return d
}

// requests answers what is offered: one request, or a list of them.
func requests(offered json.RawMessage) []model.Object {
	var one model.Object
	if json.Unmarshal(offered, &one) == nil && len(one) > 0 {
		return []model.Object{one}
	}
	var several []model.Object
	if json.Unmarshal(offered, &several) != nil {
		return nil
	}
	return several
}
