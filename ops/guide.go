package ops

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/openeik/ekgit/guide"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/check"
)

type guideIn struct {
	Topic  string `json:"topic" doc:"A topic, a command, an operation, a rule, or schema/<category>. Absent: the core, to be read once at the start."`
	Search string `json:"search" doc:"Words to look for in all topics and commands instead."`
}

type guideOut struct {
	Topic  string     `json:"topic,omitempty"`
	Text   string     `json:"text,omitempty"`
	Topics []guideRow `json:"topics,omitempty" jsonschema:"what else there is to read"`
	Found  []guideRow `json:"found,omitempty"`
}

type guideRow struct {
	Topic   string `json:"topic"`
	Summary string `json:"summary"`
}

func guideOperation() *Operation {
	return define(Operation{
		Name:       "guide",
		Title:      "Read the guide",
		Summary:    "What an agent needs to know. Call it without arguments first; then a topic, or a command's page with all its arguments.",
		Capability: Read,
		Hints:      Hints{ReadOnly: true, Idempotent: true},
		Example:    `{"action": "guide", "topic": "walls"}`,
		Help: `Without arguments: the core, which says how a model is laid out, how to read it in tiers, the filter, the budget and
the write loop. Topics go deeper (walls, doors-and-windows, new-model …); a command's name answers its page with every
argument and an example; a rule's name says what it checks; schema/wall is the JSON Schema of a category.`,
	}, runGuide)
}

func runGuide(_ context.Context, c *call, in guideIn) (guideOut, error) {
	if in.Search != "" {
		return guideOut{Found: searchGuide(in.Search)}, nil
	}
	if in.Topic == "" {
		return guideOut{Topic: "core", Text: guide.Core(), Topics: guideRows()}, nil
	}
	if text, ok := guideText(in.Topic); ok {
		return guideOut{Topic: in.Topic, Text: text}, nil
	}
	names := topicNames()
	p := &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("the guide has no topic %q", in.Topic),
		Hint: "Topics: " + strings.Join(names, ", "), Details: map[string]any{"got": in.Topic}}
	try := model.Member{Name: "search", Value: in.Topic}
	if near := args.Nearest(in.Topic, names); near != "" {
		try = model.Member{Name: "topic", Value: near}
	}
	p.Details["try"] = model.Object{{Name: "action", Value: "guide"}, try}
	return guideOut{}, p
}

// Guide answers the operation guide where there is no model yet to open a host on.
func Guide(ctx context.Context, arguments model.Object) Envelope {
	h := New(nil, Options{})
	r := Request{Action: "guide", Arguments: arguments}
	c, o := h.newCall(&r), Find("guide")
	data, err := o.run(ctx, c, arguments)
	if err == nil {
		data, err = c.fit(o, data, arguments)
	}
	if err != nil {
		return Envelope{Error: ErrorOf(err), Meta: c.meta}
	}
	return Envelope{OK: true, Data: data, Meta: c.meta}
}

// guideText answers the text of a topic by any of the names it may have.
func guideText(topic string) (string, bool) {
	if topic == "core" {
		return guide.Core(), true
	}
	if text, ok := guide.Topic(topic); ok {
		if o := Find(topic); o != nil { // history is both
			text += "\n" + operationPage(o)
		}
		return text, true
	}
	for _, command := range Commands() {
		if command.Name == topic {
			return commandPage(command), true
		}
	}
	if o := Find(topic); o != nil {
		return operationPage(o), true
	}
	if rule := check.Find(topic); rule != nil {
		return rulePage(rule), true
	}
	if name, ok := strings.CutPrefix(topic, "schema/"); ok {
		return schemaPage(name)
	}
	return "", false
}

func commandPage(c Command) string {
	example := model.AppendCompact(nil, c.Example)
	return fmt.Sprintf("# %s\n\n%s\n\n`%s`\n\n%s\n\n%s\nExample:\n\n```json\n%s\n```\n", c.Name, c.Summary, c.Signature, strings.TrimSpace(c.Doc), argumentList(c.Fields), example)
}

func operationPage(o *Operation) string {
	return fmt.Sprintf("# %s\n\n%s\n\n`%s`\n\n%s\n\n%s\nExample:\n\n```json\n%s\n```\n", o.Name, o.Summary, o.Signature(), strings.TrimSpace(o.Help), argumentList(o.spec), o.Example)
}

func argumentList(spec *args.Spec) string {
	var b strings.Builder
	schema := spec.Schema()
	for _, name := range schema.PropertyOrder {
		if p := schema.Properties[name]; p != nil && p.Description != "" {
			fmt.Fprintf(&b, "- `%s`: %s%s\n", name, p.Description, choices(p))
		}
	}
	return b.String()
}

// choices names the words that an argument takes, where it takes no others.
func choices(p *jsonschema.Schema) string {
	words := p.Enum
	if p.Items != nil {
		words = p.Items.Enum
	}
	if len(words) == 0 {
		return ""
	}
	return strings.TrimSuffix(fmt.Sprintln(append([]any{" One of"}, words...)...), "\n") + "."
}

func rulePage(r *check.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\nSeverity: %s.", r.Name, r.Doc, r.Severity)
	if r.Fixes {
		b.WriteString(" Its findings offer a fix.")
	}
	b.WriteString(" `eik.json` may set `rules." + r.Name + ".severity` to error, warning, info or off.\n")
	for _, l := range r.Limits {
		fmt.Fprintf(&b, "\n- `rules.%s.%s` (%v %s): %s", r.Name, l.Name, l.Default, l.Unit, l.Doc)
	}
	return b.String()
}

func schemaPage(name string) (string, bool) {
	schema, ok := category.JSONSchema(name)
	if !ok {
		return "", false
	}
	data, err := json.MarshalIndent(schema, "", " ")
	return string(data), err == nil
}

func guideRows() []guideRow {
	var rows []guideRow
	for _, t := range guide.Topics() {
		rows = append(rows, guideRow{t.Name, t.Summary})
	}
	for _, c := range Commands() {
		rows = append(rows, guideRow{c.Name, c.Summary})
	}
	return rows
}

func topicNames() []string {
	var names []string
	for _, row := range guideRows() {
		names = append(names, row.Topic)
	}
	return names
}

func searchGuide(words string) []guideRow {
	var found []guideRow
	for _, hit := range guide.Search(words) {
		found = append(found, guideRow{hit.Topic, hit.Excerpt})
	}
	for _, c := range Commands() {
		if containsAll(c.Name+" "+c.Summary+" "+c.Doc, words) {
			found = append(found, guideRow{c.Name, c.Summary})
		}
	}
	return found
}

func containsAll(text, words string) bool {
	text = strings.ToLower(text)
	for word := range strings.FieldsSeq(strings.ToLower(words)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
