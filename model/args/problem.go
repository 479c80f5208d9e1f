package args

import (
	"errors"
	"maps"
	"reflect"
	"slices"

	"github.com/openeik/ekgit/model"
)

// Invalid answers the problem of a request whose arguments decode but cannot go
// together, at a JSON pointer into it.
func (s *Spec) Invalid(path, message string, got any) *model.Problem {
	return s.describe(message, s.Signature(), path, got, nil)
}

// Under answers the error with the path of its problem moved under a prefix, such as
// "/commands/3". Other errors are answered as they are.
func Under(err error, prefix string) error {
	var p *model.Problem
	if !errors.As(err, &p) {
		return err
	}
	moved := *p
	moved.Details = maps.Clone(p.Details)
	if moved.Details == nil {
		moved.Details = map[string]any{}
	}
	path, _ := moved.Details["path"].(string)
	moved.Details["path"] = prefix + path
	return &moved
}

func (s *Spec) problem(data model.Object, f *fault) *model.Problem {
	want := s.Signature()
	if len(f.place.path) > 1 && f.want != nil {
		want = signature(place{path: f.place.path[:len(f.place.path)-1]}.text(), f.want)
	}
	message := f.message
	if f.kind == word && f.nearest != "" {
		message += `; did you mean "` + f.nearest + `"?`
	}
	return s.describe(message, want, f.place.pointer(), f.got, s.mended(data, f))
}

func (s *Spec) describe(message, want, path string, got any, try model.Object) *model.Problem {
	details := map[string]any{"path": path, "want": want}
	if got != nil {
		details["got"] = show(got)
	}
	switch {
	case try != nil:
		details["try"] = try
	case s.example != nil:
		details["example"] = s.example
	}
	return &model.Problem{Code: model.InvalidArgument, Message: message, Hint: want, Details: details}
}

// Mended answers the request where it decodes, else with its faults put right, nil
// where it cannot be told what was meant.
func (s *Spec) Mended(data model.Object) model.Object {
	if f := s.decode(data, reflect.New(s.typ).Elem()); f != nil {
		return s.mended(data, f)
	}
	return data
}

func (s *Spec) mended(data model.Object, f *fault) model.Object {
	const attempts = 8
	for range attempts {
		next, ok := s.mend(data, f)
		if !ok {
			return nil
		}
		if f = s.decode(next, reflect.New(s.typ).Elem()); f == nil {
			return next
		}
		data = next
	}
	return nil
}

// mend puts one fault right with what the request itself says: a name or word by the
// nearest known one, one value that stands in a list by the value. What the request
// does not say is not made up.
func (s *Spec) mend(data model.Object, f *fault) (model.Object, bool) {
	switch {
	case f.kind == unknown && f.nearest != "":
		next, ok := rename(data, f.place.path, f.nearest)
		if ok && f.as.other != "" {
			beside := append(slices.Clone(f.place.path[:len(f.place.path)-1]), f.as.other)
			return replace(next, beside, f.as.word)
		}
		return next, ok
	case f.kind == word && f.nearest != "":
		return replace(data, f.place.path, f.nearest)
	case f.kind == stray:
		name := f.place.path[0].(string)
		inner, _ := asObject(data.Get(f.nearest))
		return data.Without(name).With(f.nearest, inner.With(name, f.got)), true
	case f.kind == wrapper:
		return unwrap(data, f.place.path[0].(string))
	case f.kind == mismatch && len(f.place.path) > 0:
		if list, ok := asList(f.got); ok && len(list) == 1 {
			return replace(data, f.place.path, list[0])
		}
	}
	return nil, false
}

// unwrap puts the members of an object beside it, unless a name is taken.
func unwrap(data model.Object, name string) (model.Object, bool) {
	inner, ok := asObject(data.Get(name))
	data = data.Without(name)
	for _, m := range inner {
		if _, taken := data.Lookup(m.Name); taken {
			return nil, false
		}
		data = data.With(m.Name, m.Value)
	}
	return data, ok
}

// Renamed answers a copy of a request in which the member at a path of names and
// positions has another name, and whether that could be done.
func Renamed(data model.Object, path []any, name string) (model.Object, bool) {
	return rename(data, path, name)
}

// Replaced answers a copy of a request that has another value at a path of names and
// positions, and whether that could be done.
func Replaced(data model.Object, path []any, value any) (model.Object, bool) {
	return replace(data, path, value)
}

// rename gives the member at a path another name, unless that one is taken.
func rename(data model.Object, path []any, name string) (model.Object, bool) {
	ok := false
	out := edit(data, path[:len(path)-1], func(v any) any {
		o, isObject := asObject(v)
		if !isObject || o.Get(name) != nil {
			return v
		}
		o = slices.Clone(o.Without(name))
		for i := range o {
			if o[i].Name == path[len(path)-1] {
				o[i].Name, ok = name, true
			}
		}
		return o
	})
	next, _ := out.(model.Object)
	return next, ok
}

func replace(data model.Object, path []any, value any) (model.Object, bool) {
	next, ok := edit(data, path, func(any) any { return value }).(model.Object)
	return next, ok
}

// edit answers a copy of a value with the part at a path changed.
func edit(v any, path []any, change func(any) any) any {
	if len(path) == 0 {
		return change(v)
	}
	switch step := path[0].(type) {
	case string:
		if o, ok := asObject(v); ok {
			return o.With(step, edit(o.Get(step), path[1:], change))
		}
	case int:
		if list, ok := asList(v); ok && step < len(list) {
			list = slices.Clone(list)
			list[step] = edit(list[step], path[1:], change)
			return list
		}
	}
	return v
}
