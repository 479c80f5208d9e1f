package model

import (
	"slices"
	"strconv"
)

// A value of a record is one of: nil, bool, float64, Literal, string, []any or
// Object. Values are shared between records and snapshots and are never changed
// in place.

// Literal is a number as it was written, kept because a float64 would not give
// the same decimal back. It appears in open data only.
type Literal string

// Member is one name of an object and its value.
type Member struct {
	Name  string
	Value any
}

// Object is a JSON object with its members in the order they were written.
// It is immutable: With and Without answer copies.
type Object []Member

// Get answers the member's value, nil where there is none.
func (o Object) Get(name string) any {
	v, _ := o.Lookup(name)
	return v
}

// Lookup answers the member's value and whether it is there.
func (o Object) Lookup(name string) (any, bool) {
	for i := range o {
		if o[i].Name == name {
			return o[i].Value, true
		}
	}
	return nil, false
}

// With answers a copy that has the member set.
func (o Object) With(name string, value any) Object {
	next := slices.Clone(o)
	for i := range next {
		if next[i].Name == name {
			next[i].Value = value
			return next
		}
	}
	return append(next, Member{Name: name, Value: value})
}

// Without answers a copy that lacks the member, or o itself where it is absent.
func (o Object) Without(name string) Object {
	i := slices.IndexFunc(o, func(m Member) bool { return m.Name == name })
	if i < 0 {
		return o
	}
	return slices.Delete(slices.Clone(o), i, i+1)
}

// Names answers the members' names in their order.
func (o Object) Names() []string {
	names := make([]string, len(o))
	for i := range o {
		names[i] = o[i].Name
	}
	return names
}

// Equal tells whether two values hold the same data. The order of an object's
// members does not matter; a Literal equals only the same literal.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case Object:
		b, ok := b.(Object)
		return ok && equalObjects(a, b)
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, Equal)
	default:
		switch b.(type) {
		case Object, []any:
			return false
		}
		return a == b
	}
}

func equalObjects(a, b Object) bool {
	if len(a) != len(b) {
		return false
	}
	for _, m := range a {
		v, ok := b.Lookup(m.Name)
		if !ok || !Equal(m.Value, v) {
			return false
		}
	}
	return true
}

// FromJSON turns what encoding/json decodes into any (maps, slices, float64,
// json.Number as string kinds) into values of this package. Maps become objects
// with sorted members.
func FromJSON(v any) any {
	switch v := v.(type) {
	case map[string]any:
		o := make(Object, 0, len(v))
		for name, member := range v {
			o = append(o, Member{Name: name, Value: FromJSON(member)})
		}
		slices.SortFunc(o, func(a, b Member) int { return compareStrings(a.Name, b.Name) })
		return o
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = FromJSON(v[i])
		}
		return list
	case int:
		return float64(v)
	default:
		return v
	}
}

// ToJSON turns a value into what encoding/json encodes: maps, slices and scalars.
// A Literal becomes its float64 where one can be read.
func ToJSON(v any) any {
	switch v := v.(type) {
	case Object:
		m := make(map[string]any, len(v))
		for _, member := range v {
			m[member.Name] = ToJSON(member.Value)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = ToJSON(v[i])
		}
		return list
	case Literal:
		if f, err := strconv.ParseFloat(string(v), 64); err == nil {
			return f
		}
		return string(v)
	default:
		return v
	}
}

func compareStrings(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
