package ci

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/openeik/ekgit/model"
)

type testSuites struct {
	XMLName  xml.Name    `xml:"testsuites"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Suites   []testSuite `xml:"testsuite"`
}

type testSuite struct {
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"`
	Skipped  int        `xml:"skipped,attr"`
	Cases    []testCase `xml:"testcase"`
}

type testCase struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	File    string   `xml:"file,attr,omitempty"`
	Failure *failure `xml:"failure"`
	Out     string   `xml:"system-out,omitempty"`
}

type failure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a suite a rule that found something, and a case a finding: errors
// fail, the rest passes and says what it has to say. Where nothing was found, one case
// passes.
func writeJUnit(w io.Writer, r *Result, tool Tool) error {
	all := testSuites{Name: tool.Name}
	at := map[string]int{}
	for _, f := range r.counted() {
		i, ok := at[f.Rule]
		if !ok {
			i = len(all.Suites)
			at[f.Rule] = i
			all.Suites = append(all.Suites, testSuite{Name: f.Rule})
		}
		all.add(i, f)
	}
	if len(all.Suites) == 0 {
		all.Tests = 1
		all.Suites = []testSuite{{Name: tool.Name, Tests: 1, Cases: []testCase{{Class: tool.Name, Name: oneLine(r.summary())}}}}
	}
	data, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, data)
	return err
}

func (all *testSuites) add(i int, f Finding) {
	s := &all.Suites[i]
	c := testCase{Class: f.Rule, Name: fmt.Sprintf("%s %s", f.Path, f.Fingerprint), File: f.Path}
	text := fmt.Sprintf("%s:%d: %s", f.Path, f.Line, f.Message)
	if f.Severity == model.Error {
		c.Failure = &failure{Type: f.Rule, Message: f.Message, Text: text}
		s.Failures++
		all.Failures++
	} else {
		c.Out = text
	}
	s.Cases = append(s.Cases, c)
	s.Tests++
	all.Tests++
}
