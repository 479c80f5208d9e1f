package edit

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
)

// Command is one kind of change to a model.
type Command struct {
	Name    string
	Summary string // one line
	Doc     string // when to use it, what follows, what is refused; units
	Also    []string
	// Geometric commands change where things stand or what form they have.
	Geometric bool
	// Destructive commands take records away.
	Destructive bool
	// Internal commands are what fixes of findings are made of. They run like any
	// other and are not offered to agents.
	Internal bool

	open string // the argument that takes members of records, such as "set"
	spec *args.Spec
	run  func(ctx context.Context, tx *Tx, data model.Object) error
}

// define makes a command of its declaration, an example that runs on the example
// house, and its effect.
func define[T any](c Command, example string, effect func(context.Context, *Tx, T) error) *Command {
	c.spec = args.For[T](c.Name, args.Options{Selector: "command", Example: example, Into: c.into})
	c.run = func(ctx context.Context, tx *Tx, data model.Object) error {
		var a T
		if err := c.spec.Decode(data, &a); err != nil {
			return err
		}
		return effect(ctx, tx, a)
	}
	return &c
}

// into answers the open argument that a member of records belongs into.
func (c *Command) into(name string) string {
	if c.open != "" && memberNames()[name] {
		return c.open
	}
	return ""
}

// memberNames are the names of all members that any category knows.
var memberNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	schema := category.Schema()
	for _, name := range schema.Names() {
		for _, f := range schema.Category(name).Fields {
			names[f.Name] = true
		}
	}
	return names
})

// Schema answers the strict JSON schema of the command's arguments, without the
// "command" member. It is a fresh copy.
func (c *Command) Schema() *jsonschema.Schema { return c.spec.Schema() }

// Signature answers the command's arguments on one line; a star marks those that
// are required.
func (c *Command) Signature() string { return c.spec.Signature() }

// Spec answers the declaration of the command's arguments.
func (c *Command) Spec() *args.Spec { return c.spec }

// Example answers a whole command that runs on the example house.
func (c *Command) Example() model.Object { return c.spec.Example() }

// All answers every command by name, the internal ones last.
func All() []*Command { return registry().all }

// Find answers the command of that name, nil where there is none.
func Find(name string) *Command { return registry().byName[name] }

type commands struct {
	all    []*Command
	byName map[string]*Command
}

var registry = sync.OnceValue(func() commands {
	r := commands{all: list(), byName: map[string]*Command{}}
	slices.SortStableFunc(r.all, func(a, b *Command) int {
		if a.Internal != b.Internal {
			return map[bool]int{false: -1, true: 1}[a.Internal]
		}
		return strings.Compare(a.Name, b.Name)
	})
	for _, c := range r.all {
		r.byName[c.Name] = c
	}
	return r
})
