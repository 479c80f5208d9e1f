package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/pflag"

	"github.com/openeik/ekgit/model"
)

// bindFlags makes a flag of each argument of a schema but those that are left out.
// The function it answers gives the arguments that were set.
func bindFlags(flags *pflag.FlagSet, schema *jsonschema.Schema, without ...string) func() (model.Object, error) {
	flags.SortFlags = false
	var set []func(model.Object) (model.Object, error)
	for _, name := range schema.PropertyOrder {
		if !slices.Contains(without, name) && flags.Lookup(kebab(name)) == nil {
			set = append(set, bindFlag(flags, name, schema.Properties[name]))
		}
	}
	return func() (arguments model.Object, err error) {
		for _, add := range set {
			if arguments, err = add(arguments); err != nil {
				return nil, err
			}
		}
		return arguments, nil
	}
}

// bindFlag makes the flag of one argument. What it was set to is text that the
// operation reads, but for switches, lists of words, and lists and objects that are
// written without JSON.
func bindFlag(flags *pflag.FlagSet, name string, p *jsonschema.Schema) func(model.Object) (model.Object, error) {
	flag, help := kebab(name), p.Description
	var value func() (any, error)
	switch {
	case p.Type == "boolean":
		v := flags.Bool(flag, string(p.Default) == "true", help)
		value = func() (any, error) { return *v, nil }
	case p.Type == "array" && p.Items != nil && p.Items.Type == "string":
		v := flags.StringSlice(flag, nil, help)
		value = func() (any, error) { return model.StringsValue(*v), nil }
	case p.Type == "array":
		v := flags.StringArray(flag, nil, help)
		value = func() (any, error) { return listValue(*v, p.Items), nil }
	case p.Type == "object":
		v := flags.StringArray(flag, nil, help)
		value = func() (any, error) { return objectValue(flag, *v) }
	default:
		v := flags.String(flag, "", help)
		value = func() (any, error) { return *v, nil }
	}
	f := flags.Lookup(flag)
	f.Value = shownAs{f.Value, valueWord(p)}
	if f.DefValue == "[]" {
		f.DefValue = ""
	}
	if p.Type != "boolean" && len(p.Default) > 0 {
		f.Usage += fmt.Sprintf(" (default %s)", strings.Trim(string(p.Default), `"`))
	}
	f.Hidden = slices.Contains(unread, name)
	return func(arguments model.Object) (model.Object, error) {
		if !f.Changed {
			return arguments, nil
		}
		v, err := value()
		return append(arguments, model.Member{Name: name, Value: v}), err
	}
}

// unread are arguments that mean something to a program alone, and are kept out of
// what people are shown: how large an answer may be.
var unread = []string{"maxBytes", "whole"}

// wordList is the word for a list of words between commas.
const wordList = "words"

// shownAs is a flag's value under the word that help shows for it.
type shownAs struct {
	pflag.Value
	word string
}

// Type implements pflag.Value.
func (v shownAs) Type() string { return v.word }

// valueWord says in a word what a flag takes.
func valueWord(p *jsonschema.Schema) string {
	items := ""
	if p.Items != nil {
		items = p.Items.Type
	}
	switch {
	case p.Type == "boolean":
		return "bool"
	case len(p.Enum) > 0:
		words := make([]string, len(p.Enum))
		for i, word := range p.Enum {
			words[i] = fmt.Sprint(word)
		}
		return strings.Join(words, "|")
	case p.Type == "integer", p.Type == "number":
		return "n"
	case slices.Contains(p.Types, "number"):
		return "length"
	case p.Type == "object":
		return "name=value"
	case items == "array":
		return "points"
	case items == "string":
		return wordList
	case p.Type == "array":
		return "list"
	}
	return "text"
}

// listValue reads a list that is no list of words: JSON, or its items between commas
// ("500,0"). A list of points is several of those ("0,0 5000,0").
func listValue(texts []string, items *jsonschema.Schema) any {
	if len(texts) == 1 && isJSON(texts[0]) {
		return texts[0]
	}
	if items == nil || items.Type != "array" {
		return split(strings.Join(texts, ","))
	}
	var list []any
	for _, text := range texts {
		for point := range strings.FieldsSeq(text) {
			list = append(list, split(point))
		}
	}
	return list
}

func split(text string) any {
	parts := strings.Split(text, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return model.StringsValue(parts)
}

// openData is the flag whose members have no schema.
const openData = "properties"

// objectValue reads an object: JSON, or name=value as often as there are members.
func objectValue(flag string, texts []string) (any, error) {
	if len(texts) == 1 && isJSON(texts[0]) {
		return texts[0], nil
	}
	var object model.Object
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, usagef(`--%s takes name=value, or one JSON object; got %q`, flag, text)
		}
		read := memberValue
		if flag == openData {
			read = openValue
		}
		v, err := read(value)
		if err != nil {
			return nil, usagef("--%s %s: %w", flag, name, err)
		}
		object = object.With(strings.TrimSpace(name), v)
	}
	return object, nil
}

// memberValue reads the value of a member: a list or an object as JSON, or text, which
// the operation reads as a number or a switch where one is meant.
func memberValue(text string) (any, error) {
	if !isJSON(text) {
		return text, nil
	}
	return jsonValue(text)
}

// openValue reads the value of open data, of which no operation knows what is meant:
// JSON where it is some, text otherwise.
func openValue(text string) (any, error) {
	if v, err := jsonValue(text); err == nil {
		return v, nil
	}
	return text, nil
}

func jsonValue(text string) (any, error) {
	object, err := model.DecodeObject([]byte(`{"v":` + text + `}`))
	return object.Get("v"), err
}

// isJSON tells whether a flag's value is a list or an object as JSON.
func isJSON(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")
}

// kebab writes a name as flags and sub-commands are written: maxBytes as max-bytes.
func kebab(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.ReplaceAll(b.String(), "_", "-")
}

// lenient lets flags be written as their arguments are (--maxBytes), and the flag of
// a list as one of its items is called, --category for --categories, where no other
// flag has that name. It is called when all flags are there.
func lenient(flags *pflag.FlagSet) {
	plurals := map[string]string{}
	flags.VisitAll(func(f *pflag.Flag) {
		one := strings.TrimSuffix(f.Name, "s")
		if y, ok := strings.CutSuffix(f.Name, "ies"); ok {
			one = y + "y"
		}
		if f.Value.Type() == wordList && flags.Lookup(one) == nil {
			plurals[one] = f.Name
		}
	})
	flags.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		name = kebab(name)
		if plural := plurals[name]; plural != "" {
			name = plural
		}
		return pflag.NormalizedName(name)
	})
}
