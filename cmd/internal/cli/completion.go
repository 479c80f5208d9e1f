package cli

import (
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/ops"
)

// completes says which records complete an argument: a category, or "*" for any.
var completes = map[string]string{
	"id": "*", "host": "wall", "level": "level", "levelId": "level", "toLevel": "level", "type": "type", "typeId": "type", "like": "*",
	"material": "material", "group": "group",
}

// mostCompletions bounds what a shell is offered.
const mostCompletions = 200

// complete lets a shell complete the flags of a schema: words of an enum, and the
// ids of records, levels and types of the model at hand.
func (a *app) complete(command *cobra.Command, schema *jsonschema.Schema) {
	for _, name := range schema.PropertyOrder {
		p := schema.Properties[name]
		category, known := completes[name]
		switch {
		case len(p.Enum) > 0:
			var words []string
			for _, word := range p.Enum {
				if s, ok := word.(string); ok {
					words = append(words, s)
				}
			}
			command.RegisterFlagCompletionFunc(kebab(name), cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
		case known:
			command.RegisterFlagCompletionFunc(kebab(name), a.completeIDs(category))
		}
	}
	if slices.Contains(positional[command.Name()], "id") {
		command.ValidArgsFunction = a.completeIDs("*")
	}
}

func (a *app) completeIDs(category string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		host, err := a.open(cmd.Context(), "")
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		defer host.Close()
		var words []string
		for id, name := range host.IDs(cmd.Context(), category) {
			if strings.HasPrefix(id, typed) && len(words) < mostCompletions {
				words = append(words, cobra.CompletionWithDesc(id, ops.Plain(name)))
			}
		}
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}
