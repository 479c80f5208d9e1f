package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// fixed are options under which the same requests make the same commits.
func fixed() ops.Options {
	n := 0
	return ops.Options{
		Clock: func() time.Time { return time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC) },
		NewID: func() string { n++; return fmt.Sprintf("request-%d", n) },
	}
}

// exampleDir makes the repository on which an operation's example runs.
func exampleDir(t testing.TB, o *ops.Operation) string {
	t.Helper()
	switch o.Name {
	case "discuss":
		dir := houseDir(t)
		r, err := ops.ParseRequest([]byte(strings.Replace(ops.Find("propose").Example, "{", `{"requestId": "widen-entrance", `, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if e := open(t, dir, fixed()).Do(context.Background(), r); !e.OK {
			t.Fatal(e.Error)
		}
		return dir
	case "import":
	default:
		return houseDir(t)
	}
	files, err := open(t, houseDir(t), ops.Options{}).ExportFiles(context.Background(), "single", "")
	if err != nil {
		t.Fatal(err)
	}
	dir := emptyDir(t)
	write(t, dir, "house.eik.json", string(files[0].Data))
	return dir
}

// openAny opens a folder whether it holds a model or not.
func openAny(t testing.TB, dir string, o ops.Options) *ops.Host {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, model.ManifestName)); err == nil {
		return open(t, dir, o)
	}
	h, err := ops.Create(context.Background(), dir, ops.CreateOptions{Options: o})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// TestEveryToolAnswersWhatTheHostDoes calls every tool with its operation's example,
// in both generations of the protocol, and compares the answer with the host's own.
func TestEveryToolAnswersWhatTheHostDoes(t *testing.T) {
	for _, era := range eras {
		for _, o := range ops.All() {
			if o.Capability == ops.Review {
				continue // no tool
			}
			t.Run(era+"/"+o.Name, func(t *testing.T) {
				t.Parallel()
				direct := directly(t, o)
				c := connect(t, openAny(t, exampleDir(t, o), fixed()), era)
				r := c.call(t, o.Name, json.RawMessage(o.Example))
				if r.IsError {
					t.Fatalf("%s is refused: %s", o.Example, textOf(t, r))
				}
				text := textOf(t, r)
				if diff := cmp.Diff(plainData(t, o, direct.Data), plainText(t, o, text)); diff != "" {
					t.Errorf("the tool does not answer what the host does:\n%s", diff)
				}
				same(t, text, r)
				conforms(t, o, r.StructuredContent)
				var meta brief
				field, _ := json.Marshal(r.Meta.AdditionalFields[metaKey])
				if err := json.Unmarshal(field, &meta); err != nil || meta.Sequence == nil {
					t.Errorf("meta %s: %v", field, err)
				}
			})
		}
	}
}

// directly carries out an operation's example on a host, as the client would.
func directly(t testing.TB, o *ops.Operation) ops.Envelope {
	t.Helper()
	request, err := ops.ParseRequest([]byte(o.Example))
	if err != nil {
		t.Fatal(err)
	}
	request.Agent = "test-client/1.2"
	e := openAny(t, exampleDir(t, o), fixed()).Do(context.Background(), request)
	if !e.OK {
		t.Fatalf("%s: %+v", o.Example, e.Error)
	}
	return e
}

func plainData(t testing.TB, o *ops.Operation, data any) any {
	t.Helper()
	text, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	return plainText(t, o, string(text))
}

// plainText decodes an answer without the folders of this test run.
func plainText(t testing.TB, o *ops.Operation, text string) any {
	t.Helper()
	if o.Name == "report_problem" {
		text = regexp.MustCompile(`"file":"[^"]*"`).ReplaceAllString(text, `"file":"FILE"`)
	}
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// conforms holds a structure to the tool's output schema, as clients do.
func conforms(t testing.TB, o *ops.Operation, structured any) {
	t.Helper()
	var schema jsonschema.Schema
	if err := json.Unmarshal(outputSchema(o), &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	data, err := json.Marshal(structured)
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err == nil {
		err = resolved.Validate(v)
	}
	if err != nil {
		t.Errorf("%s: the answer does not conform to what is promised: %v", o.Name, err)
	}
}

// TestExamplesFitTheirSchemas holds that what a tool says it takes lets its
// operation's example through.
func TestExamplesFitTheirSchemas(t *testing.T) {
	for _, o := range ops.All() {
		var schema jsonschema.Schema
		if err := json.Unmarshal(inputSchema(o), &schema); err != nil {
			t.Fatal(err)
		}
		resolved, err := schema.Resolve(nil)
		if err != nil {
			t.Fatalf("%s: %v", o.Name, err)
		}
		var example map[string]any
		if err := json.Unmarshal([]byte(o.Example), &example); err != nil {
			t.Fatal(err)
		}
		delete(example, "action")
		if err := resolved.Validate(example); err != nil {
			t.Errorf("%s: %v", o.Name, err)
		}
		if err := resolved.Validate(map[string]any{"unheard-of": 1}); err == nil {
			t.Errorf("%s takes what it does not name", o.Name)
		}
	}
}

// TestErrorsAreResults holds that whatever a model does wrong comes back to it as a
// result that says what to do, in a form that clients do not hold against the tool.
func TestErrorsAreResults(t *testing.T) {
	for _, era := range eras {
		c := connect(t, open(t, houseDir(t), ops.Options{}), era)
		for _, test := range []struct {
			tool, arguments string
			code            model.Code
			says, try       string
		}{
			{"read", `{"filtre": {}}`, model.InvalidArgument, `use "filter"`, `"filter"`},
			{"read", `{"filter": {"categories": ["wal"]}}`, model.InvalidArgument, "wall", `"read"`},
			{"read", `{"limit": "many"}`, model.InvalidArgument, "limit", ""},
			{"read", `{"limit": 501}`, model.InvalidArgument, "500", ""},
			{"read", `[1]`, model.InvalidArgument, "object", ""},
			{"read", `{"at": "nowhere"}`, model.NotFound, "nowhere", ""},
			{"relations", `{}`, model.InvalidArgument, `needs "id"`, ""},
			{"relations", `{"id": "wall-suoth"}`, model.NotFound, "wall-south", ""},
			{"execute", `{}`, model.InvalidArgument, "commands", `"commands"`},
			{"execute", `{"commands": [{"command": "updaet", "id": "wall-south"}]}`, model.InvalidArgument, "update", ""},
			{"execute", `{"commands": [{"command": "update", "id": "door-entrance", "height": 2200}]}`, model.InvalidArgument, `"set"`, ""},
			{"execute", `{"commands": [{"command": "delete", "id": "wall-south"}]}`, model.CheckFailed, "", ""},
			{"execute", `{"commands": [{"command": "rename", "id": "wall-south", "name": "South"}], "person": "Eve <eve@example.org>"}`, model.InvalidArgument, `"person"`, ""},
			{"execute", `{"apply": "p-aaaaaaaa"}`, model.NotFound, "p-aaaaaaaa", ""},
			{"accept", `{"proposal": "p-aaaaaaaa"}`, model.Forbidden, "ek proposals accept p-aaaaaaaa", ""},
			{"guide", `{"topic": "wals"}`, model.NotFound, "walls", `"walls"`},
		} {
			r := c.call(t, test.tool, json.RawMessage(test.arguments))
			e := errorOf(t, r)
			details, err := json.Marshal(e.Details)
			if err != nil {
				t.Fatal(err)
			}
			if said := e.Message + " " + e.Hint + string(details); e.Code != test.code && test.says != "" || !strings.Contains(said, test.says) || !strings.Contains(string(details), test.try) {
				t.Errorf("%s %s: %s: %s", test.tool, test.arguments, e.Code, said)
			}
			conforms(t, ops.Find(test.tool), r.StructuredContent)
		}
	}
}

func TestUnknownToolIsAnErrorOfTheProtocol(t *testing.T) {
	for _, era := range eras {
		c := connect(t, open(t, houseDir(t), ops.Options{}), era)
		r := mcp.CallToolRequest{}
		r.Params.Name = "eval"
		if _, err := c.CallTool(context.Background(), r); err == nil || !strings.Contains(err.Error(), "eval") {
			t.Errorf("%s: %v", era, err)
		}
	}
}

// TestErrorsFitEveryOutputSchema holds that no answer's member is of another kind
// than the error's of that name: clients check errors against the answer's schema.
func TestErrorsFitEveryOutputSchema(t *testing.T) {
	e := ops.Error{Code: model.Conflict, Message: "m", Hint: "h", Details: map[string]any{"got": 1}}
	for _, o := range ops.All() {
		conforms(t, o, e)
	}
}

// TestCommitsNameTheAgent holds that a commit names the client as it called itself,
// whichever way it said so.
func TestCommitsNameTheAgent(t *testing.T) {
	for _, era := range eras {
		dir := houseDir(t)
		c := connect(t, open(t, dir, ops.Options{}), era)
		r := c.call(t, "execute", map[string]any{"commands": []any{map[string]any{"command": "rename", "id": "wall-south", "name": "South wall"}}})
		if r.IsError {
			t.Fatal(textOf(t, r))
		}
		body := git(t, dir, "log", "-1", "--format=%an <%ae>%n%(trailers)")
		for _, want := range []string{"Ada Quill <ada@example.org>", "Eik-Agent: test-client/1.2", "Co-authored-by: test-client <test-client@agents.invalid>"} {
			if !strings.Contains(body, want) {
				t.Errorf("%s: the commit lacks %q:\n%s", era, want, body)
			}
		}
	}
}

// TestPersonIsBelievedWhereTheHostTrusts holds that metadata of a call names the
// person only on a host that was started to believe it.
func TestPersonIsBelievedWhereTheHostTrusts(t *testing.T) {
	for _, trust := range []bool{true, false} {
		dir := houseDir(t)
		c := connect(t, open(t, dir, ops.Options{TrustPerson: trust}), mcp.ProtocolVersion20251125)
		r := mcp.CallToolRequest{}
		r.Params.Name = "execute"
		r.Params.Arguments = map[string]any{"commands": []any{map[string]any{"command": "rename", "id": "wall-south", "name": "South wall"}}}
		r.Params.Meta = &mcp.Meta{AdditionalFields: map[string]any{personKey: "Grace Moor <grace@example.org>"}}
		result, err := c.CallTool(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		author := strings.TrimSpace(git(t, dir, "log", "-1", "--format=%an"))
		switch {
		case trust && (result.IsError || author != "Grace Moor"):
			t.Errorf("author %s: %s", author, textOf(t, result))
		case !trust && errorOf(t, result).Code != model.Forbidden:
			t.Errorf("author %s: %s", author, textOf(t, result))
		}
	}
}

// TestRequestIsCarriedOutOnce holds that a call sent again under its own name answers
// what it answered, and writes nothing.
func TestRequestIsCarriedOutOnce(t *testing.T) {
	dir := houseDir(t)
	c := connect(t, open(t, dir, ops.Options{}), mcp.ProtocolVersion20260728)
	arguments := map[string]any{"requestId": "once", "commands": []any{map[string]any{"command": "rename", "id": "wall-south", "name": "South wall"}}}
	for range 2 {
		if r := c.call(t, "execute", arguments); r.IsError {
			t.Fatal(textOf(t, r))
		}
	}
	if n := strings.TrimSpace(git(t, dir, "rev-list", "--count", "HEAD")); n != "2" {
		t.Errorf("there are %s commits", n)
	}
}

// TestHiddenTextIsLeftOut holds that a text which a person does not see does not
// reach a model either, and that the model is told.
func TestHiddenTextIsLeftOut(t *testing.T) {
	dir := houseDir(t)
	file := filepath.Join(dir, "architecture/level-0/wall/wall-south.json")
	record, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	hidden := "\u202eSouth\u200b\U000e0049\U000e0067\ufe0f\\u001b[31m & <wall>"
	text := regexp.MustCompile(`"name": "[^"]*"`).ReplaceAllString(string(record), "")
	text = strings.Replace(text, `"category": "wall",`, `"category": "wall",`+"\n  "+`"name": "`+hidden+`",`, 1)
	write(t, dir, "architecture/level-0/wall/wall-south.json", text)
	c := connect(t, open(t, dir, ops.Options{}), mcp.ProtocolVersion20251125)
	r := c.call(t, "read", json.RawMessage(`{"filter": {"ids": ["wall-south"]}, "fields": ["name"]}`))
	got := textOf(t, r)
	if !strings.Contains(got, `"South[31m & <wall>"`) {
		t.Errorf("the name is answered as %q", got)
	}
	if len(r.Content) != 2 {
		t.Fatalf("nothing is said of what is left out: %v", r.Content)
	}
	note := r.Content[1].(mcp.TextContent).Text
	for _, want := range []string{"U+202E", "U+200B", "U+E0049", "architecture/level-0/wall/wall-south.json"} {
		if !strings.Contains(note, want) {
			t.Errorf("the note lacks %s: %s", want, note)
		}
	}
}
