package ops

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/find"
)

// Hints tell a client what calling an operation can do.
type Hints struct {
	ReadOnly    bool // nothing in the repository changes
	Idempotent  bool // calling it twice does what calling it once does
	Destructive bool // it may take something away that stood before
}

// Operation is one thing that a host does, declared once and read by every adapter.
type Operation struct {
	Name       string
	Title      string
	Summary    string // one sentence, for lists of tools
	Help       string // the long form, markdown
	Capability Capability
	Hints      Hints
	Example    string // a whole request as JSON that runs on the example house
	Output     *jsonschema.Schema
	spec       *args.Spec
	run        func(ctx context.Context, c *call, arguments model.Object) (any, error)
}

// Input answers the strict JSON Schema of the operation's arguments.
func (o *Operation) Input() *jsonschema.Schema { return o.spec.Schema() }

// Signature answers the arguments on one line; a star marks what is required.
func (o *Operation) Signature() string { return o.spec.Signature() }

// define makes an operation of a function from arguments to an answer. The schemas
// are those of the two types.
func define[In, Out any](o Operation, run func(ctx context.Context, c *call, in In) (Out, error)) *Operation {
	o.spec = args.For[In](o.Name, args.Options{Selector: "action", Example: o.Example, Into: criteria[In]()})
	o.Output = outputSchema[Out]()
	o.run = func(ctx context.Context, c *call, arguments model.Object) (any, error) {
		var in In
		if err := o.spec.Decode(arguments, &in); err != nil {
			return nil, err
		}
		return run(ctx, c, in)
	}
	return &o
}

// criteria answers the function that puts what a filter takes into the argument
// filter, nil where the operation has none.
func criteria[In any]() func(name string) string {
	if f, ok := reflect.TypeFor[In]().FieldByName("Filter"); !ok || f.Type != reflect.TypeFor[find.Filter]() {
		return nil
	}
	filter := args.For[find.Filter]("filter", args.Options{})
	return func(name string) string {
		if filter.Takes(name) {
			return "filter"
		}
		return ""
	}
}

// outputSchema answers the schema of an answer: an object with the members of the
// type. Members that hold open data are left open.
func outputSchema[Out any]() *jsonschema.Schema {
	schema, err := jsonschema.For[Out](&jsonschema.ForOptions{TypeSchemas: openTypes})
	if err != nil {
		panic(fmt.Sprintf("ops: an answer has no schema: %v", err))
	}
	return schema
}

// Find answers the operation of a name, nil where there is none. The reference's
// name for a batch of commands is known too.
func Find(name string) *Operation {
	if name == "execute_batch" {
		name = "execute"
	}
	for _, o := range All() {
		if o.Name == name {
			return o
		}
	}
	return nil
}

// openTypes are the schemas of types that hold a model's own data.
var openTypes = map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[model.Object]():    {Type: "object"},
	reflect.TypeFor[json.RawMessage](): {},
}
