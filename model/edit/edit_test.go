package edit

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/modeltest"
)

var updateCases = flag.Bool("update", false, "rewrite what the cases in testdata expect")

// TestCommands runs the cases testdata/<command>/*.txtar. The files of a case are
//
//	<path>.json    the model; the example house where there is no eik.json, then
//	               with these files put over it
//	commands.json  the list of commands
//	want/<path>    a file after them, empty where it is gone; all that change are listed
//	error          lines that the error holds: its code, message, hint, try
//	subject, notes, assumed, created   what the result says
func TestCommands(t *testing.T) {
	cases, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(strings.TrimPrefix(name, "testdata/"), ".txtar"), func(t *testing.T) { runCase(t, name) })
	}
}

func runCase(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before := caseModel(t, archive)
	commands := caseCommands(t, archive)
	got := map[string]string{}
	result, err := Run(context.Background(), before, commands, Options{RequestID: "request-1"})
	if err != nil {
		got["error"] = problemText(err)
	} else {
		describeResult(t, got, before, result)
	}
	if *updateCases {
		rewriteCase(t, name, archive, got)
		return
	}
	for _, f := range archive.Files {
		if !expectation(f.Name) {
			continue
		}
		want := string(f.Data)
		switch text := got[f.Name]; {
		case f.Name == "error":
			for line := range strings.Lines(want) {
				if !strings.Contains(text, strings.TrimSpace(line)) {
					t.Errorf("the error lacks %q; it is\n%s", strings.TrimSpace(line), text)
				}
			}
		case cmp.Diff(want, text) != "":
			t.Errorf("%s differs (-want +got):\n%s", f.Name, cmp.Diff(want, text))
		}
		delete(got, f.Name)
	}
	for file, text := range got {
		t.Errorf("the case does not expect %s:\n%s", file, text)
	}
}

func expectation(file string) bool {
	return strings.HasPrefix(file, "want/") || slices.Contains([]string{"error", "subject", "notes", "assumed", "created"}, file)
}

// describeResult tells what a case may expect of a result.
func describeResult(t *testing.T, got map[string]string, before *model.Snapshot, r *Result) {
	t.Helper()
	for _, d := range model.Diff(before, r.After) {
		if d.Before != nil && (d.After == nil || d.After.Path != d.Before.Path) {
			got["want/"+d.Before.Path] = ""
		}
		if d.After != nil {
			got["want/"+d.After.Path] = string(d.After.Data())
			checkFile(t, d.After)
		}
	}
	for name, lines := range map[string][]string{"notes": r.Notes, "assumed": r.Assumed, "created": r.Created, "subject": {r.Subject}} {
		if len(lines) > 0 {
			got[name] = strings.Join(lines, "\n") + "\n"
		}
	}
	if n := len([]rune(r.Subject)); n == 0 || n > subjectLimit {
		t.Errorf("the subject has %d characters: %q", n, r.Subject)
	}
}

// checkFile holds what every produced file has to be: canonical, in its place, and
// without faults of its own.
func checkFile(t *testing.T, f *model.File) {
	t.Helper()
	schema := category.Schema()
	r, faults := model.Decode(f.Data())
	if len(faults) > 0 {
		t.Fatalf("%s: %v", f.Path, faults)
	}
	if again := schema.Encode(r); string(again) != string(f.Data()) {
		t.Errorf("%s is not canonical: %s", f.Path, cmp.Diff(string(again), string(f.Data())))
	}
	if p, err := schema.PathOf(r); err != nil || p != f.Path {
		t.Errorf("%s should lie at %s (%v)", f.Path, p, err)
	}
}

// problemText writes a problem as the error file of a case holds it.
func problemText(err error) string {
	var p *model.Problem
	if !errors.As(err, &p) {
		return "no problem: " + err.Error() + "\n"
	}
	lines := []string{"code: " + string(p.Code), p.Message}
	if p.Hint != "" {
		lines = append(lines, p.Hint)
	}
	for _, name := range []string{"path", "try", "example"} {
		if v, ok := p.Details[name]; ok {
			text, _ := json.Marshal(v)
			lines = append(lines, name+": "+string(text))
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

func rewriteCase(t *testing.T, name string, archive *txtar.Archive, got map[string]string) {
	t.Helper()
	kept := archive.Files[:0]
	for _, f := range archive.Files {
		if !expectation(f.Name) {
			kept = append(kept, f)
		}
	}
	names := make([]string, 0, len(got))
	for file := range got {
		names = append(names, file)
	}
	slices.Sort(names)
	for _, file := range names {
		kept = append(kept, txtar.File{Name: file, Data: []byte(got[file])})
	}
	archive.Files = kept
	if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

func caseCommands(t *testing.T, archive *txtar.Archive) []model.Object {
	t.Helper()
	for _, f := range archive.Files {
		if f.Name != "commands.json" {
			continue
		}
		o, err := model.DecodeObject(fmt.Appendf(nil, `{"commands": %s}`, f.Data))
		if err != nil {
			t.Fatalf("commands.json: %v", err)
		}
		var commands []model.Object
		for _, v := range o.Get("commands").([]any) {
			commands = append(commands, v.(model.Object))
		}
		return commands
	}
	t.Fatal("the case has no commands.json")
	return nil
}

// caseModel answers the model of a case.
func caseModel(t *testing.T, archive *txtar.Archive) *model.Snapshot {
	t.Helper()
	files := map[string][]byte{}
	own := slices.ContainsFunc(archive.Files, func(f txtar.File) bool { return f.Name == model.ManifestName })
	if !own {
		files = modeltest.Files(t, houseDir)
	}
	for _, f := range archive.Files {
		if !expectation(f.Name) && f.Name != "commands.json" {
			files[f.Name] = f.Data
		}
	}
	return modeltest.Of(category.Schema(), files)
}

const houseDir = "../../testdata/one-storey-house"

// house answers the example house.
func house(t testing.TB) *model.Snapshot {
	t.Helper()
	return modeltest.Read(t, category.Schema(), houseDir)
}

// prepared are the commands that make of the example house what an example runs on.
var prepared = map[string]string{
	"attach":      `{"command": "place_roof", "over": ["wall-south", "wall-east", "wall-north", "wall-west"], "form": "flat", "thickness": 280, "id": "roof-main"}`,
	"detach":      `{"command": "update", "id": "wall-partition", "set": {"topHostIds": ["slab-ground"]}}`,
	"merge_walls": `{"command": "split_wall", "id": "wall-south", "distance": 6000, "newId": "wall-south-east"}`,
}

// preparedHouse answers the example house as the example of a command needs it.
func preparedHouse(t testing.TB, command string) *model.Snapshot {
	t.Helper()
	s := house(t)
	text, ok := prepared[command]
	if !ok {
		return s
	}
	o, err := model.DecodeObject([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), s, []model.Object{o}, Options{RequestID: "prepare"})
	if err != nil {
		t.Fatal(err)
	}
	return r.After
}

func TestHouseIsCanonical(t *testing.T) {
	s := house(t)
	if s.Total() != 22 {
		t.Errorf("the example house has %d records", s.Total())
	}
	for f := range s.RecordFiles() {
		checkFile(t, f)
		if faults := category.Validate(s.Schema(), f.Record()); len(faults) > 0 {
			t.Errorf("%s: %v", f.Path, faults)
		}
	}
	if faults := s.Manifest().Faults; len(faults) > 0 {
		t.Errorf("eik.json: %v", faults)
	}
}

func TestEveryExampleRunsOnTheHouse(t *testing.T) {
	for _, c := range All() {
		if c.Internal {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			s := preparedHouse(t, c.Name)
			r, err := Run(context.Background(), s, []model.Object{c.Example()}, Options{RequestID: "example"})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Changes) == 0 && len(r.Notes) == 0 {
				t.Error("the example does nothing and does not say why")
			}
			for _, change := range r.Changes {
				if change.After == nil {
					continue
				}
				checkFile(t, r.After.Get(change.ID))
				if faults := category.Validate(s.Schema(), change.After); len(faults) > 0 {
					t.Errorf("%s: %v", change.ID, faults)
				}
			}
			t.Log(r.Subject, r.Body(), r.Notes)
		})
	}
}
