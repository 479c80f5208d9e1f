package args

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
)

// field is one argument as its struct field declares it.
type field struct {
	name     string
	index    []int
	typ      reflect.Type
	doc      string
	brief    string
	join     string
	required bool
	unsaid   bool // left out of the signature
	enum     []string
	also     []alias
	pattern  *regexp.Regexp
	absent   any // the default as a value, nil where there is none
	min      *float64
	above    *float64
	max      *float64
}

// fieldsOf reads the arguments that a struct declares, embedded structs flattened.
func fieldsOf(t reflect.Type) []field {
	var fields []field
	for f := range t.Fields() {
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			for _, inner := range fieldsOf(f.Type) {
				inner.index = append(slices.Clone(f.Index), inner.index...)
				fields = append(fields, inner)
			}
			continue
		}
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" && f.IsExported() {
			fields = append(fields, newField(name, f))
		}
	}
	return fields
}

func newField(name string, f reflect.StructField) field {
	out := field{
		name: name, index: f.Index, typ: f.Type,
		doc: f.Tag.Get("doc"), brief: f.Tag.Get("brief"), join: f.Tag.Get("join"),
		required: f.Tag.Get("required") == "true", unsaid: f.Tag.Get("unsaid") == "true",
		enum: words(f.Tag.Get("enum")), also: aliases(f.Tag.Get("also")),
		min: bound(f, "min"), above: bound(f, "above"), max: bound(f, "max"),
	}
	if p, ok := f.Tag.Lookup("pattern"); ok {
		out.pattern = regexp.MustCompile(`^(?:` + p + `)$`)
	}
	if d, ok := f.Tag.Lookup("default"); ok {
		out.absent = defaultValue(f.Type, d)
	}
	return out
}

// alias is a name that callers use for an argument, and what else it says.
type alias struct {
	name, other, word string
}

func aliases(list string) []alias {
	var out []alias
	for _, text := range words(list) {
		name, says, _ := strings.Cut(text, "+")
		other, word, _ := strings.Cut(says, "=")
		out = append(out, alias{name, other, word})
	}
	return out
}

func words(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

func bound(f reflect.StructField, tag string) *float64 {
	text, ok := f.Tag.Lookup(tag)
	if !ok {
		return nil
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("args: field %s: the %s tag %q is no number", f.Name, tag, text))
	}
	return &n
}

func defaultValue(t reflect.Type, text string) any {
	if t.Kind() == reflect.String {
		return text
	}
	o, err := model.DecodeObject([]byte(`{"default": ` + text + `}`))
	if err != nil {
		panic(fmt.Sprintf("args: the default %s of a %s is not JSON: %v", text, t, err))
	}
	return o.Get("default")
}

// names answers every argument's name.
func names(fields []field) []string {
	out := make([]string, len(fields))
	for i := range fields {
		out[i] = fields[i].name
	}
	return out
}
