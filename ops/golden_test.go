package ops

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

var update = flag.Bool("update", false, "rewrite the answers in testdata from what is answered now")

// TestReads carries out the requests of each archive in testdata/reads on the example
// house. Files under commit/ are laid over the house and committed, those under
// edit/ are laid over that and not committed. NAME.request is a request and
// NAME.answer what it answers, a line a member.
func TestReads(t *testing.T) {
	names, err := filepath.Glob("testdata/reads/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a := readArchive(t, name)
			h := open(t, laidOver(t, a))
			for i := 0; i < len(a.files); i++ {
				f := a.files[i]
				test, isRequest := strings.CutSuffix(f.name, ".request")
				if !isRequest {
					continue
				}
				got := lines(do(t, h, f.data))
				if *update {
					a.set(i+1, test+".answer", got)
				} else if want := a.get(test + ".answer"); got != want {
					t.Errorf("%s\n got %s\nwant %s", test, got, want)
				}
			}
			if *update {
				a.write(t, name)
			}
		})
	}
}

// laidOver makes a repository of the house and an archive's files.
func laidOver(t *testing.T, a *archive) string {
	t.Helper()
	dir := houseDir(t)
	committed := false
	for _, f := range a.files {
		if path, ok := strings.CutPrefix(f.name, "commit/"); ok {
			write(t, dir, path, []byte(f.data))
			committed = true
		}
	}
	if committed {
		commit(t, dir, "What the test is about")
	}
	for _, f := range a.files {
		if path, ok := strings.CutPrefix(f.name, "edit/"); ok {
			write(t, dir, path, []byte(f.data))
		}
	}
	return dir
}

// lines writes an answer as lines: a member, a blank, its JSON.
func lines(e Envelope) string {
	var b bytes.Buffer
	member := func(name string, value any) {
		text, err := encode(value)
		if err != nil {
			text = []byte(err.Error())
		}
		b.WriteString(name + " " + string(text) + "\n")
	}
	if e.Error != nil {
		member("code", e.Error.Code)
		member("message", e.Error.Message)
		member("hint", e.Error.Hint)
		member("details", e.Error.Details)
		return b.String()
	}
	text, err := encode(e.Data)
	if err != nil {
		return err.Error()
	}
	o, err := model.DecodeLarge(text)
	if err != nil {
		return err.Error()
	}
	for _, m := range o {
		member(m.Name, json.RawMessage(model.AppendCompact(nil, m.Value)))
	}
	if len(e.Meta.Uncommitted) > 0 {
		member("meta.uncommitted", e.Meta.Uncommitted)
	}
	if len(e.Meta.Warnings) > 0 {
		member("meta.warnings", e.Meta.Warnings)
	}
	return b.String()
}

// archive is a txtar file.
type archive struct {
	comment string
	files   []archived
}

type archived struct{ name, data string }

func readArchive(t testing.TB, name string) *archive {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split("\n"+string(text), "\n-- ")
	a := &archive{comment: strings.TrimPrefix(parts[0], "\n")}
	for i, part := range parts[1:] {
		file, data, _ := strings.Cut(part, " --\n")
		if i < len(parts)-2 {
			data += "\n"
		}
		a.files = append(a.files, archived{file, data})
	}
	return a
}

func (a *archive) get(name string) string {
	for _, f := range a.files {
		if f.name == name {
			return f.data
		}
	}
	return ""
}

// set puts a file, at an index where it is new.
func (a *archive) set(at int, name, data string) {
	for i := range a.files {
		if a.files[i].name == name {
			a.files[i].data = data
			return
		}
	}
	rest := append([]archived{{name, data}}, a.files[at:]...)
	a.files = append(a.files[:at:at], rest...)
}

func (a *archive) write(t testing.TB, name string) {
	t.Helper()
	text := a.comment
	if text != "" {
		text += "\n"
	}
	for _, f := range a.files {
		text += "-- " + f.name + " --\n" + f.data
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
