package find

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
)

// always are the names that Field knows for every record.
var always = []string{"id", "category", "path", "revision", "bounds", "discipline", "properties", "derived"}

// CheckField tells whether a name can have a value for records of the categories
// (none: any): a known member, a derived value, or an unknown member that a record
// carries all the same. Otherwise the *model.Problem names the nearest known one.
func CheckField(s *model.Snapshot, categories []string, name string) error {
	categories = orAll(s, categories)
	head, rest, nested := strings.Cut(name, ".")
	derived := derivedNames(categories)
	switch {
	case head == "derived":
		first, _, _ := strings.Cut(rest, ".")
		if !nested || slices.Contains(derived, "derived."+first) {
			return nil
		}
		return unknownField(name, derived)
	case slices.Contains(always, head):
		if !nested || head == "properties" || head == "bounds" {
			return nil
		}
	case knownMember(s.Schema(), categories, head), carried(s, categories, name, head):
		return nil
	}
	return unknownField(name, append(members(s.Schema(), categories), derived...))
}

// orAll answers the names of the categories that are meant, all where none is named.
func orAll(s *model.Snapshot, categories []string) []string {
	var names []string
	for _, text := range categories {
		if name, ok := categoryNamed(s.Schema(), text); ok {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return s.Schema().Names()
	}
	return names
}

func knownMember(schema *model.Schema, categories []string, name string) bool {
	return slices.ContainsFunc(categories, func(category string) bool {
		c := schema.Category(category)
		if c == nil {
			return false
		}
		_, ok := c.Field(name)
		return ok
	})
}

// carried tells whether any record has a member that no schema knows.
func carried(s *model.Snapshot, categories []string, names ...string) bool {
	for _, category := range categories {
		for f := range s.InCategory(category) {
			if r := f.Record(); r != nil && slices.ContainsFunc(names, r.Has) {
				return true
			}
		}
	}
	return false
}

func members(schema *model.Schema, categories []string) []string {
	var names []string
	for _, category := range categories {
		if c := schema.Category(category); c != nil {
			for i := range c.Fields {
				names = append(names, c.Fields[i].Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func derivedNames(categories []string) []string {
	var names []string
	for _, name := range categories {
		for _, field := range category.DerivedFields(name) {
			names = append(names, "derived."+field.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func unknownField(name string, known []string) error {
	p := &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("no record has a field %q", name),
		Hint:    "Fields are members, properties.Group.Name and derived values; guide {topic: \"queries\"} lists them",
		Details: map[string]any{"got": name}}
	if near := nearestField(name, known); near != "" {
		p.Hint = fmt.Sprintf("Use %q", near)
		p.Details["candidates"] = []string{near}
	}
	return p
}

// nearestField answers the known field most like a name; a derived value is known
// by its bare name too.
func nearestField(name string, known []string) string {
	full := make(map[string]string, len(known))
	bare := make([]string, len(known))
	for i, k := range known {
		bare[i] = strings.TrimPrefix(k, "derived.")
		if full[bare[i]] == "" {
			full[bare[i]] = k
		}
	}
	return full[args.Nearest(strings.TrimPrefix(name, "derived."), bare)]
}

// Unit answers the unit of a field for records of the categories (none: any), empty
// where it has none: "mm", "m²", "deg".
func Unit(s *model.Snapshot, categories []string, field string) string {
	categories = orAll(s, categories)
	derived, isDerived := strings.CutPrefix(field, "derived.")
	if path, ok := strings.CutPrefix(derived, "quantities."); ok && isDerived {
		if _, name, ok := strings.Cut(path, "."); ok {
			return category.QuantityUnit(name)
		}
		return ""
	}
	for _, name := range categories {
		if isDerived {
			for _, d := range category.DerivedFields(name) {
				if d.Name == derived {
					return d.Unit
				}
			}
			continue
		}
		if c := s.Schema().Category(name); c != nil {
			if f, ok := c.Field(field); ok {
				return f.Type.Unit
			}
		}
	}
	return ""
}
