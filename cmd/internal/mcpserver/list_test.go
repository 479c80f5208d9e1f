package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// mostListBytes is what a model may be made to read before it has asked anything:
// names, descriptions and what the tools take.
const mostListBytes = 15_000

func TestListIsSmall(t *testing.T) {
	total := 0
	for _, o := range offeredToAgents() {
		tool := toolOf(o)
		size := len(tool.Name) + len(tool.Description) + len(tool.RawInputSchema)
		t.Logf("%5d %s", size, tool.Name)
		total += size
	}
	t.Logf("%5d in all", total)
	if total > mostListBytes {
		t.Errorf("the list of tools has %d bytes, over %d", total, mostListBytes)
	}
	if n := len([]rune(instructions)); n > 1500 {
		t.Errorf("the instructions have %d characters, over 1,500", n)
	}
}

// offeredToAgents are the operations that an agent may be offered: all but those of
// people alone, and history, which changes tells too.
func offeredToAgents() []*ops.Operation {
	return slices.DeleteFunc(slices.Clone(ops.All()), func(o *ops.Operation) bool { return o.Capability == ops.Review || o.Name == "history" })
}

// tools is where the golden files of the list lie.
const tools = "../../../ops/testdata/tools"

// TestListIsGolden compares each tool, byte by byte, with its file. EKGIT_UPDATE=1
// writes the files.
func TestListIsGolden(t *testing.T) {
	wanted := map[string]bool{}
	for _, o := range offeredToAgents() {
		file := filepath.Join(tools, o.Name+".json")
		wanted[file] = true
		got := golden(t, toolOf(o))
		if os.Getenv("EKGIT_UPDATE") != "" {
			write(t, tools, o.Name+".json", got)
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("%v; EKGIT_UPDATE=1 writes it", err)
		} else if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s is not what is listed (EKGIT_UPDATE=1 rewrites it):\n%s", file, diff)
		}
	}
	files, err := filepath.Glob(filepath.Join(tools, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !wanted[file] {
			t.Errorf("%s is no tool's; delete it", file)
		}
	}
}

func golden(t *testing.T, tool mcp.Tool) string {
	t.Helper()
	data, err := json.Marshal(tool)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := model.DecodeObject(data)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, model.AppendCompact(nil, decoded), "", "  "); err != nil {
		t.Fatal(err)
	}
	return b.String() + "\n"
}

func TestEveryToolIsDescribed(t *testing.T) {
	for _, era := range []string{mcp.ProtocolVersion20251125, mcp.ProtocolVersion20260728} {
		c := connect(t, open(t, houseDir(t), ops.Options{}), era)
		list, err := c.ListTools(context.Background(), mcp.ListToolsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range list.Tools {
			names = append(names, tool.Name)
			checkTool(t, tool)
		}
		var want []string
		for _, o := range offeredToAgents() {
			want = append(want, o.Name)
		}
		if diff := cmp.Diff(want, names); diff != "" {
			t.Errorf("%s: the list is not the operations in their order:\n%s", era, diff)
		}
	}
}

func checkTool(t *testing.T, tool mcp.Tool) {
	t.Helper()
	if !regexp.MustCompile(`^[a-z][a-z0-9_]{1,63}$`).MatchString(tool.Name) {
		t.Errorf("%q is no name for a tool", tool.Name)
	}
	if tool.Title == "" || len(tool.Description) < 40 || ops.Visible(tool.Description) != tool.Description {
		t.Errorf("%s: title %q, description %q", tool.Name, tool.Title, tool.Description)
	}
	a := tool.Annotations
	if a.ReadOnlyHint == nil || a.DestructiveHint == nil || a.IdempotentHint == nil || a.OpenWorldHint == nil || a.Title == "" {
		t.Fatalf("%s lacks a hint: %+v", tool.Name, a)
	}
	o := ops.Find(tool.Name)
	if *a.ReadOnlyHint != (o.Capability == ops.Read) || *a.ReadOnlyHint && *a.DestructiveHint || *a.OpenWorldHint {
		t.Errorf("%s: the hints do not fit what it does: %+v, capability %s", tool.Name, o.Hints, o.Capability)
	}
	if tool.Icons != nil {
		t.Errorf("%s has icons", tool.Name)
	}
	if strict, _ := tool.InputSchema.AdditionalProperties.(bool); strict || tool.InputSchema.AdditionalProperties == nil || tool.InputSchema.Type != "object" {
		t.Errorf("%s takes what it does not name", tool.Name)
	}
	if tool.OutputSchema.Type != "object" || len(tool.OutputSchema.Properties) == 0 {
		t.Errorf("%s does not say what it answers", tool.Name)
	}
	for _, name := range []string{"person", "agent"} {
		if _, there := tool.InputSchema.Properties[name]; there {
			t.Errorf("%s takes %s, which the connection says", tool.Name, name)
		}
	}
}

// TestResultsCarryNothingBeside holds that no picture of the server goes with every
// result, and that a list comes whole: pages lose what has the same name.
func TestResultsCarryNothingBeside(t *testing.T) {
	r := begin(t, serving(open(t, houseDir(t), ops.Options{})))
	for i, method := range []string{"server/discover", "tools/list", "resources/list", "resources/templates/list", "prompts/list"} {
		r.send(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s"x":1}}`, i, method, metaOf(mcp.ProtocolVersion20260728))
		m := r.next()
		if m.Error != nil || !bytes.Contains(m.Result, []byte(`"resultType":"complete"`)) {
			t.Fatalf("%s: %+v", method, m)
		}
		for _, unwanted := range []string{`"icons"`, `"nextCursor"`} {
			if bytes.Contains(m.Result, []byte(unwanted)) {
				t.Errorf("%s carries %s", method, unwanted)
			}
		}
	}
	r.end()
}

// TestFilterStandsOnce holds that what is long is spelled out in one tool alone.
func TestFilterStandsOnce(t *testing.T) {
	var filters, commands []string
	for _, o := range ops.All() {
		schema := string(inputSchema(o))
		if strings.Contains(schema, "changedSince") {
			filters = append(filters, o.Name)
		}
		if strings.Contains(schema, `"duplicate_type"`) {
			commands = append(commands, o.Name)
		}
	}
	if !slices.Equal(filters, []string{"read"}) || !slices.Equal(commands, []string{"propose"}) {
		t.Errorf("the filter stands in %v, the commands in %v", filters, commands)
	}
}

func TestProfileHidesWhatItForbids(t *testing.T) {
	for _, era := range eras {
		c := connect(t, open(t, houseDir(t), ops.Options{Profile: ops.AskProfile}), era)
		list, err := c.ListTools(context.Background(), mcp.ListToolsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Tools {
			if !*tool.Annotations.ReadOnlyHint {
				t.Errorf("%s is listed, and writes", tool.Name)
			}
		}
		r := c.call(t, "execute", map[string]any{"commands": []any{map[string]any{"command": "delete", "id": "wall-south"}}})
		e := errorOf(t, r)
		if e.Code != model.Forbidden || !strings.Contains(e.Hint, "--profile propose") {
			t.Errorf("a call outside the profile is answered with %+v", e)
		}
	}
}

// errorOf answers the error that a result holds, the same as text and as structure.
func errorOf(t testing.TB, r *mcp.CallToolResult) ops.Error {
	t.Helper()
	if !r.IsError {
		t.Fatalf("the result is no error: %s", textOf(t, r))
	}
	var e ops.Error
	if err := json.Unmarshal([]byte(textOf(t, r)), &e); err != nil {
		t.Fatal(err)
	}
	same(t, textOf(t, r), r)
	return e
}

// same holds that a result's structure is the JSON of a text.
func same(t testing.TB, text string, r *mcp.CallToolResult) {
	t.Helper()
	var want, got any
	structured, err := json.Marshal(r.StructuredContent)
	if err == nil {
		err = json.Unmarshal(structured, &got)
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &want)
	}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the structure is not the text:\n%s", diff)
	}
}

// TestSchemasHaveOneType holds that no schema lists types: clients that know one alone
// would drop the tool.
func TestSchemasHaveOneType(t *testing.T) {
	for _, o := range ops.All() {
		for _, schema := range []json.RawMessage{inputSchema(o), outputSchema(o)} {
			if bytes.Contains(schema, []byte(`"type":[`)) {
				t.Errorf("%s: %s", o.Name, schema)
			}
		}
	}
}

// TestSignaturesNameWhatIsListed holds that what a refused call is told to send stands
// in the list of tools.
func TestSignaturesNameWhatIsListed(t *testing.T) {
	for _, o := range offeredToAgents() {
		var listed struct{ Properties map[string]any }
		if err := json.Unmarshal(inputSchema(o), &listed); err != nil {
			t.Fatal(err)
		}
		_, arguments, _ := strings.Cut(o.Signature(), "{")
		for _, name := range regexp.MustCompile(`[A-Za-z]+`).FindAllString(arguments, -1) {
			if _, ok := listed.Properties[name]; !ok {
				t.Errorf("%s names %s, which the list does not", o.Signature(), name)
			}
		}
	}
}
