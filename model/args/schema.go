package args

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/openeik/ekgit/model"
)

// Schema answers the strict JSON schema of the arguments (draft 2020-12), without
// the selector. It is a fresh copy, the caller's own.
func (s *Spec) Schema() *jsonschema.Schema { return structSchema(s.fields) }

func structSchema(fields []field) *jsonschema.Schema {
	out := &jsonschema.Schema{
		Type:                 "object",
		Properties:           make(map[string]*jsonschema.Schema, len(fields)),
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
		PropertyOrder:        names(fields),
	}
	for i := range fields {
		out.Properties[fields[i].name] = fieldSchema(&fields[i])
		if fields[i].required {
			out.Required = append(out.Required, fields[i].name)
		}
	}
	return out
}

func fieldSchema(f *field) *jsonschema.Schema {
	out := typeSchema(f.typ, f)
	if f.brief != "" {
		return &jsonschema.Schema{Type: out.Type, Types: out.Types, Description: f.brief}
	}
	out.Description = f.doc
	if f.absent != nil {
		out.Default = json.RawMessage(model.AppendCompact(nil, f.absent))
	}
	return out
}

func typeSchema(t reflect.Type, f *field) *jsonschema.Schema {
	if t.Kind() == reflect.Pointer {
		return typeSchema(t.Elem(), f)
	}
	if reflect.PointerTo(t).Implements(valueType) {
		return limited(reflect.New(t).Interface().(Value).ArgSchema(), t, f)
	}
	switch {
	case t == reflect.TypeFor[model.Object]():
		return &jsonschema.Schema{Type: "object"}
	case t.Kind() == reflect.Interface:
		return &jsonschema.Schema{}
	}
	switch t.Kind() {
	case reflect.Struct:
		return structSchema(fieldsOf(t))
	case reflect.Slice:
		return &jsonschema.Schema{Type: "array", Items: typeSchema(t.Elem(), f)}
	case reflect.Map:
		return &jsonschema.Schema{Type: "object", AdditionalProperties: typeSchema(t.Elem(), f)}
	case reflect.String:
		return textSchema(f)
	case reflect.Bool:
		return &jsonschema.Schema{Type: "boolean"}
	case reflect.Int:
		return limited(&jsonschema.Schema{Type: "integer"}, t, f)
	case reflect.Float64:
		return limited(&jsonschema.Schema{Type: "number"}, t, f)
	}
	panic(fmt.Sprintf("args: %s: no argument can be a %s", f.name, t))
}

func textSchema(f *field) *jsonschema.Schema {
	out := &jsonschema.Schema{Type: "string"}
	for _, w := range f.enum {
		out.Enum = append(out.Enum, w)
	}
	if f.pattern != nil {
		out.Pattern = f.pattern.String()
	}
	return out
}

// limited adds the limits of a number, which a JSON schema applies to numbers alone.
func limited(s *jsonschema.Schema, t reflect.Type, f *field) *jsonschema.Schema {
	if isScalarType(t) {
		s.Minimum, s.ExclusiveMinimum, s.Maximum = f.min, f.above, f.max
	}
	return s
}
