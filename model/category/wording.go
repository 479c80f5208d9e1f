package category

import (
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
)

// article answers the category with the article that it takes in a sentence.
func article(category string) string {
	if strings.ContainsAny(category[:1], "aeiou") {
		return "an " + category
	}
	return "a " + category
}

// describe says in words what values a type takes.
func describe(t *model.Type) string {
	switch t.Kind {
	case model.KindString:
		return "a text"
	case model.KindBool:
		return "true or false"
	case model.KindInteger:
		return "a whole number"
	case model.KindNumber:
		if t.Unit != "" {
			return "a number in " + t.Unit
		}
		return "a number"
	case model.KindPoint:
		return "[x, y] in mm"
	case model.KindPoint3:
		return "[x, y, z] in mm"
	case model.KindRef:
		if len(t.To) > 0 {
			return "the id of a " + strings.Join(t.To, " or ")
		}
		return "an id"
	case model.KindList:
		return "a list of items, each " + describe(t.Elem)
	case model.KindMap:
		return "an object of names and values, each " + describe(t.Elem)
	case model.KindObject:
		return "an object of " + strings.Join(names(t.Fields), ", ")
	case model.KindOneOf:
		ways := make([]string, len(t.Choices))
		for i := range t.Choices {
			ways[i] = describe(&t.Choices[i])
		}
		return strings.Join(ways, " or ")
	}
	return "anything"
}

func names(fields []model.Field) []string {
	list := make([]string, len(fields))
	for i := range fields {
		list[i] = fields[i].Name
	}
	return list
}

// nearestHint ends a message with the nearest known name, where there is one.
func nearestHint(near string) string {
	if near == "" {
		return ""
	}
	return fmt.Sprintf("; the nearest known one is %q", near)
}

// show writes a value for a message, in short.
func show(value any) string {
	switch value := value.(type) {
	case string:
		return fmt.Sprintf("%q", shorten(value))
	case model.Object:
		return fmt.Sprintf("an object of %d members", len(value))
	case []any:
		return fmt.Sprintf("a list of %d items", len(value))
	case nil:
		return "null"
	}
	return shorten(fmt.Sprint(value))
}

// shorten cuts a text from a record down to what a message bears.
func shorten(s string) string {
	const limit = 64
	for i := range s {
		if i >= limit {
			return s[:i] + "…"
		}
	}
	return s
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// escape answers a name as a token of a JSON pointer.
func escape(name string) string { return pointerEscapes.Replace(name) }
