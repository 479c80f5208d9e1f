package args

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/openeik/ekgit/model"
)

// Spec is the arguments of one operation or command. It is immutable.
type Spec struct {
	name     string
	selector string
	typ      reflect.Type
	fields   []field
	example  model.Object
	into     func(name string) string
}

// Options are what a spec knows beside the struct.
type Options struct {
	// Selector is the member of a request that names the operation or command, such
	// as "command". It is let through and otherwise ignored.
	Selector string
	// Example is a whole request as JSON that works.
	Example string
	// Into answers the open argument, such as "set", that a name which is no argument
	// belongs into, empty where it belongs into none.
	Into func(name string) string
}

// For makes the spec of the arguments that T declares under a name. It panics where
// the struct's tags or the example are malformed or the example does not decode: a
// mistake of the program, not of its data.
func For[T any](name string, o Options) *Spec {
	t := reflect.TypeFor[T]()
	s := &Spec{name: name, selector: o.Selector, typ: t, fields: fieldsOf(t), into: o.Into}
	if o.Example == "" {
		return s
	}
	example, err := model.DecodeObject([]byte(o.Example))
	if err == nil {
		err = s.Decode(example, new(T))
	}
	if err != nil {
		panic(fmt.Sprintf("args: the example of %s: %v", name, err))
	}
	s.example = example
	return s
}

// Name answers the operation's or command's name.
func (s *Spec) Name() string { return s.name }

// Takes tells whether a name is an argument's, or one that callers use for it.
func (s *Spec) Takes(name string) bool {
	return slices.ContainsFunc(s.fields, func(f field) bool {
		return f.name == name || slices.ContainsFunc(f.also, func(a alias) bool { return a.name == name })
	})
}

// Example answers a whole request that works, nil where none was given.
func (s *Spec) Example() model.Object { return s.example }

// Decode reads a request into a pointer to the spec's struct. The error is a
// *model.Problem that names the first thing that is wrong, the nearest known name and
// the signature, and holds under "try" the request with its faults mended or, where
// it cannot be told what was meant, the spec's example under "example".
func (s *Spec) Decode(data model.Object, into any) error {
	v := reflect.ValueOf(into)
	if v.Type() != reflect.PointerTo(s.typ) {
		panic(fmt.Sprintf("args: %s decodes into *%s, not %s", s.name, s.typ, v.Type()))
	}
	if fault := s.decode(data, v.Elem()); fault != nil {
		return s.problem(data, fault)
	}
	return nil
}

func (s *Spec) decode(data model.Object, v reflect.Value) *fault {
	if s.selector != "" {
		data = data.Without(s.selector)
	}
	v.SetZero()
	return decodeStruct(v, data, place{spec: s}, s.fields)
}
