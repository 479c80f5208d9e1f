package find

import (
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// Field answers the value that a name means for a record, and whether there is one:
//
//   - "id", "category", "path", "revision" (12 hex digits), "bounds" (xmin, ymin,
//     zmin, xmax, ymax, zmax in mm) and "discipline" (the effective one);
//   - a member such as "levelId", or a value inside one: "ends.start.join",
//     "layers.0.thickness", "externalIds.Revit";
//   - through references: "typeId.name", "hostId.typeId.name";
//   - "properties.Group.Name", the type's where the record has none of its own, and
//     of {value, unit} the value;
//   - "derived.length" and the other derived values of the category.
//
// Values are those of package model and must not be changed.
func Field(s *model.Snapshot, f *model.File, name string) (any, bool) {
	switch name {
	case "id":
		return f.ID(), true
	case "category":
		return f.Category(), f.Category() != ""
	case "path":
		return f.Path, true
	case "revision":
		return f.Revision.Short(), true
	}
	r := f.Record()
	if r == nil {
		return nil, false
	}
	switch head, rest, _ := strings.Cut(name, "."); {
	case head == "bounds":
		return derived(s, r, name)
	case name == "discipline":
		d, ok := effectiveDiscipline(s, f)
		return d, ok
	case head == "properties":
		return property(s, r, rest)
	case head == "derived":
		return derived(s, r, rest)
	}
	return memberOf(s, r, name)
}

func derived(s *model.Snapshot, r *model.Record, path string) (any, bool) {
	if path == "" {
		all := category.Derived(s, r)
		return all, len(all) > 0
	}
	name, rest, nested := strings.Cut(path, ".")
	v, ok := category.DerivedValue(s, r, name)
	if !ok || !nested {
		return v, ok
	}
	return within(v, rest)
}

func memberOf(s *model.Snapshot, r *model.Record, name string) (any, bool) {
	if v, ok := r.Members().Lookup(name); ok {
		return v, true
	}
	head, rest, nested := strings.Cut(name, ".")
	if !nested {
		return nil, false
	}
	v, ok := r.Members().Lookup(head)
	if !ok {
		return nil, false
	}
	if id, isText := v.(string); isText {
		return through(s, r, head, id, rest)
	}
	return within(v, rest)
}

// through follows a reference member to the record that it names.
func through(s *model.Snapshot, r *model.Record, member, id, rest string) (any, bool) {
	c := s.Schema().Category(r.Category())
	if c == nil {
		return nil, false
	}
	field, ok := c.Field(member)
	if !ok || field.Type.Kind != model.KindRef {
		return nil, false
	}
	target := s.Get(id)
	if target == nil {
		return nil, false
	}
	return Field(s, target, rest)
}

// within answers the value at a dotted path inside a value. Names that hold dots
// themselves are found too.
func within(v any, path string) (any, bool) {
	switch v := v.(type) {
	case model.Object:
		if found, ok := v.Lookup(path); ok {
			return found, true
		}
		for i := range len(path) {
			if path[i] != '.' {
				continue
			}
			if inner, ok := v.Lookup(path[:i]); ok {
				if found, ok := within(inner, path[i+1:]); ok {
					return found, true
				}
			}
		}
	case []any:
		head, rest, nested := strings.Cut(path, ".")
		i, err := strconv.Atoi(head)
		if err != nil || i < 0 || i >= len(v) {
			return nil, false
		}
		if !nested {
			return v[i], true
		}
		return within(v[i], rest)
	}
	return nil, false
}

// property answers an open property of the record or its type.
func property(s *model.Snapshot, r *model.Record, path string) (any, bool) {
	properties := category.Properties(s, r)
	if path == "" {
		return properties, len(properties) > 0
	}
	v, ok := within(properties, path)
	if measured, isObject := v.(model.Object); isObject {
		if bare, has := measured.Lookup("value"); has {
			return bare, true
		}
	}
	return v, ok
}
