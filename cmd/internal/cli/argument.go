package cli

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/pflag"

	"github.com/openeik/ekgit/model"
)

// argument is the value of a flag that stands for an argument of a request. Lengths,
// and numbers that are none, stay text, which the operation reads.
type argument interface {
	pflag.Value
	value() any
}

// argumentOf answers how the flag of an argument is read.
func argumentOf(name string, p *jsonschema.Schema) argument {
	var items jsonschema.Schema
	if p.Items != nil {
		items = *p.Items
	}
	switch {
	case p.Type == "boolean":
		return new(switchArg)
	case p.Type == "object":
		return &objectArg{open: name == openData, bare: name == "aggregate", names: p.PropertyOrder, lists: listsOf(p)}
	case p.Type == "array" && items.Type == "string":
		return new(wordsArg)
	case p.Type == "array" && items.Properties["op"] != nil:
		return new(conditionsArg)
	case p.Type == "array":
		return &listArg{kind: valueWord(p), ofLists: items.Type == "array"}
	}
	return &textArg{kind: valueWord(p)}
}

// textArg is one word or number.
type textArg struct{ kind, given string }

func (t *textArg) Set(given string) error { t.given = given; return nil }
func (t *textArg) String() string         { return t.given }
func (t *textArg) Type() string           { return t.kind }
func (t *textArg) value() any {
	if n, err := strconv.ParseFloat(t.given, 64); t.kind == numberWord && err == nil && n-n == 0 {
		return n
	}
	return t.given
}

// switchArg is a switch.
type switchArg bool

func (s *switchArg) Set(given string) error {
	on, err := strconv.ParseBool(given)
	*s = switchArg(on)
	return err
}
func (s *switchArg) String() string { return strconv.FormatBool(bool(*s)) }
func (s *switchArg) Type() string   { return "bool" }
func (s *switchArg) value() any     { return bool(*s) }

// wordsArg is a list of words between commas, or given several times.
type wordsArg []string

func (w *wordsArg) Set(given string) error {
	fields, err := csv.NewReader(strings.NewReader(given)).Read()
	if errors.Is(err, io.EOF) {
		return nil
	}
	*w = append(*w, fields...)
	return err
}
func (w *wordsArg) String() string { return strings.Join(*w, ",") }
func (w *wordsArg) Type() string   { return "words" }
func (w *wordsArg) value() any     { return model.StringsValue(*w) }

// listArg is a list that is not one of words: JSON, or its items between commas
// ("500,0"). A list of points is several of those ("0,0 5000,0").
type listArg struct {
	kind    string
	ofLists bool
	items   []any
}

func (l *listArg) Set(given string) error {
	if isJSON(given) {
		v, err := jsonValue(given)
		items, ok := v.([]any)
		if err == nil && !ok {
			items = []any{v}
		}
		l.items = append(l.items, items...)
		return err
	}
	if !l.ofLists {
		l.items = append(l.items, split(given)...)
		return nil
	}
	for _, point := range pointsOf(given) {
		l.items = append(l.items, split(point))
	}
	return nil
}
func (l *listArg) String() string { return "" }
func (l *listArg) Type() string   { return l.kind }
func (l *listArg) value() any     { return l.items }

// A blank stands inside a length before its unit or fraction (2 m, 6 5/16"), and
// between feet and inches.
var (
	goesOn = regexp.MustCompile(`^(\pL|\d+/\d)`)
	inches = regexp.MustCompile(`^[\d.]+("|$)`)
)

// pointsOf parts points at the blanks between them.
func pointsOf(given string) []string {
	var points []string
	for word := range strings.FieldsSeq(given) {
		last := len(points) - 1
		if last >= 0 && (goesOn.MatchString(word) || strings.HasSuffix(points[last], "'") && inches.MatchString(word)) {
			points[last] += " " + word
			continue
		}
		points = append(points, word)
	}
	return points
}

func split(given string) []any {
	var items []any
	for item := range strings.SplitSeq(given, ",") {
		items = append(items, strings.TrimSpace(item))
	}
	return items
}

// openData is the argument whose members have no schema.
const openData = "properties"

// objectArg is an object: JSON, or name=value as often as it has members.
type objectArg struct {
	open   bool
	bare   bool     // a value alone is its own name: count is count=count
	names  []string // the members it may have, where they are known
	lists  []string // those of them that are lists
	object model.Object
}

func listsOf(p *jsonschema.Schema) []string {
	var lists []string
	for _, name := range p.PropertyOrder {
		if p.Properties[name].Type == "array" {
			lists = append(lists, name)
		}
	}
	return lists
}

func (m *objectArg) Set(given string) error {
	if isJSON(given) {
		object, err := model.DecodeObject([]byte(given))
		for _, member := range object {
			m.object = m.object.With(member.Name, member.Value)
		}
		return err
	}
	if m.bare && !strings.Contains(given, "=") {
		given += "=" + given
	}
	name, given, ok := strings.Cut(given, "=")
	if name = strings.TrimSpace(name); !ok || name == "" {
		return errors.New("it takes name=value, or a JSON object")
	}
	value, err := m.read(name, given)
	m.object = m.object.With(name, value)
	return err
}

// read reads the value of a member: a list as its items between commas, a list or an
// object as JSON, or text, in which the operation finds the number or switch that is
// meant. What is meant with open data no operation knows: that is JSON wherever it
// can be.
func (m *objectArg) read(name, given string) (any, error) {
	if slices.Contains(m.lists, name) && !isJSON(given) {
		return split(given), nil
	}
	if m.open {
		if v, err := jsonValue(given); err == nil {
			return v, nil
		}
	}
	return textOrJSON(given)
}
func (m *objectArg) String() string { return "" }
func (m *objectArg) value() any     { return m.object }

// mostNamed is how many members an object may have to be named in the help.
const mostNamed = 4

func (m *objectArg) Type() string {
	if len(m.names) == 0 || len(m.names) > mostNamed {
		return "name=value"
	}
	return strings.Join(m.names, "= ") + "="
}

// conditionsArg are comparisons of fields: "height > 2400", or JSON.
type conditionsArg []any

// comparison is a condition as people write it: a field, an operator and a value.
var comparison = regexp.MustCompile(`^\s*([^\s=!<>]+)\s*(!=|<=|>=|=|<|>|\s(?:in|matches|exists|missing)\b)\s*(.*?)\s*$`)

func (c *conditionsArg) Set(given string) error {
	if isJSON(given) {
		condition, err := model.DecodeObject([]byte(given))
		*c = append(*c, condition)
		return err
	}
	parts := comparison.FindStringSubmatch(given)
	if parts == nil {
		return errors.New(`it takes a field, an operator (= != < <= > >= in matches exists missing) and a value, such as "height > 2400"`)
	}
	condition := model.Object{{Name: "field", Value: parts[1]}, {Name: "op", Value: strings.TrimSpace(parts[2])}}
	if parts[3] != "" {
		value, err := textOrJSON(parts[3])
		if err != nil {
			return err
		}
		condition = append(condition, model.Member{Name: "value", Value: value})
	}
	*c = append(*c, condition)
	return nil
}
func (c *conditionsArg) String() string { return "" }
func (c *conditionsArg) Type() string   { return "condition" }
func (c *conditionsArg) value() any     { return []any(*c) }

// isJSON tells whether what was given is a list or an object as JSON.
func isJSON(given string) bool {
	given = strings.TrimSpace(given)
	return strings.HasPrefix(given, "{") || strings.HasPrefix(given, "[")
}

func textOrJSON(given string) (any, error) {
	if !isJSON(given) {
		return given, nil
	}
	return jsonValue(given)
}

func jsonValue(given string) (any, error) {
	object, err := model.DecodeObject([]byte(`{"v":` + given + `}`))
	if err != nil {
		return nil, fmt.Errorf("it is no JSON: %w", err)
	}
	return object.Get("v"), nil
}
