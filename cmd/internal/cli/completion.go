package cli

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// mostCompletions bounds what a shell is offered.
const mostCompletions = 200

// line is a command line being typed: the command, its words so far, and the
// beginning of what is completed.
type line struct {
	command *cobra.Command
	words   []string
	typed   string
}

// offer gives the words that may stand for an argument, each with a description. The
// host is nil where there is no model at hand.
type offer func(ctx context.Context, host *ops.Host, l line) []cobra.Completion

// complete lets a shell complete the words of a command, each as the argument that it
// stands for, and the flags of a schema: the words of an enum, and what is in the
// model at hand.
func (a *app) complete(command *cobra.Command, schema *jsonschema.Schema, words ...string) {
	a.completeFlags(command, schema)
	if schema.Properties["filter"] != nil {
		a.completeFlags(command, filterSchema())
	}
	command.ValidArgsFunction = a.completeWords(words)
}

func (a *app) completeFlags(command *cobra.Command, schema *jsonschema.Schema) {
	for _, name := range schema.PropertyOrder {
		p, flag := schema.Properties[name], kebab(name)
		if p.Items != nil && len(p.Items.Enum) > 0 {
			p = p.Items
		}
		var complete cobra.CompletionFunc
		switch {
		case len(p.Enum) > 0:
			complete = cobra.FixedCompletions(enumWords(p), cobra.ShellCompDirectiveNoFileComp)
		case offers[name] != nil && p.Type != "": // not what may be a place, too
			complete = a.completion(offers[name])
		default:
			continue
		}
		// A flag of that name that is completed already keeps how it is.
		_ = command.RegisterFlagCompletionFunc(flag, complete)
	}
}

// andMore marks the last of some words that may stand any number of times.
const andMore = "…"

// completeWords completes words without flags, each as the argument that it stands
// for.
func (a *app) completeWords(names []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, given []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		i := len(given)
		if n := len(names); i >= n && n > 0 && strings.HasSuffix(names[n-1], andMore) {
			i = n - 1
		}
		if i >= len(names) || offers[strings.TrimSuffix(names[i], andMore)] == nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return a.completion(offers[strings.TrimSuffix(names[i], andMore)])(cmd, given, typed)
	}
}

// completion offers what may stand there, from the model at hand where there is one.
// What goes wrong is not said: nothing is offered then.
func (a *app) completion(offered offer) cobra.CompletionFunc {
	return func(cmd *cobra.Command, given []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		directive := cobra.ShellCompDirectiveNoFileComp
		// Of a list the last word is completed.
		before := typed[:strings.LastIndex(typed, ",")+1]
		l := line{cmd, given, typed[len(before):]}
		var found, words []cobra.Completion
		ask := func(host *ops.Host) error {
			found = offered(cmd.Context(), host, l)
			return nil
		}
		if a.with(cmd.Context(), "", ask) != nil {
			_ = ask(nil)
		}
		for _, word := range found {
			if strings.HasPrefix(word, l.typed) && len(words) < mostCompletions {
				words = append(words, before+word)
			}
			if strings.HasSuffix(word, "/") || strings.HasSuffix(word, "=") {
				directive |= cobra.ShellCompDirectiveNoSpace
			}
		}
		return words, directive
	}
}

func described(word, description string) cobra.Completion {
	if description == "" {
		return word
	}
	return cobra.CompletionWithDesc(word, ops.Plain(description))
}

// listOf asks a host and reads what is needed of its answer.
func listOf[T any](ctx context.Context, host *ops.Host, action string, arguments model.Object) T {
	if host == nil {
		return *new(T)
	}
	return dataOf[T](host.Do(ctx, ops.Request{Action: action, Arguments: arguments}))
}

// dataOf reads what is needed of an answer's data, nothing where there is none.
func dataOf[T any](e ops.Envelope) T {
	var data T
	raw, _ := e.Data.(json.RawMessage)
	if json.Unmarshal(raw, &data) != nil {
		return *new(T)
	}
	return data
}
