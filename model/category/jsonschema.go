package category

import (
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/openeik/ekgit/model"
)

// JSONSchema answers the JSON Schema (2020-12) of a category's records, and whether
// there is such a category. Members that it does not name are legal, because files
// keep them. The schema is the caller's.
func JSONSchema(name string) (*jsonschema.Schema, bool) {
	d, c := Find(name), Schema().Category(name)
	if d == nil {
		return nil, false
	}
	schema := objectSchema(c.Fields)
	schema.Schema = "https://json-schema.org/draft/2020-12/schema"
	schema.Title, schema.Description = c.Name, c.Doc
	schema.Properties["category"] = &jsonschema.Schema{Const: jsonschema.Ptr(any(name)), Description: schema.Properties["category"].Description}
	schema.Properties["id"].Pattern = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
	schema.Properties["id"].MaxLength = jsonschema.Ptr(model.MaxIDLength)
	for _, members := range d.needs {
		schema.AnyOf = append(schema.AnyOf, &jsonschema.Schema{Required: members})
	}
	for _, members := range d.excludes {
		schema.AllOf = append(schema.AllOf, &jsonschema.Schema{Not: &jsonschema.Schema{Required: members}})
	}
	if name == "type" {
		describeTypes(schema)
	}
	return schema, true
}

// describeTypes says which members a type has by what it is a type of, and holds it
// to the words that are legal there.
func describeTypes(schema *jsonschema.Schema) {
	for _, d := range All() {
		if len(d.typeFields) == 0 {
			continue
		}
		schema.Description += fmt.Sprintf(" Of %s: %s.", d.Name, strings.Join(names(d.typeFields), ", "))
		var narrower []model.Field
		for _, f := range d.typeFields {
			all := &catalogue.typeFields[indexOf(catalogue.typeFields, f.Name)]
			if len(f.Type.Enum) < len(all.Type.Enum) {
				narrower = append(narrower, f)
			}
		}
		if len(narrower) > 0 {
			of := &jsonschema.Schema{Const: jsonschema.Ptr(any(d.Name))}
			then := objectSchema(narrower)
			then.Type = ""
			schema.AllOf = append(schema.AllOf, &jsonschema.Schema{If: &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{"of": of}}, Then: then})
		}
	}
}

func objectSchema(fields []model.Field) *jsonschema.Schema {
	schema := &jsonschema.Schema{Type: "object", Properties: make(map[string]*jsonschema.Schema, len(fields))}
	for i := range fields {
		f := &fields[i]
		member := typeSchema(&f.Type)
		member.Description = f.Doc + target(&f.Type)
		schema.Properties[f.Name] = member
		schema.PropertyOrder = append(schema.PropertyOrder, f.Name)
		if f.Required {
			schema.Required = append(schema.Required, f.Name)
		}
	}
	return schema
}

// target says in words what a reference, or each of a list of them, names.
func target(t *model.Type) string {
	switch {
	case t.Kind == model.KindList:
		return target(t.Elem)
	case t.TypeOf:
		return " Names a type of the same category."
	case len(t.To) > 0:
		return " Names a record of category " + strings.Join(t.To, " or ") + "."
	case t.Kind == model.KindRef:
		return " Names any record."
	}
	return ""
}

func typeSchema(t *model.Type) *jsonschema.Schema {
	switch t.Kind {
	case model.KindString:
		schema := &jsonschema.Schema{Type: "string"}
		for _, word := range t.Enum {
			schema.Enum = append(schema.Enum, word)
		}
		if t.Pattern != "" {
			schema.Pattern = "^" + t.Pattern + "$"
		}
		return schema
	case model.KindRef:
		return &jsonschema.Schema{Type: "string", MinLength: jsonschema.Ptr(1)}
	case model.KindBool:
		return &jsonschema.Schema{Type: "boolean"}
	case model.KindNumber, model.KindInteger:
		return &jsonschema.Schema{Type: string(t.Kind), Minimum: t.Min, ExclusiveMinimum: t.Above, Maximum: t.Max}
	case model.KindPoint:
		return coordinateSchema(2)
	case model.KindPoint3:
		return coordinateSchema(3)
	case model.KindList:
		schema := &jsonschema.Schema{Type: "array", Items: typeSchema(t.Elem), UniqueItems: t.Set}
		if t.Least > 0 {
			schema.MinItems = jsonschema.Ptr(t.Least)
		}
		return schema
	case model.KindMap:
		return &jsonschema.Schema{Type: "object", AdditionalProperties: typeSchema(t.Elem)}
	case model.KindObject:
		return objectSchema(t.Fields)
	case model.KindOneOf:
		schema := &jsonschema.Schema{}
		for i := range t.Choices {
			schema.AnyOf = append(schema.AnyOf, typeSchema(&t.Choices[i]))
		}
		return schema
	}
	return &jsonschema.Schema{}
}

func coordinateSchema(n int) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Type: "number"},
		MinItems: jsonschema.Ptr(n), MaxItems: jsonschema.Ptr(n)}
}
