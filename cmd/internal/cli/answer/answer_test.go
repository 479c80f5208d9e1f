package answer

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// plain is how a page is written where there is no terminal.
func plain() Options {
	return Options{Style: StyleFor(&bytes.Buffer{}), Command: func(o model.Object) string { return "ek " + string(model.AppendCompact(nil, o)) }}
}

func page(t *testing.T, form, data string, o Options) string {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, form, ops.Envelope{OK: true, Data: json.RawMessage(data)}, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestEveryOperationHasAForm(t *testing.T) {
	for _, o := range ops.All() {
		if forms[o.Name] == nil && o.Name != "export" { // what export answers is for programs
			t.Errorf("the answer of %s has no form", o.Name)
		}
	}
}

func TestAnswerWithoutAFormIsNamesAndValues(t *testing.T) {
	got := page(t, "weather", `{"z":1.50,"name":"two\nlines","nothing":null,"deep":{"list":[{"a":1,"b":"`+strings.Repeat("x", 80)+`"}],"points":[[0,0],[1,2.0004]]},"on":true}`, plain())
	want := `z         1.5
name      two lines
deep
  list
    -     a 1, b ` + strings.Repeat("x", 80) + `
  points  [[0, 0], [1, 2]]
on        true
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestColumnsLineUpUnderWideLettersAndColour(t *testing.T) {
	r := lipgloss.NewRenderer(&bytes.Buffer{})
	r.SetColorProfile(termenv.ANSI)
	p := &Page{Options: plain()}
	p.table("", []column{{name: "name", style: r.NewStyle().Bold(true)}, {name: "empty"}, {name: "n"}, {name: "kept", keep: true}, {name: "rest"}},
		[][]string{{"木材", "", "7", "", "a"}, {"steel", "", "12", "", "b"}})
	want := "name    n  kept  rest\n\x1b[1m木材\x1b[0m    7        a\n\x1b[1msteel\x1b[0m  12        b\n"
	if got := p.text.String(); got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

func TestOnlyTheLastColumnIsCutAtATerminal(t *testing.T) {
	o := plain()
	o.Width = 40
	id := strings.Repeat("i", 50)
	got := page(t, "guide", `{"found":[{"topic":"walls","summary":"`+strings.Repeat("s", 80)+`"}]}`, o)
	if want := "walls  " + strings.Repeat("s", 32) + "…\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := page(t, "read", `{"columns":["id","category"],"rows":[["`+id+`","wall"]],"total":1}`, o); !strings.Contains(got, id+"  wall") {
		t.Errorf("the id is cut: %q", got)
	}
}

func TestStyleIsPlainWithoutATerminal(t *testing.T) {
	if got := StyleFor(&bytes.Buffer{}).Bad.Render("x"); got != "x" {
		t.Errorf("got %q", got)
	}
}

func TestErrorsOfTheWriterAreTold(t *testing.T) {
	e := ops.Envelope{OK: true, Data: json.RawMessage(`{}`)}
	if err := Write(full{}, "summary", e, plain()); !errors.Is(err, os.ErrClosed) {
		t.Errorf("got %v", err)
	}
	if err := Write(full{}, "summary", ops.Envelope{OK: true}, plain()); err == nil {
		t.Error("an answer without data is written")
	}
	if err := Write(full{}, "summary", ops.Envelope{OK: true, Data: json.RawMessage(`{"name": 3}`)}, plain()); err == nil {
		t.Error("an answer of another shape is written")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestErrorNamesTheFirstCommandsThatWork(t *testing.T) {
	var out bytes.Buffer
	err := WriteError(&out, &ops.Error{Code: model.NotFound, Message: "m", Hint: "h", Details: map[string]any{
		"got": "x", "try": []any{model.Object{{Name: "a", Value: 1.0}}, model.Object{{Name: "a", Value: 2.0}}, model.Object{{Name: "a", Value: 3.0}}, model.Object{{Name: "a", Value: 4.0}}},
		"findings": []model.Finding{{Rule: "r.s", Severity: model.Error, File: "f.json", Pointer: "/p", Message: "broken"}},
	}}, plain())
	want := "ek: not_found: m\nh\n  f.json/p: error r.s: broken\nTry:  ek {\"a\":1}\n      ek {\"a\":2}\n      ek {\"a\":3}\n"
	if err != nil || out.String() != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, &out, want)
	}
}

func TestAnExampleIsNotCalledATry(t *testing.T) {
	var out bytes.Buffer
	err := WriteError(&out, &ops.Error{Code: model.InvalidArgument, Message: "m", Details: map[string]any{"example": model.Object{{Name: "a", Value: 1.0}}}}, plain())
	if want := "ek: invalid_argument: m\nAn example, of another house:  ek {\"a\":1}\n"; err != nil || out.String() != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, &out, want)
	}
}

func TestWhatIsNotListedIsCounted(t *testing.T) {
	got := page(t, "validate", `{"findings":[],"counts":{"warning":5},"byRule":{"a.b":2,"c.d":3},"valid":true,"total":5}`, plain())
	if want := "by rule: c.d 3, a.b 2\nvalid: 0 errors, 5 warnings, 0 info\n"; !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s\nwant at its end\n%s", got, want)
	}
	got = page(t, "execute", `{"commit":"0123456789","subject":"s","findings":{"rest":4},"undo":{"x":"`+strings.Repeat("x", 3*lineWidth)+`"}}`, plain())
	if want := "01234567 s\n  … and 4 more findings\ntake it back: ek revert 01234567\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRoomsAreToldWithTheirRole(t *testing.T) {
	const rooms = `"rooms":[{"id":"w","category":"wall","as":"bounded by"}]}`
	if got, want := page(t, "relations", `{"id":"r","category":"room",`+rooms, plain()), "r  room\n\naround the room\nbounded by  w  wall\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestBlameWritesObjectsAsNamesAndValues(t *testing.T) {
	got := page(t, "blame", `{"blame":[{"member":"externalIds","value":{"b":1,"a":"x"}},{"member":"at","value":[1,2]}]}`, plain())
	if want := "externalIds  a x, b 1\n"; !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant in it\n%s", got, want)
	}
}

func TestWrappedKeepsItsWords(t *testing.T) {
	text := strings.Repeat("curtain-wall 12, ", 30)
	lines := wrapped(text)
	if strings.Join(lines, " ") != text || len(lines) < 5 {
		t.Errorf("%d lines: %q", len(lines), lines)
	}
	for _, line := range lines {
		if len(line) > lineWidth {
			t.Errorf("%q is too long", line)
		}
	}
}

// FuzzWrite holds that data of any kind gives text or an error, in every form.
func FuzzWrite(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"columns":["id"],"rows":[["a","b"],[]],"total":3,"nextOffset":1}`, `{"commits":[{"commit":"ab","records":[{"change":"changed","members":{"a":[1],"b":[1,2]}}]}]}`,
		`{"findings":[{"severity":"error","fix":{}}],"would":{"affected":{"created":{"columns":["id","name"],"rows":[["x"]]}}}}`, `{"bounds":[1,2]}`, `{"try":[1]}`,
		`{"commit":{"commit":"a"},"diff":{"records":[{"derived":{"x":null}}]}}`, `{"id":"x","refers":[{"member":""}],"hosted":[{"items":[{"from":"a"}]}]}`, `[]`, `null`, `{"text":3}`,
	} {
		f.Add([]byte(seed))
	}
	names := slices.Sorted(maps.Keys(forms))
	f.Fuzz(func(t *testing.T, data []byte) {
		if !json.Valid(data) {
			return
		}
		for _, name := range append(names, "none") {
			var out bytes.Buffer
			if err := Write(&out, name, ops.Envelope{OK: true, Data: json.RawMessage(data)}, plain()); err != nil && out.Len() > 0 {
				t.Errorf("%s: both text and %v", name, err)
			}
		}
	})
}

func TestACommitIsNoNumber(t *testing.T) {
	p := &Page{Options: plain()}
	p.table("", named("n", "commit"), [][]string{{"1", "12345678"}, {"10", "1e234567"}})
	if got, want := p.text.String(), " n  commit\n 1  12345678\n10  1e234567\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
