package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/openeik/ekgit/ops"
)

func TestPromptsAreFilled(t *testing.T) {
	given := map[string]map[string]string{
		"start_work":      {"task": "Add a window {\"to\": \"the\"} kitchen.", "level": "level-0"},
		"explain_changes": {"since": "1"},
		"fix_findings":    {"severity": "warning", "rule": " "},
	}
	for _, era := range eras {
		c := connect(t, open(t, houseDir(t), ops.Options{}), era)
		list, err := c.ListPrompts(context.Background(), mcp.ListPromptsRequest{})
		if err != nil || len(list.Prompts) != len(given) {
			t.Fatalf("prompts %+v, %v", list, err)
		}
		for _, p := range list.Prompts {
			r := mcp.GetPromptRequest{}
			r.Params.Name, r.Params.Arguments = p.Name, given[p.Name]
			result, err := c.GetPrompt(context.Background(), r)
			if err != nil {
				t.Fatalf("%s: %v", p.Name, err)
			}
			if len(result.Messages) != 2 || p.Title == "" || p.Description == "" {
				t.Fatalf("%s: %+v", p.Name, result)
			}
			work, words := result.Messages[0].Content.(mcp.TextContent).Text, result.Messages[1].Content.(mcp.TextContent).Text
			for name, value := range given[p.Name] {
				if there := strings.Contains(words, name+": "+value); there != (strings.TrimSpace(value) != "") || strings.Contains(work, "kitchen") {
					t.Errorf("%s: %s is given as %q", p.Name, name, words)
				}
			}
		}
	}
}

// TestToolsThatAreNamedAreThere holds that what the instructions and the prompts tell a
// model to use exists, and that they tell of what matters.
func TestToolsThatAreNamedAreThere(t *testing.T) {
	texts := map[string]string{"instructions": instructions}
	for _, p := range prompts {
		texts[p.Name] = p.work
	}
	for name, tools := range map[string]string{
		"instructions":    "guide summary tree read query relations propose execute",
		"start_work":      "guide summary tree read query relations propose proposals",
		"explain_changes": "changes diff",
		"fix_findings":    "validate propose read relations",
	} {
		for tool := range strings.FieldsSeq(tools) {
			if !regexp.MustCompile(`\b`+tool+`\b`).MatchString(texts[name]) || ops.Find(tool) == nil {
				t.Errorf("%s does not name %s, or there is none", name, tool)
			}
		}
		delete(texts, name)
	}
	if len(texts) > 0 {
		t.Errorf("nothing is known of %v", texts)
	}
}

func TestPromptsCheckTheirArguments(t *testing.T) {
	for _, era := range eras {
		r := begin(t, serving(open(t, houseDir(t), ops.Options{})))
		for i, test := range []struct{ prompt, arguments, says string }{
			{"start_work", `{}`, `start_work needs "task"`},
			{"start_work", `{"task": "  "}`, `start_work {task*, level}`},
			{"explain_changes", `{"sinze": "1", "since": "1"}`, `use "since"`},
			{"fix_findings", `{"rule": "x"}`, `needs "severity"`},
			{"nothing", `{}`, `nothing`},
		} {
			r.send(`{"jsonrpc":"2.0","id":%d,"method":"prompts/get","params":{%s"name":%q,"arguments":%s}}`, i, metaOf(era), test.prompt, test.arguments)
			if m := r.next(); m.Error == nil || m.Error.Code != mcp.INVALID_PARAMS || !strings.Contains(m.Error.Message, test.says) {
				t.Errorf("%s %s is answered with %+v", test.prompt, test.arguments, m)
			}
		}
		r.end()
	}
}

// TestCompletionsAreCapped holds that no more than 100 values are sent, which is the
// most that clients take, and that the rest is counted.
func TestCompletionsAreCapped(t *testing.T) {
	dir := houseDir(t)
	for i := range 150 {
		write(t, dir, fmt.Sprintf("docs/page-%03d.md", i), "x\n")
	}
	for _, era := range eras {
		c := connect(t, open(t, dir, ops.Options{}), era)
		for _, test := range []struct {
			ref                    any
			argument, value, first string
			known                  map[string]string
			total                  int
		}{
			{mcp.ResourceReference{Type: "ref/resource", URI: modelTemplate}, "path", "docs/", "docs/page-000.md", map[string]string{"commit": "now"}, 150},
			{mcp.ResourceReference{Type: "ref/resource", URI: modelTemplate}, "path", "docs/", "", map[string]string{"commit": "HEAD"}, 0},
			{mcp.ResourceReference{Type: "ref/resource", URI: modelTemplate}, "path", "levels/", "levels/level-0.json", nil, 1},
			{mcp.ResourceReference{Type: "ref/resource", URI: modelTemplate}, "commit", "h", "HEAD", nil, 1},
			{mcp.ResourceReference{Type: "ref/resource", URI: modelTemplate}, "commit", "", "HEAD", nil, 3},
			{mcp.ResourceReference{Type: "ref/resource", URI: "other://{x}"}, "path", "", "", nil, 0},
			{mcp.PromptReference{Type: "ref/prompt", Name: "start_work"}, "level", "LEV", "level-0", nil, 1},
			{mcp.PromptReference{Type: "ref/prompt", Name: "start_work"}, "task", "", "", nil, 0},
			{mcp.PromptReference{Type: "ref/prompt", Name: "fix_findings"}, "severity", "e", "error", nil, 1},
			{mcp.PromptReference{Type: "ref/prompt", Name: "fix_findings"}, "rule", "hosted.over", "hosted.overlap", nil, 1},
		} {
			r := mcp.CompleteRequest{}
			r.Params.Ref, r.Params.Argument, r.Params.Context = test.ref, mcp.CompleteArgument{Name: test.argument, Value: test.value}, mcp.CompleteContext{Arguments: test.known}
			result, err := c.Complete(context.Background(), r)
			if err != nil {
				t.Fatalf("%v: %v", test.ref, err)
			}
			got := result.Completion
			if got.Total != test.total || len(got.Values) != min(test.total, mostCompletions) || got.HasMore != (test.total > mostCompletions) || test.total > 0 && got.Values[0] != test.first {
				t.Errorf("%v %s %q: %+v", test.ref, test.argument, test.value, got)
			}
		}
	}
}

// TestProgressIsTold holds that a client which asks hears how far a call is, in a
// rising number, before its answer; and that one which does not ask hears nothing.
func TestProgressIsTold(t *testing.T) {
	for _, era := range eras {
		r := begin(t, serving(open(t, houseDir(t), ops.Options{})))
		if !mcp.IsModernProtocol(era) {
			r.send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`, era)
			r.next()
		}
		for _, call := range []string{
			`"name":"validate"`,
			`"name":"validate","arguments":{"commands":[{"command":"rename","id":"wall-south","name":"South"}]}`,
			`"name":"execute","arguments":{"commands":[{"command":"rename","id":"wall-south","name":"South"}]}`,
		} {
			meta := strings.Replace(metaOf(era), "{", `{"progressToken":"p",`, 1)
			if meta == "" {
				meta = `"_meta":{"progressToken":"p"},`
			}
			r.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{%s%s}}`, meta, call)
			last, told := -1.0, 0
			m := r.next()
			for ; m.Method == "notifications/progress"; m = r.next() {
				var p struct {
					Token           string `json:"progressToken"`
					Progress, Total float64
					Message         string
				}
				if err := json.Unmarshal(m.Params, &p); err != nil {
					t.Fatal(err)
				}
				if p.Token != "p" || p.Progress <= last || p.Total <= p.Progress || p.Message == "" {
					t.Errorf("%s: %s after %v", call, m.Params, last)
				}
				last = p.Progress
				told++
			}
			if m.ID != 1.0 || m.Error != nil || told < 2 {
				t.Errorf("%s: %d times told, then %+v", call, told, m)
			}
			r.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{%s"name":"validate"}}`, metaOf(era))
			if m := r.next(); m.ID != 2.0 {
				t.Errorf("a client that did not ask is told %+v", m)
			}
		}
		r.end()
	}
}
