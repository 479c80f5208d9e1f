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
	"execute": {"command", "dryRun"}, "propose": {"command", "confirm"}, "validate": {"scope"},
}

// shared are the arguments that many operations have, with the tool that describes them,
// or the guide, which describes all. Those without either are taken and not listed.
var shared = map[string]string{
	"at": "read", "offset": "read", "limit": "read", "whole": "read", "maxBytes": "", "pictures": "guide",
	"compare": "snapshot_2d", "highlight": "snapshot_2d", "colorBy": "snapshot_2d", "bounds": "snapshot_2d", "line": "snapshot_2d", "hide": "snapshot_2d",
	"phase": "guide", "palette": "guide", "cut": "guide", "depth": "guide", "units": "guide", "density": "guide", "all": "guide", "size": "guide", "fov": "guide", "target": "guide",
	"requestId": "propose", "expect": "propose", "again": "propose", "message": "propose",
}

// inputSchema answers what a tool takes, as short as a model can still use it.
func inputSchema(o *ops.Operation) json.RawMessage {
	schema := o.Input()
	for _, name := range aliases[o.Name] {
		remove(schema, name)
	}
	for name, tool := range shared {
		p := schema.Properties[name]
		switch {
		case p == nil:
		case tool == "":
			remove(schema, name)
		case o.Name != tool:
			schema.Properties[name] = bare(p)
		}
	}
	if commands := schema.Properties["commands"]; commands != nil {
		commands.Items = commandSchema(o.Name == "propose")
		commands.MinItems = jsonschema.Ptr(1)
	}
	switch o.Name {
	case "execute":
		schema.Properties["commands"].Description = "as in propose"
		add(schema, "requestId", &jsonschema.Schema{Type: "string"})
	case "propose":
		add(schema, "requestId", &jsonschema.Schema{Type: "string", Description: "A name for this request: sent again, it is carried out once."})
	}
	plain(schema)
	for name, p := range schema.Properties {
		schema.Properties[name] = inWords(name, p)
	}
	return encoded(schema)
}

// commandSchema is one command: its name, spelled out once among all tools, and
// arguments that the host checks.
func commandSchema(named bool) *jsonschema.Schema {
	if !named {
		return &jsonschema.Schema{Type: "object"}
	}
	name := &jsonschema.Schema{Type: "string"}
	for _, c := range ops.Commands() {
		name.Enum = append(name.Enum, c.Name)
	}
	return &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{"command": name}, Required: []string{"command"}}
}

// spelled are objects whose members are told in words, which takes a third of what a schema
// does. The host checks them, and mends what is meant.
var spelled = map[string]string{
	"filter": "Criteria combine with AND, values inside one with OR. Lists: ids (or names, marks), categories, disciplines (architecture, structure, mep, site), " +
		"levels (stands on: id, name or ordinal), atLevels (passes through), types, hosts (what it sits in), materials, groups, tags. Words: name (with * and ?), " +
		"text (in names, marks, numbers, notes, tags, properties), room (what stands in it), facing (north …), phase, changedSince (commit, sequence, tag, date), referringTo (an id). " +
		"Objects: bounds {min, max: [x, y] or [x, y, z] in mm, mode: intersects or inside}, near {point, distance}, changedBy {person, agent}, findings {rule, severity}; " +
		"where [{field: a member, properties.Group.Name, derived.name or typeId.name, op: =, !=, <, <=, >, >=, in, matches, exists or missing, value}].",
	"expect":  "What must still be so: {sequence, commit, revisions: {id: revision}, members: {id: {member: value}}}.",
	"confirm": "{records, deletes}: the counts that a dry run or a refusal gave, where a write reaches far.",
	"by":      "{person, agent}: keeps commits of this person or agent, by a part of the name.",
	"resolve": "Settles conflicts: {record, member?, take: ours (the model), theirs (the proposal) or value, value?}.",
}

// inWords answers the schema of an argument, and of what stands in it, as short as it
// says enough.
func inWords(name string, schema *jsonschema.Schema) *jsonschema.Schema {
	if schema == nil {
		return nil
	}
	if text := spelled[name]; text != "" && (schema.Properties != nil || schema.Items != nil && schema.Items.Properties != nil) {
		short := &jsonschema.Schema{Type: schema.Type, Description: text}
		if schema.Items != nil {
			short.Items = &jsonschema.Schema{Type: "object"}
		}
		return short
	}
	if schema.Type == "object" && len(schema.Properties) > 0 {
		schema.AdditionalProperties = nil // the host refuses it anyway, and says what was meant
	}
	schema.Items = inWords("", schema.Items)
	for inner, p := range schema.Properties {
		schema.Properties[inner] = inWords(inner, p)
	}
	return schema
}

// bare is what is listed of an argument that is described elsewhere.
func bare(p *jsonschema.Schema) *jsonschema.Schema {
	short := &jsonschema.Schema{Type: p.Type, Types: p.Types, Enum: p.Enum}
	if p.Items != nil {
		short.Items = &jsonschema.Schema{Type: p.Items.Type, Types: p.Items.Types, Enum: p.Items.Enum}
		if p.Items.Items != nil {
			short.Items.Items = &jsonschema.Schema{Type: p.Items.Items.Type, Types: p.Items.Items.Types}
		}
	}
	return short
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
// too, and what is open is a value or a list. How many and how small is left to the host.
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
	schema.MinItems, schema.MaxItems, schema.Minimum, schema.ExclusiveMinimum = nil, nil, nil, nil
	plain(schema.Items)
	for _, p := range schema.Properties {
		plain(p)
	}
}
