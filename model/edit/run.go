package edit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/find"
)

// MaxCommands is how many commands one request may hold.
const MaxCommands = 500

// Options are what a run knows beside the model and the commands.
type Options struct {
	// RequestID is what the ids of created records are made of: the same request makes
	// the same ids.
	RequestID string
	// Sources answer the filter criteria that a model alone cannot decide.
	Sources find.Sources
}

// Run carries out commands on a model, in order, and answers the model after them;
// s itself is not changed. The error is a *model.Problem whose "path" detail starts
// with the position of the command at fault ("/commands/3") and whose "try", where
// it has one, is a whole command.
func Run(ctx context.Context, s *model.Snapshot, commands []model.Object, o Options) (*Result, error) {
	switch {
	case len(commands) == 0:
		return nil, &model.Problem{Code: model.InvalidArgument, Message: "there is no command",
			Hint: `Send commands: [{"command": "update", …}]; guide lists them`}
	case len(commands) > MaxCommands:
		return nil, &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("%d commands are too many for one request, at most %d", len(commands), MaxCommands),
			Hint: "Send them in several requests, or use a filter to change many records by one command"}
	}
	tx := newTx(s, o)
	for i, data := range commands {
		if err := tx.step(ctx, data); err != nil {
			return nil, at(i, data, err)
		}
	}
	return tx.result()
}

// step carries out one command.
func (tx *Tx) step(ctx context.Context, data model.Object) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c, err := choose(data)
	if err != nil {
		return err
	}
	tx.command, tx.data = c, data
	tx.names = append(tx.names, c.Name)
	return tx.told(func() error { return c.run(ctx, tx, data) })
}

// at says which command of a request a problem lies in.
func at(i int, data model.Object, err error) error {
	var p *model.Problem
	if !errors.As(err, &p) {
		return fmt.Errorf("command %d, %s: %w", i+1, data.Get("command"), err)
	}
	return args.Under(err, fmt.Sprintf("/commands/%d", i))
}

// choose answers the command that an object names.
func choose(data model.Object) (*Command, error) {
	name, given := data.Get("command").(string)
	if c := Find(name); c != nil {
		return c, nil
	}
	p := &model.Problem{Code: model.InvalidArgument, Details: map[string]any{"path": "/command", "want": strings.Join(listed(), " ")}}
	p.Message = fmt.Sprintf("%q is no command", clip(name))
	if !given {
		p.Message = `a command says which it is in "command"`
	}
	meant, try := guess(name, data)
	if meant == nil {
		p.Hint = "The commands are " + strings.Join(listed(), ", ")
		return nil, p
	}
	if given {
		p.Message += fmt.Sprintf("; use %q", meant.Name)
	}
	p.Hint, p.Details["want"] = meant.Signature(), meant.Signature()
	if try == nil {
		p.Details["example"] = meant.Example()
	} else {
		p.Details["try"] = try
	}
	return nil, p
}

// guess answers the command that was likely meant, and the request for it.
func guess(name string, data model.Object) (*Command, model.Object) {
	if name == "" {
		for _, m := range data {
			if c := named(m, data); c != nil {
				rest := data.Without(m.Name)
				if inner, ok := m.Value.(model.Object); ok {
					rest = inner
				}
				return c, repaired(c, rest)
			}
		}
		return nil, nil
	}
	words := commandWords()
	c := words[strings.ToLower(strings.ReplaceAll(name, "-", "_"))]
	if c == nil {
		c = words[args.Nearest(name, slices.Sorted(maps.Keys(words)))]
	}
	if c == nil {
		return nil, nil
	}
	return c, repaired(c, data)
}

// named answers the command that another member than "command" names, as its value
// or as its name.
func named(m model.Member, data model.Object) *Command {
	word, _ := m.Value.(string)
	if c := Find(word); c != nil && slices.Contains([]string{"action", "op", "operation", "name", "type", "kind"}, m.Name) {
		return c
	}
	if _, isObject := m.Value.(model.Object); isObject && len(data) == 1 {
		return Find(m.Name)
	}
	return nil
}

// repaired answers the request under the command's own name, nil where its arguments
// do not fit.
func repaired(c *Command, data model.Object) model.Object {
	try := append(model.Object{{Name: "command", Value: c.Name}}, data.Without("command")...)
	return c.spec.Mended(try)
}

// commandWords are the names of commands that are offered, and what callers call
// them.
var commandWords = sync.OnceValue(func() map[string]*Command {
	words := map[string]*Command{}
	for _, c := range All() {
		if c.Internal {
			continue
		}
		words[c.Name] = c
		for _, also := range c.Also {
			words[also] = c
		}
	}
	return words
})

// listed answers the names of the commands that are offered.
func listed() []string {
	var names []string
	for _, c := range All() {
		if !c.Internal {
			names = append(names, c.Name)
		}
	}
	return names
}

func clip(s string) string {
	const limit = 60
	if runes := []rune(s); len(runes) > limit {
		return string(runes[:limit]) + "…"
	}
	return s
}
