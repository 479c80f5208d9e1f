package mcpserver

import (
	"encoding/json"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/openeik/ekgit/ops"
)

// aliases are arguments that say again what another one says: they are taken, and not
// listed, so that a model has one way to ask.
var aliases = map[string][]string{
	"execute": {"command", "dryRun"}, "validate": {"scope"}, "changes": {"id", "member"},
}

// shared are the arguments that many operations have, with what is said of them where
// they do not stand in read, which describes them. One is not listed there at all.
var shared = map[string]string{"at": "commit, tag or branch", "offset": "", "limit": "", "whole": "", "maxBytes": unlisted}

const unlisted = "-"

// inputSchema answers what a tool takes, as short as a model can still use it.
func inputSchema(o *ops.Operation) json.RawMessage {
	schema := o.Input()
	for _, name := range aliases[o.Name] {
		remove(schema, name)
	}
	for name, said := range shared {
		p := schema.Properties[name]
		switch {
		case p == nil || o.Name == "read":
		case said == unlisted:
			remove(schema, name)
		default:
			schema.Properties[name] = &jsonschema.Schema{Type: p.Type, Maximum: p.Maximum, Description: said}
		}
	}
	if commands := schema.Properties["commands"]; commands != nil {
		commands.Items = commandSchema(o.Name == "execute")
		commands.MinItems = jsonschema.Ptr(1)
	}
	if o.Name == "execute" {
		schema.Required = append(schema.Required, "commands")
		add(schema, "requestId", &jsonschema.Schema{Type: "string", Description: "A name for this request: sent again, it is carried out once."})
	}
	plain(schema)
	return encoded(schema)
}

// commandSchema is one command: its name, spelled out once among all tools, and
// arguments that the host checks.
func commandSchema(spelled bool) *jsonschema.Schema {
	name := &jsonschema.Schema{Type: "string"}
	if spelled {
		for _, c := range ops.Commands() {
			name.Enum = append(name.Enum, c.Name)
		}
	}
	return &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{"command": name}, Required: []string{"command"}}
}

func remove(schema *jsonschema.Schema, name string) {
	delete(schema.Properties, name)
	schema.PropertyOrder = slices.DeleteFunc(schema.PropertyOrder, func(n string) bool { return n == name })
}

func add(schema *jsonschema.Schema, name string, p *jsonschema.Schema) {
	schema.Properties[name] = p
	schema.PropertyOrder = append(schema.PropertyOrder, name)
}

// outputSchema answers what a tool's answer holds, its outermost members alone. It
// requires none and closes nothing: clients hold an error to the same schema.
func outputSchema(o *ops.Operation) json.RawMessage {
	short := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}, PropertyOrder: o.Output.PropertyOrder}
	for name, p := range o.Output.Properties {
		short.Properties[name] = &jsonschema.Schema{Type: p.Type, AnyOf: kinds(p.Types), Description: p.Description}
	}
	return encoded(short)
}

// kinds spells out a list of types: many clients know only one type a schema.
func kinds(types []string) []*jsonschema.Schema {
	var out []*jsonschema.Schema
	for _, t := range types {
		out = append(out, &jsonschema.Schema{Type: t})
	}
	return out
}

// plain gives a schema and all below it the types that a model is to write, in a form
// that all clients know: a length is a number, though text such as "2.1 m" is taken
// too, and what is open is a value or a list.
func plain(schema *jsonschema.Schema) {
	if schema == nil {
		return
	}
	switch {
	case slices.Contains(schema.Types, "number"):
		schema.Type, schema.Types = "number", nil
	case schema.Type == "" && schema.AnyOf == nil:
		schema.AnyOf = kinds([]string{"string", "number", "boolean", "array"})
	}
	plain(schema.Items)
	for _, p := range schema.Properties {
		plain(p)
	}
}
