package cli

import (
	"context"
	"encoding/json"
	"path"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/ops"
)

// mostCompletions bounds what a shell is offered.
const mostCompletions = 200

// offer gives the words that may stand for an argument, each with a description. The
// host is nil where there is no model at hand.
type offer func(ctx context.Context, host *ops.Host, typed string) []cobra.Completion

// offers are the arguments that can be completed.
var offers = map[string]offer{
	"id": records("*"), "ids": records("*"), "like": records("*"), "referringTo": records("*"), "host": records("wall"), "hosts": records("wall"), "room": records("room"),
	"level": records("level"), "levels": records("level"), "atLevels": records("level"), "toLevel": records("level"), "above": records("level"), "top": records("level"),
	"type": records("type"), "types": records("type"), "typeId": records("type"),
	"material": records("material"), "materials": records("material"), "group": records("group"), "groups": records("group"),
	"at": commits, "since": commits, "until": commits, "from": commits, "to": commits, "scope": commits, "changedSince": commits,
	"path": folders, "topic": topics, "category": categories, "categories": categories, "of": categories, "rules": rules,
}

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
	return func(cmd *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		directive := cobra.ShellCompDirectiveNoFileComp
		// Of a list the last word is completed.
		before := typed[:strings.LastIndex(typed, ",")+1]
		var found, words []cobra.Completion
		ask := func(host *ops.Host) error {
			found = offered(cmd.Context(), host, typed[len(before):])
			return nil
		}
		if a.with(cmd.Context(), "", ask) != nil {
			_ = ask(nil)
		}
		for _, word := range found {
			if strings.HasPrefix(word, typed[len(before):]) && len(words) < mostCompletions {
				words = append(words, before+word)
			}
			if strings.HasSuffix(word, "/") {
				directive |= cobra.ShellCompDirectiveNoSpace
			}
		}
		return words, directive
	}
}

// records offers the ids of a category.
func records(category string) offer {
	return func(ctx context.Context, host *ops.Host, typed string) []cobra.Completion {
		if host == nil {
			return nil
		}
		var words []cobra.Completion
		for id, name := range host.IDs(ctx, category) {
			if strings.HasPrefix(id, typed) && len(words) < mostCompletions {
				words = append(words, described(id, name))
			}
		}
		return words
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

// commits offers the sequence numbers of the last commits, and names that always are.
func commits(ctx context.Context, host *ops.Host, typed string) []cobra.Completion {
	answer := listOf[struct {
		Commits []struct {
			Sequence        json.Number
			Commit, Subject string
		}
	}](ctx, host, "changes", model.Object{{Name: "limit", Value: 30.0}})
	words := []cobra.Completion{described("HEAD", "the last commit")}
	for _, c := range answer.Commits {
		word := c.Sequence.String()
		if len(typed) > 3 || word == "" {
			word = c.Commit[:12]
		}
		words = append(words, described(word, c.Subject))
	}
	return words
}

// folders offers the folders below the one that is typed so far.
func folders(ctx context.Context, host *ops.Host, typed string) []cobra.Completion {
	above := strings.TrimSuffix(path.Dir(typed+"x"), ".")
	answer := listOf[struct {
		Folders []struct{ Path, Summary string }
	}](ctx, host, "tree", model.Object{{Name: "path", Value: above}, {Name: "limit", Value: 500.0}})
	var words []cobra.Completion
	for _, f := range answer.Folders {
		words = append(words, described(f.Path+"/", f.Summary))
	}
	return words
}

// topics offers what the guide tells of.
func topics(ctx context.Context, _ *ops.Host, _ string) []cobra.Completion {
	var words []cobra.Completion
	answer := dataOf[struct {
		Topics []struct{ Topic, Summary string }
	}](ops.Guide(ctx, nil))
	for _, t := range answer.Topics {
		words = append(words, described(t.Topic, t.Summary))
	}
	return words
}

func categories(context.Context, *ops.Host, string) []cobra.Completion { return ops.Categories() }

func rules(context.Context, *ops.Host, string) []cobra.Completion {
	var words []cobra.Completion
	for _, r := range check.All() {
		words = append(words, described(r.Name, r.Doc))
	}
	return words
}
