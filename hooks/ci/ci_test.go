package ci_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/openeik/ekgit"
	"github.com/openeik/ekgit/hooks/ci"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/repotest"
)

var now = time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)

const (
	door   = "architecture/level-0/door/door-entrance.json"
	window = "architecture/level-0/window/window-south.json"
)

// house is the example house in a folder of a repository, with an error that stands on
// main, and one of its own on the branch work. Main grew meanwhile.
func house(t *testing.T, folder string) *repotest.Repo {
	t.Helper()
	r := repotest.New(t)
	source, err := fs.Sub(ekgit.Examples, "testdata/one-storey-house")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(r.Path(folder), source); err != nil {
		t.Fatal(err)
	}
	edit := func(file, from, to string) {
		text := r.Read(filepath.Join(folder, file))
		if !strings.Contains(text, from) {
			t.Fatalf("%s has no %s", file, from)
		}
		r.Write(filepath.Join(folder, file), strings.Replace(text, from, to, 1))
	}
	edit(window, `"offset": `, `"offset": 9`)
	r.Commit("First, with an error")
	r.Git("switch", "-q", "-c", "work")
	edit(door, `"offset": 3000`, `"offset": 99000`)
	r.Commit("Move the door away")
	r.Git("switch", "-q", "main")
	edit("levels/level-0.json", `"elevation": 0`, `"elevation": 10`)
	r.Commit("On main")
	r.Git("switch", "-q", "work")
	return r
}

func check(t *testing.T, o ci.Options) *ci.Result {
	t.Helper()
	o.Now = now
	r, err := ci.Check(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// errorFiles answers where errors are, each place once.
func errorFiles(r *ci.Result) string {
	var files []string
	for _, f := range r.Findings {
		if f.Severity == model.Error {
			files = append(files, fmt.Sprintf("%s:%d", f.Path, f.Line))
		}
	}
	return strings.Join(slices.Compact(files), " ")
}

func TestCheck(t *testing.T) {
	for _, folder := range []string{"", "the house"} {
		r := house(t, folder)
		at := func(file string) string { return filepath.ToSlash(filepath.Join(folder, file)) }
		for name, c := range map[string]struct{ at, base, want string }{
			"the model":        {"", "", at(door) + ":8 " + at(window) + ":8"},
			"what is new":      {"", "main", at(door) + ":8"},
			"another commit":   {"main", "", at(window) + ":8"},
			"a new branch":     {"", strings.Repeat("0", 40), at(door) + ":8 " + at(window) + ":8"},
			"nothing new":      {"main~", "main", ""},
			"against the head": {"", "HEAD", ""},
		} {
			if got := errorFiles(check(t, ci.Options{Dir: r.Path(folder), At: c.at, Base: c.base})); got != c.want {
				t.Errorf("%s, in %q: errors at %q, want %q", name, folder, got, c.want)
			}
		}
	}
}

func TestCheckOfAShallowCloneSaysWhatToFetch(t *testing.T) {
	r := house(t, "")
	r.Git("clone", "-q", "--depth=1", "--branch=work", "file://"+r.Dir, "../shallow")
	_, err := ci.Check(t.Context(), ci.Options{Dir: filepath.Join(filepath.Dir(r.Dir), "shallow"), Base: "origin/main", Now: now})
	var unknown *model.Problem
	if !errors.As(err, &unknown) || !strings.Contains(unknown.Message, `"origin/main" names no commit`) || !strings.Contains(unknown.Hint, "fetch-depth: 0") {
		t.Errorf("%v", err)
	}
}

func write(t *testing.T, format string, r *ci.Result) string {
	t.Helper()
	var b strings.Builder
	if err := ci.Write(&b, format, r, ci.Tool{Name: "ek", Version: "0.0.1", Address: "https://example.org"}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// nasty is a result whose texts mean something in every form.
var nasty = &ci.Result{Commit: strings.Repeat("a", 40), Base: strings.Repeat("b", 40), Findings: []ci.Finding{
	{Finding: model.Finding{Fingerprint: "f-1", Rule: "wall.length", Severity: model.Error, Message: "100% <wrong>, & \"so\":\n::stop \x1b[31m", Fix: []byte(`{"a":"it's"}`)}, Path: "a b/c,d:e%.json", Line: 3},
	{Finding: model.Finding{Fingerprint: "f-2", Rule: "wall.length", Severity: model.Warning, Message: "odd"}, Path: "b.json", Line: 1},
	{Finding: model.Finding{Fingerprint: "f-3", Rule: "no.such", Severity: model.Info, Message: "of no file"}, Line: 1},
	{Finding: model.Finding{Fingerprint: "f-4", Rule: "wall.length", Severity: model.Error, Message: "waived", Waived: true}, Path: "c.json", Line: 2},
}}

func TestWriteText(t *testing.T) {
	want := `a b/c,d:e%.json:3: error: 100% <wrong>, & "so": ::stop  [31m (wall.length)
    ek execute '{"a":"it'\''s"}'
b.json:1: warning: odd (wall.length)
:1: info: of no file (no.such)
What is new since bbbbbbbb: 1 error, 1 warning, 1 note, 1 waived
`
	if got := write(t, "text", nasty); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if nasty.Errors() != 1 {
		t.Errorf("%d errors", nasty.Errors())
	}
}

func TestWriteGitHub(t *testing.T) {
	want := "::error file=a b/c%2Cd%3Ae%25.json,line=3,title=wall.length::100%25 <wrong>, & \"so\":%0A::stop \x1b[31m\n" +
		"::warning file=b.json,line=1,title=wall.length::odd\n::notice title=no.such::of no file\n" +
		"What is new since bbbbbbbb: 1 error, 1 warning, 1 note, 1 waived\n"
	if got := write(t, "github", nasty); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWriteGitLab(t *testing.T) {
	var issues []struct {
		Description, Fingerprint, Severity string
		Check                              string `json:"check_name"`
		Location                           struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	if err := json.Unmarshal([]byte(write(t, "gitlab", nasty)), &issues); err != nil {
		t.Fatal(err)
	}
	if len(issues) != 3 || issues[0].Severity != "major" || issues[0].Location.Path != "a b/c,d:e%.json" || issues[0].Location.Lines.Begin != 3 ||
		issues[0].Check != "wall.length" || len(issues[0].Fingerprint) != 32 || issues[0].Fingerprint == issues[1].Fingerprint {
		t.Errorf("%+v", issues)
	}
	if got := write(t, "gitlab", &ci.Result{}); got != "[]\n" {
		t.Errorf("nothing found: %s", got)
	}
}

func TestWriteJUnit(t *testing.T) {
	type suites struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Suites   []struct {
			Name  string `xml:"name,attr"`
			Tests int    `xml:"tests,attr"`
			Cases []struct {
				File    string `xml:"file,attr"`
				Failure *struct {
					Message string `xml:"message,attr"`
				} `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	var got suites
	if err := xml.Unmarshal([]byte(write(t, "junit", nasty)), &got); err != nil {
		t.Fatal(err)
	}
	if got.Tests != 3 || got.Failures != 1 || len(got.Suites) != 2 || len(got.Suites[0].Cases) != 2 || got.Suites[0].Cases[0].Failure == nil || got.Suites[0].Cases[1].Failure != nil {
		t.Errorf("%+v", got)
	}
	var none suites
	if err := xml.Unmarshal([]byte(write(t, "junit", &ci.Result{})), &none); err != nil || none.Tests != 1 || none.Failures != 0 || len(none.Suites[0].Cases) != 1 {
		t.Errorf("nothing found: %+v, %v", none, err)
	}
}

// TestWriteSARIF asks for what the standard requires and hostings read.
func TestWriteSARIF(t *testing.T) {
	var log struct {
		Schema  string `json:"$schema"`
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name, Version, InformationURI string
					Rules                         []struct {
						ID               string
						ShortDescription struct{ Text string }
					}
				}
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Level     string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI, URIBaseID string }
						Region           struct{ StartLine int }
					}
				}
				PartialFingerprints map[string]string
				Suppressions        []struct{ Kind string }
			}
		}
	}
	if err := json.Unmarshal([]byte(write(t, "sarif", nasty)), &log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || !strings.Contains(log.Schema, "sarif-2.1.0") || len(log.Runs) != 1 {
		t.Fatalf("%+v", log)
	}
	run := log.Runs[0]
	if run.Tool.Driver.Name != "ek" || len(run.Tool.Driver.Rules) != 2 || len(run.Results) != 4 {
		t.Fatalf("%+v", run)
	}
	for _, result := range run.Results {
		if run.Tool.Driver.Rules[result.RuleIndex].ID != result.RuleID || result.Message.Text == "" || result.PartialFingerprints["eikFinding/v1"] == "" {
			t.Errorf("%+v", result)
		}
	}
	if at := run.Results[0].Locations[0].PhysicalLocation; at.ArtifactLocation.URI != "a%20b/c%2Cd:e%25.json" || at.ArtifactLocation.URIBaseID != "%SRCROOT%" || at.Region.StartLine != 3 {
		t.Errorf("%+v", at)
	}
	if got := run.Results[2]; got.Level != "note" || got.Locations == nil || len(got.Locations) != 0 {
		t.Errorf("a finding of no file: %+v", got)
	}
	if got := run.Results[3].Suppressions; len(got) != 1 || got[0].Kind != "external" {
		t.Errorf("a waived finding: %+v", got)
	}
	if text := run.Tool.Driver.Rules[0].ShortDescription.Text; text == "" || text == "wall.length" {
		t.Errorf("the rule is not described: %q", text)
	}
	if got := write(t, "sarif", &ci.Result{}); !strings.Contains(got, `"results": []`) || !strings.Contains(got, `"rules": []`) {
		t.Errorf("nothing found: %s", got)
	}
}

func TestWriteRefusesOtherForms(t *testing.T) {
	if err := ci.Write(nil, "yaml", nasty, ci.Tool{}); err == nil || !strings.Contains(err.Error(), "text, github, gitlab, sarif, junit") {
		t.Errorf("%v", err)
	}
}

func TestComment(t *testing.T) {
	r := house(t, "the house")
	r.Write("Makefile", "all:\n")
	r.Commit("Build it")
	text, err := ci.Comment(t.Context(), ci.Options{Dir: r.Path("the house"), Base: "main", Now: now})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"D-01", "99,000", "Makefile"} {
		if !strings.Contains(text, want) && !strings.Contains(text, strings.ReplaceAll(want, ",", "")) {
			t.Errorf("the comment does not say %s:\n%s", want, text)
		}
	}
	if strings.Contains(text, "accept") {
		t.Errorf("it is no proposal:\n%s", text)
	}
	if strings.Contains(text, "level-0.json") || len(text) > 60_000 {
		t.Errorf("it tells what main did meanwhile, or too much (%d bytes):\n%s", len(text), text)
	}
}

func TestCommentOfAProposal(t *testing.T) {
	r := house(t, "")
	r.Git("commit", "-q", "--amend", "-m", "Move the door away\n\nEik-Proposal: p-abcd2345\nEik-Agent: claude-code/2\nEik-Title: Another entrance")
	text, err := ci.Comment(t.Context(), ci.Options{Dir: r.Dir, Base: "main", Now: now})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"## Another entrance (p-abcd2345)", "Ada", "claude-code/2", "ek proposals accept p-abcd2345"} {
		if !strings.Contains(text, want) {
			t.Errorf("the comment does not say %q:\n%s", want, text)
		}
	}
}
