package cli

import (
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// TestCommandLinesMakeTheirRequests holds that the command line of a request, given
// to the program, does what the request does: for the example of every operation that
// reads, and of every command, tried.
func TestCommandLinesMakeTheirRequests(t *testing.T) {
	gitUser(t)
	dir := t.TempDir()
	runs(t, "init", dir, "--example", "one-storey-house")
	runs(t, "execute", "update", "window-south", "--set", "sill=950", "-m", dir)
	host, err := ops.Open(t.Context(), dir, ops.Options{Profile: ops.ReviewProfile})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := host.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, request := range requests(t) {
		line := commandLine(request)
		if strings.HasPrefix(line, "ek request") {
			t.Errorf("%s has no command line of its own", model.AppendCompact(nil, request))
			continue
		}
		want, got := answered(t, host, request), answeredOnLine(t, dir, line)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s answers something else than\n%s\n%s", line, model.AppendCompact(nil, request), diff)
		}
	}
}

// requests answers the examples as requests that write nothing, and some whose
// arguments are hard to write.
func requests(t *testing.T) []model.Object {
	t.Helper()
	var all []model.Object
	for _, o := range ops.All() {
		if o.Hints.ReadOnly {
			all = append(all, object(t, o.Example))
		}
	}
	for _, c := range ops.Commands() {
		if c.Name != "commit_edits" {
			all = append(all, model.Object{{Name: "action", Value: "validate"}, {Name: "commands", Value: []any{c.Example}}, {Name: "requestId", Value: "fixed"}})
		}
	}
	for _, text := range []string{
		`{"action": "read", "filter": {"name": "Door *", "where": [{"field": "width", "op": ">", "value": 1}]}}`,
		`{"action": "read", "filter": {"types": ["Door 1000 x 2100", "Window 1200 x 1200"], "levels": ["Ground floor"]}, "fields": ["id", "mark"]}`,
		`{"action": "read", "filter": {"text": "it's \"1,2\" $HOME \\ é"}}`,
		`{"action": "validate", "commands": [{"command": "update", "id": ["wall-south", "wall-east"], "set": {"name": "a=b, 'c'", "mark": "1.10", "tags": ["x", "y"], "external": false}}]}`,
		`{"action": "validate", "commands": [{"command": "move", "id": "wall-partition", "by": [-500.5, 0], "joined": false}]}`,
		`{"action": "validate", "commands": [{"command": "rename", "id": "wall-south", "name": "-x"}, {"command": "rename", "id": "wall-east", "name": "y"}]}`,
		`{"action": "tree", "path": ""}`,
	} {
		all = append(all, object(t, text))
	}
	return all
}

func object(t *testing.T, text string) model.Object {
	t.Helper()
	o, err := model.DecodeObject([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// answered answers what a host says to a request, without what differs between two
// askings of the same.
func answered(t *testing.T, host *ops.Host, request model.Object) map[string]any {
	t.Helper()
	r, err := ops.NewRequest("", request)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(host.Do(context.Background(), r))
	if err != nil {
		t.Fatal(err)
	}
	return settled(t, data)
}

// answeredOnLine gives a line to a shell and answers what the program says.
func answeredOnLine(t *testing.T, dir, line string) map[string]any {
	t.Helper()
	shell := exec.Command("sh", "-c", line+" --json")
	shell.Dir = dir
	out, err := shell.Output()
	if len(out) == 0 {
		t.Fatalf("%s: %v", line, err)
	}
	return settled(t, out)
}

func settled(t *testing.T, envelope []byte) map[string]any {
	t.Helper()
	var e map[string]any
	if err := json.Unmarshal(envelope, &e); err != nil {
		t.Fatalf("%v: %s", err, envelope)
	}
	delete(e, "meta")
	if data, ok := e["data"].(map[string]any); ok {
		delete(data, "makeReal") // repeats the commands as they were written
		delete(data, "now")
	}
	if err, ok := e["error"].(map[string]any); ok {
		delete(err, "details")
	}
	return e
}

func TestCommandLineOfAWrite(t *testing.T) {
	for request, want := range map[string]string{
		`{"action": "execute", "commands": [{"command": "rename", "id": "a", "name": "b c"}], "title": "T", "confirm": {"records": 2, "deletes": 0}, "requestId": "r1", "again": true}`: `ek execute rename a --name 'b c' --subject T --confirm records=2 --confirm deletes=0 --again --request-id r1`,
		`{"action": "execute", "commands": [{"command": "rename", "id": "a", "name": "b"}, {"command": "rename", "id": "c", "name": "d"}], "title": "T"}`:                               `ek execute '[{"command":"rename","id":"a","name":"b"},{"command":"rename","id":"c","name":"d"}]' --subject T`,
		`{"action": "execute", "commands": [{"command": "fly", "id": "a"}]}`:                                                                                                            `ek execute '[{"command":"fly","id":"a"}]'`,
		`{"action": "dance", "x": 1}`:                                                                                          `ek request '{"action":"dance","x":1}'`,
		`{"action": "tree", "path": "a", "depth": 3}`:                                                                          `ek request '{"action":"tree","path":"a","depth":3}'`,
		`{"action": "read", "filter": {"ids": ["a", "b"]}, "whole": true}`:                                                     `ek read --ids a,b`,
		`{"action": "execute", "commands": "-", "confirm": {"records": 30, "deletes": 0}}`:                                     `ek execute - --confirm records=30 --confirm deletes=0`,
		`{"action": "execute", "commands": [{"command": "draw_walls", "level": "a", "points": [["0", "0"], [9000, "2.5m"]]}]}`: `ek execute draw-walls a --points '0,0 9000,2.5m'`,
		`{"action": "execute", "commands": [{"command": "draw_walls", "level": "a", "points": [["0", "2 m"]]}]}`:               `ek execute draw-walls a --points '[["0","2 m"]]'`,
		`{"action": "execute", "command": {"command": "fix", "finding": "f-0123456789ab"}}`:                                    `ek execute fix f-0123456789ab`,
		`{"action": "execute", "commands": [{"command": "create", "category": "wall", "record": {"id": 1}}]}`:                  `ek execute create --category wall --record id=1`,
	} {
		if got := commandLine(object(t, request)); got != want {
			t.Errorf("%s\n got %s\nwant %s", request, got, want)
		}
	}
}

// FuzzShellWord holds that a shell reads a word as the text that it was made of.
func FuzzShellWord(f *testing.F) {
	for _, seed := range []string{"", "plain", "two words", "it's", `"$HOME" \ * ~ # & ; | < > ( ) { } [ ] ! ?`, "a\nb", "~", "é木", "-n", "=x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsRune(text, 0) {
			return // no word of a command line can hold it
		}
		out, err := exec.Command("sh", "-c", "printf %s "+shellWord(text)).Output()
		if err != nil && !strings.HasPrefix(text, "-") {
			t.Fatal(err)
		}
		if err == nil && string(out) != text {
			t.Errorf("%q is read as %q", text, out)
		}
	})
}

// FuzzConditions holds that a condition in words is one with a field and an operator,
// whatever the words.
func FuzzConditions(f *testing.F) {
	for _, seed := range []string{"height > 2400", "height>=2.1 m", "derived.exterior = true", "name matches ^W", "mark exists", "x in [1, 2]", "a != b", `{"field": "x"}`, "height", "> 3", "inside=3", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		var c conditionsArg
		if err := c.Set(given); err != nil || isJSON(given) {
			return
		}
		condition := c[0].(model.Object)
		if field, _ := condition.Get("field").(string); field == "" || strings.ContainsAny(field, " <>=!") {
			t.Errorf("%q has the field %q", given, field)
		}
		if op, _ := condition.Get("op").(string); op == "" || op != strings.TrimSpace(op) {
			t.Errorf("%q has the operator %q", given, op)
		}
	})
}

// FuzzMembers holds that name=value gives an object with that member, or an error.
func FuzzMembers(f *testing.F) {
	for _, seed := range []string{"width=1010", "name=a=b", "tags=[1, 2]", "=x", "x=", "x", `{"a": 1}`, `x={"a": }`, "x=null", "x=007"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		for _, m := range []*objectArg{{}, {open: true}} {
			if err := m.Set(given); err == nil && !isJSON(given) && (len(m.object) != 1 || !strings.HasPrefix(strings.TrimSpace(given), m.object[0].Name)) {
				t.Errorf("%q gives %v", given, m.object)
			}
		}
	})
}

func TestFlagsReadWhatPeopleWrite(t *testing.T) {
	for _, test := range []struct {
		flag  argument
		given []string
		want  string
	}{
		{&listArg{}, []string{"500, 0"}, `["500","0"]`},
		{&listArg{}, []string{"[500, 0]"}, `[500,0]`},
		{&listArg{ofLists: true}, []string{"0,0 5000,0", "5000,4000"}, `[["0","0"],["5000","0"],["5000","4000"]]`},
		{&listArg{ofLists: true}, []string{`29'-6 5/16",3000 29' 6 1/2",0 2 m,3 m 4 m,5`}, `[["29'-6 5/16\"","3000"],["29' 6 1/2\"","0"],["2 m","3 m"],["4 m","5"]]`},
		{&listArg{ofLists: true}, []string{`0,29' 6,0`}, `[["0","29'"],["6","0"]]`},
		{&listArg{}, []string{`{"command": "fix"}`}, `[{"command":"fix"}]`},
		{&wordsArg{}, []string{`a,"b, c"`, "d", ""}, `["a","b, c","d"]`},
		{&objectArg{}, []string{"width=1010", "mark=1.10", "tags=[\"x\"]", "width=900"}, `{"width":"900","mark":"1.10","tags":["x"]}`},
		{&objectArg{}, []string{`{"a": 1}`, "b=2"}, `{"a":1,"b":"2"}`},
		{&objectArg{lists: []string{"point"}}, []string{"point=500, 2 m", "distance=6m"}, `{"point":["500","2 m"],"distance":"6m"}`},
		{&objectArg{lists: []string{"point"}}, []string{"point=[500, 0]"}, `{"point":[500,0]}`},
		{&objectArg{bare: true}, []string{"count", "n=count"}, `{"count":"count","n":"count"}`},
		{&objectArg{open: true}, []string{"n=3", "on=true", "text=F30", "gone=null", "number=007"}, `{"n":3,"on":true,"text":"F30","gone":null,"number":"007"}`},
		{&conditionsArg{}, []string{"height>2400", "name matches ^W", "mark exists"},
			`[{"field":"height","op":">","value":"2400"},{"field":"name","op":"matches","value":"^W"},{"field":"mark","op":"exists"}]`},
	} {
		for _, given := range test.given {
			if err := test.flag.Set(given); err != nil {
				t.Errorf("%q: %v", given, err)
			}
		}
		if got := string(model.AppendCompact(nil, test.flag.value())); got != test.want {
			t.Errorf("%q: got %s, want %s", test.given, got, test.want)
		}
	}
}

func TestExamplesAreTold(t *testing.T) {
	for _, o := range ops.All() {
		known, ok := subCommands[o.Name]
		if !ok || known.example == "" && (&app{}).shape(o.Name) == nil {
			t.Errorf("the sub-command of %s has no example", o.Name)
		}
	}
}

func TestExampleIsThere(t *testing.T) {
	for _, example := range []string{"one-storey-house", "two-storey-house"} {
		if _, err := exampleFiles(example); err != nil {
			t.Error(err)
		}
	}
	if _, err := exampleFiles("../one-storey-house"); err == nil {
		t.Error("an example outside the examples is taken")
	}
}

// TestProposingStaysProposing holds that the command line of a request to propose does
// not execute it.
func TestProposingStaysProposing(t *testing.T) {
	for request, want := range map[string]string{
		`{"action": "propose", "proposal": "p-22fh36qd", "title": "Name it", "commands": [{"command": "rename", "id": "wall-south", "name": "South"}]}`: `ek propose rename wall-south --name South --proposal p-22fh36qd --subject 'Name it'`,
		`{"action": "propose", "commands": [{"command": "delete", "id": "a"}, {"command": "delete", "id": "b"}]}`:                                       `ek propose '[{"command":"delete","id":"a"},{"command":"delete","id":"b"}]'`,
		`{"action": "propose", "confirm": {"records": 1, "deletes": 0}, "commands": [{"command": "delete", "id": "a"}]}`:                                `ek propose delete a --confirm records=1 --confirm deletes=0`,
	} {
		if got := commandLine(object(t, request)); got != want {
			t.Errorf("%s is written %s, not %s", request, got, want)
		}
	}
}
