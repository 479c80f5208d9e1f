package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/pflag"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// binder answers the arguments that the flags of a command line give.
type binder func() model.Object

// bindRequest makes flags of a request's arguments, and of the criteria of its filter.
func bindRequest(flags *pflag.FlagSet, schema *jsonschema.Schema) binder {
	bind := bindFlags(flags, schema)
	if schema.Properties["filter"] == nil {
		return bind
	}
	criteria := bindFlags(flags, filterSchema())
	return func() model.Object { return withFilter(bind(), criteria()) }
}

// filterSchema is the schema of the one filter, which read spells out.
func filterSchema() *jsonschema.Schema { return ops.Find("read").Input().Properties["filter"] }

// withFilter adds criteria to the filter of some arguments.
func withFilter(arguments, criteria model.Object) model.Object {
	if len(criteria) == 0 {
		return arguments
	}
	filter, _ := arguments.Get("filter").(model.Object)
	for _, m := range criteria {
		filter = filter.With(m.Name, m.Value)
	}
	return arguments.With("filter", filter)
}

// unread are arguments that mean something to a program alone, and are kept out of
// what people are shown: how large an answer may be.
var unread = []string{"maxBytes", "whole"}

// bindFlags makes a flag of each argument of a schema that has none yet.
func bindFlags(flags *pflag.FlagSet, schema *jsonschema.Schema) binder {
	flags.SortFlags = false
	type bound struct {
		name string
		flag *pflag.Flag
		argument
	}
	var all []bound
	for _, name := range schema.PropertyOrder {
		p := schema.Properties[name]
		if flags.Lookup(kebab(name)) != nil {
			continue
		}
		a := argumentOf(name, p)
		f := flags.VarPF(a, kebab(name), "", flagHelp(p))
		f.Hidden = slices.Contains(unread, name)
		if p.Type == "boolean" {
			f.NoOptDefVal = "true"
		}
		all = append(all, bound{name, f, a})
	}
	return func() model.Object {
		var arguments model.Object
		for _, b := range all {
			if b.flag.Changed {
				arguments = append(arguments, model.Member{Name: b.name, Value: b.value()})
			}
		}
		return arguments
	}
}

func flagHelp(p *jsonschema.Schema) string {
	if len(p.Default) == 0 {
		return p.Description
	}
	return fmt.Sprintf("%s (default %s)", p.Description, strings.Trim(string(p.Default), `"`))
}

// numberWord stands for a number.
const numberWord = "n"

// valueWord says in a word what an argument takes.
func valueWord(p *jsonschema.Schema) string {
	items := ""
	if p.Items != nil {
		items = p.Items.Type
	}
	switch {
	case len(p.Enum) > 0:
		return strings.Join(enumWords(p), "|")
	case p.Type == "integer", p.Type == "number":
		return numberWord
	case slices.Contains(p.Types, "number"):
		return "length"
	case items == "array":
		return "points"
	case p.Type == "array":
		return "list"
	}
	return "text"
}

func enumWords(p *jsonschema.Schema) []string {
	words := make([]string, len(p.Enum))
	for i, word := range p.Enum {
		words[i] = fmt.Sprint(word)
	}
	return words
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
		if _, isList := f.Value.(*wordsArg); isList && flags.Lookup(one) == nil {
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
